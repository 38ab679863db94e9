"""What a class costs here and on a cluster, in time, memory and bytes. No test: run it by hand.

python tests/friday/scale.py [SUBMISSIONS]
"""

from __future__ import annotations

import json
import pickle
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

import distributed

from autograder import facts, sample
from autograder.class_run import ClassRun, Options
from autograder.facts import Course
from autograder.far import _packed

ASSIGNMENT = "attention"


def a_class(size: int) -> Course:
    """A copy of the course with `size` hand-ins, no two alike."""
    here = facts.find(start=Path(__file__).parent)
    root = Path(tempfile.mkdtemp(prefix="softmarks-scale-"))
    for name in ("course_config.py", "nbgrader_config.py"):
        shutil.copy(here.folder("source").parent / name, root)
    shutil.copytree(here.folder("release"), root / here.release)
    file = Path(ASSIGNMENT, f"{ASSIGNMENT}.ipynb")
    solved, stub = (sample.read_notebook(here.folder(which) / file) for which in ("solution", "release"))
    for student, book in sample.sample_class(here.assignment(ASSIGNMENT), solved, stub, size).items():
        folder = root / here.classroom / "submitted" / student / ASSIGNMENT
        folder.mkdir(parents=True)
        book["cells"].append({"cell_type": "markdown", "metadata": {}, "source": student})
        (folder / file.name).write_text(json.dumps(book), encoding="utf-8")
    return facts.load(root)


def timed(course: Course, label: str, options: Options) -> None:
    start, used = time.perf_counter(), time.process_time()
    count = sum(1 for _ in ClassRun(course, ASSIGNMENT, options).reports())
    wall, own = (1000 * spent / count for spent in (time.perf_counter() - start, time.process_time() - used))
    print(f"{label:24} {wall:8.1f} ms each, of it {own:6.1f} ms of this process's processor", flush=True)


def main(size: int) -> None:
    course = a_class(size)
    try:
        timed(course, "2 workers here", Options(workers=2))
        timed(course, "again, unchanged", Options(workers=2))
        run = ClassRun(course, ASSIGNMENT, Options())
        parcels = [len(pickle.dumps(_packed(run._job(one)))) for one in run.hand_ins]
        print(f"{'a parcel on the wire':24} {sum(parcels) / size:8.0f} bytes")
        settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
        with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
            crew = client.get_executor(retries=3, pure=False)
            timed(course, "2 dask workers, cold", Options(executor=crew, force=True))
            timed(course, "2 dask workers, warm", Options(executor=crew, force=True))
        for place in sorted(course.folder("classroom").iterdir()):
            files = [one for one in (place, *place.rglob("*")) if one.is_file()]
            print(f"{place.name:24} {sum(one.stat().st_size for one in files) / size:8.0f} bytes each")
        print(
            f"{'memory of this process':24} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f} MB at most"
        )
    finally:
        shutil.rmtree(course.folder("classroom").parent)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
