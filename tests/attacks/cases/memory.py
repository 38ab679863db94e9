"""Attacks on memory: the child's own by every route, and the grader's by what is handed back to it."""

from tests.attacks.attack import Attack

TOO_MUCH = "more memory than the limit"
ATTACKS = (
    Attack(
        "one-big-array",
        "one array of four gigabytes",
        """
        def stable_softmax(scores):
            return np.ones(5 * 10**8)
        """,
        status="memory",
        says=TOO_MUCH,
        quick=True,
    ),
    Attack(
        "many-small-arrays",
        "arrays of a kilobyte without an end",
        """
        kept = []
        def stable_softmax(scores):
            while True:
                kept.append(np.ones(128))
        """,
        status=("memory", "timeout"),
        score=0.0,
    ),
    Attack(
        "memory-and-no-mercy",
        "swallows MemoryError and asks again for ever",
        """
        kept = []
        def stable_softmax(scores):
            while True:
                try:
                    kept.append(bytearray(2**24))
                except BaseException:
                    pass
        """,
        status=("timeout", "memory", "crashed"),
        score=0.0,
        others=None,
    ),
    Attack(
        "growing-string",
        "a string that doubles",
        """
        def stable_softmax(scores):
            text = "x"
            while True:
                text += text
        """,
        status="memory",
        says=TOO_MUCH,
    ),
    Attack(
        "list-of-lists",
        "a list that holds itself twice, again and again",
        """
        def stable_softmax(scores):
            rows = [0]
            while True:
                rows = rows + rows
        """,
        status=("memory", "timeout"),
        score=0.0,
    ),
    Attack(
        "big-number",
        "a number of a billion bits",
        """
        def stable_softmax(scores):
            return 1 << (8 * 10**9)
        """,
        status="memory",
    ),
    Attack(
        "anonymous-map",
        "memory by mmap, past Python's own allocator",
        """
        import mmap
        kept = []
        def stable_softmax(scores):
            while True:
                kept.append(mmap.mmap(-1, 2**28))
        """,
        status=("memory", "error"),
        score=0.0,
    ),
    Attack(
        "raw-map",
        "memory by a mmap call into the C library, then written to",
        """
        import ctypes
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        def stable_softmax(scores):
            while True:
                place = libc.mmap(None, ctypes.c_size_t(2**27), 3, 0x22, -1, 0)
                if place == ctypes.c_void_p(-1).value:
                    raise MemoryError
                ctypes.memset(place, 1, 2**27)
        """,
        status=("memory", "timeout", "crashed"),
        score=0.0,
    ),
    Attack(
        "memory-file",
        "memfd_create and shared memory, which no limit on addresses counts",
        """
        import os, multiprocessing.shared_memory
        attempt(os.memfd_create, "x")
        attempt(multiprocessing.shared_memory.SharedMemory, create=True, size=2**30)
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "mapped-scratch-file",
        "a file in the scratch folder, as big as it may be, mapped a thousand times",
        """
        import mmap
        def stable_softmax(scores):
            with open("big", "wb") as file:
                file.truncate(2**21)
            kept = []
            with open("big", "r+b") as file:
                for _ in range(1000):
                    kept.append(mmap.mmap(file.fileno(), 2**21))
            return right(scores)
        """,
        status=("memory", "error"),
        score=0.0,
    ),
    Attack(
        "decompression-bomb",
        "a kilobyte that unpacks to a terabyte",
        """
        import zlib
        def stable_softmax(scores):
            packer = zlib.compressobj(9)
            bomb = b"".join(packer.compress(bytes(2**22)) for _ in range(256)) + packer.flush()
            return zlib.decompress(bomb)
        """,
        status=("memory", "timeout"),
        score=0.0,
    ),
    Attack(
        "many-processes-each-with-its-own",
        "forks, so that each child may use the limit once more",
        """
        import os
        def stable_softmax(scores):
            for _ in range(8):
                if os.fork() == 0:
                    bytearray(2**27)
                    os._exit(0)
            return right(scores)
        """,
        status="error",
        says="PermissionError",
    ),
    Attack(
        "many-threads-each-with-its-stack",
        "a thousand threads with big stacks",
        """
        import threading, time
        def stable_softmax(scores):
            threading.stack_size(2**26)
            for _ in range(1000):
                threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            return right(scores)
        """,
        status="error",
        says="RuntimeError",
    ),
    Attack(
        "memory-while-loading",
        "the cell itself asks for too much",
        """
        def stable_softmax(scores):
            return right(scores)
        hoard = [bytearray(2**24) for _ in range(1000)]
        """,
        status=("memory", "passed"),
        score=None,
    ),
    Attack(
        "fat-answers",
        "each answer is as big as one may be, to fill the memory of the grader, which keeps them",
        """
        fat = np.ones((8, 1000, 1000))
        def stable_softmax(scores):
            return fat
        """,
        status=("failed", "memory", "timeout"),
        score=0.0,
        others=None,
        quick=True,
    ),
    Attack(
        "endless-view",
        "an array of a petabyte that is one number, seen again and again",
        """
        def stable_softmax(scores):
            return np.broadcast_to(np.float64(1), (2**20, 2**20, 2**10))
        """,
        status="failed",
        says="too large",
    ),
    Attack(
        "deep-answer",
        "a list in a list in a list, a hundred thousand times",
        """
        def stable_softmax(scores):
            deep = []
            for _ in range(10**5):
                deep = [deep]
            return deep
        """,
        status="failed",
        says="list",
    ),
    Attack(
        "wide-answer",
        "a list of ten million numbers, a dictionary of as many",
        """
        def stable_softmax(scores):
            return [list(range(10**6)), dict.fromkeys(range(10**6), 0.0)]
        """,
        status=("failed", "memory"),
        score=0.0,
    ),
    Attack(
        "answer-that-holds-itself",
        "a list that is its own item",
        """
        def stable_softmax(scores):
            itself = []
            itself.append(itself)
            return itself
        """,
        status="failed",
        says="list",
    ),
)
