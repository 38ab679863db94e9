"""Starts the child side alone: the few modules that it is made of, without the package that they lie in.

Run as a script by a clean interpreter. Importing the package by its name would run its front door; the bare packages
made here have the folder and nothing else, so that no grader can come along.
"""

import sys
import types
from pathlib import Path


def main() -> None:
    """Run the way that the first argument names, on the file descriptor that the second gives."""
    before = frozenset(sys.modules)
    here = Path(__file__).resolve().parent
    for name, folder in (("autograder", here.parent), ("autograder.sandbox", here)):
        bare = types.ModuleType(name)
        bare.__path__ = [str(folder)]
        sys.modules[name] = bare
    if sys.argv[1] == "fork":
        from autograder.sandbox import zygote

        zygote.main(int(sys.argv[2]), before)
    else:
        from autograder.sandbox import lone

        lone.main()


if __name__ == "__main__":
    main()
