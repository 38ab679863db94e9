"""Landlock, the kernel's own fence around a process that needs no privilege: which files, which ports, which signals.

By raw calls: the `landlock` packages on the index cover fewer levels than the kernel and build rules when they
restrict, while here the rules are made once, before the fork. Source: the kernel's userspace-api/landlock.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

from autograder.sandbox.syscalls import syscall

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG, _REFER, _TRUNCATE = 1 << 4, 1 << 5, 1 << 7, 1 << 8, 1 << 13, 1 << 14
_READ = _READ_FILE | _READ_DIR
_OWN = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
_FOR_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many bits of file rights each level of the interface knows
_PORTS, _SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals


class _Handled(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


def level() -> int:
    """The kernel's level of the interface; OSError where it has none."""
    return syscall(_CREATE, None, 0, 1)


def rules(listed: Iterable[str], readable: Iterable[str], devices: Iterable[str], own: Iterable[str]) -> int:
    """A set of rules, as a file descriptor: folders to list, files to read, devices to write, folders for everything.

    Nothing may be executed, no port bound or connected, nobody outside signalled.
    """
    known = level()
    files = (1 << _FILE_RIGHTS.get(known, 16)) - 1
    handled = _Handled(files, _PORTS if known >= 4 else 0, _SCOPES if known >= 6 else 0)
    size = 8 if known < 4 else 16 if known < 6 else 24
    made = syscall(_CREATE, ctypes.byref(handled), size, 0)
    granted = ((listed, _READ_DIR), (readable, _READ), (devices, _READ_FILE | _WRITE_FILE), (own, _OWN))
    for paths, rights in granted:
        for path in paths:
            _allow(made, path, rights & files)
    return made


def _allow(made: int, path: str, rights: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights &= rights if os.path.isdir(path) else _FOR_A_FILE
        syscall(_ADD, made, 1, ctypes.byref(_Beneath(rights, folder)), 0)
    finally:
        os.close(folder)


def restrict(made: int) -> None:
    """Put the calling process, and all that it will start, under the rules for good."""
    syscall(_RESTRICT, made, 0)
