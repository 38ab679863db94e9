"""Attacks on the line to the grader: forged, oversized, dripping, out-of-order, truncated and surplus frames."""

from tests.attacks.attack import Attack

# The attacker has found the process's parts and writes to the line himself.
LINE = """
import json, os, struct, sys
def child():
    frame = sys._getframe()
    while type(frame.f_locals.get("self")).__name__ != "Child":
        frame = frame.f_back
    return frame.f_locals["self"]
CHILD = child()
FD = 3
def raw(data):
    while data:
        data = data[os.write(FD, data):]
def frame(kind, fields=None, values=(), body=b"", length=None):
    fields = {"number": CHILD._question, **(fields or {})} if kind == "answer" else fields or {}
    header = json.dumps({"kind": kind, "fields": fields, "values": list(values)}).encode()
    return struct.pack(">I", len(header) if length is None else length) + header + body
def answer(*values, body=b"", **fields):
    return frame("answer", {"kind": "value", **fields}, values, body)
def array(name, shape, size):
    return {"array": [name, shape, size]}
"""
CANNOT = "the process died"


def forged(name: str, tries: str, code: str, *, quick: bool = False, **more: object) -> Attack:
    """Writes to the line from inside the call; unless said otherwise the verdict is that the process died."""
    function = "def stable_softmax(scores):\n" + "\n".join(f"    {line}" for line in code.strip().split("\n"))
    known: dict[str, object] = {"status": "crashed", "says": CANNOT, "quick": quick}
    return Attack(name, tries, LINE + function, **{**known, **more})  # type: ignore[arg-type]


