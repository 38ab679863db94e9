"""The smallest public input on which an answer goes wrong, and the property that it breaks there."""

from autograder.counterexample.recognised import recognised
from autograder.counterexample.search import Search, Truth

__all__ = ["Search", "Truth", "recognised"]
