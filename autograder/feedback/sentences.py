"""What is said about one exercise outside the pages: below its check cell, and as the comment beside the code."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.feedback import words
from autograder.report import ExerciseResult, Report, Status

_MARKDOWN = re.compile(r"[`*\[\]<>~&!|]|(?<![^\W_])_|_(?![^\W_])|(?<=:)/")
# nbgrader's pages run MathJax over the finished text, where no escape reaches: its two marks become look-alikes.
_MATHEMATICS = str.maketrans({"$": "＄", "\\": "＼"})


def markdown(text: str) -> str:
    """The text on one line, so that Markdown and MathJax leave every character of it alone."""
    line = " ".join(words.clean(text).split()).translate(_MATHEMATICS)
    return _MARKDOWN.sub(r"\\\g<0>", line)


def one_line(code: str) -> str:
    """Python over several lines as one that can still be pasted: lines that begin with a space belong to the last."""
    return re.sub(r"\n\s+", " ", code.strip()).replace("\n", "; ")


@cache
def environment(*, escape: bool) -> Environment:
    """The templates of this package; `escape` for HTML, not for plain text."""
    made = Environment(
        loader=PackageLoader("autograder.feedback"),
        autoescape=escape,
        undefined=StrictUndefined,
        keep_trailing_newline=False,
    )
    made.filters |= {
        "word": lambda status: words.WORDS[Status(status)],
        "points": words.points,
        "duration": words.duration,
        "clean": words.clean,
        "markdown": markdown,
        "one_line": one_line,
    }
    return made


def render(template: str, **names: Any) -> str:
    """The named template filled in; everything is escaped in HTML."""
    return environment(escape=".html" in template).get_template(template).render(**names)


def verdict_html(report: Report, name: str) -> str:
    """A fragment of HTML with the sentences on one exercise, escaped, without script."""
    return _about("verdict.html.j2", report, name)


def verdict_text(report: Report, name: str) -> str:
    """The same sentences as plain text."""
    return words.clean(_about("verdict.txt.j2", report, name)).strip()


def body(exercise: ExerciseResult) -> Markup:
    """The part of a page that says what became of one exercise."""
    return Markup(_once("body.html.j2", _told(exercise)))


def note(report: Report) -> str:
    """What stands on top of a graded notebook, as Markdown: repairs, or why nothing was graded; empty when neither."""
    return words.clean(render("note.md.j2", report=report)).strip()


def comment(exercise: ExerciseResult) -> str:
    """What is not right yet, as the Markdown that nbgrader shows beside the student's code; empty when all is right."""
    return words.clean(_once("comment.md.j2", _told(exercise))).strip()


def _about(template: str, report: Report, name: str) -> str:
    """The template on one exercise; where that was not graded, on why not."""
    exercise = next((result for result in report.exercises if result.name == name), None)
    return render(template, report=report, exercise=None) if exercise is None else _once(template, _told(exercise))


def _told(exercise: ExerciseResult) -> ExerciseResult:
    """The exercise without what no sentence tells, so that equal results in a class are put into words once."""
    return replace(exercise, seconds=0.0, evidence=())


@lru_cache(maxsize=1024)
def _once(template: str, exercise: ExerciseResult) -> str:
    return render(template, exercise=exercise)
