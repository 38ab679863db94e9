"""What a clean process imports before it lets anyone in."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Iterable

# What notebooks import, and what NumPy imports late. More would make every fork dearer.
_OFTEN = """
    numpy.random numpy.linalg numpy.fft numpy.ma numpy.polynomial numpy.lib.format numpy.lib.stride_tricks
    numpy.lib.scimath numpy.lib.mixins numpy.exceptions numpy._core._methods numpy._core._dtype numpy._core.arrayprint
    __future__ abc ast bisect cmath collections.abc contextlib copy dataclasses datetime decimal enum fractions
    functools gc heapq inspect io itertools json keyword linecache logging math numbers operator os pathlib platform
    pprint random re reprlib secrets statistics string struct sys tempfile textwrap threading time timeit tokenize
    traceback types typing unicodedata warnings weakref zlib encodings.ascii encodings.latin_1 encodings.utf_8
"""
_RARELY = """
    numpy.testing numpy.char numpy.rec numpy.lib.recfunctions numpy.typing numpy.ctypeslib numpy.strings
    argparse array base64 binascii calendar codecs concurrent.futures.thread contextvars copyreg csv ctypes difflib dis
    doctest fnmatch getpass glob graphlib gzip hashlib hmac html importlib.util importlib.metadata locale marshal
    multiprocessing pdb pickle queue shutil signal subprocess symtable token unittest unittest.mock uuid
    encodings.utf_16 encodings.cp1252 encodings.idna stringprep
"""
_PARTS = {
    "matplotlib": "matplotlib.pyplot matplotlib.backends.backend_agg matplotlib.gridspec matplotlib.cm "
    "matplotlib.colors matplotlib.ticker matplotlib.animation mpl_toolkits.axes_grid1 mpl_toolkits.mplot3d",
}


def often(wanted: Iterable[str]) -> None:
    """Import the `wanted` libraries with their late parts, and what most submissions use."""
    parts = [part for name in wanted for part in (name, *_PARTS.get(name, "").split())]
    with tempfile.TemporaryDirectory(prefix="softmarks-") as folder:
        if not os.access(os.path.expanduser("~"), os.W_OK):
            os.environ["MPLCONFIGDIR"] = folder  # else matplotlib makes a folder that nobody removes
        _load([*parts, *_OFTEN.split()])


def rarely() -> None:
    """Import the rest, for a process that may not be able to do so later."""
    _load(_RARELY.split())


def _load(names: Iterable[str]) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # not installed, or of another version; whoever asks for it is told so
