"""Which submissions a person should look at before the marks go out, and why."""

from __future__ import annotations

from autograder.facts import Course
from autograder.report import Report, Status

# A submission that used more than this share of its time may get another verdict on a slower machine.
_NEAR = 0.5
_UNTOUCHED = {Status.MISSING, Status.NOT_ATTEMPTED}


def needs_a_human(course: Course, report: Report) -> tuple[str, ...]:
    """One sentence for each reason; empty when there is none."""
    reasons: list[str] = []
    if report.status is Status.UNREADABLE:
        reasons.append(f"It could not be read. {report.message}".strip())
    elif report.status is Status.REFUSED:
        reasons.append(f"It was not opened, for safety. {report.message}".strip())
    elif report.status is Status.GRADER_FAULT:
        reasons.append(f"The grading itself broke. {report.message}".strip())
    broken = [e.name for e in report.exercises if e.status is Status.GRADER_FAULT]
    if broken:
        reasons.append(f"A check itself broke in {', '.join(broken)}, so these are not graded.")
    reasons += [f"Mended before grading: {repair}" for repair in report.repairs]
    reasons += [f"Seen while grading: {line}" for line in report.evidence]
    if report.score == 0:
        reasons += _nothing_earned({e.status for e in report.exercises})
    if report.seconds > _NEAR * course.limits.submission_seconds:
        reasons.append(f"It took {report.seconds:.0f} of the {course.limits.submission_seconds:.0f} seconds allowed.")
    return tuple(reasons)


def _nothing_earned(found: set[Status]) -> list[str]:
    """A zero is looked at unless the work is as it was handed out."""
    if found - _UNTOUCHED:
        return ["It earned nothing, although something was written."]
    if Status.MISSING in found:
        return ["It earned nothing, and functions are missing: perhaps they bear other names, or do not parse."]
    return []
