"""From the course texts in source/ to everything that is released, solved or built into the wheel."""

from autograder.build.course import BuildReport, build
from autograder.build.handout import make_handouts
from autograder.build.script import BuildError
from autograder.build.self_study import make_self_study

__all__ = ["BuildError", "BuildReport", "build", "make_handouts", "make_self_study"]
