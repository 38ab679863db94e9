"""Grading on other machines: a submission travels as bytes under a hashed id, the report comes back.

The machines are a dask.distributed cluster whose workers have this very checkout installed; each worker has its own
clean processes and walls. The course key travels too, so scheduler and workers are as trusted as this machine.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import tempfile
import threading
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from autograder.batch import Job, grade_one
from autograder.facts import CONFIG_NAME, CourseError, load
from autograder.journal import grader_version, hashed
from autograder.report import Evidence, Report, Status
from autograder.submission import Refused, Unreadable
from autograder.submission.files import Contents, folder, is_folder, one_file, would_be_read

AHEAD = 256  # parcels on their way at a time: the scheduler's memory stays small, however large the class
RETRIES = 3  # of a task whose worker was lost
ANSWER_SECONDS = 15
_ENDS = (".ipynb", ".ipynb.txt", ".ipynb.json", ".py", ".zip")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A job that needs nothing of the machine it came from. `files` are (name below the top, bytes, time)."""

    job: Job
    is_folder: bool
    files: tuple[tuple[str, bytes, float], ...]
    config: str
    handout: bytes  # the released notebook, compressed: by it is known which cells only show something
    version: str


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers behind a dask scheduler, as an executor; CourseError when nobody answers there."""
    from distributed import Client  # an instructor's extra, slow to import, and needed with --scheduler only

    try:
        client = Client(address, timeout=ANSWER_SECONDS)
    except (OSError, ValueError) as error:
        raise CourseError(
            f"no dask scheduler answers at {address}: {error}; start one with dask scheduler, "
            "workers with dask worker ADDRESS, and give the address that the scheduler prints"
        ) from error
    with client:
        if not client.scheduler_info()["workers"]:
            raise CourseError(f"the scheduler at {address} has no workers; start some with dask worker {address}")
        yield client.get_executor(retries=RETRIES, pure=False)


def grade_far(jobs: Sequence[Job], executor: Executor) -> Iterator[Report]:
    """The reports in the order of the jobs. What cannot travel, such as a link, is judged here."""
    waiting: deque[tuple[Job, Future[tuple[str, str]] | None]] = deque()
    for job in jobs:
        if len(waiting) == AHEAD:
            yield _received(*waiting.popleft())
        parcel = _packed(job)
        waiting.append((job, executor.submit(grade_parcel, parcel) if parcel else None))
    while waiting:
        yield _received(*waiting.popleft())


def _packed(job: Job) -> Parcel | None:
    assert job.root is not None
    assert job.key is not None
    config = (job.root / CONFIG_NAME).read_text(encoding="utf-8")
    limit = _limit(job.root)
    try:
        inside = is_folder(job.path)
        contents = folder(job.path, limit) if inside else Contents((one_file(job.path, limit),))
        wanted = [file for file in contents.files if would_be_read(file.name) or not inside]
        if contents.links or sum(file.size for file in wanted) > limit:
            return None
        files = tuple((file.name if inside else "", file.load(), file.modified) for file in wanted)
    except (Refused, Unreadable):
        return None
    name = hashed(job.key, job.name)
    top = name if inside else name + next((end for end in _ENDS if job.path.name.casefold().endswith(end)), "")
    handout = _handout(job.root, job.assignment)
    return Parcel(replace(job, path=Path(top), name=name, root=None), inside, files, config, handout, grader_version())


@cache
def _handout(root: Path, assignment: str | None) -> bytes:
    return zlib.compress(load(root).handout(assignment)) if assignment else b""


@cache
def _limit(root: Path) -> int:
    return load(root).limits.submission_megabytes * 2**20


def _received(job: Job, future: Future[tuple[str, str]] | None) -> Report:
    if future is None:
        return grade_one(job)
    try:
        text, path = future.result()
    except CourseError:
        raise
    except Exception as loss:  # whatever the cluster says: a submission is never lost over it
        message = f"the cluster lost this submission: {type(loss).__name__}; run the same command again"
        return Report(job.name, job.assignment, job.hidden, Status.GRADER_FAULT, message)
    assert job.key is not None
    names = {path: shlex.quote(str(job.path)), Path(path).name: job.path.name, hashed(job.key, job.name): job.name}
    for away, here in names.items():
        text = text.replace(away, json.dumps(here)[1:-1])
    data = json.loads(text)
    report = Report.from_json(data)
    details = [tuple(Evidence(**row) for row in exercise["evidence"]) for exercise in data["exercises"]]
    pairs = zip(report.exercises, details, strict=True)
    return replace(report, exercises=tuple(replace(exercise, evidence=detail) for exercise, detail in pairs))


# --- on the worker ----------------------------------------------------------------------------------------------------


def grade_parcel(parcel: Parcel) -> tuple[str, str]:
    """The report as JSON, and the path at which the submission lay here."""
    if parcel.version != grader_version():
        raise CourseError(
            f"the worker on {platform.node()} has another version of the kit or of its libraries; "
            "install the same checkout there and start the worker again"
        )
    with _turn(), tempfile.TemporaryDirectory(prefix="softmarks-") as place:
        top = Path(place, parcel.job.path)
        if parcel.is_folder:
            top.mkdir()
        for name, data, modified in parcel.files:
            path = top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            os.utime(path, (modified, modified))
        home = Path(_home(parcel.config, parcel.job.assignment, parcel.handout).name)
        report = grade_one(replace(parcel.job, path=top, root=home))
    return json.dumps(asdict(report)), str(top)


@cache
def _turn() -> threading.Lock:
    """A worker may have several threads; grading takes one at a time."""
    return threading.Lock()


@cache
def _home(config: str, assignment: str | None, handout: bytes) -> tempfile.TemporaryDirectory[str]:
    """A course folder with the sender's facts and hand-out; it is removed when the worker ends."""
    home = tempfile.TemporaryDirectory(prefix="softmarks-course-")
    Path(home.name, CONFIG_NAME).write_text(config, encoding="utf-8")
    if assignment and handout:
        place = load(Path(home.name)).released(assignment)
        place.parent.mkdir(parents=True)
        place.write_bytes(zlib.decompress(handout))
    return home
