"""Notebooks of every age, encoding and state of repair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from handins import check, code, course, notebook, prose, released, save, solution, solved, work

from autograder.submission import Refused, Submission, Unreadable, read

COURSE = course()


def read_back(tmp_path: Path, content: dict | str | bytes, name: str = "attention.ipynb") -> Submission:
    return read(save(tmp_path / name, content), COURSE)


def sources(submission: Submission) -> list[str]:
    return [cell.source for cell in submission.cells]


def test_a_solved_notebook_reads_without_a_word(tmp_path):
    submission = read_back(tmp_path, solved())
    assert submission.assignment == "attention"
    assert (submission.repairs, submission.evidence, submission.untouched) == ((), (), frozenset())
    assert [(c.number, c.role, c.exercise) for c in submission.cells] == [
        (1, "other", None),
        (2, "solution", "attention_scores"),
        (3, "check", "attention_scores"),
        (4, "solution", "stable_softmax"),
        (5, "check", "stable_softmax"),
    ]
    assert submission.cells[3].where(2) == "cell 4, line 2"


def test_the_released_notebook_is_untouched(tmp_path):
    assert read_back(tmp_path, released()).untouched == {"attention_scores", "stable_softmax"}


@pytest.mark.parametrize(
    "body",
    [
        "raise NotImplementedError",
        "raise NotImplementedError()",
        'raise NotImplementedError("write it")',
        '"""Text."""\n    # a thought\n    raise NotImplementedError  # later',
    ],
)
def test_a_stub_with_thoughts_is_still_a_stub(tmp_path, body):
    book = notebook([solution("stable_softmax", f"def stable_softmax(scores):\n    {body}\n")])
    assert read_back(tmp_path, book).untouched == {"stable_softmax"}


@pytest.mark.parametrize(
    "source",
    [
        "def stable_softmax(scores):\n    y = scores\n    raise NotImplementedError\n",
        "def stable_softmax(scores):\n    pass\n",
        "stable_softmax = lambda scores: scores",
        "from scipy.special import softmax as stable_softmax",
        "if True:\n    def stable_softmax(scores):\n        return 1\n",
        "def stable_softmax(scores)\n    raise NotImplementedError\n",
    ],
)
def test_anything_else_is_an_attempt(tmp_path, source):
    assert read_back(tmp_path, notebook([solution("stable_softmax", source)])).untouched == frozenset()


def test_an_absent_function_is_not_called_untouched(tmp_path):
    assert read_back(tmp_path, notebook([solution("stable_softmax")])).untouched == frozenset()


def test_the_record_keeps_the_notebook_as_format_4_without_outputs(tmp_path):
    book = solved()
    book["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "secret"}]
    kept = read_back(tmp_path, book).notebook
    assert kept is not None
    assert kept["nbformat"] == 4
    assert "secret" not in json.dumps(kept)
    assert [cell["source"] for cell in kept["cells"]] == [cell["source"] for cell in book["cells"]]


def test_the_digest_ignores_outputs_and_place_and_nothing_else(tmp_path):
    book = solved()
    first = read_back(tmp_path / "a", book).digest
    book["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "1"}]
    assert read_back(tmp_path / "b", book).digest == first
    book["cells"][2]["source"] += "# changed"
    assert read_back(tmp_path / "c", book).digest != first


def test_lines_as_a_list_and_windows_line_ends(tmp_path):
    book = notebook([solution("stable_softmax", ["def stable_softmax(x):\r\n", "    return x\r\n"])])
    assert sources(read_back(tmp_path, book)) == ["def stable_softmax(x):\n    return x\n"]


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_unicode_encodings(tmp_path, codec):
    book = notebook([solution("stable_softmax", work("stable_softmax") + "# 注意力 ≤ é")])
    submission = read_back(tmp_path, json.dumps(book, ensure_ascii=False).encode(codec))
    assert sources(submission)[0].endswith("# 注意力 ≤ é")
    assert any("attention.ipynb" in repair for repair in submission.repairs)


@pytest.mark.parametrize("codec", ["cp1252", "latin-1"])
def test_old_code_pages(tmp_path, codec):
    text = "# é\x81" if codec == "latin-1" else "# é “quoted”"  # 0x81 means nothing in cp1252
    book = notebook([solution("stable_softmax", work("stable_softmax") + text)])
    submission = read_back(tmp_path, json.dumps(book, ensure_ascii=False).encode(codec))
    assert sources(submission)[0].endswith(text)
    assert f"attention.ipynb is not UTF-8 and was read as {codec}; save it as UTF-8" in submission.repairs


def test_format_3_keeps_its_cells_in_worksheets(tmp_path):
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Softmax", "metadata": {}},
        {
            "cell_type": "code",
            "input": ["def stable_softmax(x):\n", "    return x"],
            "outputs": [],
            "language": "python",
        },
    ]
    book = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": cells}]}
    submission = read_back(tmp_path, book)
    assert sources(submission) == ["def stable_softmax(x):\n    return x"]
    assert any("format 3" in repair for repair in submission.repairs)
    assert submission.notebook is not None
    assert next(cell["source"] for cell in submission.notebook["cells"]) == "## Softmax"


@pytest.mark.parametrize(
    "change",
    [
        lambda book: book["metadata"].update(kernelspec={"name": "julia-1.9", "language": "julia"}),
        lambda book: book.update(nbformat_minor="five"),
        lambda book: book["cells"].insert(0, {"cell_type": "hologram", "source": ["?"]}),
        lambda book: book["cells"].insert(0, "not a cell"),
        lambda book: book["cells"].insert(0, {"cell_type": "raw", "source": 7}),
        lambda book: book["cells"][0].pop("metadata"),
        lambda book: book["cells"][0].update(metadata=[1]),
        lambda book: book["metadata"].update(weird=float("nan")),
        lambda book: book["cells"].append({"cell_type": "code"}),
        lambda book: book["cells"][1]["metadata"].update(nbgrader={"grade_id": ["a"]}),
    ],
)
def test_odd_notebooks_are_read(tmp_path, change):
    book = solved()
    change(book)
    assert [s for s in sources(read_back(tmp_path, book)) if "def" in s] == [
        work("attention_scores"),
        work("stable_softmax"),
    ]


def test_of_duplicate_keys_the_last_counts_as_in_jupyter(tmp_path):
    text = json.dumps(solved())
    submission = read_back(tmp_path, '{"cells": [],' + text[1:])
    assert len(submission.cells) == 5


def test_half_a_character_is_replaced(tmp_path):
    text = json.dumps(notebook([solution("stable_softmax", work("stable_softmax") + "# @@")]))
    submission = read_back(tmp_path, text.replace("@@", "\\ud800"))
    assert sources(submission)[0].endswith("# \ufffd")


def test_fifty_megabytes_of_output_are_fine(tmp_path):
    book = solved()
    book["cells"][1]["outputs"] = [{"output_type": "display_data", "data": {"image/png": "A" * (50 * 2**20)}}]
    submission = read_back(tmp_path, book)
    assert len(submission.cells) == 5
    assert len(json.dumps(submission.notebook)) < 10_000


def test_metadata_nested_to_the_limit_of_reading_does_not_reach_the_record(tmp_path):
    book = json.dumps(solved()).replace('"metadata": {', '"metadata": {"deep": ' + "[" * 300 + "]" * 300 + ", ", 1)
    kept = read_back(tmp_path, book).notebook
    assert "[" * 20 not in json.dumps(kept)


def test_a_syntax_error_stays_where_it_is(tmp_path):
    book = notebook([solution("attention_scores", "def attention_scores(x:\n"), solution("stable_softmax")])
    assert sources(read_back(tmp_path, book)) == ["def attention_scores(x:\n", work("stable_softmax")]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\0" * 100, "is empty"),
        (json.dumps(solved())[:300].encode(), "is cut off"),
        (json.dumps(solved())[:-1].encode(), "is cut off"),
        (b'{"cells": [}', "JSON breaks"),
        (b"[" * 10, "no notebook"),
        (b'{"a": 1}', "no cells"),
        (b'{"cells": 3}', "no cells"),
        (b'{"cells": [' + b"[" * 100_000 + b"]" * 100_000 + b"]}", "nested deeper"),
        (b'{"cells": [' + b"9" * 5000 + b"]}", "thousands of digits"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        (b"%PDF-1.7 text", "no notebook"),
        (b"\xff\xfe\x00", "no readable text"),
        (json.dumps(notebook([prose("only text")])).encode(), "without any code"),
        (json.dumps(notebook([code("  \n")])).encode(), "without any code"),
        (json.dumps(notebook([code("x = 1")], assignment=None)).encode(), "no function of this course"),
    ],
)
def test_what_cannot_be_read_says_so_and_names_the_file(tmp_path, content, says):
    with pytest.raises(Unreadable, match=says) as caught:
        read_back(tmp_path, content, "my work.ipynb")
    assert "my work.ipynb" in str(caught.value)


def test_a_missing_file(tmp_path):
    with pytest.raises(Unreadable, match="does not exist"):
        read(tmp_path / "nowhere.ipynb", COURSE)


def test_an_impossible_name():
    with pytest.raises(Unreadable, match="cannot be opened"):
        read(Path("a\0b"), COURSE)


def test_too_many_values_are_refused(tmp_path):
    with pytest.raises(Refused, match="too many values"):
        read_back(tmp_path, '{"cells": [' + "[]," * 4_000_001 + "1]}")


def test_more_code_than_anybody_writes_is_refused(tmp_path):
    with pytest.raises(Refused, match="characters of code"):
        read_back(tmp_path, notebook([code("x = 1\n" * 200_000)]))
    with pytest.raises(Refused, match="code cells"):
        read_back(tmp_path, notebook([code("1")] * 2001))


@pytest.mark.parametrize(
    "nest", ["-" * 100_000 + "1", "a" + ".b" * 60_000, "x" + "()" * 60_000, "(" * 5000, "\0", "not " * 40_000 + "1"]
)
def test_code_that_breaks_parsers_is_one_bad_cell(tmp_path, nest):
    submission = read_back(tmp_path, notebook([code(nest), solution("stable_softmax")]))
    assert submission.cells[-1].source == work("stable_softmax")


def test_control_characters_in_a_name_never_reach_a_sentence(tmp_path):
    with pytest.raises(Unreadable) as caught:
        read_back(tmp_path, b"", "a\x1b[31m\u202eb\n.ipynb")
    assert str(caught.value).isprintable()


def test_check_cells_are_known_by_their_source_too(tmp_path):
    book = notebook([code(work("stable_softmax")), code("# look\ncheck(stable_softmax)")], assignment=None)
    assert [cell.role for cell in read_back(tmp_path, book).cells] == ["solution", "check"]


def test_an_empty_cell_keeps_its_number(tmp_path):
    book = notebook([code(""), solution("stable_softmax"), check("stable_softmax")])
    assert [cell.number for cell in read_back(tmp_path, book).cells] == [2, 3]
