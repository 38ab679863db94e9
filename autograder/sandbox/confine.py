"""The walls around a student's process, each one function that says what it stops.

Some are built once, around the clean process, and inherited by every child; the others are put up by the child itself
before it reads its first frame. What is missing on a machine is reported by name with its reason, except for the
limits: without those nothing is run.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from autograder.sandbox import jail, landlock, limits
from autograder.sandbox import syscalls as sc
from autograder.sandbox.sweep import sweep

_FIRST_UID = 0x60000000  # far above any account; one for each clean process and slot, so that neighbours share none
_UIDS = 2**28
_SLOTS = 64
_SCRATCH_FILES = 1024
_THREADS = 32


class Walls:
    """What was found out and put up around the clean process."""

    def __init__(self, config: dict[str, Any], before: frozenset[str]) -> None:
        self.layers: dict[str, str] = {}  # name -> why it does not hold, "" when it does
        self._config = config
        self._readable = [*jail.standard_library(), *jail.packages(before), *jail.system()]
        self._rules = -1
        self._scratch = ""  # where there is no file tree: the folder of the children's folders
        self._forks = 0
        self._pid = os.getpid()
        self._held = limits.held()

    def holds(self, name: str) -> bool:
        return self.layers.get(name) == ""

    def build(self, name: str, wall: Callable[[], None]) -> None:
        """Put up a wall that the machine may not offer, and note what came of it."""
        try:
            wall()
        except OSError as error:
            self.layers[name] = str(error) or type(error).__name__
        else:
            self.layers[name] = ""

    # --- around the clean process, once -------------------------------------------------------------------------------

    def around_zygote(self) -> None:
        """Everything that a child can inherit."""
        scrub_path(self._readable)
        if os.getuid() != 0:
            self.build("user namespace", self._user_namespace)
        self.build("process namespace", self._process_namespace)
        self.build("network namespace", lambda: sc.unshare(sc.CLONE_NEWNET))
        self.build("ipc namespace", lambda: sc.unshare(sc.CLONE_NEWIPC))
        self.build("file tree", self._file_tree)
        if not self.holds("file tree"):
            self._scratch = tempfile.mkdtemp(prefix="softmarks-")
        sc.prctl(sc.PR_SET_CHILD_SUBREAPER, 1)
        tempfile.tempdir = None  # found out outside; a student's tempfile looks for itself
        self.build("landlock", self._landlock)

    def _user_namespace(self) -> None:
        """Stops nothing by itself; gives an ordinary user the right to the namespaces below."""
        user, group = os.getuid(), os.getgid()
        sc.unshare(sc.CLONE_NEWUSER)
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)

    def _process_namespace(self) -> None:
        """Stops a child from seeing or signalling anyone outside, and what it starts from outliving it."""
        pid = sc.fork_into(sc.CLONE_NEWPID)
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)

    def _file_tree(self) -> None:
        """Stops reading and writing any file of the machine but the libraries; bounds the scratch folder as a whole."""
        sc.unshare(sc.CLONE_NEWNS)
        jail.enter(self._readable)

    def _landlock(self) -> None:
        """Stops files outside the list, programs, TCP, and signals to anyone outside, a second time."""
        library = [path for path in jail.standard_library() if os.path.isdir(path)]
        parts = [os.path.join(folder, name) for folder in library for name in os.listdir(folder)]
        readable = [path for path in parts if os.path.basename(path) not in jail.PACKAGES]
        readable += [path for path in self._readable if path not in library]
        self._rules = landlock.rules(library, readable, jail.DEVICES, [self._scratch or jail.SCRATCH])

    # --- around one child ---------------------------------------------------------------------------------------------

    def fork(self) -> tuple[int, str]:
        """Fork, into namespaces of its own where there are any; the child's pid and the folder it leaves behind."""
        self._forks += 1
        user = _FIRST_UID + (self._pid * _SLOTS + self._forks % _SLOTS) % _UIDS
        folder = self._folder(user)
        namespaces = self.holds("process namespace") * sc.CLONE_NEWPID | self.holds("file tree") * sc.CLONE_NEWNS
        pid = sc.fork_into(namespaces) if namespaces else os.fork()
        if pid == 0:
            self._around_child(user, folder)
        return pid, folder

    def _folder(self, user: int) -> str:
        if not self._scratch:
            return ""
        folder = tempfile.mkdtemp(dir=self._scratch)
        if os.getuid() == 0:
            os.chmod(self._scratch, 0o711)
            os.chown(folder, user, user)
        return folder

    def _around_child(self, user: int, folder: str) -> None:
        """Put up every wall of a child's own; OSError when the limits cannot be had."""
        self.build("scratch folder", lambda: self._own_folder(user, folder))
        limits.apply(self._config, self._held)
        self.layers["limits"] = ""
        self.build("unprivileged user", lambda: self._identity(user))
        self.build("no new privileges", lambda: sc.prctl(sc.PR_SET_NO_NEW_PRIVS, 1))
        self.build("dies with its parent", lambda: sc.prctl(sc.PR_SET_PDEATHSIG, 9))
        if self.holds("landlock"):
            self.build("landlock", lambda: landlock.restrict(self._rules))
        self.build("system calls", self._system_calls)

    def leave(self) -> None:
        """Remove what a child's folder leaves behind."""
        if self._scratch:
            sweep(self._scratch)

    def _own_folder(self, user: int, folder: str) -> None:
        """Stops filling the disk: the folder to write in has a size and a number of files, and goes with the child."""
        if folder:
            os.chdir(folder)
            raise OSError(f"{self.layers['file tree']}; each file is bounded, their sum is not")
        owner = user if os.getuid() == 0 else os.getuid()
        options = f"size={4 * self._config['file_megabytes']}m,nr_inodes={_SCRATCH_FILES},mode=700,uid={owner}"
        sc.mount("tmpfs", jail.OWN, "tmpfs", sc.MS_NOSUID | sc.MS_NODEV | sc.MS_NOEXEC, options)
        os.chdir(jail.OWN)

    def _identity(self, user: int) -> None:
        """Stops everything that root or a capability may do, and a crowd of processes."""
        if os.getuid() == 0:
            limits.cap(resource.RLIMIT_NPROC, _THREADS)
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
        elif self.holds("user namespace"):
            limits.cap(resource.RLIMIT_NPROC, _THREADS)
            sc.drop_capabilities()
        else:
            raise OSError(self.layers["user namespace"])
        sc.prctl(sc.PR_SET_DUMPABLE, 0)

    def _system_calls(self) -> None:
        """Stops sockets, processes, programs, signals, tracing and every other door that is not on the list."""
        code = bytes.fromhex(self._config["system_calls"])
        if not code:
            raise OSError(self._config["no_system_calls"])
        sc.install_filter(code)


def scrub_path(readable: list[str]) -> None:
    """Leave on the import path what holds a library that may be read, and no finder but Python's own."""
    folders = {os.path.dirname(path) for path in readable} | set(readable)
    sys.path[:] = [path for path in sys.path if path in folders or path.startswith(tuple(jail.standard_library()))]
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__module__", "").startswith("_frozen")]
