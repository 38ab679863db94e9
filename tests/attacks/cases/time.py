"""Attacks on time: loops, sleeps, slow work in C, and everything that tries to outlive a deadline."""

from tests.attacks.attack import Attack

TOO_SLOW = "too slow or endless"
ATTACKS = (
    Attack(
        "endless-loop",
        "a loop without an end",
        """
        def stable_softmax(scores):
            while True:
                pass
        """,
        status="timeout",
        says=TOO_SLOW,
    ),
    Attack(
        "loop-that-swallows-everything",
        "an endless loop that catches every exception, KeyboardInterrupt and SystemExit too",
        """
        def stable_softmax(scores):
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    continue
        """,
        status="timeout",
        says=TOO_SLOW,
    ),
    Attack(
        "loop-deaf-to-signals",
        "every signal is ignored, then a loop without an end",
        """
        import signal
        def stable_softmax(scores):
            for number in signal.valid_signals():
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            while True:
                pass
        """,
        status="timeout",
        says=TOO_SLOW,
        quick=True,
    ),
    Attack(
        "sleep",
        "a sleep of an hour, which uses no processor",
        """
        import time
        def stable_softmax(scores):
            time.sleep(3600)
        """,
        status="timeout",
        says=TOO_SLOW,
    ),
    Attack(
        "many-short-sleeps",
        "each call sleeps a little less than a call may last, to use up hours in all",
        """
        import time
        def stable_softmax(scores):
            time.sleep(0.42)
            return right(scores)
        """,
        status=("timeout", "passed"),
        others=None,
    ),
    Attack(
        "dead-main-thread",
        "the main thread ends itself while another one sleeps: the process neither runs nor looks asleep",
        """
        import ctypes, threading, time
        libc = ctypes.CDLL(None)
        def stable_softmax(scores):
            threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
            libc.syscall(60, 0)
        """,
        status=("timeout", "crashed"),
        score=0.0,
        quick=True,
    ),
    Attack(
        "an-eighth-awake",
        "awake for one moment in eight, so that it looks neither busy nor asleep",
        """
        import time
        def stable_softmax(scores):
            while True:
                start = time.perf_counter()
                while time.perf_counter() - start < 0.0125:
                    pass
                time.sleep(0.0875)
        """,
        status="timeout",
        says=TOO_SLOW,
    ),
    Attack(
        "threads-that-go-on-burning",
        "the answer is right, and thirty threads go on burning the processor afterwards",
        """
        import threading
        def burn():
            while True:
                sum(range(10_000))
        started = []
        def stable_softmax(scores):
            while len(started) < 30:
                started.append(threading.Thread(target=burn, daemon=True))
                started[-1].start()
            return right(scores)
        """,
        status=("timeout", "passed", "error", "memory"),
        others=None,
    ),
    Attack(
        "loop-in-an-attribute",
        "every attribute of the function, and of what it returns, is a loop without an end",
        """
        class Endless:
            def __getattribute__(self, name):
                while True:
                    pass
            __class__ = property(lambda self: self.x)
            def __call__(self, scores):
                return Endless()
        stable_softmax = Endless()
        """,
        status="failed",
        says="Endless",
    ),
    Attack(
        "loop-while-loading",
        "the cell never ends; the cells behind it must be graded all the same",
        """
        def stable_softmax(scores):
            return right(scores)
        while True:
            pass
        """,
        status="timeout",
        says=TOO_SLOW,
    ),
    Attack(
        "loop-when-thrown-away",
        "the answer is right; the object that computed it loops for ever when it is deleted",
        """
        class Trap:
            def __del__(self):
                while True:
                    pass
        class Array(np.ndarray):
            pass
        def stable_softmax(scores):
            answer = right(scores)
            trap = Trap()
            trap.itself = trap
            return answer
        import gc
        gc.callbacks.append(lambda *_: [None for _ in iter(int, 1)])
        gc.set_threshold(1)
        """,
        status=("timeout", "crashed"),
        score=0.0,
        others=None,
    ),
    Attack(
        "loop-at-exit",
        "atexit, weakref.finalize and threading hooks that never end, to keep the process alive",
        """
        import atexit, weakref, threading
        def forever(*_):
            while True:
                pass
        class Thing: pass
        thing = Thing()
        atexit.register(forever)
        weakref.finalize(thing, forever)
        threading._register_atexit(forever)
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "regex-bomb",
        "a regular expression that backtracks for years inside C",
        """
        import re
        def stable_softmax(scores):
            re.match(r"(a|aa)+$", "a" * 80 + "b")
            return right(scores)
        """,
        status="timeout",
    ),
    Attack(
        "number-bomb",
        "int() of ten million digits, with Python's own bound on that lifted",
        """
        import sys
        def stable_softmax(scores):
            sys.set_int_max_str_digits(0)
            int("9" * 10**7)
            return right(scores)
        """,
        status="timeout",
    ),
    Attack(
        "colliding-keys",
        "a dictionary in which every key has one hash",
        """
        def stable_softmax(scores):
            return dict.fromkeys((2**61 - 1) * k for k in range(10**6))
        """,
        status="timeout",
    ),
    Attack(
        "slow-linear-algebra",
        "one call into LAPACK that cannot be interrupted",
        """
        def stable_softmax(scores):
            return np.linalg.svd(np.random.rand(2500, 2500))
        """,
        status="timeout",
    ),
    Attack(
        "trace-every-line",
        "trace and profile functions that never end, set from inside the function",
        """
        import sys, threading
        def forever(*_):
            while True:
                pass
        def stable_softmax(scores):
            answer = right(scores)
            sys.setprofile(forever)
            sys.settrace(forever)
            return answer
        """,
        status="timeout",
        quick=True,
    ),
    Attack(
        "timer-that-raises",
        "a timer raises an exception every millisecond, wherever the process then is",
        """
        import signal
        def ring(*_):
            raise KeyboardInterrupt
        def stable_softmax(scores):
            signal.signal(signal.SIGALRM, ring)
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
            return right(scores)
        """,
        status=("crashed", "error", "timeout", "passed"),
        others=None,
    ),
    Attack(
        "wait-for-nothing",
        "waits for a byte in a pipe, for a lock it holds, and for a key to be pressed",
        """
        import os, threading
        def stable_softmax(scores):
            if input is None:
                return None
            try:
                input("a key, please")
            except EOFError:
                pass
            read, write = os.pipe()
            os.read(read, 1)
        """,
        status="timeout",
    ),
    Attack(
        "deadlock",
        "takes a lock twice",
        """
        import threading
        lock = threading.Lock()
        def stable_softmax(scores):
            lock.acquire()
            lock.acquire()
        """,
        status="timeout",
    ),
    Attack(
        "exception-that-prints-for-ever",
        "the text of its exception is computed by a loop without an end",
        """
        class Endless(Exception):
            def __str__(self):
                while True:
                    pass
            __repr__ = __str__
        def stable_softmax(scores):
            raise Endless
        """,
        status=("timeout", "error"),
        score=0.0,
    ),
    Attack(
        "more-processor-than-there-is",
        "a CPU limit that is caught as a signal, then a loop without an end",
        """
        import signal, resource
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        attempt(resource.setrlimit, resource.RLIMIT_CPU, (10**6, 10**6))
        def stable_softmax(scores):
            while True:
                pass
        """,
        status="timeout",
    ),
)
