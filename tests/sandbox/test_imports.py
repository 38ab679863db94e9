"""Which imports pass, and what a student learns of those that do not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Opened = Any


def test_the_standard_library_and_numpy_pass_in_every_form(opened: Opened) -> None:
    port = opened(
        """
        import math, json.decoder, numpy.linalg as la, importlib
        from collections import deque as d
        from numpy import *
        from numpy.random import default_rng
        def f():
            import statistics, numpy.polynomial.chebyshev, sqlite3, xml.dom.minidom, numpy.f2py
            return importlib.import_module("numpy.fft").fft([1.0, 0.0]).real, la.norm(ones(4)), __import__("cmath").e
        """
    )
    assert port.load().troubles == ()
    assert port.load().refused == ()
    outcome = port.call("f", [])
    assert outcome.kind == "value", outcome
    np.testing.assert_array_equal(outcome.value[0], [1, 1])


def test_late_imports_work_after_privileges_are_gone(opened: Opened) -> None:
    port = opened(
        """
        import numpy as np
        def f():
            np.random.seed(0)
            np.random.rand(2); np.linalg.svd(np.eye(2)); np.fft.fft([1.0]); np.ma.array([1])
            np.polynomial.Polynomial([1]); np.einsum("ij,jk", np.eye(2), np.eye(2))
            np.testing.assert_allclose([1], [1]); np.lib.stride_tricks.sliding_window_view(np.zeros(4), 2)
            np.lib.format; np.savez("a.npz", x=np.eye(2)); "é".encode("cp1252")
            import wave, plistlib, ipaddress, zoneinfo
            return np.load("a.npz")["x"]
        """
    )
    outcome = port.call("f", [])
    assert outcome.kind == "value", outcome
    np.testing.assert_array_equal(outcome.value, np.eye(2))


def test_a_refused_import_at_the_top_of_a_cell_does_not_stop_it(opened: Opened) -> None:
    port = opened(
        """
        import torch
        import torch.nn.functional as F, math
        from tensorflow import keras, nn as tfn
        from pandas import *
        from google.colab import drive
        if True:
            import jax
        def f(x): return x + math.pi
        def g(x): return F.softmax(x)
        """,
        "class Net(torch.nn.Module): pass",
        "def h(x): return torch + 1\ndef k(x): return [a for a in tfn]",
        "def n(x): return keras(x)\ndef m(x): return jax[x]",
        wanted=("f", "g", "h", "k", "n", "m"),
    )
    loaded = port.load()
    assert loaded.refused == ("torch", "torch.nn.functional", "tensorflow", "pandas", "google.colab", "jax")
    assert loaded.defined == {"f", "g", "h", "k", "n", "m"}
    assert [(t.cell, t.kind) for t in loaded.troubles] == [(2, "refused_import")]
    assert port.call("f", [0]).value == np.pi
    for name, module in (("g", "torch"), ("h", "torch"), ("k", "tensorflow"), ("n", "tensorflow"), ("m", "jax")):
        outcome = port.call(name, [1])
        assert outcome.kind == "refused_import"
        assert outcome.text.startswith(module)


def test_a_refused_import_inside_try_raises_import_error(opened: Opened) -> None:
    port = opened(
        """
        import contextlib
        try:
            import torch
        except ImportError:
            torch = None
        with contextlib.suppress(ModuleNotFoundError):
            from scipy.special import softmax
        def f(): return torch, "softmax" in globals()
        """
    )
    assert port.load().troubles == ()
    assert port.load().refused == ("torch", "scipy.special")
    assert port.call("f", []).value == (None, False)


@pytest.mark.parametrize(
    "statement",
    [
        "import scipy",
        "from scipy.special import softmax",
        "importlib.import_module('scipy.special')",
        "__import__('scipy')",
        "builtins.__import__('scipy')",
        "importlib.__import__('scipy')",
        "exec('import scipy')",
        "importlib.util.find_spec('scipy').loader.load_module()",
    ],
)
def test_a_refused_import_in_a_function_raises_there(opened_here: Opened, statement: str) -> None:
    port = opened_here(f"import importlib, importlib.util, builtins\ndef f():\n    {statement}\n    return 1")
    outcome = port.call("f", [])
    assert outcome.kind == "refused_import"
    assert "scipy" in outcome.text
    assert outcome.where.startswith("cell 1, line 3: ")
    assert outcome.bases[:2] == ("ModuleNotFoundError", "ImportError")


def test_a_part_of_a_library_is_allowed_and_the_rest_is_not(opened_with_scipy: Opened) -> None:
    pytest.importorskip("scipy")
    port = opened_with_scipy(
        "from scipy.special import softmax\nfrom scipy import special\nimport scipy.special as sp\nimport scipy",
        "from scipy import stats\nfrom scipy.ndimage import zoom",
        "def f(x): return softmax(x, axis=-1)\ndef g(x): return scipy.stats.entropy(x)\ndef h(x): return zoom(x, 2)",
        wanted=("f", "g", "h"),
    )
    loaded = port.load()
    assert loaded.troubles == ()
    assert loaded.refused == ("scipy.stats", "scipy.ndimage")
    np.testing.assert_allclose(port.call("f", [np.zeros(4)]).value, np.full(4, 0.25))
    assert port.call("h", [np.zeros(4)]).kind == "refused_import"
    assert port.call("g", [np.ones(4)]).kind == "refused_import"


def test_nothing_of_a_refused_library_is_there_to_be_found(opened_here: Opened) -> None:
    port = opened_here(
        """
        import gc, sys, types
        def f():
            names = {m.__name__ for m in gc.get_objects() if isinstance(m, types.ModuleType)}
            return sorted(n for n in names | set(sys.modules) if n.split(".")[0] in ("scipy", "torch", "mat" "plotlib"))
        """
    )
    assert port.call("f", []).value == []


def test_figures_without_matplotlib_are_drawn_into_nothing(tmp_path: Path) -> None:
    """The stand-in, on its own: an interpreter that finds no matplotlib."""
    script = tmp_path / "figures.py"
    script.write_text(
        "from autograder.sandbox import standins\n"
        "standins.install({}, figures=True)\n"
        "import matplotlib.pyplot as plt, matplotlib\n"
        "from matplotlib.colors import LogNorm\n"
        "fig, ax = plt.subplots(); ax.set_title('x').set_color('r')\n"
        "fig, axes = plt.subplots(2, 3); assert axes.shape == (2, 3)\n"
        "fig, (a, b) = plt.subplots(1, 2); fig, ((a, b), (c, d)) = plt.subplots(nrows=2, ncols=2)\n"
        "line, = a.plot([1], [2]); counts, edges, bars = b.hist([1])\n"
        "with plt.style.context('ggplot'): plt.colorbar(ax.imshow([[1]]))\n"
        "for ax in fig.axes: raise SystemExit(1)\n"
        "print('done')\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr
