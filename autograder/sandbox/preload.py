"""What a clean process imports before it lets anyone in."""

from __future__ import annotations

import importlib
import os
import tempfile

# Modules that NumPy and the standard library load late. Once privileges are dropped, their files may be out of reach.
_PRELOAD = """
    numpy.random numpy.linalg numpy.fft numpy.ma numpy.polynomial numpy.testing numpy.lib.format numpy.char
    numpy.lib.stride_tricks numpy.lib.scimath numpy.lib.recfunctions numpy.lib.mixins numpy.typing numpy.ctypeslib
    numpy.emath numpy.rec numpy.exceptions numpy.dtypes numpy.strings numpy.core._methods numpy._core._methods
    numpy._core._dtype numpy._core.arrayprint
    __future__ abc argparse array ast base64 binascii bisect calendar cmath codecs collections.abc concurrent.futures
    concurrent.futures.thread contextlib contextvars copy copyreg csv ctypes dataclasses datetime decimal difflib dis
    doctest enum fnmatch fractions functools gc getpass glob graphlib gzip hashlib heapq hmac html importlib.util
    importlib.metadata inspect io itertools json keyword linecache locale logging marshal math multiprocessing
    numbers operator os pathlib pdb pickle platform pprint queue random re reprlib secrets shutil signal statistics
    string struct subprocess sys tempfile textwrap threading time timeit token tokenize traceback types typing
    unicodedata unittest unittest.mock uuid warnings weakref zlib
    encodings.ascii encodings.latin_1 encodings.utf_8 encodings.utf_16 encodings.idna stringprep
"""
_EXTRA = {
    "matplotlib": "matplotlib.pyplot matplotlib.backends.backend_agg matplotlib.gridspec matplotlib.cm "
    "matplotlib.colors matplotlib.ticker matplotlib.animation mpl_toolkits.axes_grid1 mpl_toolkits.mplot3d",
}


def preload(wanted: list[str]) -> None:
    """Import everything that a submission of this kind may need; what is not installed stays away."""
    names = [*wanted, *_PRELOAD.split(), *(late for root in wanted for late in _EXTRA.get(root, "").split())]
    with tempfile.TemporaryDirectory(prefix="softmarks-") as folder:
        if not os.access(os.path.expanduser("~"), os.W_OK):
            os.environ["MPLCONFIGDIR"] = folder  # else matplotlib makes a folder that nobody removes
        for name in names:
            try:
                importlib.import_module(name)
            except ImportError:
                continue
