"""Attacks by processes: bombs, daemons, programs, signals to others, and privileges that are not there."""

from tests.attacks.attack import Attack

ATTACKS = (
    Attack(
        "fork-bomb",
        "forks again and again (bounded, for the sake of the machine, should it succeed)",
        """
        import os, time
        def stable_softmax(scores):
            for _ in range(50):
                if attempt(os.fork) == 0:
                    time.sleep(30)
                    os._exit(0)
            no_loot()
            return right(scores)
        """,
        quick=True,
    ),
    Attack(
        "daemon",
        "double fork, a session of its own, then work in the background",
        """
        import os, time
        def stable_softmax(scores):
            if attempt(os.fork) == 0:
                os.setsid()
                if attempt(os.fork) == 0:
                    time.sleep(60)
                os._exit(0)
            no_loot()
            return right(scores)
        """,
        quick=True,
        evidence="start another process",
    ),
    Attack(
        "own-session",
        "leaves its session and process group, to escape whoever kills by group",
        """
        import os
        attempt(os.setsid)
        attempt(os.setpgid, 0, 0)
        no_loot()
        def stable_softmax(scores):
            while True:
                pass
        """,
        status="timeout",
    ),
    Attack(
        "clone-by-hand",
        "fork, vfork, clone and clone3 as bare system calls",
        """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        block = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17)
        def pid(number, *arguments):
            return libc.syscall(number, *arguments)
        for number, *arguments in ((57,), (58,), (56, 17, 0, 0, 0, 0), (435, ctypes.byref(block), 88)):
            got = pid(number, *arguments)
            if got == 0:
                libc._exit(0)
            if got > 0:
                LOOT.append((number, got))
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "programs",
        "starts programs in every way that Python knows",
        """
        import os, subprocess, sys, asyncio, multiprocessing
        attempt(os.system, "true")
        attempt(subprocess.run, ["/bin/true"])
        attempt(subprocess.check_output, [sys.executable, "-c", "print(1)"])
        attempt(os.posix_spawn, "/bin/true", ["true"], {})
        attempt(os.popen, "id")
        attempt(os.execv, sys.executable, [sys.executable, "-c", "pass"])
        attempt(os.execv, "/bin/sh", ["sh"])
        attempt(multiprocessing.get_context("spawn").Process(target=print).start)
        LOOT[:] = [loot for loot in LOOT if "CompletedProcess" in loot[2] or "wrap_close" not in loot[2]]
        LOOT[:] = [loot for loot in LOOT if loot[0] != "system"] + [
            loot for loot in LOOT if loot[0] == "system" and loot[2] == "0"]
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
        evidence="start another process",
    ),
    Attack(
        "program-from-memory",
        "writes a program into the scratch folder and a memory file, makes it executable and runs it",
        """
        import os
        open("run", "wb").write(b"#!/bin/sh\\nexit 0\\n")
        attempt(os.chmod, "run", 0o755)
        attempt(os.posix_spawn, "./run", ["run"], {})
        attempt(os.execv, "./run", ["run"])
        attempt(os.execve, os.open("run", os.O_RDONLY), ["run"], {})
        attempt(os.memfd_create, "run")
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "signals-to-everybody",
        "signals its parent, the clean process, the grader and whoever there may be (with 0, which harms nobody)",
        """
        import os, signal
        def sent(pid):
            os.kill(pid, 0)
            return True
        for pid in (os.getppid(), 1, 2, 3, -1, 0, *range(300, 40_000, 97)):
            attempt(sent, pid)
        attempt(lambda: os.killpg(os.getpgid(0), 0) or True)
        attempt(lambda: signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0) or True)
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
        quick=True,
        evidence="signal another process",
    ),
    Attack(
        "signal-through-a-pipe",
        "asks the kernel to signal the parent when a pipe can be read (F_SETOWN)",
        """
        import fcntl, os, signal
        read, write = os.pipe()
        for target in (os.getppid(), 1, -1, 2, 1000):
            try:
                fcntl.fcntl(read, fcntl.F_SETOWN, target)
                fcntl.fcntl(read, 10, signal.SIGWINCH)
                fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC)
                os.write(write, b"x")
            except OSError:
                pass
        def stable_softmax(scores):
            return right(scores)
        """,
        status=("passed", "crashed"),
    ),
    Attack(
        "tracing",
        "ptrace, process_vm_readv, pidfd_getfd and kcmp on the parent and on low numbers",
        """
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        buffer = ctypes.create_string_buffer(64)
        vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 64)
        for pid in (os.getppid(), 1, 2, 3, 100, 1000):
            calls = ((101, 16, pid, 0, 0), (101, 0x4206, pid, 0, 0), (434, pid, 0), (312, pid, pid, 0),
                     (310, pid, vector, 1, vector, 1, 0))
            for number, *arguments in calls:
                if libc.syscall(number, *arguments) not in (-1, 0):
                    LOOT.append((number, pid))
        attempt(lambda: libc.ptrace(0, 0, 0, 0) == 0 or None)
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "higher-limits",
        "raises its limits, its priority and its share of the processors",
        """
        import os, resource
        def raised(which):
            soft, hard = resource.getrlimit(which)
            resource.setrlimit(which, (soft * 2, hard * 2))
            return True
        for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC,
                      resource.RLIMIT_FSIZE, resource.RLIMIT_STACK, resource.RLIMIT_CORE):
            attempt(raised, which)
        attempt(os.nice, -20)
        attempt(lambda: os.setpriority(os.PRIO_PROCESS, 0, -20) or True)
        attempt(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or True)
        attempt(lambda: os.getppid() and resource.prlimit(os.getppid(), resource.RLIMIT_CPU) or None)
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
        quick=True,
    ),
    Attack(
        "other-users",
        "becomes root or anybody else, by every call that there is",
        """
        import os, ctypes
        libc = ctypes.CDLL(None)
        for call, arguments in ((os.setuid, (0,)), (os.setgid, (0,)), (os.seteuid, (0,)), (os.setresuid, (0, 0, 0)),
                                (os.setgroups, ([0],)), (os.setreuid, (0, 0)), (os.initgroups, ("root", 0))):
            attempt(lambda: call(*arguments) or True)
        header, every = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[2**32 - 1] * 6)
        attempt(lambda: libc.syscall(126, header, every) == 0 or None)
        LOOT += ["root"] if 0 in (os.getuid(), os.geteuid(), os.getgid()) else []
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
)
