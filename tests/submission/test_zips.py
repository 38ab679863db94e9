"""Zips: bounded in every direction, never unpacked, links and names that lead out refused."""

from __future__ import annotations

import io
import json
import stat
import warnings
import zipfile

import pytest
from handins import course, packed, released, save, solved, tree

from autograder.submission import Refused, Unreadable, read

COURSE = course()
SMALL = course(submission_megabytes=1)


def inner(files: dict[str, dict | str | bytes]) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, json.dumps(content) if isinstance(content, dict) else content)
    return memory.getvalue()


@pytest.mark.parametrize(
    "name", ["../attention.ipynb", "/etc/attention.ipynb", "C:\\attention.ipynb", "a/../../b.ipynb", "a\\..\\b.txt"]
)
def test_names_that_lead_out_of_a_zip(tmp_path, name):
    path = packed(tmp_path / "mine.zip", {"attention.ipynb": solved(), name: "x"})
    with pytest.raises(Refused, match="leads out of it"):
        read(path, COURSE)


def test_a_zip_made_on_windows_with_backslashes(tmp_path):
    path = packed(tmp_path / "mine.zip", {"folder\\attention.ipynb": solved()})
    assert read(path, COURSE).repairs == ()


def test_a_zip_that_says_it_is_too_big(tmp_path):
    path = packed(tmp_path / "mine.zip", {"attention.ipynb": solved(), "data.bin": b"\0" * (2**20 + 1)})
    with pytest.raises(Refused, match="unpacks to more than 1 MB"):
        read(path, SMALL)


def test_a_zip_that_lies_about_its_size_gives_no_more_than_it_said(tmp_path):
    data = bytearray(inner({"attention.ipynb": b" " * (2**20 * 30)}))
    honest = (2**20 * 30).to_bytes(4, "little")
    while (at := data.find(honest)) >= 0:
        data[at : at + 4] = (1000).to_bytes(4, "little")
    with pytest.raises(Unreadable, match="damaged inside its zip"):
        read(save(tmp_path / "mine.zip", bytes(data)), SMALL)


def test_a_zip_of_overlapping_files_is_refused_by_their_sum(tmp_path):
    data = inner({"a.txt": b"\0" * 2**19})
    start, end = data.find(b"PK\x01\x02"), data.find(b"PK\x05\x06")
    entries = data[start:end] * 3
    tail = bytearray(data[end:])
    tail[8:12] = (3).to_bytes(2, "little") * 2
    tail[12:16] = len(entries).to_bytes(4, "little")
    with pytest.raises(Refused, match="unpacks to more than 1 MB"):
        read(save(tmp_path / "mine.zip", data[:start] + entries + bytes(tail)), SMALL)


def test_a_zip_of_very_many_files(tmp_path):
    with pytest.raises(Refused, match="more than 20000 files"):
        read(save(tmp_path / "mine.zip", b"PK\x03\x04" + b"PK\x01\x02" * 20_001), COURSE)


def test_a_zip_in_a_zip_is_a_mistake_of_packing_and_one_more_is_not(tmp_path):
    once = inner({"attention.ipynb": solved()})
    assert read(packed(tmp_path / "a.zip", {"inner.zip": once, "readme.txt": ""}), COURSE).assignment == "attention"
    folder = tree(tmp_path / "folder", {"mine.zip": once})
    assert read(folder, COURSE).assignment == "attention"
    with pytest.raises(Refused, match="zip in a zip in a zip"):
        read(packed(tmp_path / "b.zip", {"inner.zip": inner({"more.zip": once})}), COURSE)


def test_many_zips_in_a_zip_share_one_limit(tmp_path):
    one = inner({"a.txt": b"\0" * 600_000})
    with pytest.raises(Refused, match="unpacks to more than"):
        read(packed(tmp_path / "a.zip", {"1.zip": one, "2.zip": one}), SMALL)


@pytest.mark.parametrize("name", ["attention.ipynb", "readme"])
def test_links_in_a_zip(tmp_path, name):
    link = zipfile.ZipInfo(name)
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = tmp_path / "mine.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "../../neighbour/attention.ipynb")
        archive.writestr("work.ipynb", json.dumps(solved()))
    if name == "readme":
        assert any("readme is a link out of" in repair for repair in read(path, COURSE).repairs)
    else:
        with pytest.raises(Refused, match=r"attention\.ipynb is a link"):
            read(path, COURSE)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_method_that_cannot_be_bounded(tmp_path, method):
    path = tmp_path / "mine.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("attention.ipynb", json.dumps(solved()))
    with pytest.raises(Unreadable, match="unusual way"):
        read(path, COURSE)


def test_a_password(tmp_path):
    data = bytearray(inner({"attention.ipynb": solved()}))
    data[6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Unreadable, match="password"):
        read(save(tmp_path / "mine.zip", bytes(data)), COURSE)


@pytest.mark.parametrize("keep", [10, 100, -10])
def test_half_a_zip(tmp_path, keep):
    with pytest.raises(Unreadable, match=r"mine\.zip is a damaged zip"):
        read(save(tmp_path / "mine.zip", inner({"attention.ipynb": solved()})[:keep]), COURSE)


def test_a_zip_by_another_name_and_two_files_of_one_name(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(tmp_path / "attention.ipynb", "w") as archive:
            archive.writestr("attention.ipynb", json.dumps(released()))
            archive.writestr("attention.ipynb", json.dumps(solved()))
    assert read(tmp_path / "attention.ipynb", COURSE).untouched == frozenset()


def test_a_word_document_is_no_submission(tmp_path):
    path = packed(tmp_path / "homework.docx", {"word/document.xml": "<w/>", "[Content_Types].xml": "<t/>"})
    with pytest.raises(Unreadable, match=r"homework\.docx holds no notebook"):
        read(path, COURSE)
