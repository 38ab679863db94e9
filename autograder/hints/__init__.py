"""Hints in steps: where to read, what to try, a failing input, the mistake's name, a sibling worked by hand."""

from autograder.hints.ladder import Hint, Step, hint
from autograder.hints.texts import Texts, load
from autograder.hints.words import explanation, public_count

__all__ = ["Hint", "Step", "Texts", "explanation", "hint", "load", "public_count"]
