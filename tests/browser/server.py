"""A Jupyter server for one test: own folders, own token, a port that was free, no network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import IO

from tests.conftest import ROOT

PATIENCE = 120  # seconds for a server to begin, and to end
TOKEN = "token-of-this-test"
NOWHERE = "http://127.0.0.1:9"  # a port at which nobody answers
# What JupyterLab would do by itself in the midst of a test: save, ask for news, leave cells out that are not in view.
SETTINGS: Mapping[str, Mapping[str, object]] = {
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
OPTIONS = (
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--port=0",
    f"--IdentityProvider.token={TOKEN}",
    "--LabApp.extension_manager=readonly",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)


@dataclass(frozen=True, slots=True)
class Server:
    """Where it answers, such as http://127.0.0.1:8888, and the folder that it shows."""

    host: str
    root: Path

    def url(self, path: str) -> str:
        return f"{self.host}/{path}{'&' if '?' in path else '?'}token={TOKEN}"


@contextmanager
def serving(root: Path, own: Path, log: Path) -> Iterator[Server]:
    """Serve `root`; settings, state and home lie in `own`, what the server says goes to `log`."""
    for name, values in SETTINGS.items():
        path = own / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *OPTIONS, f"--ServerApp.root_dir={root}"],
        cwd=root,
        env=_environment(own),
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with server, log.open("w", encoding="utf-8") as kept:
        said: Queue[str] = Queue()
        reader = threading.Thread(target=_read, args=[server.stderr, kept, said])
        reader.start()
        try:
            host = said.get(timeout=PATIENCE)
            assert host, f"the Jupyter server ended before it listened; what it said is in {log}"
            yield Server(host, root)
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()
            reader.join()


def _read(lines: Iterable[str], log: IO[str], said: Queue[str]) -> None:
    """Keep what the server says, to its end, since a full pipe would stop it; say where it is once it listens."""
    for line in lines:
        log.write(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            said.put(found[0])
    said.put("")


def _environment(own: Path) -> dict[str, str]:
    return {
        "PYTHONPATH": str(ROOT),  # kernels take the kit from the checkout that is tested, wherever another is installed
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": str(own / "home"),
        "XDG_STATE_HOME": str(own / "state"),
        "JUPYTER_PLATFORM_DIRS": "1",
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "http_proxy": NOWHERE,
        "https_proxy": NOWHERE,
        "no_proxy": "127.0.0.1,localhost",
    }
