"""What is filled into a course text: an exercise's facts, the policies, in whole sentences."""

from __future__ import annotations

from autograder.facts import Course, Exercise

PLACEHOLDERS = ("{facts}", "{ai_policy}", "{resubmission}", "{checking}", "{handing_in}")

RESUBMISSION = {
    "newest": "You may hand in as often as you like until the deadline; the newest file counts.",
    "best": "You may hand in as often as you like until the deadline; the best file counts.",
}
# What a class reads, and what reads whoever is graded by nobody.
IN_A_CLASS = {
    "{checking}": (
        "It runs the public checks, on small inputs, at once. Hidden checks run at grading, on other inputs. "
        "So a clean row of public checks is a good sign and not yet a mark."
    ),
    "{handing_in}": "Then hand in the file that the cell names.",
}
ALONE = {
    "{checking}": "It runs every check there is, at once. Nobody grades this: when all of them hold, you are done.",
    "{handing_in}": "Nothing is sent anywhere.",
    "{resubmission}": "Nothing is handed in. Change what you like, and check as often as you like.",
}


def facts_of(exercise: Exercise) -> str:
    """The line under an exercise's title."""
    points = "1 point" if exercise.points == 1 else f"{exercise.points:g} points"
    return f"{points} · planned {exercise.minutes} minutes · difficulty {exercise.difficulty} of 5"


def filled(prose: str, course: Course, exercise: Exercise | None) -> str:
    """The prose with its placeholders replaced, literally."""
    sentences = {"{ai_policy}": course.ai_policy, "{resubmission}": RESUBMISSION[course.resubmission]}
    sentences |= ALONE if course.self_study else IN_A_CLASS
    if exercise:
        sentences["{facts}"] = facts_of(exercise)
    for placeholder, sentence in sentences.items():
        prose = prose.replace(placeholder, sentence)
    return prose
