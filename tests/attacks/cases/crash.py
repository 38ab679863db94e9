"""Attacks by dying: crashes in C, exits, closed descriptors, functions that are not there when they are called."""

from tests.attacks.attack import FULL, Attack

DIED = "the process died"
ATTACKS = (
    Attack(
        "recursion",
        "recursion without an end, inside Python's limit",
        """
        def stable_softmax(scores):
            return stable_softmax(scores)
        """,
        status="error",
        says="RecursionError",
    ),
    Attack(
        "c-stack",
        "recursion past the C stack, with Python's limit lifted",
        """
        import sys
        def stable_softmax(scores):
            sys.setrecursionlimit(10**9)
            class Deep:
                def __getattr__(self, name):
                    return getattr(self, name)
            return Deep().bottom
        """,
        status="crashed",
        says=DIED,
        quick=True,
    ),
    Attack(
        "segmentation-fault",
        "reads address zero",
        """
        import ctypes
        def stable_softmax(scores):
            return ctypes.string_at(0)
        """,
        status="crashed",
        says=DIED,
    ),
    Attack(
        "overwrites-itself",
        "fills its own interpreter's memory with zeros",
        """
        import ctypes
        def stable_softmax(scores):
            ctypes.memset(id(type(None)), 0, 4096)
            ctypes.memset(id(dict), 0, 65536)
        """,
        status="crashed",
        says=DIED,
    ),
    Attack(
        "leaves-with-success",
        "os._exit(0), the status of success",
        """
        import os
        def stable_softmax(scores):
            os._exit(0)
        """,
        status="crashed",
        says=DIED,
    ),
    Attack(
        "aborts",
        "os.abort, after a try to leave a core file behind",
        """
        import os, resource
        attempt(resource.setrlimit, resource.RLIMIT_CORE, (10**9, 10**9))
        def stable_softmax(scores):
            os.abort()
        """,
        status="crashed",
        says=DIED,
    ),
    Attack(
        "sys-exit",
        "sys.exit(0) from the function",
        """
        import sys
        def stable_softmax(scores):
            sys.exit(0)
        """,
        status="error",
        says="SystemExit",
    ),
    Attack(
        "keyboard-interrupt",
        "raises what Ctrl-C raises",
        """
        def stable_softmax(scores):
            raise KeyboardInterrupt
        """,
        status="error",
        says="KeyboardInterrupt",
    ),
    Attack(
        "generator-exit",
        "raises GeneratorExit, which most handlers let pass",
        """
        def stable_softmax(scores):
            raise GeneratorExit
        """,
        status="error",
        says="GeneratorExit",
    ),
    Attack(
        "stop-iteration",
        "raises StopIteration, to end a loop of the grader's",
        """
        def stable_softmax(scores):
            raise StopIteration(right(scores))
        """,
        status="error",
        says="StopIteration",
    ),
    Attack(
        "exit-in-the-cell",
        "leaves the process while the cell is run",
        """
        import os
        def stable_softmax(scores):
            return right(scores)
        os._exit(0)
        """,
        status="crashed",
        says=DIED,
    ),
    Attack(
        "closes-every-descriptor",
        "closes every file descriptor, the line to the grader too",
        """
        import os
        def stable_softmax(scores):
            os.closerange(0, 1024)
            return right(scores)
        """,
        status="crashed",
        says=DIED,
    ),
    Attack(
        "turns-the-line-away",
        "puts /dev/null in the place of every descriptor",
        """
        import os
        def stable_softmax(scores):
            null = os.open("/dev/null", os.O_RDWR)
            for fd in range(64):
                if fd != null:
                    try:
                        os.dup2(null, fd)
                    except OSError:
                        pass
            return right(scores)
        """,
        status=("crashed", "timeout"),
        score=0.0,
    ),
    Attack(
        "gone-on-the-second-call",
        "the function deletes itself after its first answer",
        """
        def stable_softmax(scores):
            globals().pop("stable_softmax", None)
            return right(scores)
        """,
        status="missing",
        score=0.0,
        says="was gone when it was called",
    ),
    Attack(
        "empties-the-interpreter",
        "clears sys.modules, the built-in names and its own namespace",
        """
        import sys, builtins
        answer = right
        def stable_softmax(scores):
            result = right(scores)
            sys.modules.clear()
            vars(builtins).clear()
            return result
        """,
        status=("crashed", "error"),
        score=0.0,
        others=None,
    ),
    Attack(
        "coroutine",
        "an async function, whose answer would have to be awaited",
        """
        async def stable_softmax(scores):
            return right(scores)
        """,
        status="failed",
        says="coroutine",
    ),
    Attack(
        "generator",
        "a generator, which does its work when the grader reads it",
        """
        def stable_softmax(scores):
            yield right(scores)
        """,
        status="failed",
        says="generator",
    ),
    Attack(
        "callable-object",
        "an object with __call__, which is a fair way to write a function",
        """
        class Softmax:
            def __call__(self, scores):
                return right(scores)
        stable_softmax = Softmax()
        """,
        score=FULL,
    ),
    Attack(
        "class-as-function",
        "a class whose __new__ gives the right array, which is odd and right",
        """
        class stable_softmax:
            def __new__(cls, scores):
                return right(scores)
        """,
        score=FULL,
    ),
    Attack(
        "no-function",
        "something that is not a function bears its name",
        """
        stable_softmax = np.zeros(3)
        """,
        status="error",
        says="bound to something else",
    ),
    Attack(
        "hostile-metaclass",
        "an exception whose class, name, ancestors and text are all computed by hostile code",
        """
        class Meta(type):
            def __getattribute__(cls, name):
                raise SystemExit("no")
            def __instancecheck__(cls, thing):
                raise SystemExit("no")
            def __subclasscheck__(cls, thing):
                raise SystemExit("no")
            def mro(cls):
                return [cls, ValueError, Exception, BaseException, object]
        class Hostile(ValueError, metaclass=Meta):
            def __str__(self): raise SystemExit("no")
            def __repr__(self): raise SystemExit("no")
            def __getattribute__(self, name): raise SystemExit("no")
        def stable_softmax(scores):
            raise Hostile
        """,
        status="error",
        says="SystemExit",
    ),
    Attack(
        "group-of-exceptions",
        "an exception group of ten thousand exceptions, a thousand deep",
        """
        def stable_softmax(scores):
            group = ExceptionGroup("x", [ValueError(k) for k in range(10_000)])
            for _ in range(1000):
                group = ExceptionGroup("x", [group])
            raise group
        """,
        status="error",
        says="ExceptionGroup",
    ),
    Attack(
        "kills-itself",
        "sends itself SIGKILL by every call that there is",
        """
        import os, signal
        def stable_softmax(scores):
            try:
                os.kill(os.getpid(), signal.SIGKILL)
            except PermissionError:
                pass
            signal.raise_signal(signal.SIGKILL)
        """,
        status=("error", "crashed"),
        score=0.0,
        quick=True,
    ),
)
