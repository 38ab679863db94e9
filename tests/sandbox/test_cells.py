"""Do a submission's cells run as a notebook's do, and is it said what went wrong where?"""

from __future__ import annotations

from typing import Any

import pytest

from autograder.outcome import CellTrouble

Opened = Any  # the fixture's function: sources in, port out


def test_cells_share_one_namespace_in_order(opened: Opened) -> None:
    port = opened("a = 1", "a += 1\ndef f(): return a", "a *= 10\ng = 3", wanted=("f", "g", "h"))
    loaded = port.load()
    assert loaded.defined == {"f"}
    assert loaded.not_callable == {"g"}
    assert loaded.troubles == ()
    assert loaded.seconds > 0
    assert port.call("f", []).value == 20


def test_an_error_in_a_cell_stops_that_cell_only(opened: Opened) -> None:
    port = opened(
        """
        x = 0
        def f():
            return 1 / x
        """,
        "before = 1\nf()\nafter = 1",
        "def g(): return before, 'after' in globals()",
    )
    (trouble,) = port.load().troubles
    assert trouble.cell == 2
    assert trouble.kind == "raised"
    assert trouble.exception == "ZeroDivisionError"
    assert trouble.text == "division by zero"
    assert trouble.where == "cell 1, line 4: return 1 / x"
    assert port.call("g", []).value == (1, False)


@pytest.mark.parametrize(
    ("source", "exception", "where"),
    [
        ("def f(:\n  pass", "SyntaxError", "cell 1, line 1: def f(:"),
        ("x = 1\nif x:\npass", "IndentationError", "cell 1, line 3: pass"),
        ("x = '", "SyntaxError", "cell 1, line 1: x = '"),
        ("return 3", "SyntaxError", "cell 1, line 1: return 3"),
        ("x = 1\0", "SyntaxError", None),
        ("(" * 300 + ")" * 300, "SyntaxError", None),
    ],
)
def test_a_cell_that_does_not_compile_is_a_syntax_trouble(
    opened_here: Opened, source: str, exception: str, where: str | None
) -> None:
    port = opened_here(source, "def g(): return 1")
    (trouble,) = port.load().troubles
    assert trouble.kind == "syntax"
    assert trouble.exception in (exception, "ValueError")
    assert where in (trouble.where, None)
    assert port.call("g", []).value == 1


@pytest.mark.parametrize("leave", ["import sys; sys.exit(3)", "exit()", "quit()", "raise KeyboardInterrupt"])
def test_leaving_a_cell_is_an_exit_and_the_next_cells_run(opened_here: Opened, leave: str) -> None:
    port = opened_here(leave, "def f(): return 1")
    (trouble,) = port.load().troubles
    assert (trouble.cell, trouble.kind) == (1, "exit")
    assert port.call("f", []).value == 1


def test_a_script_counts_lines_as_its_file_does(opened: Opened, piece: Any) -> None:
    port = opened(piece(1, "a = 1", "", 1), piece(2, "def f():\n    return a / 0", "", 36), piece(3, "def g(:", "", 40))
    (trouble,) = port.load().troubles
    assert trouble == CellTrouble(3, "syntax", "SyntaxError", trouble.text, "line 40: def g(:")
    assert port.call("f", []).where == "line 37: return a / 0"


def test_the_line_is_the_students_own_not_a_librarys(opened: Opened) -> None:
    port = opened("import numpy as np\n\ndef f():\n    return np.concatenate([])\n")
    outcome = port.call("f", [])
    assert outcome.where == "cell 1, line 4: return np.concatenate([])"
    assert "ValueError" in outcome.bases


def test_future_statements_hold_for_later_cells(opened: Opened) -> None:
    port = opened("from __future__ import annotations", "def f(x: NotThere) -> Neither: return 1")
    assert port.load().troubles == ()
    assert port.call("f", [0]).value == 1


def test_it_looks_like_a_main_module(opened: Opened) -> None:
    port = opened(
        """
        import inspect, sys
        from dataclasses import dataclass

        @dataclass
        class Pair:
            a: int

        def f():
            return (__name__, sys.modules["__main__"].f is f, inspect.getsource(f).splitlines()[0], Pair(3).a)
        """
    )
    assert port.load().troubles == ()
    assert port.call("f", []).value == ("__main__", True, "def f():", 3)


