"""Removes what a student left in a scratch folder, however deep, locked or oddly named; imported on every system."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


def sweep(folder: str) -> None:
    """Remove a folder and all that is in it, as far as the system allows; never raises.

    shutil.rmtree calls itself for each level and gives up a thousand levels down.
    """
    if os.unlink not in os.supports_dir_fd:
        with contextlib.suppress(OSError, RecursionError):
            shutil.rmtree(folder, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        _empty(folder)
        os.rmdir(folder)


def _empty(folder: str) -> None:
    """Down into the first folder that there is, up again when it is empty; only one of them is open at a time."""
    here = os.open(folder, _FOLDER)
    above: list[str] = []  # the names of the folders that lead from the top to here
    waiting = [os.listdir(here)]  # for each of them, and for the top, what is still to be removed
    try:
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                if above:
                    here = _step("..", here)
                    os.rmdir(above.pop(), dir_fd=here)
                continue
            name = waiting[-1].pop()
            if _is_folder(name, here):
                os.chmod(name, 0o700, dir_fd=here)
                here = _step(name, here)
                above.append(name)
                waiting.append(os.listdir(here))
            else:
                os.unlink(name, dir_fd=here)
    finally:
        os.close(here)


def _is_folder(name: str, here: int) -> bool:
    """False for a link to a folder: what that points at is somebody else's."""
    return stat.S_ISDIR(os.stat(name, dir_fd=here, follow_symlinks=False).st_mode)


def _step(name: str, here: int) -> int:
    there = os.open(name, _FOLDER, dir_fd=here)
    os.close(here)
    return there
