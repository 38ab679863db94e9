"""The pages that people open first: links lead somewhere, both languages say the same, numbers are the course's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.facts import Course

ROOT = Path(__file__).resolve().parents[1]
ENGLISH, CHINESE = ROOT / "README.md", ROOT / "README.zh-CN.md"
PAGES = [ENGLISH, CHINESE, *sorted((ROOT / "docs").glob("*.md"))]
FENCED = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def links_of(page: Path) -> list[str]:
    """The relative targets of a page's links and pictures, without what stands behind a #."""
    prose = re.sub(r"`[^`\n]*`", "", FENCED.sub("", text_of(page)))
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    return [target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:|#", target)]


def commands_of(page: Path) -> list[str]:
    """The lines of all code blocks, without their comments, which are in the page's own language."""
    lines = "".join(FENCED.findall(text_of(page))).splitlines()
    return [line.partition("#")[0].strip() for line in lines]


def code_in(page: Path) -> list[str]:
    """What stands between backticks under the three doors, sorted: each language has its own order."""
    prose = FENCED.sub("", text_of(page)).partition("\n## ")[2]
    return sorted(re.findall(r"`([^`\n]+)`", prose))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_relative_link_leads_to_something(page):
    missing = [target for target in links_of(page) if not (page.parent / target).exists()]
    assert not missing, f"{page.name} links to {', '.join(missing)}; correct the link or add the file"


def test_both_readmes_link_each_other():
    assert CHINESE.name in links_of(ENGLISH)
    assert ENGLISH.name in links_of(CHINESE)


def test_both_readmes_give_the_same_commands():
    assert commands_of(ENGLISH), "README.md has no code block any more"
    assert commands_of(CHINESE) == commands_of(ENGLISH)
    assert code_in(CHINESE) == code_in(ENGLISH)


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (ENGLISH, r"(\d+) notebooks, (\d+) functions, (\d+) of them for points"),
        (CHINESE, r"(\d+) 个 notebook，(\d+) 个函数，其中 (\d+) 个计分"),
    ],
    ids=["English", "Chinese"],
)
def test_a_readme_counts_what_the_course_holds(page, sentence, course: Course):
    exercises = [exercise for assignment in course.assignments for exercise in assignment.exercises]
    counts = len(course.assignments), len(exercises), sum(exercise.points > 0 for exercise in exercises)
    told = re.search(sentence, text_of(page))
    assert told, f"{page.name} no longer says how many notebooks and functions there are"
    assert tuple(map(int, told.groups())) == counts


@pytest.mark.parametrize(
    ("page", "row"),
    [
        (ROOT / "docs" / "adopt.md", r"^\| (\d) \| `(\w+)` \| (\d+) \|"),
        (CHINESE, r"^\| (\d) \| `(\w+)` \| .* \| (\d+) 分钟 \|$"),
    ],
    ids=["adopt", "Chinese"],
)
def test_planned_minutes_are_those_of_the_course(page, row, course: Course):
    told = [(int(day), name, int(minutes)) for day, name, minutes in re.findall(row, text_of(page), re.MULTILINE)]
    assert told == [(one.day, one.name, one.minutes) for one in course.assignments]
