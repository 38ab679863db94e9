"""Worker processes for a batch: clean ones, which end with the process that started them and get work bit by bit."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


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