ATTACKS = (
    forged(
        "answer-of-its-own",
        "writes zeros as an answer and dies",
        """
raw(answer(array("float64", [15], 120), body=bytes(120)))
os._exit(0)
""",
        status=("failed", "crashed"),
        score=0.0,
        says="",
    ),
    forged(
        "answers-in-advance",
        "a hundred answers before they are asked for, so that answers and questions no longer meet",
        """
raw(answer(array("float64", [3, 5], 120), body=bytes(120)) * 100)
return right(scores)
""",
        status=("failed", "crashed"),
        score=0.0,
        says="",
        others=None,
        evidence="line between its process and the grader",
    ),
    forged(
        "one-answer-too-many",
        "a second answer behind each right one",
        """
raw(answer(array("float64", [3, 5], 120), body=bytes(120)))
return right(scores)
""",
        status=("failed", "crashed"),
        score=0.0,
        says="",
        quick=True,
    ),
    forged(
        "trillion-numbers",
        "an array of 10**12 numbers",
        'raw(answer(array("float64", [10**12], 8 * 10**12)))',
        quick=True,
    ),
    forged("huge-header", "a header of four gigabytes", 'raw(b"\\xff\\xff\\xff\\xff" + b"{" * 4096)'),
    forged("nested-header", "a header of a hundred thousand brackets", 'raw(struct.pack(">I", 10**5) + b"[" * 10**5)'),
    forged(
        "pickle",
        "a pickle, an .npy file and a zip where a frame is expected",
        """
import pickle
data = pickle.dumps(right(scores)) + b"\\x93NUMPY" + b"PK\\x03\\x04"
raw(struct.pack(">I", len(data)) + data)
""",
    ),
    forged("object-array", "an array of Python objects", 'raw(answer(array("object", [1], 8), body=b"\\0" * 8))'),
    forged(
        "odd-dtypes",
        "texts, records, dates and other byte orders as dtype",
        """
for name in ("U8", "V8", "datetime64[ns]", ">f8", "O", "float64\\0", ["float64"], None, {"names": []}):
    raw(answer({"array": [name, [1], 8]}, body=bytes(8)))
""",
    ),
    forged(
        "negative-shape",
        "negative, broken, boolean and endless shapes",
        """
for shape in ([-1], [1.5], [True], ["1"], [10**400], [2**63] * 32, [1] * 33, {"a": 1}, None):
    raw(answer({"array": ["float64", shape, 8]}, body=bytes(8)))
""",
    ),
    forged(
        "empty-but-huge",
        "no numbers at all, in a shape that no array may have",
        'raw(answer(array("float64", [0] + [2**26] * 30, 0)))',
        quick=True,
    ),
    forged("too-many-bytes", "sizes that do not fit the shape", 'raw(answer(array("float64", [2], 8), body=bytes(8)))'),
    forged(
        "many-arrays",
        "a hundred arrays of the largest size each",
        """
raw(answer(*[array("float64", [2**23], 2**26)] * 100))
for _ in range(200):
    raw(bytes(2**20))
""",
    ),
    forged("many-values", "a hundred thousand values", "raw(answer(*range(100_000)))"),
    forged(
        "colliding-dict",
        "a dictionary of numbers with one hash, which the grader would look up for seconds",
        """
raw(answer({"dict": [[(2**61 - 1) * k, 0] for k in range(1, 9000)]}))
""",
        quick=True,
    ),
    forged("deep-values", "lists in lists in lists", 'raw(answer(json.loads(\'{"list":[\' * 100 + "]}" * 100)))'),
    forged(
        "a-function",
        "a callback and unknown forms where a value is expected",
        """
for value in ({"callback": "print"}, {"foreign": 5}, {"tuple": 1}, {"x": 1, "y": 2}, {}, []):
    raw(answer(value))
""",
    ),
    forged(
        "numbers-past-numbers",
        "numbers of five thousand digits",
        """
raw(struct.pack(">I", 5071) + b'{"kind":"answer","fields":{"kind":"value"},"values":[' + b"9" * 5016 + b"]}")
""",
    ),
    forged(
        "wrong-types",
        "fields of other types than they must have",
        """
for fields in ({"kind": 5}, {"kind": ["value"]}, {"kind": "raised", "exception": 1}, {"kind": "raised", "bases": "x"}):
    raw(frame("answer", fields))
""",
    ),
    forged(
        "unknown-kind",
        "a kind of answer that there is not: graded, passed, timeout",
        """
for kind in ("passed", "timeout", "graded", "", "value "):
    raw(frame("answer", {"kind": kind}, [5.0]))
""",
    ),
    forged("no-value", "an answer with a value that holds none", 'raw(frame("answer", {"kind": "value"}))'),
    forged(
        "cell-instead-of-answer",
        "frames of loading where an answer is due",
        """
raw(frame("loaded", {"defined": ["stable_softmax", "self_attention"], "refused": ["x" * 10**4] * 100}))
""",
        status=("crashed", "failed"),
        score=0.0,
        says="",
    ),
    forged(
        "truncated",
        "half an answer, then the end",
        """
raw(answer(array("float64", [3, 5], 120), body=bytes(60)))
os._exit(0)
""",
    ),
    forged(
        "dripping",
        "an answer of one byte every tenth of a second",
        """
import time
for byte in answer(array("float64", [3, 5], 120), body=bytes(120)):
    raw(bytes([byte]))
    time.sleep(0.1)
""",
        status="timeout",
        says="too slow",
        quick=True,
    ),
    forged(
        "waiting-for-more",
        "a header that promises numbers which never come",
        """
raw(answer(array("float64", [1000, 1000], 8_000_000), body=bytes(1000)))
import time
time.sleep(3600)
""",
        status="timeout",
        says="too slow",
    ),
    forged(
        "flood",
        "zeros without an end",
        """
while True:
    raw(bytes(2**20))
""",
        evidence="line between",
    ),
    forged(
        "callback-flood",
        "calls back a function that was never offered, for ever",
        """
while True:
    raw(frame("callback", {"function": "__import__"}, ["os"]))
""",
        status=("timeout", "crashed"),
        score=0.0,
        says="",
    ),
    forged(
        "callback-names",
        "calls back by hostile names and with hostile arguments, then reads what comes",
        """
said = []
for name in ("__import__", "eval", "call", "", "x" * 10**5, 5, None):
    try:
        CHILD._write([frame("callback", {"function": name}, [{"list": [1.0]}])])
        said.append(CHILD._reader.message())
    except BaseException:
        break
return right(scores)
""",
        status=("passed", "crashed"),
        says="",
    ),
    forged(
        "steals-the-next-question",
        "reads the grader's next question itself and answers it with zeros",
        """
import threading
def work():
    while True:
        asked = CHILD._reader.message()
        shape = np.shape(asked.values[0])
        size = int(np.prod(shape)) * 8
        raw(answer(array("float64", list(shape), size), body=bytes(size)))
threading.Thread(target=work, daemon=True).start()
return right(scores)
""",
        status=("failed", "crashed", "timeout"),
        says="",
        score=None,
        others=None,
    ),
    forged(
        "several-writers",
        "thirty threads write to the line at once",
        """
import threading
def work():
    while True:
        raw(b"x" * 1000)
for _ in range(30):
    threading.Thread(target=work, daemon=True).start()
return right(scores)
""",
        status=("crashed", "timeout"),
        score=0.0,
        says="",
    ),
    forged(
        "deaf",
        "reads nothing from the line and fills it from its side",
        """
import threading, time
CHILD._reader.message = lambda: time.sleep(3600)
return right(scores)
""",
        status="timeout",
        says="too slow",
        others=None,
    ),
    forged(
        "not-a-number-in-json",
        "not-a-number, infinities and half characters inside JSON",
        """
raw(frame("answer", {"kind": "value", "exception": "\\ud800"}, [float("nan"), float("inf"), "\\ud800"]))
os._exit(0)
""",
        status=("failed", "crashed"),
        score=0.0,
        says="",
    ),
    Attack(
        "forged-loading",
        "answers for the cells before they have run, claiming functions that are not there",
        LINE
        + """
raw(frame("cell", {"output": "x" * 10**5}) * 50)
raw(frame("loaded", {"defined": ["stable_softmax", "weighted_sum", "nonsense", "__import__"]}))
def stable_softmax(scores):
    return right(scores)
""",
        status=("crashed", "missing", "failed", "error"),
        score=0.0,
        others=None,
    ),
    Attack(
        "right-by-hand",
        "writes the right answer to the line by hand and dies: computing it is what was asked",
        LINE
        + """
def stable_softmax(scores):
    result = np.ascontiguousarray(right(scores))
    raw(answer(array(result.dtype.name, list(result.shape), result.nbytes), body=result.tobytes()))
    os._exit(0)
""",
        status=("passed", "crashed", "failed"),
        others=None,
    ),
)
