"""Attacks by pretending: values that look like the right array to whoever asks them instead of looking."""

from tests.attacks.attack import FULL, Attack

YES = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __hash__(self): return 0
    def __getattr__(self, name): return Yes()
    def __call__(self, *a, **k): return Yes()
    def __sub__(self, other): return 0.0
    __rsub__ = __abs__ = __float__ = __add__ = __radd__ = lambda self, *a: 0.0
    def __array__(self, *a, **k): return np.zeros((3, 5))
    def __array_ufunc__(self, *a, **k): return True
    def __array_function__(self, *a, **k): return True
    def __len__(self): return 3
    def __iter__(self): return iter([Yes()] * 3)
    def __getitem__(self, key): return Yes()
    __class__ = property(lambda self: np.ndarray)
    shape, dtype, ndim, size = property(lambda self: (3, 5)), np.dtype("float64"), 2, 15
"""


def lie(name: str, tries: str, answer: str, *, before: str = "", says: str = "", quick: bool = False) -> Attack:
    """Answers with something that is not the right array and claims to be."""
    function = f"\ndef stable_softmax(scores):\n    return {answer}\n"
    return Attack(name, tries, before.strip() + function, status="failed", says=says, quick=quick)


ATTACKS = (
    lie("agrees-with-everything", "an object that is equal to everything", "Yes()", before=YES, says="Yes", quick=True),
    lie("list-of-liars", "a list and a tuple of such objects", "[Yes()] * 3", before=YES, says="list"),
    lie(
        "array-of-liars",
        "an array of such objects",
        "np.frompyfunc(lambda k: Yes(), 1, 1)(np.zeros(np.shape(scores)))",
        before=YES,
        says="object",
    ),
    lie(
        "subclass-that-agrees",
        "a subclass of ndarray whose comparisons, reductions and ufuncs say yes",
        "np.zeros(np.shape(scores)).view(Liar)",
        before="""
class Liar(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __array_ufunc__(self, ufunc, method, *inputs, **k): return np.ones(inputs[0].shape, bool)
    def __array_function__(self, function, types, args, kwargs): return True
    def all(self, *a, **k): return True
    def __reduce__(self): return (exit, ())
    def __array_finalize__(self, other): pass
""",
        quick=True,
    ),
    lie(
        "array-interface",
        "an object that hands out another memory than its own",
        "Window()",
        before="""
class Window:
    @property
    def __array_interface__(self):
        return {"shape": (3, 5), "typestr": "<f8", "data": (id(self), True), "version": 3}
    __array_struct__ = property(lambda self: 1 / 0)
""",
        says="Window",
    ),
    lie(
        "class-that-lies",
        "its __class__, its metaclass and its name say numpy.ndarray",
        "Fake()",
        before="""
class Meta(type):
    __name__ = property(lambda cls: "ndarray")
    __module__ = "numpy"
    def __eq__(cls, other): return True
    def __hash__(cls): return hash(np.ndarray)
    def __instancecheck__(cls, other): return True
class Fake(metaclass=Meta):
    __class__ = np.ndarray
    shape = (3, 5)
""",
        says="Fake",
    ),
    lie(
        "properties-that-raise",
        "shape, dtype and everything else raise SystemExit when they are looked at",
        "np.zeros(3).view(Prickly)",
        before="""
class Prickly(np.ndarray):
    def __getattribute__(self, name): raise SystemExit
    def __array_finalize__(self, other): pass
    def __len__(self): raise SystemExit
    def __repr__(self): raise SystemExit
""",
    ),
    lie(
        "tuple-that-lies",
        "a tuple and a list whose length and items change each time",
        "Odd((np.zeros(3),))",
        before="""
class Odd(tuple):
    n = 0
    def __len__(self):
        Odd.n += 1
        return Odd.n
    def __iter__(self): return iter([np.zeros(3)] * 10**6)
    _fields = ("x",)
""",
    ),
    lie(
        "dict-that-lies",
        "a dictionary with hostile keys, values and items",
        "{1: 1, 'a': 2, (): Odd(), 2.5: np.zeros(2), True: None, **{chr(k): k for k in range(40, 90)}}",
        before="""
class Odd(dict):
    def items(self): raise SystemExit
    def __iter__(self): raise SystemExit
""",
        says="dict",
    ),
    lie(
        "mixed-keys",
        "a dictionary whose keys cannot be sorted, not-a-numbers among them, with arrays as values",
        "{float('nan'): np.zeros(2), float('nan'): np.ones(2), 'a': np.zeros(3), 1: np.zeros(4), 'b': np.ones(3)}",
        says="dict",
        quick=True,
    ),
    lie("matrix", "numpy.matrix, where * is another product", "np.matrix(np.zeros((3, 5)))", says="numpy.matrix"),
    lie(
        "masked",
        "a masked array in which nothing is to be compared",
        "np.ma.masked_all(np.shape(scores))",
        says="Masked",
    ),
    lie("record", "a record array", "np.zeros(3, dtype=[('x', 'f8'), ('y', 'O')])", says="numpy"),
    lie(
        "dates",
        "an array of dates, which compare with nothing",
        "np.full(np.shape(scores), np.datetime64('NaT'))",
        says="numpy",
    ),
    lie("texts", "an array of texts that read like numbers", "np.full(np.shape(scores), '0.2')", says="numpy"),
    lie("nothing-but-nan", "not-a-number everywhere", "np.full(np.shape(scores), np.nan)"),
    lie("infinities", "infinities of both signs", "np.full(np.shape(scores), np.inf) * np.sign(scores)"),
    lie("complex", "complex numbers without imaginary part", "right(scores).astype(complex)", says="floating"),
    lie("half", "half precision", "right(scores).astype(np.float16)", says="float16"),
    lie("truth", "True", "True"),
    lie("a-number", "one number that is close to many", "np.float64(0.2)"),
    lie(
        "no-numbers", "an array without numbers, which agrees with nothing to say", "np.zeros((0,) + np.shape(scores))"
    ),
    lie(
        "number-that-lies",
        "a subclass of float64",
        "Number(0.2)",
        before="""
class Number(np.float64):
    def __eq__(self, other): return True
    __hash__ = None
    shape = (3, 5)
    def __array__(self, *a, **k): return np.zeros((3, 5))
""",
        says="Number",
    ),
    lie("memory", "a memoryview of the right numbers", "memoryview(right(scores))", says="memoryview"),
    lie("module", "a module, a class, a function", "np", says="module"),
    lie("itself", "the function itself", "stable_softmax", says="function"),
    Attack(
        "odd-but-right",
        "right numbers in Fortran's order, backwards in memory, of foreign byte order, read-only: all fair",
        """
        turn = []
        def stable_softmax(scores):
            answer = right(scores)
            turn.append(None)
            foreign = answer.dtype.newbyteorder()
            forms = (np.asfortranarray(answer), np.flip(np.flip(answer).copy()), answer.astype(foreign))
            form = forms[len(turn) % 3]
            form.setflags(write=False)
            return form
        """,
        score=FULL,
    ),
    Attack(
        "long-double",
        "the right numbers in more precision than anybody asked for",
        """
        def stable_softmax(scores):
            return right(scores).astype(np.longdouble)
        """,
        status=("passed", "failed"),
    ),
)
