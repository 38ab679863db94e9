"""`python -m autograder` is the command softmarks where its script is not on PATH."""

from __future__ import annotations

from autograder.cli import main

if __name__ == "__main__":
    main()
