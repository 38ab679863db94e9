"""Attacks by writing: floods on every stream, hostile streams, the disk filled in every way."""

from tests.attacks.attack import Attack

ATTACKS = (
    Attack(
        "flood-both-streams",
        "twenty megabytes to standard output and to standard error",
        """
        import sys
        def stable_softmax(scores):
            print("x" * 2 * 10**7)
            print("x" * 2 * 10**7, file=sys.stderr)
            return right(scores)
        """,
        quick=True,
    ),
    Attack(
        "flood-the-descriptors",
        "writes to the descriptors 1 and 2, past Python's streams",
        """
        import os
        def stable_softmax(scores):
            for fd in (1, 2):
                os.write(fd, b"x" * 10**7)
            return right(scores)
        """,
    ),
    Attack(
        "flood-by-lines",
        "a line a microsecond, for ever",
        """
        def stable_softmax(scores):
            while True:
                print("line")
        """,
        status="timeout",
    ),
    Attack(
        "flood-by-warnings",
        "warnings and log lines by the hundred thousand",
        """
        import warnings, logging
        def stable_softmax(scores):
            warnings.simplefilter("always")
            for k in range(2000):
                warnings.warn(f"number {k}")
                logging.error("number %s", k)
            return right(scores)
        """,
    ),
    Attack(
        "flood-while-loading",
        "fifty megabytes printed by the cell, with a notice expected and no harm done",
        """
        import sys
        sys.stdout.buffer.write(b"x" * 5 * 10**7)
        sys.__stdout__.write("y" * 5 * 10**7)
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "no-streams",
        "closes, deletes and replaces the streams, so that whoever prints falls over",
        """
        import sys
        class Broken:
            def write(self, text): raise SystemExit
            def flush(self): raise SystemExit
            def __getattr__(self, name): raise SystemExit
        sys.stdout.close()
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Broken()
        sys.stdin = None
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "escapes-for-the-terminal",
        "an error whose line and text clear the instructor's screen and print a mark of its own",
        """
        def stable_softmax(scores):
            raise ValueError("\\x1b[2J\\x1b[1;1Hscore: 20 of 20")  # \x1b[2J\x1b[1;1H
        """,
        status="error",
        says="ValueError",
    ),
    Attack(
        "half-characters",
        "half a character in the text and in the name of an exception, which no file can hold",
        """
        class Half(Exception): pass
        Half.__qualname__ = Half.__name__ = "Ha\\ud800lf"
        def stable_softmax(scores):
            raise Half("\\ud800")
        """,
        status="error",
        quick=True,
    ),
    Attack(
        "half-characters-as-answer",
        "texts of half characters, as answer, in a dictionary, in a list",
        """
        def stable_softmax(scores):
            return {"\\ud800": "\\udfff", "a": ["\\ud800"]}
        """,
        status="failed",
    ),
    Attack(
        "one-big-file",
        "a file of a hundred megabytes in the scratch folder",
        """
        def stable_softmax(scores):
            with open("big", "wb") as file:
                for _ in range(100):
                    file.write(bytes(2**20))
            return right(scores)
        """,
        status=("error", "crashed"),
        score=0.0,
        quick=True,
    ),
    Attack(
        "sparse-file",
        "a file of a petabyte that takes no room",
        """
        import os
        def stable_softmax(scores):
            with open("big", "wb") as file:
                os.ftruncate(file.fileno(), 2**50)
            return right(scores)
        """,
        status=("error", "crashed"),
        score=0.0,
    ),
    Attack(
        "many-files",
        "a hundred thousand files, in folders a thousand deep",
        """
        import os
        def stable_softmax(scores):
            for k in range(100_000):
                os.mkdir("d")
                os.chdir("d")
                open("f", "wb").write(bytes(4096))
            return right(scores)
        """,
        status="error",
        says="OSError",
    ),
    Attack(
        "files-that-fill-it-in-all",
        "each file as big as it may be, as many as there may be",
        """
        def stable_softmax(scores):
            for k in range(100):
                with open(f"f{k}", "wb") as file:
                    file.write(bytes(2**20))
            return right(scores)
        """,
        status="error",
        says="OSError",
    ),
    Attack(
        "spoils-its-own-folder",
        "takes away every right to its folder, deletes it, and leaves names behind that no tool likes",
        """
        import os
        done = []
        def stable_softmax(scores):
            if not done:
                done.append(True)
                for name in ("-rf *", "a\\nb", "\\x1b[2J", "x" * 255, b"\\xff\\xfe".decode("latin-1")):
                    open(name, "w").close()
                os.mkdir("locked")
                for path in ("locked", "."):
                    try:
                        os.chmod(path, 0)
                    except PermissionError:
                        pass
            return right(scores)
        """,
    ),
    Attack(
        "links-in-the-scratch-folder",
        "symbolic and hard links, pipes, sockets and devices in the scratch folder",
        """
        import os, stat
        attempt(os.symlink, "@COURSE@/course_config.py", "soft")
        attempt(os.link, "@COURSE@/course_config.py", "hard")
        attempt(os.mknod, "zero", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
        LOOT += [name for name in ("soft", "hard", "zero") if os.path.lexists(name)]
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "files-outside",
        "leaves files in the course, in the home folder, in /tmp, in the libraries",
        """
        import os, site, sys
        NAME = "pwned-by-an-attack"
        places = ["@COURSE@", "@COURSE@/classroom", "@COURSE@/classroom/submitted/neighbour", "/tmp/..", "/var/tmp",
                  "/dev/shm", "/", os.path.dirname(np.__file__), os.path.dirname(os.__file__), sys.prefix, "/root",
                  "/home", "/etc", os.path.expanduser("~"), *sys.path, *site.getsitepackages()]
        for place in places:
            for name in (NAME, f"{NAME}.pth", f"{NAME}.py"):
                attempt(open, f"{place}/{name}", "w")
                attempt(os.mkdir, f"{place}/{name}.d")
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
        quick=True,
    ),
    Attack(
        "files-that-are-run-later",
        "appends to start-up files, to NumPy, to the gradebook and to a neighbour's work",
        """
        import os, sys
        course = ("course_config.py", "classroom/gradebook.db", "classroom/course.key",
                  "classroom/submitted/neighbour/attention/attention.ipynb")
        changes = (os.remove, lambda p: os.chmod(p, 0o777) or True, lambda p: os.rename(p, p + "x") or True,
                   lambda p: os.truncate(p, 0) or True, lambda p: os.utime(p, (0, 0)) or True)
        for name in course:
            attempt(open, f"@COURSE@/{name}", "r+")
            for change in changes:
                attempt(change, f"@COURSE@/{name}")
        for path in ("/root/.bashrc", "/etc/passwd", "/etc/ld.so.preload", np.__file__, os.__file__, sys.executable):
            attempt(open, path, "a")  # opened, never written to, should it succeed
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
)
