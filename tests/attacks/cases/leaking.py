"""Attacks that carry hidden inputs out: by names, texts, notes, places, shapes, types, files, and what is kept.

What a student sees of these must not differ between two course keys.
"""

from tests.attacks.attack import Attack

# A word made of the hidden numbers, in the forms that a name, a path or a module takes.
WORD = """
def word(scores):
    return "w" + "".join(c if c.isalnum() else "_" for c in repr(np.asarray(scores, float).ravel()[:6].tolist()))
def code(scores):
    return np.asarray(scores, float).ravel()[:4].tobytes().hex()
"""


def leak(
    name: str, tries: str, body: str, *, status: str | tuple[str, ...] = "error", quick: bool = False, **more: object
) -> Attack:
    function = "def stable_softmax(scores):\n" + "\n".join(f"    {line}" for line in body.strip().split("\n"))
    known: dict[str, object] = {"status": status, "quick": quick, "alike": True}
    return Attack(name, tries, WORD + function, **{**known, **more})  # type: ignore[arg-type]


ATTACKS = (
    leak(
        "text-of-an-exception",
        "the input as the text of an exception",
        "raise ValueError(repr(scores))",
        says="ValueError",
        quick=True,
    ),
    leak(
        "name-of-an-exception",
        "a class of exceptions named after the input",
        "raise type(word(scores), (Exception,), {})",
        says="Exception",
        quick=True,
    ),
    leak(
        "module-of-an-exception",
        "a class whose module and qualified name are the input",
        """
kind = type("E", (KeyError,), {"__module__": word(scores), "__qualname__": code(scores) + ".E"})
raise kind(code(scores))
""",
    ),
    leak(
        "ancestors-of-an-exception",
        "a chain of classes named after the input",
        """
kind = Exception
for letter in code(scores):
    kind = type("C" + letter, (kind,), {})
raise kind
""",
    ),
    leak(
        "notes",
        "notes, causes and contexts of an exception",
        """
error = RuntimeError("x")
error.add_note(repr(scores))
raise error from ValueError(repr(scores))
""",
        says="RuntimeError",
    ),
    leak(
        "exception-group",
        "an exception group whose members are the input",
        """
raise ExceptionGroup(code(scores), [ValueError(str(v)) for v in np.ravel(scores)])
""",
    ),
    leak(
        "syntax-error",
        "a syntax error whose file, line and text are the input",
        """
raise SyntaxError(code(scores), (word(scores), 17, 3, repr(scores)))
""",
    ),
    leak(
        "compiled-name",
        "code compiled under a file name that is the input, or that of a cell",
        """
exec(compile("raise ValueError(1)", word(scores), "exec"))
""",
    ),
    leak(
        "compiled-as-a-cell",
        "code compiled under the name of the cell, whose lines are the input",
        """
exec(compile("raise ValueError(1) #" + repr(scores).replace("\\n", ""), "cell 1", "exec"))
""",
    ),
    leak(
        "own-lines",
        "changes what is remembered of the cell's lines before it fails",
        """
import gc, linecache
for name in list(linecache.cache):
    linecache.cache[name] = (1, None, [repr(scores)] * 99, name)
for thing in gc.get_objects():
    if isinstance(thing, dict) and any(isinstance(v, list) and "def right(scores):" in v for v in list(thing.values())):
        for key in list(thing):
            thing[key] = [repr(scores)] * 99
raise ValueError
""",
    ),
    leak(
        "refused-import",
        "an import of a library that is named after the input",
        "__import__(word(scores))",
        status="refused_import",
        says="import",
        quick=True,
    ),
    leak(
        "refused-import-by-hand",
        "raises the refusal itself, with the input in its text",
        """
try:
    import torch
except ImportError as error:
    raise type(error)(word(scores))
""",
        status="refused_import",
    ),
    leak("name-error", "names that do not exist, spelt like the input", "eval(word(scores))", says="NameError"),
    leak("file-not-found", "a path that is the input", "open(word(scores))", says="FileNotFoundError"),
    leak("key-error", "a key that is the input", "return {}[code(scores)]", says="KeyError"),
    leak("assertion", "an assertion that shows the input", "assert False, scores", says="AssertionError"),
    leak(
        "not-implemented",
        "the stub's own exception, with the input in it",
        "raise NotImplementedError(repr(scores))",
        status="not_attempted",
    ),
    leak("memory-error", "MemoryError with the input as its text", "raise MemoryError(repr(scores))", status="memory"),
    leak("exit", "the input as the status of an exit", "raise SystemExit(repr(scores))", says="SystemExit"),
    leak(
        "warnings",
        "the input as warnings, on every stream, in a log",
        """
import sys, warnings, logging, os
warnings.warn(repr(scores))
logging.error(repr(scores))
for stream in (sys.stdout, sys.stderr, sys.__stdout__):
    stream.write(repr(scores))
for fd in (0, 1, 2):
    try:
        os.write(fd, repr(scores).encode())
    except OSError:
        pass
return right(scores)
""",
        status="passed",
        quick=True,
    ),
    leak(
        "type-of-the-answer",
        "an answer whose class is named after the input",
        "return type(word(scores), (), {})()",
        status="failed",
        quick=True,
    ),
    leak(
        "array-of-a-named-type",
        "a subclass of ndarray named after the input",
        "return np.zeros(3).view(type(word(scores), (np.ndarray,), {}))",
        status="failed",
    ),
    leak(
        "module-of-the-answer",
        "an answer whose class pretends to live in a module named after the input",
        """
kind = type("Array", (), {"__module__": "numpy." + word(scores), "__qualname__": "C." + code(scores)})
return kind()
""",
        status="failed",
    ),
    leak("text-as-answer", "the input as a text", "return repr(scores)", status="failed", says="str"),
    leak(
        "dictionary-as-answer",
        "the input as keys of a dictionary",
        "return {repr(scores): 1, code(scores): 2}",
        status="failed",
        says="dict",
    ),
    leak(
        "names-in-a-list",
        "objects named after the input, inside lists",
        "return [[type(word(scores), (), {})()], (type(code(scores), (), {})(),)]",
        status="failed",
    ),
    leak(
        "shape-of-the-answer",
        "the input as the shape of an array without numbers",
        """
return np.empty((0, *(int(abs(v) * 1e6) % 10**6 + 2000 for v in np.asarray(scores, float).ravel()[:3])))
""",
        status="failed",
        quick=True,
    ),
    leak(
        "dtype-of-the-answer",
        "the input as the length of texts and the size of records",
        """
return np.zeros(2, dtype=f"V{int(abs(float(np.ravel(scores)[0])) * 1e6) % 10**8 + 1}")
""",
        status="failed",
    ),
    leak(
        "answers-from-a-file",
        "keeps each input in a file, and shows it when the process is started anew",
        """
import os
if os.path.exists("kept"):
    raise RuntimeError("STOLEN " + open("kept").read())
open("kept", "a").write(repr(scores))
os._exit(1)
""",
        status="crashed",
    ),
    leak(
        "answers-from-memory",
        "keeps each input, and hands the first one out where the answer will be shown",
        """
seen = globals().setdefault("SEEN", [])
seen.append(np.array(scores, float))
return np.resize(seen[0], np.shape(scores))
""",
        status="failed",
    ),
    leak(
        "remembers-for-the-next-exercise",
        "keeps the input, and shows it in the exception of the next exercise",
        """
import __main__
__main__.KEPT = repr(scores)
def weighted_sum(weights, V):
    raise type(word(__main__.KEPT), (Exception,), {})(__main__.KEPT)
__main__.weighted_sum = weighted_sum
return right(scores)
""",
        status="passed",
        others=0.0,
    ),
    leak(
        "forged-exception",
        "a frame of its own in which every field is the input",
        """
import gc, json, os, struct, sys
frame = sys._getframe()
while type(frame.f_locals.get("self")).__name__ != "Child":
    frame = frame.f_back
number = frame.f_locals["self"]._question
text = repr(scores)
fields = {"number": number, "kind": "raised", "exception": word(scores), "bases": [text, word(scores)], "text": text,
          "where": text, "cell": 1, "line": 2}
header = json.dumps({"kind": "answer", "fields": fields, "values": [text, {"foreign": word(scores)}]}).encode()
os.write(3, struct.pack(">I", len(header)) + header)
os._exit(0)
""",
        status=("crashed", "error"),
        score=0.0,
    ),
    leak(
        "forged-refusal",
        "a frame that claims a refused import of the input",
        """
import json, os, struct, sys
frame = sys._getframe()
while type(frame.f_locals.get("self")).__name__ != "Child":
    frame = frame.f_back
number = frame.f_locals["self"]._question
fields = {"kind": "refused_import", "text": "numpy " + repr(scores), "module": word(scores), "cell": 10**6, "line": -1}
fields["number"] = number
header = json.dumps({"kind": "answer", "fields": fields, "values": []}).encode()
os.write(3, struct.pack(">I", len(header)) + header)
os._exit(0)
""",
        status=("crashed", "refused_import"),
        score=0.0,
        others=None,
    ),
)
