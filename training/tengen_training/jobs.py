"""Cuts `tengen learn` into jobs and lets Ray run them, on this machine or on many.

    python -m tengen_training.jobs selfplay --jobs 20 --files 5 --out data -- --net teacher.bin.gz --sizes 9
    python -m tengen_training.jobs shards --jobs 20 --games games.sgf.xz --out data -- --net teacher.bin.gz

What stands behind `--` goes to `tengen learn`. Each job writes into a directory of its own, which gets its name (`job-00007`)
when `tengen` has ended well, and never before: what has that name is whole, and is there once, however many workers died
over it. The same command again makes the jobs that are missing.
"""

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import uuid
import zlib
from dataclasses import dataclass
from pathlib import Path

from .files import whole_file
from .vary import read

PLAN = "jobs.json"
UNFINISHED = "unfinished"  # the directory in which attempts are made
STARTS = 3  # how often Ray is started before that is given up
COUNT_AT = 20  # the byte of a shard at which its number of positions stands; docs/training-data.md


class Killed(Exception):
    """`tengen` was ended by a signal, as by a machine that runs out of memory. Another attempt may do better."""


@dataclass(frozen=True)
class Work:
    """What all jobs of a directory have in common. Relative paths begin at `start`, which every machine has to see."""

    kind: str  # selfplay or shards
    start: str
    out: str
    jobs: int
    tengen: str = "tengen"
    threads: int = 1
    files: int = 1  # of self-play, in each job
    labels: tuple = ()
    games: tuple = ()
    options: tuple = ()

    def folder(self, number):
        return Path(self.start, self.out, f"job-{number:05}")

    def records(self):
        return [record for path in self.games for record in read(Path(self.start, path))]

    def plan(self):
        """What decides the content of each job. More jobs of self-play only add to it."""
        # Files may change under their names: jobs of two teachers, say, must not stand side by side.
        named = [option.rpartition("=")[2] for option in self.options]
        files = [path for path in named if Path(self.start, path).is_file()]
        sums = {path: checksum(Path(self.start, path)) for path in [*files, *self.labels, *self.games]}
        cut = {"files": self.files} if self.kind == "selfplay" else {"jobs": self.jobs}
        plan = {"tengen": version(self.tengen), "kind": self.kind, "options": self.options, "crc32": sums, **cut}
        return json.dumps(plan, indent=1) + "\n"


def checksum(path):
    """The CRC-32 of what stands in a file, in hexadecimal digits."""
    total = 0
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            total = zlib.crc32(piece, total)
    return f"{total:08x}"


def inputs(work, number, attempt):
    """The options that tell `tengen learn` what belongs to this job."""
    if work.kind == "selfplay":
        return ["--first", str(number * work.files), "--files", str(work.files)]
    chosen = []
    labels = work.labels[number :: work.jobs]
    records = work.records()[number :: work.jobs]
    if labels:
        chosen += ["--labels", *labels]
    if records:
        piece = attempt / "records.sgf"
        piece.write_bytes("\n".join(records).encode("utf-8", "surrogateescape"))
        chosen += ["--games", str(piece)]
    return chosen


def make(work, number):
    """Does a job, unless it is done; -> its number and what `tengen` said. Many may try the same one: the first to end counts."""
    done = work.folder(number)
    if done.exists():
        return number, ""
    attempt = done.parent / UNFINISHED / f"{done.name}-{uuid.uuid4().hex}"
    attempt.mkdir(parents=True)
    command = [work.tengen, "learn", work.kind, "--out", str(attempt), "--threads", str(work.threads),
               *inputs(work, number, attempt), *work.options]  # fmt: skip
    ended = subprocess.run(command, cwd=work.start, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ended.returncode < 0:
        raise Killed(f"job {number}: tengen was ended by signal {-ended.returncode}")
    # With 1 it says that no position could be used: this job is empty, and others need not be.
    if ended.returncode > 1:
        raise RuntimeError(f"job {number}: {' '.join(command)}\n{ended.stderr.strip()}")
    publish(attempt, done)
    return number, (ended.stdout + ended.stderr).strip()


def publish(attempt, done):
    try:
        attempt.rename(done)
    except OSError:
        if not done.exists():
            raise
        shutil.rmtree(attempt)


def positions(folder):
    """How many positions the shards of a directory hold."""
    total = 0
    for path in folder.glob("*.shard"):
        with open(path, "rb") as shard:
            shard.seek(COUNT_AT)
            total += struct.unpack("<I", shard.read(4))[0]
    return total


def settle(work):
    """Writes the plan, or finds that the directory's jobs are of the same; -> whether it was written."""
    path, plan = Path(work.start, work.out, PLAN), work.plan()
    is_new = not path.exists()
    if is_new:
        if any(path.parent.glob("job-*")):
            raise SystemExit(f"no {PLAN} says how the jobs in {path.parent} were made; choose another directory")
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(plan.encode())
    kept = path.read_text()
    if kept != plan:
        found = difference(json.loads(kept), json.loads(plan))
        raise SystemExit(f"{path} says that the jobs there {found}; choose another directory")
    return is_new


def unsettle(work):
    """Takes the plan that this command has written back where no job could be done, so that a corrected one may use the directory."""
    folder = Path(work.start, work.out)
    if not any(folder.glob("job-*")):
        (folder / PLAN).unlink(missing_ok=True)


def difference(kept, plan):
    """What sets jobs apart from those that are to be made."""
    if kept.get("tengen") == plan["tengen"]:
        return "have other inputs or options"
    return f"are by {kept.get('tengen', 'a version of Tengen that it does not name')}, and this is {plan['tengen']}"


def start_ray(address, processors):
    """Joins the cluster at this address, or starts one of this machine alone."""
    # What a worker started ends with the worker, also where that is killed; and nothing is told to Ray's makers.
    os.environ.setdefault("RAY_process_group_cleanup_enabled", "1")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise SystemExit("Ray is missing: pip install -r requirements-ray.txt") from None
    if address:
        ray.init(address=address, log_to_driver=False)
    else:
        start_alone(ray, processors)
    return ray


def stop_ray():
    """Ends what is still being done, if Ray is there at all."""
    if "ray" in sys.modules:
        sys.modules["ray"].shutdown()


def start_alone(ray, processors):
    """Ray gives its own processes 15 s to start, which is too short on a machine that is very busy, and then raises no more
    than an Exception: https://github.com/ray-project/ray/issues/65983"""
    for left in reversed(range(STARTS)):
        try:
            return ray.init("local", num_cpus=processors, include_dashboard=False, log_to_driver=False)
        except Exception as error:
            ray.shutdown()
            if not left:
                raise SystemExit(f"Ray does not start: {error}") from None


def run(work, missing, ray, retries):
    """Does the missing jobs, as many at a time as there are processors for."""
    largest = max((node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]), default=0)
    if work.threads > largest:
        # Ray would wait for such a machine for ever.
        raise SystemExit(f"a job wants {work.threads} processors, and no machine has more than {largest:g}: give fewer --threads")
    task = ray.remote(num_cpus=work.threads, max_retries=retries, retry_exceptions=[Killed])(make)
    waiting = [task.remote(work, number) for number in missing]
    while waiting:
        ready, waiting = ray.wait(waiting)
        try:
            number, said = ray.get(ready[0])
        except ray.exceptions.RayTaskError as error:
            raise SystemExit(str(error.cause)) from None
        except ray.exceptions.RayError as error:
            raise SystemExit(f"a job failed for good, the others are kept: {error}") from None
        print(f"job {number}: {positions(work.folder(number))} positions; {len(waiting)} jobs to go", flush=True)
        for line in said.splitlines():
            print(f"  {line}", flush=True)


