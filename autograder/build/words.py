"""What is filled into a course text: an exercise's facts, the policies, in whole sentences."""

from __future__ import annotations

from autograder.facts import Course, Exercise

PLACEHOLDERS = ("{facts}", "{ai_policy}", "{resubmission}")

RESUBMISSION = {
    "newest": "You may hand in as often as you like until the deadline; the newest file counts.",
    "best": "You may hand in as often as you like until the deadline; the best file counts.",
}


def facts_of(exercise: Exercise) -> str:
    """The line under an exercise's title."""
    points = "1 point" if exercise.points == 1 else f"{exercise.points:g} points"
    return f"{points} · planned {exercise.minutes} minutes · difficulty {exercise.difficulty} of 5"


def filled(prose: str, course: Course, exercise: Exercise | None) -> str:
    """The prose with its placeholders replaced, literally."""
    if exercise:
        prose = prose.replace("{facts}", facts_of(exercise))
    return prose.replace("{ai_policy}", course.ai_policy).replace("{resubmission}", RESUBMISSION[course.resubmission])
