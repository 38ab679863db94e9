"""Percent scripts and plain .py files, whole and broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from handins import course, edition, save, stub, work
from hypothesis import given
from hypothesis import strategies as st

from autograder.submission import Submission, Unreadable, read, script

COURSE = course()
BOTH = work("attention_scores") + "\n\n" + work("stable_softmax")


def of(tmp_path: Path, text: str | bytes, name: str = "attention.py") -> Submission:
    return read(save(tmp_path / name, text), COURSE)


def run(submission: Submission) -> dict:
    """Each cell on its own, as the sandbox does: a broken one does not stop the next."""
    names: dict = {"check": lambda function: None}
    for cell in submission.cells:
        try:
            exec(cell.source, names)
        except Exception:
            continue
    return names


def test_the_py_edition_reads_like_the_notebook(tmp_path):
    submission = of(tmp_path, edition(work("attention_scores"), stub("stable_softmax")))
    assert submission.repairs == ()
    assert submission.untouched == {"stable_softmax"}
    assert [(c.role, c.exercise) for c in submission.cells] == [
        ("other", None),
        ("solution", "attention_scores"),
        ("check", "attention_scores"),
        ("solution", "stable_softmax"),
        ("check", "stable_softmax"),
    ]
    assert submission.notebook is None


def test_places_are_lines_of_the_file(tmp_path):
    text = edition(work("attention_scores"), work("stable_softmax"))
    lines = text.split("\n")
    for cell in of(tmp_path, text).cells:
        for offset, line in enumerate(cell.source.split("\n"), start=1):
            number = int(cell.where(offset).removeprefix("line "))
            assert lines[number - 1] == line


def test_its_identity_survives_a_new_name(tmp_path):
    text = edition(work("attention_entropy"), work("is_uniform"), assignment="diagnostics")
    submission = of(tmp_path, text + "\n# %%\n" + BOTH + "\n\ndef stable(x): return x", name="final.py")
    assert submission.assignment == "diagnostics"
    assert submission.repairs == (
        "final.py is not called diagnostics; it was matched to diagnostics by the id inside it",
    )


@pytest.mark.parametrize("marker", ["# %%", "#%%", "# %% a title", "# In[3]:", "# In[ ]:"])
def test_an_error_in_one_piece_costs_one_piece(tmp_path, marker):
    text = f"{marker}\ndef attention_scores(x:\n    return x\n\n{marker}\n{work('stable_softmax')}"
    assert "stable_softmax" in run(of(tmp_path, text))


def test_a_marker_inside_a_string_or_function_cuts_nothing(tmp_path):
    text = 'TEXT = """\n# %%\n"""\n\n# %%\ndef stable_softmax(x):\n# %%\n    return TEXT\n'
    submission = of(tmp_path, text)
    assert len(submission.cells) == 2
    assert run(submission)["stable_softmax"](1) == "\n# %%\n"


def test_text_cells_are_not_run(tmp_path):
    text = f'# %% [markdown]\n# print(1)\n\n# %% [markdown]\n"""\nText.\n"""\n\n# %%\n{BOTH}'
    submission = of(tmp_path, text)
    assert len(submission.cells) == 1
    assert submission.repairs == ()


def test_code_under_a_text_marker_is_run_and_said(tmp_path):
    submission = of(tmp_path, f"# %% [markdown]\n# Softmax\n{BOTH}")
    assert "stable_softmax" in run(submission)
    assert submission.repairs == (
        "attention.py: code typed under the text marker at line 1 was run; give it its own `# %%`",
    )


def test_a_plain_file_is_cut_so_that_a_failing_line_costs_little(tmp_path):
    failing = "print(attention_scores(1) / 0)\n"
    text = f"import math\n\n{work('attention_scores')}\n{failing}\n# Softmax\n{work('stable_softmax')}"
    submission = of(tmp_path, text)
    assert submission.repairs == ()
    assert "stable_softmax" in run(submission)
    assert submission.cells[-1].source.startswith("# Softmax\n")


@pytest.mark.parametrize(
    "broken",
    [
        "def attention_scores(x)\n    return x\n",
        "def attention_scores(x):\n\treturn (x\n",
        "def attention_scores(x):\n    if x:\n\treturn 1\n        return 2\n",
        'def attention_scores(x):\n    """Never closed.\n    return x\n',
        "def attention_scores(x):\nreturn x\n",
        "print 'hello'\n",
        "x = 'unclosed\n",
        "if x:\n",
    ],
)
def test_other_functions_survive_a_syntax_error(tmp_path, broken):
    rest = f"{work('stable_softmax')}\n\nTEXT = '''\n\ndef no(\n\n'''\n\ndef later(): return TEXT\n"
    text = f"import math\n\n{broken}\n\n{rest}"
    submission = of(tmp_path, text)
    names = run(submission)
    assert names["stable_softmax"](7) == 7
    assert names["later"]() == "\n\ndef no(\n\n"
    assert any("syntax error in the block at line 3" in repair for repair in submission.repairs)


