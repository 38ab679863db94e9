"""Attacks by patching: NumPy, built-ins, IPython, imports, and whatever else a grader in one process would use."""

from tests.attacks.attack import Attack

ZEROS = """
def stable_softmax(scores):
    return np.zeros(np.shape(scores))
"""


def zeros(name: str, tries: str, code: str, **more: object) -> Attack:
    """Prepares the ground, then answers with zeros: none of it may turn zeros into a right answer."""
    return Attack(name, tries, code.strip() + "\n" + ZEROS, **{"status": "failed", "others": None, **more})  # type: ignore[arg-type]


ATTACKS = (
    zeros(
        "patched-comparisons",
        "every comparison of NumPy says yes",
        """
yes = lambda *a, **k: True
for module in (np, np.testing, np.core if hasattr(np, "core") else np):
    for name in ("allclose", "isclose", "array_equal", "array_equiv", "assert_allclose", "assert_array_equal",
                 "assert_almost_equal", "all", "any", "isfinite", "issubdtype"):
        setattr(module, name, yes)
""",
        quick=True,
    ),
    zeros(
        "patched-exp",
        "np.exp, np.max and np.sum are wrong, so that a reference in the same process would be wrong as well",
        """
np.exp = lambda x, **k: np.zeros(np.shape(x))
np.max = np.sum = np.amax = lambda x, **k: 0.0
""",
    ),
    zeros(
        "patched-random",
        "random numbers are always the same, so that hidden inputs would be known",
        """
np.random.default_rng = lambda *a: np.random.RandomState(0)
np.random.seed = lambda *a: None
np.random.Generator.normal = None if hasattr(np.random.Generator, "x") else np.random.rand
""".replace("np.random.Generator.normal", "np.random.normal"),
    ),
    zeros(
        "patched-builtins",
        "isinstance, type, len, print, id and compare are replaced in the built-in module",
        """
import builtins
builtins.isinstance = builtins.issubclass = builtins.all = builtins.any = builtins.callable = lambda *a: True
builtins.type = lambda *a: np.ndarray
builtins.id = lambda x: 0
builtins.len = lambda x: 1
builtins.print = builtins.repr = builtins.str = lambda *a, **k: ""
""",
        status=("failed", "crashed", "error"),
        score=0.0,
    ),
    zeros(
        "assertions-that-cannot-fail",
        "AssertionError is replaced, and so are the classes of exceptions that a grader would raise",
        """
import builtins
class Quiet(BaseException):
    def __new__(cls, *a): return SystemExit(0)
builtins.AssertionError = builtins.Exception = builtins.BaseException = Quiet
""",
        status=("failed", "crashed", "error"),
        score=0.0,
    ),
    zeros(
        "ipython-transformers",
        "IPython's own hooks: transformers, events, magics, handlers that turn checks into nothing",
        """
ip = get_ipython()
ip.input_transformers_post.append(lambda lines: ["pass\\n"])
ip.input_transformers_cleanup.append(lambda lines: ["pass\\n"])
ip.events.register("pre_run_cell", lambda info: None)
ip.ast_transformers.append(None)
ip.set_custom_exc((BaseException,), lambda *a: None)
ip.showtraceback = lambda *a, **k: None
ip.run_cell = lambda *a, **k: None
ip.register_magic_function(lambda *a: None, "cell", "time")
ip.user_ns["check"] = lambda *a: 100
""",
        quick=True,
    ),
    zeros(
        "own-kit",
        "a module of its own under the kit's name, with a check that is always content",
        """
import sys, types
kit = types.ModuleType("autograder")
kit.check = kit.hint = lambda *a, **k: print("passed 4/4, score 5 of 5")
for name in ("autograder", "autograder.judge", "autograder.runner", "autograder.specs", "nbgrader", "pytest"):
    sys.modules[name] = kit
check = kit.check
""",
    ),
    zeros(
        "import-hooks",
        "finders, loaders, path hooks and a replaced __import__",
        """
import builtins, importlib, sys
class Finder:
    def find_spec(self, name, path=None, target=None): raise SystemExit
    def find_module(self, name, path=None): raise SystemExit
sys.meta_path.insert(0, Finder())
sys.path_hooks.insert(0, Finder)
sys.path.insert(0, ".")
importlib.import_module = lambda *a: None
builtins.__import__ = lambda *a, **k: np
sys.modules.update(dict.fromkeys(("json", "os", "struct", "socket", "linecache", "traceback")))
""",
    ),
    zeros(
        "every-hook-of-sys",
        "displayhook, excepthook, unraisablehook, breakpointhook, audit hooks, trace functions, threading's hooks",
        """
import sys, threading
def hook(*a, **k):
    raise SystemExit
sys.displayhook = sys.excepthook = sys.unraisablehook = sys.breakpointhook = hook
threading.excepthook = hook
threading.settrace(hook)
sys.addaudithook(lambda *a: None)
""",
        evidence="set a hook",
    ),
    zeros(
        "audit-hook-that-refuses",
        "an audit hook that stops every action of the interpreter from now on",
        """
import sys
def refuse(event, arguments):
    if event not in ("sys.addaudithook",):
        raise RuntimeError("no more of that")
sys.addaudithook(refuse)
""",
        status=("failed", "error", "crashed", "missing"),
        score=0.0,
    ),
    zeros(
        "patched-child",
        "finds the process's own parts and patches them: the writer of frames, the reader, the table of functions",
        """
import json, sys
frame = sys._getframe()
while frame is not None:
    thing, kind = frame.f_locals.get("self"), type(frame.f_locals.get("self"))
    if kind.__module__.startswith("autograder"):
        for name, part in list(vars(thing).items()):
            try:
                setattr(thing, name, lambda *a, **k: None)
            except BaseException:
                pass
    frame = frame.f_back
json.dumps = json.encoder.JSONEncoder.encode = lambda *a, **k: "{}"
""",
        status=("crashed", "timeout"),
        score=0.0,
    ),
    zeros(
        "patched-array-type",
        "the array type's own slots, by ctypes: == and all() of every array say yes",
        """
import ctypes
for offset in range(0, 400, 8):
    pass
class Table(ctypes.Structure):
    _fields_ = [("slots", ctypes.c_void_p * 50)]
table = Table.from_address(id(np.ndarray))
keep = table.slots[24]
always = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.py_object, ctypes.c_int)(lambda a, b, op: True)
table.slots[25] = ctypes.cast(always, ctypes.c_void_p).value
""",
        status=("failed", "crashed", "error"),
        score=0.0,
    ),
    Attack(
        "error-state",
        "np.seterr(all='raise') and warnings as errors, which must trip nobody but itself",
        """
        import warnings
        np.seterr(all="raise")
        warnings.simplefilter("error")
        np.set_printoptions(threshold=1, formatter={"float": lambda x: "1.0"})
        def stable_softmax(scores):
            with np.errstate(all="ignore"):
                return right(scores)
        """,
    ),
    Attack(
        "codec",
        "a codec of its own for utf-8 and ascii, with which frames would be read and written",
        """
        import codecs
        def search(name):
            raise SystemExit
        codecs.register(search)
        codecs.lookup = search
        str.encode if False else None
        def stable_softmax(scores):
            return np.zeros(np.shape(scores))
        """,
        status="failed",
    ),
    Attack(
        "finalisers",
        "weakref callbacks, __del__ and atexit that would rewrite the answer once it has been given",
        """
        import atexit, os, weakref
        kept = []
        class Late(np.ndarray):
            def __del__(self):
                for answer in kept:
                    answer[...] = 0.25
        def stable_softmax(scores):
            answer = np.zeros(np.shape(scores))
            kept.append(answer)
            late = np.zeros(1).view(Late)
            weakref.finalize(late, lambda: answer.fill(0.25))
            atexit.register(lambda: os.write(3, b"x" * 100))
            return answer
        """,
        status="failed",
    ),
)
