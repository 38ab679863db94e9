"""A class graded by a dask cluster: the same reports as here, also when a worker is lost on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from autograder import sample
from autograder.class_run import ClassRun, Options
from autograder.journal import hashed
from tests.friday.conftest import ALL_POINTS, ASSIGNMENT, FEWER_POINTS, RAISES, softmarks

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="workers need the walls of Linux")]

ALWAYS = "import numpy as np\ndef is_uniform(weights, atol=1e-3):\n    return np.ones(len(weights), dtype=bool)"


@pytest.fixture
def many(course, submitted, solved):
    """As many as asked for, no two files alike, one torn and one a link."""

    def put(count):
        bodies = ({}, {"is_uniform": RAISES}, {"is_uniform": ALWAYS})
        for number in range(count):
            folder = submitted / f"s{number:03}" / ASSIGNMENT
            folder.mkdir(parents=True)
            book = sample.filled(solved, bodies[number % 3])
            book["cells"].append({"cell_type": "markdown", "metadata": {}, "source": f"I am {number}."})
            (folder / "work.ipynb").write_text(json.dumps(book), encoding="utf-8")
        (submitted / "torn.ipynb").write_bytes(b"{")
        (submitted / "link.ipynb").symlink_to(course.config)
        return course

    return put


class Deadly:
    """An executor that loses one of its workers when it is given the eighth parcel."""

    def __init__(self, client):
        self._client = client
        self._executor = client.get_executor(retries=3, pure=False)
        self._given = 0

    def submit(self, *work):
        self._given += 1
        if self._given == 8:
            # Asked only now: a worker that was started anew in the meantime has another process.
            os.kill(next(iter(self._client.run(os.getpid).values())), signal.SIGKILL)
        return self._executor.submit(*work)


def timeless(report):
    return replace(report, seconds=0.0, exercises=tuple(replace(e, seconds=0.0) for e in report.exercises))


def with_evidence(reports):
    return [(timeless(report), [exercise.evidence for exercise in report.exercises]) for report in reports]


def test_the_same_reports_as_here_though_a_worker_is_lost(many):
    course = many(int(os.environ.get("CLUSTER_CLASS", "12")))
    here = list(ClassRun(course, ASSIGNMENT, Options(dry=True)).reports())
    with ExitStack() as stack:
        # A machine that has much else to do may take its time to start three workers.
        stack.enter_context(
            dask.config.set({f"distributed.comm.timeouts.{name}": "300s" for name in ("connect", "tcp")})
        )
        settings = {"n_workers": 3, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
        cluster = stack.enter_context(distributed.LocalCluster(**settings))
        client = stack.enter_context(distributed.Client(cluster))
        there = list(ClassRun(course, ASSIGNMENT, Options(executor=Deadly(client))).reports())
    assert with_evidence(there) == with_evidence(here)


def test_scheduler_and_workers_started_by_their_own_commands(many, tmp_path):
    course = many(4)
    dask = str(Path(sys.executable).with_name("dask"))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True, "cwd": tmp_path}
    started = []
    try:
        line = [dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        started.append(subprocess.Popen(line, **quiet))
        address = next(m[0] for m in map(re.compile(r"tcp://127\.0\.0\.1:\d+").search, started[0].stderr) if m)
        for _ in range(2):
            worker = [dask, "worker", address, "--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path)]
            started.append(subprocess.Popen(worker, **quiet))
        with distributed.Client(address) as client:
            client.wait_for_workers(2, timeout=120)
        done = softmarks(course, "grade", ASSIGNMENT, "--scheduler", address, "--json")
        assert done.returncode == 1, done.stderr  # torn and link are not graded
        scores = {line["submission"]: line["score"] for line in map(json.loads, done.stdout.splitlines())}
        assert scores | {"s002": None} == {
            "link": None,
            "s000": ALL_POINTS,
            "s001": FEWER_POINTS,
            "s002": None,
            "s003": ALL_POINTS,
            "torn": None,
        }
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.communicate(timeout=60)


def test_nobody_at_the_address_is_said(many):
    done = softmarks(many(1), "grade", ASSIGNMENT, "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 2
    assert "no dask scheduler answers" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_name_travels(many):
    from autograder.far import _packed

    course = many(1)
    run = ClassRun(course, ASSIGNMENT, Options())
    job = run._job(next(one for one in run.hand_ins if one.student == "s000"))
    parcel = _packed(job)
    assert parcel.job.name == hashed(job.key, "s000")
    assert "s000" not in repr(parcel)
    assert str(course.root) not in repr(parcel)
