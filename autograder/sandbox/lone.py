"""The child side where nothing can fork: one interpreter per submission, on its standard input and output."""

from __future__ import annotations

import json
import os
import sys

from autograder.sandbox import limits, preload
from autograder.sandbox.child import Child, raw_line
from autograder.sandbox.wire import pack


def main() -> None:
    """Take the line away from the standard streams, preload, limit, say so, serve."""
    line_in, line_out = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    config = json.loads(sys.argv[2])
    preload.often(config["preload"])
    os.environ.clear()
    sys.argv[:] = [""]
    try:
        limits.apply(config, limits.held())
        why = ""
    except (OSError, ValueError) as error:
        why = str(error)
    child = Child(config["allowed"])
    child.prepare()
    read, write = raw_line(line_in, line_out)
    write(pack("ready", {"limits": why}))
    child.serve(read, write)
    os._exit(0)