def parse(arguments):
    split = arguments.index("--") if "--" in arguments else len(arguments)
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("kind", choices=["selfplay", "shards"])
    p.add_argument("--jobs", type=int, required=True, help="how many jobs; some minutes each are best")
    p.add_argument("--out", required=True, help="directory for the jobs' directories, which every machine sees")
    p.add_argument("--files", type=int, default=1, help="files of games in each job of self-play")
    p.add_argument("--labels", nargs="+", default=[], help="label files, shared out whole")
    p.add_argument("--games", nargs="+", default=[], help="files of records, shared out record by record")
    p.add_argument("--tengen", default="tengen", help="the program, at the same place on every machine")
    p.add_argument("--threads", type=int, default=1, help="threads, and processors, of each job")
    p.add_argument("--address", help="of a Ray cluster, HOST:6379 or auto; this machine alone if none is given")
    p.add_argument("--processors", type=int, help="how many to use of this machine alone; all if none is given")
    p.add_argument("--retries", type=int, default=3, help="how often a job is tried again after its worker died")
    options = p.parse_args(arguments[:split])
    work = Work(options.kind, os.getcwd(), options.out, options.jobs, program(options.tengen), options.threads,
                options.files, tuple(options.labels), tuple(options.games), tuple(arguments[split + 1 :]))  # fmt: skip
    check(work, p)
    return work, options


def program(name):
    """Its whole path where this machine knows it: Ray's workers start elsewhere."""
    found = shutil.which(name)
    return os.path.abspath(found) if found else name


def version(tengen):
    """What the program says of itself: `tengen 0.20.0`."""
    try:
        return subprocess.run([tengen, "-V"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"{tengen} does not say its version: {error}") from None


def check(work, p):
    """Refuses what no job could be made of."""
    if min(work.jobs, work.files, work.threads) < 1:
        p.error("--jobs, --files and --threads are at least 1")
    if work.kind == "selfplay":
        return
    if not work.labels + work.games:
        p.error("shards are made of --labels or --games")
    for path in work.labels + work.games:
        if not os.path.isfile(path):
            p.error(f"{path} is no file")
    most = max(len(work.labels), len(work.records()))
    if work.jobs > most:
        p.error(f"--jobs {work.jobs}, but there are only {most} records or label files to share out")


def main(arguments=None):
    work, options = parse(sys.argv[1:] if arguments is None else arguments)
    is_new = settle(work)
    missing = [number for number in range(work.jobs) if not work.folder(number).exists()]
    if missing:
        try:
            run(work, missing, start_ray(options.address, options.processors), options.retries)
        except SystemExit:
            if is_new:
                stop_ray()
                unsettle(work)
            raise
    # What is left there are the attempts of workers that died.
    shutil.rmtree(Path(work.out, UNFINISHED), ignore_errors=True)
    folders = [work.folder(number) for number in range(work.jobs)]
    shards = sum(len(list(folder.glob("*.shard"))) for folder in folders)
    print(f"{sum(map(positions, folders))} positions in {shards} shards of {work.jobs} jobs, "
          f"{work.jobs - len(missing)} of which were there already")  # fmt: skip


if __name__ == "__main__":
    main()
