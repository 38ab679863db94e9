"""From the course texts in source/ to everything that is released, solved or built into the wheel."""

from autograder.build.course import BuildReport, build
from autograder.build.script import BuildError
from autograder.build.wheel import make_wheel

__all__ = ["BuildError", "BuildReport", "build", "make_wheel"]
