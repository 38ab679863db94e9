"""IPython's syntax as plain Python: the same calls as IPython makes, on the same lines."""

from __future__ import annotations

import ast

import pytest
from handins import check, code, course, notebook, save, solution, work
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from autograder.submission import read
from autograder.submission.magics import plain

SAME_AS_IPYTHON = [
    "%matplotlib inline\nx = 1",
    "%pip install numpy  # now",
    "%load_ext autoreload\n%autoreload 2",
    "!pip install numpy",
    "!echo 'a' \"b\" \\n",
    "!!ls",
    "! ls",
    "!",
    "x = !ls -l\ny = 2",
    "a, b = !ls",
    "x.y = !ls",
    "x = %timeit -o f(x)",
    "d['k'] = %magic x",
    "%timeit f(x)",
    "%time x = f(1)   ",
    "np.exp?",
    "np.exp??",
    "?np.exp",
    "??np.exp",
    "?",
    "*load*?",
    "np.*load*?",
    "%timeit?",
    "%%timeit?",
    "x[0]?",
    "y = np.exp?",
    "f(x)?",
    "if a:\n    %timeit f(x)\n    !ls\n",
    "for i in x:\n    y = !ls\n    z = (1,\n  2)\n%d e",
    "x = '''\n%a\n!b\nc?\n'''\n%d e",
    "x = (1,\n%b\n)",
    "x = f(1,\n  2) # ?\n",
    "print('what?')",
    "x = 1  # really?",
    "assert x, 'why?'\nx?",
    "a == !ls",
    "a = b = !ls",
    "x = 5 \\\n  %3",
    "%%bash\nls\necho 'x'\n",
    "%%html\n<b>",
    "%%writefile a.py\nx = 1\n\n",
    "   x = 1\n   y = 2",
    ">>> x = 1\n>>> for y in x:\n...     z\n",
    "In [1]: x = 1\nIn [2]: y",
]


def by_ipython(source: str) -> str:
    return TransformerManager().transform_cell(source)


@pytest.mark.parametrize("source", SAME_AS_IPYTHON)
def test_the_same_as_ipython(source):
    assert plain(source).rstrip() == by_ipython(source).rstrip()


@pytest.mark.parametrize(
    ("source", "turned"),
    [
        ("!ls \\\n -l\nx = 1", "get_ipython().system('ls   -l')\n\nx = 1"),
        ("\n\n%a\nb", "\n\nget_ipython().run_line_magic('a', '')\nb"),
        (
            "%%time\nx = 1\n%a",
            "get_ipython().run_cell_magic('time', '', '')\nx = 1\nget_ipython().run_line_magic('a', '')",
        ),
        ("\n%%capture out\n%%time\nx", "\nget_ipython().run_cell_magic('capture', 'out', '')\n%sx"),
        ("%%bash\na\nb", "get_ipython().run_cell_magic('bash', '', 'a\\nb\\n')\n\n"),
        ("%%time", "get_ipython().run_cell_magic('time', '', '')"),
        ("pip install numpy", "get_ipython().run_line_magic('pip', 'install numpy')"),
        ("pipe = 1\n", "pipe = 1\n"),
    ],
)
def test_lines_stay_where_they_are(source, turned):
    turned = turned.replace("%s", "get_ipython().run_cell_magic('time', '', '')\n")
    assert plain(source) == turned
    assert plain(source).count("\n") == source.count("\n")


LINES = st.sampled_from(
    [
        "x = 1",
        "y = f(x,\n      2)",
        "%matplotlib inline",
        "!ls -l",
        "z = !ls",
        "t = %timeit -o f()",
        "np.exp?",
        "s = '''\n%no\n!no?\n'''",
        "# what?",
        "def g(a):\n    %time a\n    return a % 2",
        "q = '#' + \"'\" + 'b?'",
        "v = [\n!ls\n]",
        "w = 5 \\\n  %3",
        "",
    ]
)


@given(st.lists(LINES, min_size=1, max_size=6))
def test_the_same_as_ipython_in_any_order(lines):
    source = "\n".join(lines)
    assert [line for line in plain(source).split("\n") if line.strip()] == [
        line for line in by_ipython(source).split("\n") if line.strip()
    ]
    assert plain(source).count("\n") == source.count("\n")


@given(st.text(alphabet="a1 %!?='\"\\\n()[]#>.*,", max_size=40))
def test_any_text_keeps_its_lines(source):
    assert plain(source).count("\n") == source.count("\n")


HOSTILE = [
    "%" + "\\\n" * 100_000,
    "a" + " " * 200_000 + "b%",
    "a" * 200_000 + " ?",
    "= " * 100_000,
    '"""' + "\\" * 200_000,
    "(\n" * 100_000,
    "%%time\n" * 28_000,
    ">>> " * 50_000,
    "a," * 100_000 + "=!",
]


@pytest.mark.parametrize("source", HOSTILE)
def test_hostile_text_takes_no_longer_than_its_length(source):
    assert isinstance(plain(source), str)  # a quadratic pattern would hang here for minutes


def test_a_cell_without_magics_is_passed_on_as_it_is(tmp_path):
    source = "x = 7 % 3\ny = '''\n%no\n'''\nz = x != y\n" + work("stable_softmax")
    path = save(tmp_path / "attention.ipynb", notebook([solution("stable_softmax", source)]))
    assert read(path, course()).cells[0].source == source


@pytest.mark.parametrize("first", ["%%time", "%%capture out", "%matplotlib inline", "!pip install numpy", "np.exp?"])
def test_a_function_behind_a_magic_is_found_and_its_stub_elsewhere_left_out(tmp_path, first):
    stub = "def stable_softmax(x):\n    raise NotImplementedError\n"
    cells = [code(f"{first}\n{work('stable_softmax')}"), solution("stable_softmax", stub), check("stable_softmax")]
    submission = read(save(tmp_path / "attention.ipynb", notebook(cells)), course())
    assert submission.untouched == frozenset()
    assert [cell.role for cell in submission.cells] == ["solution", "check"]
    assert "get_ipython()" in submission.cells[0].source
    ast.parse(submission.cells[0].source)


def test_a_stub_timed_by_a_magic_is_still_a_stub(tmp_path):
    cells = [solution("stable_softmax", "%%time\ndef stable_softmax(x):\n    raise NotImplementedError\n")]
    submission = read(save(tmp_path / "attention.ipynb", notebook(cells)), course())
    assert submission.untouched == {"stable_softmax"}
