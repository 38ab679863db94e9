"""A file tree of its own for the clean process: the standard library, the loaded packages, and nothing else.

It is made of read-only bind mounts, once per clean process, so that it costs a submission nothing; late imports work in
it although the interpreter may lie where only root can read.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path

from autograder.sandbox import syscalls as sc

SCRATCH = "/scratch"  # holds each child's own folder; a rule for it covers whatever is mounted beneath
OWN = f"{SCRATCH}/own"
DEVICES = ("/dev/null", "/dev/zero")
_RANDOM = ("/dev/urandom", "/dev/random")
_SYSTEM = ("/lib64", "/usr/lib64", "/etc/ld.so.cache", "/usr/share/zoneinfo", "/etc/localtime")
_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")
PACKAGES = ("site-packages", "dist-packages")
_OURS = "autograder"  # holds the truth; what of it a child needs is in memory
_KEPT_FLAGS = sc.MS_NOSUID | sc.MS_NODEV | sc.MS_NOEXEC  # a user namespace may add to these, never take away


def standard_library() -> list[str]:
    """The folders of the standard library, without the packages that may lie inside them."""
    return sorted({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), *_zipped()})


def _zipped() -> list[str]:
    return [path for path in sys.path if path.endswith(".zip") and os.path.exists(path)]


def packages(before: Iterable[str]) -> list[str]:
    """The folders and files of the third-party packages that were imported since `before` was noted."""
    known = {name.partition(".")[0] for name in before} | {_OURS}
    found = set()
    for name in {module.partition(".")[0] for module in list(sys.modules)} - known - sys.stdlib_module_names:
        file = getattr(sys.modules.get(name), "__file__", None)
        paths = list(getattr(sys.modules.get(name), "__path__", ())) or ([file] if file else [])
        for path in paths:
            found.add(path)
            libraries = Path(path).with_name(f"{name}.libs")  # where a wheel keeps the C libraries it brings
            if libraries.is_dir():
                found.add(str(libraries))
    return sorted(found)


def system() -> list[str]:
    """Shared libraries of the machine, time zones, and fonts when something draws."""
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""
    libraries = [f"{root}/{multiarch}" for root in ("/lib", "/usr/lib") if multiarch]
    shared = sysconfig.get_config_var("LIBDIR") if sysconfig.get_config_var("Py_ENABLE_SHARED") else None
    own = [f"{shared}/{sysconfig.get_config_var('INSTSONAME')}"] if shared else []
    fonts = _FONTS if "matplotlib" in sys.modules else ()
    return [path for path in (*libraries, *own, *_SYSTEM, *fonts, *_RANDOM) if os.path.exists(path)]


def enter(readable: Iterable[str]) -> None:
    """Make the tree and step into it; everything outside is gone. OSError where mounts are not to be had."""
    sc.mount("none", "/", flags=sc.MS_REC | sc.MS_PRIVATE)
    root = tempfile.mkdtemp(prefix="softmarks-")
    outside = os.open(os.path.dirname(root), os.O_RDONLY | os.O_DIRECTORY)
    try:
        sc.mount("tmpfs", root, "tmpfs", sc.MS_NOSUID | sc.MS_NODEV, "size=1m,mode=755")
        try:
            _furnish(root, readable)
            os.chdir(root)
            sc.pivot_root(".", ".")
        except OSError:
            sc.unmount(root)
            raise
        sc.unmount(".")
        os.chdir("/")
    finally:
        os.rmdir(os.path.basename(root), dir_fd=outside)
        os.close(outside)


def _furnish(root: str, readable: Iterable[str]) -> None:
    for path in (*readable, *DEVICES):
        _bind(path, root)
    os.makedirs(root + OWN, mode=0o755)
    if not os.path.exists(f"{root}/tmp"):  # a library may lie there
        os.symlink(OWN, f"{root}/tmp")
    sc.mount("", root, "", sc.MS_REMOUNT | sc.MS_BIND | sc.MS_RDONLY | sc.MS_NOSUID | sc.MS_NODEV)


def _bind(path: str, root: str) -> None:
    """Show `path` at its place under `root`, read-only; packages inside a standard library are covered up."""
    target = root + os.path.abspath(path)
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    elif not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        Path(target).touch()
    sc.mount(path, target, "", sc.MS_BIND)
    flags = os.statvfs(target).f_flag & _KEPT_FLAGS | sc.MS_NOSUID
    if not path.startswith("/dev/"):
        flags |= sc.MS_NODEV
    sc.mount("", target, "", sc.MS_REMOUNT | sc.MS_BIND | sc.MS_RDONLY | flags)
    for name in PACKAGES:
        if os.path.isdir(f"{target}/{name}"):
            sc.mount("tmpfs", f"{target}/{name}", "tmpfs", sc.MS_NOSUID | sc.MS_NODEV, "size=1m,mode=755")
