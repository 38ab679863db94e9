"""Figures for attention: each one also a small table and a sentence, none touching any other figure.

`from autograder import show`, then e.g. `show.heatmap(weights, tokens)` as the last line of a cell.
"""

from autograder.show.arrays import CannotShow
from autograder.show.entropy import entropy_bars
from autograder.show.scores import histogram
from autograder.show.trace import trace
from autograder.show.view import View
from autograder.show.weights import heads, heatmap

__all__ = ["CannotShow", "View", "entropy_bars", "heads", "heatmap", "histogram", "trace"]
