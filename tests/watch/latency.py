"""How long after a save the verdict is on the screen, in each backend. No test: run it by hand.

python tests/watch/latency.py [SAVES]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from autograder.sandbox import BACKENDS

ROOT = Path(__file__).parents[2]
SOLVED = ROOT / "solutions" / "attention"
NEXT = "next: day 2"  # the last line of a verdict on a solved file


def measure(name: str, backend: str, saves: int) -> list[float]:
    """Seconds from the end of each save, by replacing the file as editors do, to the verdict's last line."""
    text = (SOLVED / name).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-u", "-m", "autograder", "watch", str(file), "--plain"]
        settings = {**os.environ, "SOFTMARKS_BACKEND": backend, "XDG_STATE_HOME": folder}
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=settings, cwd=ROOT, encoding="utf-8") as running:
            assert running.stdout is not None
            waits = []
            _until(running, NEXT)
            for count in range(saves):
                time.sleep(0.2 + 0.013 * count)  # anywhere between two looks
                fresh = file.with_suffix(".new")
                fresh.write_text(
                    text.replace("def project_qkv(x,", f"def project_qkv(x, {' ' * count}"), encoding="utf-8"
                )
                os.replace(fresh, file)
                saved = time.perf_counter()
                _until(running, NEXT)
                waits.append(time.perf_counter() - saved)
            running.terminate()
    return waits


def _until(running: subprocess.Popen[str], text: str) -> None:
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith(text):
            return
    raise RuntimeError("the watch has ended")


def main() -> None:
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for backend in BACKENDS:
        for name in ("attention.ipynb", "attention.py"):
            waits = measure(name, backend, saves)
            middle, most = 1000 * statistics.median(waits), 1000 * max(waits)
            print(f"{backend:9}{name:17}from save to verdict: median {middle:.0f} ms, longest of {saves} {most:.0f} ms")


if __name__ == "__main__":
    main()