# --- what is printed --------------------------------------------------------------------------------------------------


def test_output_is_kept_per_cell_and_cut_with_a_notice(opened: Opened) -> None:
    port = opened(
        "print('one')",
        "import sys\nprint('x' * 1000)\nprint('err', file=sys.stderr)",
        "sys.__stdout__.write('under'); sys.stdout.buffer.write(b'bytes'); print(input('?'))",
    )
    loaded = port.load()
    assert loaded.outputs[1] == "one\n"
    assert loaded.outputs[2].startswith("x" * 200 + "\n[")
    assert "805 more characters were cut" in loaded.outputs[2]
    assert loaded.outputs[3].startswith("underbytes")
    assert [(t.cell, t.exception) for t in loaded.troubles] == [(3, "EOFError")]


def test_printing_a_hundred_megabytes_changes_nothing(opened: Opened) -> None:
    port = opened(
        """
        import os, sys
        def f(x):
            for _ in range(100):
                print("y" * 1_000_000)
            os.write(1, b"z" * 100_000)
            os.write(2, b"z" * 100_000)
            return x + 1
        """,
        "f(1)",
    )
    loaded = port.load()
    assert loaded.troubles == ()
    assert len(loaded.outputs[2]) < 300
    assert port.call("f", [1]).value == 2


def test_warnings_change_nothing(opened: Opened) -> None:
    port = opened(
        """
        import numpy as np, warnings
        pattern = "\\d"
        warnings.warn("loud")
        def f():
            warnings.warn("louder", DeprecationWarning)
            return np.float64(1) / np.zeros(1)
        """
    )
    assert port.load().troubles == ()
    assert port.call("f", []).value == [float("inf")]


# --- a notebook's own words -------------------------------------------------------------------------------------------


def test_magics_run_or_are_ignored(opened: Opened) -> None:
    port = opened(
        "get_ipython().run_line_magic('matplotlib', 'inline')\nget_ipython().run_line_magic('load_ext', 'autoreload')",
        "get_ipython().run_cell_magic('time', '', 'a = 1\\n')\nb = get_ipython().run_line_magic('time', 'a + 1')",
        "get_ipython().run_line_magic('timeit', '-n 10 -r3 c = 5')",
        "get_ipython().run_cell_magic('writefile', 'x.py', 'd = 1')\nget_ipython().system('rm -rf /')",
        "e = get_ipython().getoutput('ls')\nget_ipython().input_transformers_post.append(len)",
        "from IPython.display import display, HTML, Markdown\ndisplay(a); display(HTML('<b>'))",
        "def f(): return a, b, c, 'd' in globals(), e",
    )
    loaded = port.load()
    assert loaded.troubles == ()
    assert "writefile is ignored" in loaded.outputs[4]
    assert loaded.outputs[6] == "1\n\n"
    assert port.call("f", []).value == (1, 2, 5, False, [])


def test_our_own_package_is_a_stand_in_that_does_nothing(opened: Opened) -> None:
    port = opened(
        """
        import autograder
        from autograder import check, show, ready_to_hand_in, hint, predict
        from autograder import *
        from autograder.show import heatmap
        import autograder.specs, autograder.graders.test_stable_softmax as t
        def f(x): return x
        check(f); show.weights(f, tokens=["a"]).save("x"); ready_to_hand_in(); hint("f"); predict(f, 3)
        heatmap(1); autograder.anything.at_all()
        found = [len(list(vars(autograder.specs))), autograder.specs.softmax(1), t.EXPECTED]
        """,
        "def g(): return [type(x).__name__ for x in found]",
    )
    assert port.load().troubles == ()
    assert port.call("g", []).value == ["int", "Nothing", "Nothing"]


def test_figures_are_drawn_or_ignored(opened: Opened) -> None:
    port = opened(
        """
        import matplotlib.pyplot as plt
        import numpy as np
        fig, axes = plt.subplots(2, 3, figsize=(4, 3))
        for ax in axes.flat:
            ax.imshow(np.eye(2))
        fig, (left, right) = plt.subplots(1, 2)
        line, = plt.plot([1, 2])
        plt.title("注意力"); plt.colorbar; plt.tight_layout(); plt.show()
        plt.savefig("figure.png")
        def f(): return axes.shape
        """
    )
    assert port.load().troubles == ()
    assert port.call("f", []).value == (2, 3)
