"""Worker processes for a batch: clean ones, which end with the process that started them and get work bit by bit."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")
AHEAD = 64  # jobs handed out per worker: enough to be busy while a batch is written into the gradebook
SMALL = 8  # below this many jobs starting workers costs more than it saves


def spread(
    work: Callable[[Job], Result], jobs: Sequence[Job], workers: int, lost: Callable[[Job], Result]
) -> Iterator[Result]:
    """The results in the order of the jobs. A worker that dies costs time only; a job that kills it is `lost`."""
    if workers < 2 or len(jobs) < SMALL:
        yield from map(work, jobs)
        return
    done = 0
    while done < len(jobs):
        try:
            # Spawned, not forked: a worker starts clean, without the gradebook or a progress bar's thread.
            with pool(workers) as crew:
                for result in in_order(crew, work, jobs[done:], AHEAD * workers):
                    done += 1
                    yield result
        except BrokenProcessPool:
            yield _alone(work, jobs[done], lost)
            done += 1


def _alone(work: Callable[[Job], Result], job: Job, lost: Callable[[Job], Result]) -> Result:
    """The job at which a pool broke, in a process of its own, so that it can break nothing else."""
    try:
        with pool(1) as crew:
            return crew.submit(work, job).result()
    except BrokenProcessPool:
        return lost(job)


def in_order(crew: Executor, work: Callable[[Job], Result], jobs: Iterable[Job], most: int) -> Iterator[Result]:
    """The results in the order of the jobs; at most `most` are handed out, so that a large class fits in as little."""
    waiting: deque[Future[Result]] = deque()
    for job in jobs:
        if len(waiting) == most:
            yield waiting.popleft().result()
        waiting.append(crew.submit(work, job))
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end with this one, and at once when the run is interrupted."""
    before = set(active_children())
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_work_for_parent) as crew:
        try:
            yield crew
        except (KeyboardInterrupt, GeneratorExit):
            for child in set(active_children()) - before:
                child.terminate()
            raise


def _work_for_parent() -> None:
    """Leave Ctrl-C to the parent; when it is gone, killed perhaps, go as well instead of waiting for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
