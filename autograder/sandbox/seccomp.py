"""The list of system calls that a student's process may make; every other one fails with "not permitted".

The filter is compiled here, by pyseccomp over libseccomp, in the grader; the child only installs the finished bytes and
holds no compiler. Listed is what NumPy, matplotlib, threads, and files in the scratch folder use: no process, no
program, no socket, no signal, no tracing, no mount, no namespace, and no change of a file's rights or times, which
Landlock does not stop.
"""

from __future__ import annotations

import contextlib
import errno
import tempfile

_ALLOWED = """
    read write readv writev pread64 pwrite64 preadv preadv2 pwritev pwritev2 lseek close close_range
    open openat stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat
    getcwd chdir fchdir getdents getdents64 mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2
    truncate ftruncate fallocate fsync fdatasync umask sendfile copy_file_range
    dup dup2 dup3 fcntl pipe pipe2 poll ppoll select pselect6 eventfd2
    mmap munmap mremap mprotect madvise brk membarrier
    futex set_robust_list get_robust_list set_tid_address rseq sched_yield sched_getaffinity
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait sigaltstack restart_syscall alarm
    setitimer getitimer
    nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times getrusage
    getpid getppid gettid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp getpgid getsid
    getrlimit uname sysinfo getrandom getpriority exit exit_group
"""
_CLONE_THREAD = 0x10000
_TERMINAL_QUESTIONS = (0x5401, 0x5413, 0x5451, 0x5450, 0x541B)  # TCGETS TIOCGWINSZ FIOCLEX FIONCLEX FIONREAD


def compiled() -> bytes:
    """The filter in the kernel's byte code; ImportError or OSError where it cannot be made."""
    import pyseccomp as sc  # optional: it needs libseccomp, which only Linux has

    rules = sc.SyscallFilter(sc.ERRNO(errno.EPERM))
    rules.set_attr(sc.Attr.CTL_NNP, 1)
    with contextlib.suppress(OSError, ValueError, RuntimeError):  # an older libseccomp knows only one order
        rules.set_attr(sc.Attr.CTL_OPTIMIZE, 2)  # a tree; the kernel tries every call there is when it installs
    for name in _ALLOWED.split():
        try:
            rules.add_rule(sc.ALLOW, name)
        except (OSError, ValueError):
            continue  # this processor has no such call
    # A thread, but no process. glibc asks with clone3 first, whose flags no filter can see, and then with clone.
    rules.add_rule(sc.ALLOW, "clone", sc.Arg(0, sc.MASKED_EQ, _CLONE_THREAD, _CLONE_THREAD))
    rules.add_rule(sc.ERRNO(errno.ENOSYS), "clone3")
    rules.add_rule(sc.ALLOW, "prlimit64", sc.Arg(2, sc.EQ, 0))  # reading limits, not setting them
    for question in _TERMINAL_QUESTIONS:
        rules.add_rule(sc.ALLOW, "ioctl", sc.Arg(1, sc.EQ, question))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
