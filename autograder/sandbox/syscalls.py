"""The few Linux calls that Python 3.11 has no function for, by their C names or numbers; each raises OSError."""

from __future__ import annotations

import ctypes
import errno
import os
import signal

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC = (
    0x00020000,
    0x10000000,
    0x20000000,
    0x40000000,
    0x08000000,
)
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    1,
    2,
    4,
    8,
    32,
    4096,
    16384,
    1 << 18,
)
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
_CAPABILITY_VERSION_3 = 0x20080522

_CLONE3 = 435

_LIBC = ctypes.CDLL(None, use_errno=True)
_HOLDING = ctypes.PyDLL(None, use_errno=True)  # holds the interpreter's lock during a call, as os.fork does
_PYTHON = ctypes.pythonapi


def _checked(name: str, result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    _checked("unshare", _LIBC.unshare(flags))


class _CloneArguments(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in ("flags", "pidfd", "child_tid", "parent_tid", "exit_signal", "stack", "stack_size", "tls")
    )


def fork_into(namespaces: int) -> int:
    """os.fork, but the child starts in new namespaces: clone3 between the hooks that Python's own fork calls.

    unshare and os.fork would do the same only for one child, or for root: the way back into one's own process
    namespace needs a right over whoever made it.
    """
    arguments = _CloneArguments(flags=namespaces, exit_signal=signal.SIGCHLD)
    _PYTHON.PyOS_BeforeFork()
    pid: int = _HOLDING.syscall(_CLONE3, ctypes.byref(arguments), ctypes.sizeof(arguments))
    number = ctypes.get_errno()
    if pid == 0:
        _PYTHON.PyOS_AfterFork_Child()
        return 0
    _PYTHON.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, f"clone3: {os.strerror(number)}")
    return pid


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    words = (ctypes.c_char_p(os.fsencode(word)) if word else None for word in (source, target, kind))
    _checked(f"mount {target}", _LIBC.mount(*words, ctypes.c_ulong(flags), os.fsencode(data) if data else None))


def unmount(target: str, flags: int = MNT_DETACH) -> None:
    _checked(f"umount {target}", _LIBC.umount2(os.fsencode(target), flags))


def pivot_root(new: str, old: str) -> None:
    if not hasattr(_LIBC, "pivot_root"):
        raise OSError(errno.ENOSYS, "this C library has no pivot_root")
    _checked("pivot_root", _LIBC.pivot_root(os.fsencode(new), os.fsencode(old)))


def prctl(option: int, value: int, pointer: object = 0) -> None:
    _checked(f"prctl {option}", _LIBC.prctl(option, ctypes.c_ulong(value), pointer, 0, 0))


def syscall(number: int, *arguments: object) -> int:
    """A call that the C library has no name for."""
    words = (ctypes.c_long(word) if isinstance(word, int) else word for word in arguments)
    return _checked(f"syscall {number}", _LIBC.syscall(ctypes.c_long(number), *words))


def drop_capabilities() -> None:
    """Give up every privilege that does not hang on the user id."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _checked("capset", _LIBC.capset(header, (ctypes.c_uint32 * 6)()))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def install_filter(code: bytes) -> None:
    """Put a seccomp filter, in the kernel's own byte code, before every later system call."""
    held = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.cast(held, ctypes.c_void_p))
    prctl(PR_SET_SECCOMP, 2, ctypes.byref(program))
