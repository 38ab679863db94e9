"""The doors: one command per errand, each with an example in its help."""

from autograder.cli.app import main

__all__ = ["main"]
