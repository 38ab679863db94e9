"""Does each wall hold against code that tries to get past it? The portable backend has none, so it is not asked."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox import Sandbox

Opened = Any

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(sys.platform != "linux", reason="walls exist on Linux only"),
]


@pytest.fixture
def layers(best: Sandbox) -> dict[str, str]:
    """Which walls hold on this machine, and why one does not."""
    return {layer.name: "" if layer.holds else layer.why or "?" for layer in best.layers()}


@pytest.fixture
def wall(request: pytest.FixtureRequest, layers: dict[str, str]) -> None:
    """Skips a test whose wall is not to be had here."""
    for name in request.param:
        if layers[name]:
            pytest.skip(f"{name}: {layers[name]}")


def needs(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("wall", [names], indirect=True, ids=["+".join(names)])


def test_every_layer_is_named_and_a_missing_one_says_why(best: Sandbox) -> None:
    layers = best.layers()
    assert {layer.name for layer in layers} >= {
        "process namespace",
        "network namespace",
        "ipc namespace",
        "file tree",
        "landlock",
        "scratch folder",
        "limits",
        "unprivileged user",
        "no new privileges",
        "dies with its parent",
        "system calls",
    }
    assert all(layer.holds or layer.why for layer in layers)
    assert next(layer for layer in layers if layer.name == "limits").holds


def says(port: Any, function: str = "f", *arguments: Any) -> str:
    """The value, or the name of the exception."""
    outcome = port.call(function, list(arguments))
    return outcome.value if outcome.kind == "value" else outcome.exception or outcome.kind


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("wall")
@needs("landlock")
@pytest.mark.parametrize("how", ["open(p).read()", "os.listdir(os.path.dirname(p))", "open(p, 'a').write('x')"])
def test_a_file_outside_is_out_of_reach(opened_here: Opened, tmp_path: Path, how: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the key", encoding="utf-8")
    for folder in (tmp_path, *tmp_path.parents):
        if os.access(folder, os.W_OK) and folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(0o755)
    secret.chmod(0o666)
    port = opened_here(f"import os\ndef f(p): return str({how})")
    assert says(port, "f", str(secret)) in ("FileNotFoundError", "PermissionError")
    assert secret.read_text(encoding="utf-8") == "the key"


@pytest.mark.usefixtures("wall")
@needs("landlock")
def test_the_kit_itself_is_out_of_reach(opened_here: Opened) -> None:
    import autograder

    port = opened_here(
        """
        import os, sys, gc, types
        def f(root):
            try:
                return os.listdir(root)
            except OSError:
                pass
            names = {n for n in sys.modules if n.split(".")[0] == "autograder" and sys.modules[n].__spec__ is not None}
            real = [n for n in names if getattr(sys.modules[n], "__file__", None)]
            return real + [p for p in sys.path if os.path.exists(os.path.join(p, "autograder"))]
        def g():
            modules = [o.__name__ for o in gc.get_objects() if isinstance(o, types.ModuleType)]
            known = ("autograder.sandbox", "autograder.outcome")
            return sorted(n for n in modules if n.startswith("autograder.") and not n.startswith(known))
        """
    )
    assert says(port, "f", str(Path(autograder.__file__).parent)) == []
    assert says(port, "g") == []


@pytest.mark.usefixtures("wall")
@needs("scratch folder")
def test_the_scratch_folder_is_private_empty_and_bounded(best: Sandbox, opened_here: Opened) -> None:
    source = """
        import os, tempfile
        def f():
            open("x.txt", "w").write("mine")
            os.makedirs("a/b"); os.rename("x.txt", "a/b/y.txt"); os.remove("a/b/y.txt")
            return os.listdir("."), tempfile.mkstemp()[1].startswith("/")
        def g():
            written = 0
            try:
                for k in range(10_000):
                    with open(f"file{k}", "wb") as file:
                        written += file.write(bytes(2**20))
            except OSError as error:
                return written, type(error).__name__
        def h():
            for k in range(100_000): open(f"name{k}", "w").close()
        def big():
            with open("big", "wb") as file: file.write(bytes(3 * 2**20))
        """
    wanted = ("f", "g", "h", "big")
    port = opened_here(source, wanted=wanted)
    assert port.call("f", []).value == (["a"], True)
    assert says(port, "big") == "OSError"
    written, error = port.call("g", []).value
    assert written <= 9 * 2**20
    assert error == "OSError"
    assert says(opened_here(source, wanted=wanted), "h") == "OSError"
    assert opened_here(source, wanted=wanted).call("f", []).value[0] == ["a"]


@pytest.mark.parametrize("backend", ["fork", "portable"])
def test_nothing_is_left_in_the_temporary_folder(
    best: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with Sandbox(("numpy", "matplotlib"), best.limits, backend=backend) as sandbox:
        port = sandbox.open([Cell], ["f"])
        assert port.call("f", []).value == 1
        port.close()
        assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


class Cell:
    number, label, first_line = 1, "cell 1", 1
    source = "import matplotlib\nopen('left.txt', 'w').write('x')\ndef f(): return 1"


# --- processes, programs, signals -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("wall")
@needs("system calls")
@pytest.mark.parametrize(
    "how",
    [
        "os.fork()",
        "os.execv('/bin/sh', ['sh', '-c', 'true'])",
        "subprocess.run(['true'])",
        "os.system('true') and 1 / 0",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "multiprocessing.get_context('fork').Process(target=print).start()",
        "os.kill(os.getppid(), 9)",
        "os.kill(-1, 9)",
        "os.killpg(0, 9)",
        "os.setuid(0)",
        "os.chroot('/')",
        "socket.socket()",
        "socket.socket(socket.AF_UNIX)",
        "socket.socketpair()",
        "socket.create_connection(('127.0.0.1', 80))",
        "os.mkfifo('pipe')",
        "os.symlink('/etc', 'link')",
        "os.link('/dev/null', 'link')",
        "os.mknod('node')",
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "os.nice(-5)",
        "os.memfd_create('x')",
        "raw(101, 0, 1, 0, 0)",  # ptrace
        "raw(165, 0, 0, 0, 0)",  # mount
        "raw(272, 0x10000000)",  # unshare
        "raw(310, os.getppid(), 0, 0, 0, 0, 0)",  # process_vm_readv
        "raw(425, 8, 0)",  # io_uring_setup
        "raw(321, 0, 0, 0)",  # bpf
        "raw(298, 0, 0, 0, 0)",  # perf_event_open
        "raw(323, 0)",  # userfaultfd
        "raw(56, 17, 0, 0, 0, 0)",  # clone of a process
        "raw(435, 0, 88)",  # clone3
        "raw(57)",  # fork
        "raw(58)",  # vfork
    ],
)
def test_a_forbidden_call_fails_and_nothing_else(opened_here: Opened, how: str) -> None:
    port = opened_here(
        f"""
        import ctypes, multiprocessing, os, resource, socket, subprocess
        libc = ctypes.CDLL(None, use_errno=True)
        def raw(*words):
            if libc.syscall(*map(ctypes.c_long, words)) < 0:
                raise OSError(ctypes.get_errno(), "refused")
        def f():
            try:
                {how}
            except (OSError, ZeroDivisionError, ValueError):
                return "refused"
            return "done"
        def g(): return 1
        """
    )
    assert says(port) == "refused"
    assert port.call("g", []).value == 1


@pytest.mark.usefixtures("wall")
@needs("system calls")
def test_calls_of_another_processor_end_the_process(opened_here: Opened) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("x32 exists beside x86_64 only")
    port = opened_here("import ctypes\ndef f(): return ctypes.CDLL(None).syscall(ctypes.c_long(0x40000000 + 39))")
    assert port.call("f", []).value in (None, -1)


def test_threads_are_allowed_and_bounded(opened_here: Opened) -> None:
    port = opened_here(
        """
        import threading
        from concurrent.futures import ThreadPoolExecutor
        import numpy as np
        def f(x):
            with ThreadPoolExecutor(8) as pool:
                return np.stack(list(pool.map(lambda row: row * 2, x)))
        def g():
            stop = threading.Event()
            for k in range(10_000):
                threading.Thread(target=stop.wait, daemon=True).start()
        """
    )
    assert port.call("f", [__import__("numpy").eye(8)]).value.shape == (8, 8)
    assert port.call("g", []).kind in ("raised", "timeout", "memory")


@pytest.mark.usefixtures("wall")
@needs("process namespace")
def test_a_process_is_alone(opened_here: Opened) -> None:
    port = opened_here("import os\ndef f(): return os.getpid(), os.getppid(), os.path.exists('/proc/self')")
    assert port.call("f", []).value == (1, 0, False)


@pytest.mark.usefixtures("wall")
@needs("unprivileged user")
def test_a_process_has_no_rights(opened_here: Opened, best: Sandbox) -> None:
    source = """
        import os
        def f(): return os.getresuid(), os.getresgid(), os.getgroups()
        """
    one, other = opened_here(source), opened_here(source)
    users, groups, more = one.call("f", []).value
    if os.getuid() == 0:
        assert min(users + groups) >= 0x60000000
        assert more == []
        assert other.call("f", []).value[0] != users
    else:
        assert set(users) == {os.getuid()}


# --- what may leak ----------------------------------------------------------------------------------------------------


def test_the_environment_is_empty(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE_KEY", "secret")
    port = opened(
        """
        import ctypes, os, sys
        def f():
            libc = ctypes.CDLL(None)
            libc.getenv.restype = ctypes.c_char_p
            return dict(os.environ), [n for n in (b"HOME", b"COURSE_KEY", b"PATH") if libc.getenv(n)], sys.argv
        """
    )
    assert port.call("f", []).value == ({}, [], [""])


def test_memory_holds_no_answers_and_no_grader(opened: Opened) -> None:
    port = opened(
        """
        import gc, sys
        def f(words):
            found = set()
            for thing in gc.get_objects():
                name = getattr(thing, "__module__", None)
                if isinstance(name, str) and name.startswith(tuple(words)): found.add(name)
            frame = sys._getframe()
            while frame: 
                found |= {n for n in frame.f_globals if n in words}
                frame = frame.f_back
            return sorted(found)
        """
    )
    rooms = ["specs", "probes", "graders", "misconceptions", "runner", "batch", "gradebook", "facts", "judge"]
    words = [f"autograder.{room}" for room in rooms] + ["pytest", "hypothesis", "nbgrader", "pyseccomp"]
    assert port.call("f", [words]).value == []


def test_a_second_submission_is_untouched_by_the_first(opened: Opened) -> None:
    hostile = opened(
        """
        import builtins, math, sys, numpy as np
        builtins.sum = math.sqrt = np.exp = np.ndarray = None
        sys.path.clear(); sys.modules.clear(); sys.meta_path.clear()
        open("numpy.py", "w").write("raise SystemExit")
        open("sitecustomize.py", "w").write("raise SystemExit")
        def f(): return 1
        """
    )
    hostile.load()
    port = opened(
        "import os, math\nimport numpy as np\ndef f(x): return np.exp(x) + math.sqrt(sum([4])), os.listdir('.')"
    )
    assert port.load().troubles == ()
    assert port.call("f", [0.0]).value == (3.0, [])