def test_a_broken_attempt_is_not_untouched(tmp_path):
    assert of(tmp_path, "def stable_softmax(x)\n    raise NotImplementedError\n").untouched == frozenset()


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_encodings(tmp_path, codec):
    submission = of(tmp_path, (BOTH + "\n\nword = 'é'\n").encode(codec))
    assert run(submission)["word"] == "é"
    assert any("attention.py" in repair for repair in submission.repairs)


def test_an_encoding_that_the_file_names_is_honoured(tmp_path):
    text = f"# -*- coding: gbk -*-\n{BOTH}\n\nword = '注意力'\n"
    assert run(of(tmp_path, text.encode("gbk")))["word"] == "注意力"


CHINESE = "# 先减去每行的最大值，再计算权重（每行之和为 1）\n"


@pytest.mark.parametrize(
    ("codec", "text"),
    [("gbk", "注意力"), ("gb2312", "注意力"), ("gb18030", "注意力"), ("gbk", "誠")],  # half of the last is a backslash
)
def test_chinese_windows_writes_gbk_unasked(tmp_path, codec, text):
    said = f"{CHINESE}{BOTH}\n\nword = '{text}'\n"
    submission = of(tmp_path, said.encode(codec))
    assert run(submission)["word"] == text
    assert "attention.py is not UTF-8 and was read as gbk; save it as UTF-8" in submission.repairs


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1252", "créée, crééés, “à côté” — œuvre, naïve, façade, où; ÀÉÈ ÄÖÜ µÄ"),
        ("cp1252", "Größe der Matrix, überprüfen, Äußerung; año, señal, función"),
        ("latin-1", "élève éèàù ÷×"),
        ("euc_kr", "주의력 가중치 계산 행렬 곱셈 결과를 반환한다"),
        ("euc_jp", "注意の重みを計算して返す"),
        ("shift_jis", "注意の重みを計算して返す"),
        ("big5", "先減去每行的最大值，再計算權重"),
        ("koi8-r", "сначала вычесть наибольшее, затем посчитать веса"),
        ("cp1251", "сначала вычесть наибольшее, затем посчитать веса"),
        ("mac-roman", "é è à ü ö ñ"),
    ],
)
def test_other_code_pages_are_not_taken_for_chinese_and_still_get_a_verdict(tmp_path, codec, text):
    submission = of(tmp_path, f"# {text}\n{BOTH}".encode(codec))
    assert run(submission)["stable_softmax"](7) == 7
    (said,) = (repair for repair in submission.repairs if "is not UTF-8" in repair)
    assert "gbk" not in said


@pytest.mark.parametrize("codec", ["rot13", "zlib_codec", "unicode_escape", "no-such-thing", "punycode"])
def test_a_codec_that_is_no_encoding_is_not(tmp_path, codec):
    text = f"# -*- coding: {codec} -*-\n{BOTH}\n\nword = 'é'\n"
    assert run(of(tmp_path, text.encode("cp1252")))["word"] == "é"


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems(tmp_path, end):
    submission = of(tmp_path, (edition(work("attention_scores"), work("stable_softmax"))).replace("\n", end))
    assert all("\r" not in cell.source for cell in submission.cells)
    assert "stable_softmax" in run(submission)


def test_a_script_that_is_called_a_notebook_and_the_reverse(tmp_path):
    submission = of(tmp_path, BOTH, "attention.ipynb")
    assert submission.repairs == ("attention.ipynb holds a script, whatever its name ends in, and was read as one",)


def test_a_dict_at_the_top_of_a_script_makes_no_notebook(tmp_path):
    assert "stable_softmax" in run(of(tmp_path, "{'a': 1}\n\n" + BOTH))


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_nothing_in_it(tmp_path, text):
    with pytest.raises(Unreadable, match=r"attention\.py"):
        of(tmp_path, text)


def test_a_script_of_nothing_we_know(tmp_path):
    with pytest.raises(Unreadable, match="no function of this course"):
        of(tmp_path, "x = 1\n")


STATEMENTS = st.lists(
    st.sampled_from(
        [
            "import math",
            "x = 1",
            "y = '''\n\nz\n\n'''",
            "def f():\n\n    return 1",
            "@staticmethod\ndef g():\n    pass",
            "if x:\n    pass\n\nelse:\n    pass",
            "try:\n    pass\n\nfinally:\n    pass",
            "# a comment",
            "w = [\n\n1,\n\n]",
            "a = 1; b = 2",
            "q = 1 + \\\n  2",
        ]
    ),
    min_size=1,
    max_size=8,
)


@given(STATEMENTS, st.sampled_from(["\n", "\n\n", "\n\n\n"]), st.booleans())
def test_cutting_loses_no_line_and_breaks_no_statement(statements, gap, broken):
    text = "x = 0\n\n" + gap.join(statements) + ("\n\ndef broken(\n" if broken else "")
    draft = script.read(text, "a.py")
    lines = text.split("\n")
    kept = set()
    for piece in draft.pieces:
        own = piece.source.split("\n")
        assert own == lines[piece.first_line - 1 : piece.first_line - 1 + len(own)]
        kept.update(range(piece.first_line, piece.first_line + len(own)))
        assert piece.code.parsed or "broken" in piece.source
    assert all(n in kept or not line.strip() or line.startswith("#") for n, line in enumerate(lines, start=1))
