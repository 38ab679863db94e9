"""Notes what a submission reaches for that no exercise needs: facts for the instructor, which never change a mark.

Python tells every audit hook what is about to be done; the hook here keeps one word for it. Whoever goes around Python
is not noticed here, and is stopped by the walls all the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from types import FrameType, MappingProxyType

# What the instructor reads for each word.
SAYS: Mapping[str, str] = MappingProxyType(
    {
        "network": "the code tried to open a network connection",
        "process": "the code tried to start another process",
        "signal": "the code tried to signal another process",
        "file": "the code tried to open a file outside its own folder and the libraries",
        "objects": "the code searched the objects of the process that ran it",
        "frames": "the code looked at the frames of the function that called it",
        "hooks": "the code set a hook into the interpreter",
        "memory": "the code reached past Python into the memory of its process",
        "line": "the code wrote to the line between its process and the grader",
    }
)
_EVENTS = {
    "network": "socket.__new__ socket.connect socket.bind socket.getaddrinfo socket.gethostbyname urllib.Request",
    "process": "subprocess.Popen os.system os.fork os.forkpty os.posix_spawn os.exec os.spawn pty.spawn",
    "signal": "os.kill os.killpg signal.pthread_kill",
    "objects": "gc.get_objects gc.get_referrers gc.get_referents",
    "frames": "sys._getframe sys._current_frames",
    "hooks": "sys.settrace sys.setprofile sys.addaudithook",
    "memory": "ctypes.dlopen ctypes.dlsym ctypes.string_at ctypes.wstring_at ctypes.cdata ctypes.PyObj_FromPtr",
    "file": "open os.listdir os.scandir os.link os.symlink os.rename os.remove",
}
_WORDS = {event: word for word, events in _EVENTS.items() for event in events.split()}
_OWN_ONLY = frozenset({"objects", "frames", "hooks"})  # libraries do this, too
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_TEMPORARY = ("/tmp", "/var/tmp", "/usr/tmp")  # where tempfile looks before it takes the scratch folder


class Watch:
    """The words that came up, and those that nobody has been told yet."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._fresh: list[str] = []
        self._at_work = False
        self._homes: tuple[str, ...] = ()

    def begin(self) -> None:
        """From here on what is done is the submission's doing."""
        libraries = (sys.prefix, sys.base_prefix, *sys.path, "/usr/share", "/usr/lib")
        self._homes = (os.getcwd(), *_TEMPORARY, *libraries, *_DEVICES)
        sys.addaudithook(self._hook)

    def news(self) -> dict[str, list[str]]:
        """The words since last time, as a field of a frame; nothing when there are none."""
        if not self._fresh:
            return {}
        told, self._fresh = self._fresh, []
        return {"noticed": told}

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        word = _WORDS.get(event)
        if word is None or word in self._known or self._at_work:
            return
        self._at_work = True
        try:
            if (word != "file" or self._is_outside(arguments)) and _is_asked_by_main(sys._getframe(1), word):
                self._known.add(word)
                self._fresh.append(word)
        finally:
            self._at_work = False

    def _is_outside(self, arguments: tuple[object, ...]) -> bool:
        path = arguments[0] if arguments else None
        if type(path) is bytes:
            path = os.fsdecode(path)
        if type(path) is not str:
            return False
        return ".." in path.split("/") or (path.startswith("/") and not path.startswith(self._homes))


def _is_asked_by_main(frame: FrameType | None, word: str) -> bool:
    """Whether the submission's own code asks, itself or through a library that it called."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "__main__":
            return True
        if word in _OWN_ONLY:
            return False
        frame = frame.f_back
    return False
