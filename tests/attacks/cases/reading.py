"""Attacks by looking: files of the course, of neighbours, of the machine, other processes, memory, environment."""

from tests.attacks.attack import Attack

READ = """
import os
WANTED = ("course_config.py", "classroom/course.key", "classroom/gradebook.db", "classroom/journal.db",
          "classroom/submitted/neighbour/attention/attention.ipynb", "solutions/attention/attention.ipynb",
          "source/attention.py", "assignments/attention/attention.ipynb")
def taken(path):
    with open(path, "rb") as file:
        return file.read(200)
"""
ANSWER = """
no_loot()
def stable_softmax(scores):
    return right(scores)
"""


def reading(name: str, tries: str, code: str, *, quick: bool = False, evidence: str = "") -> Attack:
    """An attack that reads while its cell runs, and answers rightly when there was nothing to be had."""
    return Attack(name, tries, READ + code.strip() + "\n" + ANSWER, quick=quick, evidence=evidence)


ATTACKS = (
    reading(
        "course-by-path",
        "the key, the gradebook, a neighbour's work and the solutions by their paths",
        """
for name in WANTED:
    for path in (f"@COURSE@/{name}", f"@COURSE@/../course/{name}", f"/./@COURSE@//{name}", f"file://@COURSE@/{name}"):
        attempt(taken, path)
attempt(os.listdir, "@COURSE@")
attempt(os.listdir, "@COURSE@/classroom/submitted")
""",
        quick=True,
        evidence="outside its own folder",
    ),
    reading(
        "course-by-climbing",
        "up from the scratch folder, and back down",
        """
for depth in range(12):
    up = "../" * depth
    for name in WANTED:
        attempt(taken, f"{up}@COURSE@/{name}")
        attempt(taken, f"{up}{name}")
    for folder in ("", "tmp", "root", "home", "work"):
        attempt(lambda: [n for n in os.listdir(up + folder) if n in ("home", "root", "etc", "course_config.py")])
""",
        evidence="outside its own folder",
    ),
    reading(
        "kit-by-path",
        "graders, specs, hidden probes, misconceptions and variants beside the library",
        """
import sys
roots = {os.path.dirname(p.rstrip("/")) for p in sys.path} | set(sys.path) | {"@KIT@", os.getcwd(), sys.prefix}
roots |= {os.path.join(r, *up) for r in list(roots) for up in ([".."], ["..", ".."], ["..", "..", "..", ".."])}
for root in roots:
    for name in ("specs/attention.py", "graders/test_stable_softmax.py", "probes/hidden/attention.py",
                 "misconceptions/stable_softmax.py", "variants/stable_softmax.py", "sandbox/port.py",
                 "data/fingerprints.json", "__init__.py"):
        attempt(taken, os.path.join(root, "autograder", name))
    attempt(os.listdir, os.path.join(root, "autograder"))
""",
        quick=True,
    ),
    reading(
        "kit-by-search",
        "walks the whole tree and reads everything whose name is promising",
        """
import fnmatch
for folder, _, names in os.walk("/", onerror=None):
    for name in names:
        if fnmatch.fnmatch(name, "test_*softmax*") or name in ("attention.py", "course.key", "gradebook.db",
                                                               "course_config.py", "shadow", "passwd", "journal.db"):
            attempt(taken, os.path.join(folder, name))
    if folder.count("/") > 6:
        break
""",
    ),
    reading(
        "kit-by-import",
        "imports the kit, by every way of importing, also past the stand-in",
        """
import importlib, importlib.util, pkgutil, runpy, sys
def real(name):
    module = importlib.import_module(name)
    return getattr(module, "__file__", None) or None
for name in ("autograder.specs", "autograder.graders.test_stable_softmax", "autograder.probes.hidden.attention",
             "autograder.judge",
             "autograder.sandbox.port", "autograder.sandbox.child", "nbgrader", "course_config"):
    attempt(real, name)
    attempt(lambda: importlib.util.find_spec(name).origin)
    attempt(lambda: runpy.run_module(name).get("stable_softmax"))
    attempt(pkgutil.get_data, "autograder", "specs/attention.py")
sys.meta_path[:] = [f for f in sys.meta_path if f.__class__ is type]
for name in [n for n in sys.modules if n.startswith("autograder")]:
    del sys.modules[name]
for name in ("autograder.specs", "autograder.graders", "autograder.probes.hidden"):
    attempt(real, name)
""",
    ),
    reading(
        "proc",
        "other processes and itself through /proc",
        """
numbers = ["self", "1", "2", str(os.getppid()), "thread-self", *map(str, range(200, 2000, 150))]
for pid in numbers:
    for name in ("environ", "cmdline", "maps", "mem", "status", "root/@COURSE@/classroom/course.key", "cwd/course.key"):
        attempt(taken, f"/proc/{pid}/{name}")
    attempt(os.listdir, f"/proc/{pid}/fd")
    attempt(os.readlink, f"/proc/{pid}/cwd")
    attempt(os.readlink, f"/proc/{pid}/exe")
attempt(os.listdir, "/proc")
attempt(os.listdir, "/sys")
""",
        quick=True,
        evidence="outside its own folder",
    ),
    reading(
        "environment",
        "secrets in the environment, in Python's copy, in C's, and in what the process was started with",
        """
import ctypes, sys
attempt(lambda: dict(os.environ))
attempt(os.getenv, "ATTACK_SECRET")
libc = ctypes.CDLL(None)
libc.getenv.restype = ctypes.c_char_p
attempt(libc.getenv, b"ATTACK_SECRET")
attempt(libc.getenv, b"HOME")
table = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, "environ")
for k in range(50):
    if not table or not table[k]:
        break
    LOOT.append(table[k])
LOOT += [word for word in (*sys.argv, *sys.orig_argv[2:]) if "ATTACK" in word or "course" in word]
""",
    ),
    reading(
        "own-memory",
        "its own memory, page by page: the end of the stack, the heap, the neighbourhood of Python's objects",
        """
import ctypes, re
libc = ctypes.CDLL(None)
libc.sbrk.restype = ctypes.c_void_p
read, write = os.pipe()
def page(address):
    "A page's bytes, or nothing where none is mapped: the kernel says so when it is to copy them into a pipe."
    count = libc.write(write, ctypes.c_void_p(address), 4096)
    return os.read(read, count) if count > 0 else b""
near = (id(os), id(np.ones(9)), ctypes.addressof(ctypes.c_char_p.in_dll(libc, "environ")), libc.sbrk(0), id(object()))
needle = re.compile(b"c[a]nary-7[f]3a")  # so that the search does not find itself
for start in near:
    for number in range(-1500, 1500):
        address = start // 4096 * 4096 + 4096 * number
        if needle.search(page(address)):
            LOOT.append(hex(address))
""",
    ),
    reading(
        "descriptors",
        "whatever lies open: files, folders and lines that were inherited",
        """
for fd in range(256):
    if fd != 3:
        attempt(lambda: os.listdir(fd) if fd > 2 else None)
        attempt(lambda: os.pread(fd, 100, 0) if fd > 2 else None)
        for name in (".", "..", "@COURSE@/course_config.py"):
            attempt(lambda: os.fstat(os.open(name, os.O_RDONLY, dir_fd=fd)).st_ino if fd > 2 else None)
        attempt(lambda: os.fchdir(fd) or os.getcwd())
""",
    ),
    reading(
        "through-links",
        "links in the scratch folder to what cannot be opened by its own name",
        """
for name in WANTED:
    for make in (os.symlink, os.link):
        try:
            make(f"@COURSE@/{name}", "link")
        except OSError:
            continue
        attempt(taken, "link")
        os.remove("link")
try:
    above = os.open("../..", os.O_PATH)
    attempt(os.listdir, above)
    for name in WANTED:
        attempt(lambda: os.read(os.open(f"@COURSE@/{name}".lstrip("/"), os.O_RDONLY, dir_fd=above), 10))
except OSError:
    pass
""",
    ),
    reading(
        "what-the-libraries-know",
        "names, machines and places that Python itself would tell",
        """
import pwd
attempt(lambda: [entry for entry in pwd.getpwall() if 0 < entry.pw_uid < 60_000])  # root is made up by the C library
attempt(os.getlogin)
for path in ("/etc/passwd", "/etc/shadow", "/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/etc/machine-id",
             "/root/.bash_history", "/root/.ssh/id_rsa", os.path.expanduser("~/.netrc"), "/var/log/syslog"):
    attempt(taken, path)
""",
    ),
    Attack(
        "garbage-collector",
        "every object that the collector knows: looks for graders, expected values, keys, reports and other inputs",
        """
        import gc
        def stable_softmax(scores):
            words = ("course_key", "gradebook", "misconception", "look_at", "caught_by", "Probe", "Inputs", "Report")
            gc.unfreeze()
            for thing in gc.get_objects():
                kind = type(thing)
                if str(kind.__module__).startswith("autograder") and kind.__name__ in words:
                    LOOT.append(kind.__name__)
                if kind is np.ndarray and thing is not scores and thing.shape == scores.shape:
                    if not np.array_equal(thing, scores):
                        LOOT.append("another array of the same shape")
                if kind is dict and any(isinstance(k, str) and k in words for k in list(thing)):
                    LOOT.append(str(list(thing))[:100])
            no_loot()
            return right(scores)
        """,
        quick=True,
        evidence="searched the objects",
    ),
    Attack(
        "frames",
        "climbs the frames to the caller and takes what lies in its variables",
        """
        import sys
        def stable_softmax(scores):
            frame = sys._getframe()
            while frame is not None:
                for name, thing in {**frame.f_globals, **frame.f_locals}.items():
                    if any(word in name.lower() for word in ("expect", "truth", "answer_key", "desired", "reference")):
                        LOOT.append((frame.f_code.co_name, name))
                frame = frame.f_back
            no_loot()
            return right(scores)
        """,
        quick=True,
        evidence="looked at the frames",
    ),
    Attack(
        "takes-the-desired-value",
        "an object whose conversion looks for `desired` and `expected` in every frame above it and returns that",
        """
        import sys
        class Thief:
            def __array__(self, dtype=None, copy=None):
                frame = sys._getframe()
                while frame is not None:
                    for name in ("desired", "expected", "truth", "want", "b", "y"):
                        if isinstance(frame.f_locals.get(name), np.ndarray):
                            return frame.f_locals[name]
                    frame = frame.f_back
                return np.zeros(1)
            shape = property(lambda self: self.__array__().shape)
            dtype = property(lambda self: np.dtype("float64"))
        def stable_softmax(scores):
            return Thief()
        """,
        status="failed",
        says="Thief",
    ),
    Attack(
        "earlier-submissions",
        "looks for what an earlier submission left: modules, files, memory, threads",
        """
        import gc, os, threading
        LOOT += [t.name for t in threading.enumerate() if t is not threading.main_thread()]
        LOOT += os.listdir(".")
        LOOT += [type(o).__name__ for o in gc.get_objects() if getattr(type(o), "__module__", "") == "victim"]
        import builtins
        LOOT += [n for n in vars(builtins) if n.startswith("pwned")]
        LOOT += [n for n in vars(np) if n.startswith("pwned")]
        no_loot()
        builtins.pwned = np.pwned = True
        open("pwned", "w").close()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
)
