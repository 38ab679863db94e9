"""Whatever bytes come: a submission, or one of the two sentences; never anything else."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from handins import course, edition, released, solved, stub, work
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.submission import Refused, Submission, Unreadable, read

COURSE = course(submission_megabytes=1)
QUIET = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner))
SOURCES = st.text(max_size=60) | st.sampled_from(
    [
        work("stable_softmax"),
        stub("stable_softmax"),
        "%time x",
        "def stable_softmax(",
        "check(stable_softmax)",
        "\ud800",
    ]
)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory) -> Callable[..., Submission | str]:
    folder = tmp_path_factory.mktemp("fuzz")

    def read_bytes(data: bytes, name: str) -> Submission | str:
        path = Path(folder / name)
        path.write_bytes(data)
        try:
            submission = read(path, COURSE)
        except (Unreadable, Refused) as error:
            sentence = str(error)
        else:
            return checked(submission)
        assert sentence.isprintable()
        return sentence

    return read_bytes


def checked(submission: Submission) -> Submission:
    """The submission itself, once it is seen that it can be shown, stored and told apart."""
    assert all(sentence.isprintable() for sentence in (*submission.repairs, *submission.evidence))
    assert len({cell.number for cell in submission.cells}) == len(submission.cells)
    assert submission.notebook is None or json.loads(json.dumps(submission.notebook))
    return submission


NAMES = st.sampled_from(["attention.ipynb", "attention.py", "attention.zip", "attention"])


@QUIET
@given(st.binary(max_size=200), NAMES)
def test_any_bytes(outcome, data, name):
    result = outcome(data, name)
    assert isinstance(result, Submission) or name in result


@QUIET
@given(st.data(), NAMES)
def test_a_good_file_with_a_few_bytes_changed(outcome, data, name):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/attention.ipynb", json.dumps(solved()))
        archive.writestr("a/attention.py", edition(work("attention_scores"), stub("stable_softmax")))
    good = [memory.getvalue(), json.dumps(released(), indent=1).encode(), edition(stub("a"), work("b")).encode()]
    content = bytearray(data.draw(st.sampled_from(good)))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    assert outcome(bytes(content), name)


@QUIET
@given(st.data())
def test_a_notebook_with_anything_anywhere(outcome, data):
    book: Any = solved()
    for _ in range(data.draw(st.integers(1, 4))):
        place, key = book, data.draw(st.sampled_from(list(book)))
        while isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
            key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        place[key] = data.draw(JSON)
    outcome(json.dumps(book).encode(), "attention.ipynb")


@QUIET
@given(st.lists(SOURCES, max_size=5), st.booleans())
def test_any_code_in_any_cell(outcome, sources, as_lines):
    book = released()
    for source in sources:
        book["cells"].append({"cell_type": "code", "source": source.splitlines(True) if as_lines else source})
    result = outcome(json.dumps(book).encode(), "attention.ipynb")
    assert isinstance(result, Submission)
    for cell in result.cells:
        cell.source.encode("utf-8")  # what is handed to the sandbox can always be written


@QUIET
@given(
    st.lists(SOURCES.map(lambda s: s.replace("\ud800", "")), max_size=6), st.sampled_from(["\n", "\n\n", "\n# %%\n"])
)
def test_any_script(outcome, sources, between):
    outcome(between.join(sources).encode("utf-8"), "attention.py")
