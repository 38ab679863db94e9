"""Imports nbgrader without what costs it more time than all the rest.

nbgrader reads notebooks by nbformat, that validates by jsonschema, and that builds 39 grammars for addresses in every
language, where the package for it is installed, as it is beside Jupyter: half of the time that a command takes to
start. It does without when the package is not there, and nothing in a notebook is checked by these grammars.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_GRAMMARS = "rfc3987_syntax"


@contextmanager
def without_grammars() -> Iterator[None]:
    """While it lasts the package cannot be found; who has it already keeps it, and others find it afterwards."""
    hidden = _GRAMMARS not in sys.modules
    if hidden:
        sys.modules[_GRAMMARS] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if hidden:
            del sys.modules[_GRAMMARS]


with without_grammars():
    import nbgrader.api  # noqa: F401
