"""Jobs on a cluster of two workers, of which one is killed: nothing may be lost, and nothing be there twice."""

import contextlib
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from tengen_training import jobs
from tengen_training.data import read_shard
from tengen_training.export import write_model
from tests.test_network import random_network

TRAINING = Path(__file__).resolve().parent.parent
PATIENCE = 600  # seconds after which something hangs
SELF_PLAY = ["--sizes", "5", "--games", "2", "--playouts", "16", "--quick-playouts", "8"]

# Stands in for `tengen` that is asked for its version.
VERSION = "#!/bin/sh\necho tengen {}\n"

# Stands in for `tengen`. The first time that it is called for job 1 it does everything and then, instead of ending, tells
# its own number and that of the worker, and waits to be killed.
STAND_IN = """#!{python}
import os, subprocess, sys, time
arguments = sys.argv[1:]
if arguments == ["-V"]:
    os.execv("{tengen}", ["{tengen}", "-V"])
attempt = arguments[arguments.index("--out") + 1]
job = os.path.basename(attempt)[:9]
with open("{folder}/calls", "a") as calls:
    calls.write(job + "\\n")
if job == "job-00001" and not os.path.exists("{folder}/hangs"):
    subprocess.run(["{tengen}", *arguments], check=True)
    with open("{folder}/hangs.part", "w") as file:
        file.write(f"{{os.getpid()}} {{os.getppid()}}")
    os.rename("{folder}/hangs.part", "{folder}/hangs")
    time.sleep(100000)
os.execv("{tengen}", ["{tengen}", *arguments])
"""


def tengen():
    """The program: that which TENGEN names, or the one built here."""
    named = os.environ.get("TENGEN")
    built = TRAINING.parent / "target/release/tengen"
    return named or (str(built) if built.exists() else shutil.which("tengen"))


def missing():
    """What the tests with a cluster lack; nothing if they can run."""
    try:
        import ray  # noqa: F401
    except ImportError:
        return "Ray is missing: pip install -r requirements-ray.txt"
    return "" if tengen() else "tengen is missing: cargo build --release, or TENGEN=PROGRAM"


if missing():
    print(f"\n*** NOT TESTED, jobs on a cluster: {missing()} ***\n", file=sys.stderr)


def wait_until(happens, what):
    end = time.monotonic() + PATIENCE
    while not happens():
        if time.monotonic() > end:
            raise AssertionError(f"waited too long for {what}")
        time.sleep(0.05)


def is_alive(process):
    """Whether a process runs, and is not dead and waiting for its parent to notice."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def records(count):
    """Short games that differ."""
    draw = random.Random(7)
    for _ in range(count):
        points = draw.sample([x + y for x in "abcdefghi" for y in "abcdefghi"], 12)
        moves = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
        yield f"(;GM[1]SZ[9]KM[7]RE[B+R]{moves})\n"


def contents(folder):
    """{name within the folder: bytes} of all shards that a network would be trained on."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).glob("**/*.shard")}


def seen(folder):
    """How often each position is there, told by its planes, numbers and game."""
    found = Counter()
    for path in Path(folder).glob("**/*.shard"):
        shard = read_shard(path)
        fields = zip(shard.planes, shard.numbers, shard.game, strict=True)
        found.update(f"{path.name.split('-')[0]} {p.tobytes()} {n.tobytes()} {g}" for p, n, g in fields)
    return found


@unittest.skipIf(missing(), missing())
class ClusterTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.program = self.folder / "stand-in"
        self.program.write_text(STAND_IN.format(python=sys.executable, tengen=tengen(), folder=self.folder))
        self.program.chmod(0o755)

    def start(self, *arguments):
        command = [sys.executable, "-m", "tengen_training.jobs", *arguments]
        return subprocess.Popen(command, cwd=TRAINING, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self, driver):
        said, errors = driver.communicate(timeout=PATIENCE)
        self.assertEqual(driver.returncode, 0, errors)
        return said.splitlines()[-1]

    def hanging(self, driver):
        """The process that hangs, and the worker that waits for it."""
        path = self.folder / "hangs"
        wait_until(lambda: path.exists() or driver.poll() is not None, "job 1")
        if driver.poll() is not None:
            self.fail(f"the command ended early: {driver.communicate()[1]}")
        return [int(number) for number in path.read_text().split()]

    def calls(self):
        """How often `tengen` was started for each job."""
        path = self.folder / "calls"
        return Counter(path.read_text().split()) if path.exists() else Counter()

    def test_a_worker_that_is_killed_costs_nothing(self):
        out = self.folder / "out"
        arguments = ["selfplay", "--jobs", "4", "--files", "2", "--out", str(out), "--processors", "2",
                     "--tengen", str(self.program), "--", *SELF_PLAY]  # fmt: skip
        driver = self.start(*arguments)
        program, worker = self.hanging(driver)
        os.kill(worker, signal.SIGKILL)
        said = self.end(driver)
        wait_until(lambda: not is_alive(program), "the program of the worker that was killed")

        plain = self.folder / "plain"
        subprocess.run([tengen(), "learn", "selfplay", "--files", "8", "--out", plain, *SELF_PLAY],
                       check=True, capture_output=True)  # fmt: skip
        by_file = {Path(name).name: data for name, data in contents(out).items()}
        self.assertEqual(len(contents(out)), 8)
        self.assertEqual(by_file, contents(plain))
        self.assertIn(f"{seen(plain).total()} positions in 8 shards of 4 jobs, 0 of", said)
        self.assertEqual(self.calls(), {"job-00000": 1, "job-00001": 2, "job-00002": 1, "job-00003": 1})
        self.assertFalse((out / jobs.UNFINISHED).exists())

        before = contents(out)
        (self.folder / "calls").unlink()
        self.assertIn("4 of which were there already", self.end(self.start(*arguments)))
        self.assertEqual(self.calls(), {})
        shutil.rmtree(out / "job-00002")
        self.assertIn("3 of which were there already", self.end(self.start(*arguments)))
        self.assertEqual(self.calls(), {"job-00002": 1})
        self.assertEqual(contents(out), before)

    def test_a_command_that_is_killed_goes_on(self):
        games, network, out = self.folder / "games.sgf", self.folder / "net.bin.gz", self.folder / "out"
        games.write_text("".join(records(30)))
        write_model(random_network(), network, "small")
        arguments = ["shards", "--jobs", "3", "--games", str(games), "--out", str(out), "--processors", "2",
                     "--tengen", str(self.program), "--", "--net", str(network), "--per-game", "4", "--hold-back", "3"]  # fmt: skip
        driver = self.start(*arguments)
        program, _ = self.hanging(driver)
        wait_until((out / "job-00000").exists, "job 0")
        driver.kill()
        driver.communicate()
        wait_until(lambda: not is_alive(program), "the program of the command that was killed")
        self.assertFalse((out / "job-00001").exists())
        self.end(self.start(*arguments))

        options = ["--net", str(network), "--per-game", "4", "--hold-back", "3"]
        one_by_one = jobs.Work("shards", str(self.folder), "one_by_one", 3, tengen(), games=(str(games),), options=tuple(options))
        for number in range(3):
            jobs.make(one_by_one, number)
        self.assertEqual(contents(out), contents(self.folder / "one_by_one"))

        plain = self.folder / "plain"
        subprocess.run([tengen(), "learn", "shards", "--games", games, "--out", plain, *options], check=True, capture_output=True)
        self.assertEqual(seen(plain).total(), 30 * 4)
        self.assertEqual(seen(out), seen(plain))

    def test_what_tengen_says_against_a_job_is_told(self):
        driver = self.start("selfplay", "--jobs", "1", "--out", str(self.folder / "out"), "--processors", "2",
                            "--tengen", tengen(), "--", "--sizes", "99")  # fmt: skip
        _, errors = driver.communicate(timeout=PATIENCE)
        self.assertEqual(driver.returncode, 1)
        self.assertIn("give sides from 2 to 25", errors)
        self.assertNotIn("Traceback", errors)
        self.assertFalse((self.folder / "out" / jobs.PLAN).exists(), "the corrected command may use the directory")


class JobTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def parse(self, *arguments):
        """The work, or what is said against it."""
        errors = io.StringIO()
        try:
            with contextlib.redirect_stderr(errors):
                return jobs.parse(list(arguments))[0]
        except SystemExit:
            return errors.getvalue()

    def test_each_record_is_in_one_job(self):
        games = self.folder / "games.sgf"
        games.write_bytes("\n\n".join(records(11)).encode() + b"(;C[\xe9])")
        work = self.parse("shards", "--jobs", "4", "--games", str(games), "--out", "out")
        pieces = []
        for number in range(4):
            option, path = jobs.inputs(work, number, self.folder)
            self.assertEqual(option, "--games")
            pieces += Path(path).read_bytes().split(b"\n")
        self.assertEqual(sorted(pieces), sorted(line for line in games.read_bytes().split(b"\n") if line))

    def test_files_of_labels_are_shared_out(self):
        for name in "abc":
            (self.folder / name).touch()
        labels = [str(self.folder / name) for name in "abc"]
        work = self.parse("shards", "--jobs", "2", "--labels", *labels, "--out", "out", "--", "--seed", "3")
        self.assertEqual(jobs.inputs(work, 0, self.folder), ["--labels", labels[0], labels[2]])
        self.assertEqual(jobs.inputs(work, 1, self.folder), ["--labels", labels[1]])
        self.assertEqual(work.options, ("--seed", "3"))

    def test_what_makes_no_sense_is_refused(self):
        (self.folder / "a").touch()
        labels = ["--labels", str(self.folder / "a")]
        for arguments, said in [(["selfplay", "--jobs", "0"], "at least 1"), (["shards", "--jobs", "1"], "made of --labels or"),
                                (["shards", "--jobs", "1", "--games", "nowhere"], "nowhere is no file"),
                                (["shards", "--jobs", "2", *labels], "only 1 records or label files")]:  # fmt: skip
            self.assertIn(said, self.parse(*arguments, "--out", "out"))

    def test_the_first_attempt_to_end_counts(self):
        done = self.folder / "job-00000"
        for text in ("first", "second"):
            attempt = self.folder / text
            attempt.mkdir()
            (attempt / "a.shard").write_text(text)
            jobs.publish(attempt, done)
            self.assertFalse(attempt.exists())
        self.assertEqual((done / "a.shard").read_text(), "first")
        with self.assertRaises(FileNotFoundError):
            jobs.publish(self.folder / "nowhere", self.folder / "job-00001")

    def test_a_ray_that_is_slow_to_start_is_started_again(self):
        class Slow:
            """Stands in for Ray: starts at the third time, or never."""

            def __init__(self, fails):
                self.fails, self.stopped = fails, 0

            def init(self, *_, **__):
                if self.stopped < self.fails:
                    raise Exception("timed out")

            def shutdown(self):
                self.stopped += 1

        slow = Slow(2)
        jobs.start_alone(slow, 1)
        self.assertEqual(slow.stopped, 2)
        with self.assertRaisesRegex(SystemExit, "Ray does not start: timed out"):
            jobs.start_alone(Slow(99), 1)

    def stand_in(self, version="1.0"):
        program = self.folder / f"tengen-{version}"
        program.write_text(VERSION.format(version))
        program.chmod(0o755)
        return str(program)

    def test_jobs_of_other_versions_are_not_mixed(self):
        play = lambda tengen: jobs.Work("selfplay", str(self.folder), "out", 2, tengen)
        jobs.settle(play(self.stand_in("1.0")))
        jobs.settle(play(self.stand_in("1.0")))
        with self.assertRaisesRegex(SystemExit, "the jobs there are by tengen 1.0, and this is tengen 1.1"):
            jobs.settle(play(self.stand_in("1.1")))
        plan = self.folder / "out" / jobs.PLAN
        earlier = json.loads(plan.read_text())
        del earlier["tengen"]
        plan.write_text(json.dumps(earlier))
        with self.assertRaisesRegex(SystemExit, "a version of Tengen that it does not name, and this is tengen 1.0"):
            jobs.settle(play(self.stand_in("1.0")))

    def test_a_program_that_does_not_say_its_version_is_refused(self):
        failing = self.folder / "failing"
        failing.write_text("#!/bin/sh\nexit 2\n")
        failing.chmod(0o755)
        for program in (str(failing), str(self.folder / "nowhere")):
            with self.assertRaisesRegex(SystemExit, f"{program} does not say its version"):
                jobs.settle(jobs.Work("selfplay", str(self.folder), "out", 1, program))
        self.assertFalse((self.folder / "out").exists())

    def test_a_plan_that_the_disk_does_not_take_is_not_there(self):
        work = jobs.Work("selfplay", str(self.folder), "out", 1, self.stand_in())
        with patch("os.fsync", side_effect=OSError("no disk")), self.assertRaisesRegex(OSError, "no disk"):
            jobs.settle(work)
        self.assertFalse((self.folder / "out" / jobs.PLAN).exists())

    def test_jobs_of_other_options_are_not_mixed(self):
        play = lambda *options, jobs_=2: jobs.Work("selfplay", str(self.folder), "out", jobs_, self.stand_in(), options=options)
        jobs.settle(play("--sizes", "9"))
        jobs.settle(play("--sizes", "9", jobs_=5))
        self.assertEqual(json.loads((self.folder / "out" / jobs.PLAN).read_text())["options"], ["--sizes", "9"])
        with self.assertRaisesRegex(SystemExit, "other inputs or options"):
            jobs.settle(play("--sizes", "13"))

    def test_jobs_of_two_networks_of_one_name_are_not_mixed(self):
        net = self.folder / "net.bin.gz"
        for options in (("--net", "net.bin.gz"), ("--net=net.bin.gz",)):
            work = jobs.Work("selfplay", str(self.folder), f"out{len(options)}", 2, self.stand_in(), options=options)
            net.write_bytes(b"one")
            jobs.settle(work)
            jobs.settle(work)
            net.write_bytes(b"two")
            with self.assertRaisesRegex(SystemExit, "other inputs or options"):
                jobs.settle(work)

    def test_jobs_of_two_inputs_of_one_name_and_length_are_not_mixed(self):
        games = self.folder / "games.sgf"
        work = jobs.Work("shards", str(self.folder), "out", 1, self.stand_in(), games=("games.sgf",))
        games.write_text("(;B[aa])")
        jobs.settle(work)
        games.write_text("(;B[bb])")
        with self.assertRaisesRegex(SystemExit, "other inputs or options"):
            jobs.settle(work)

    def test_a_plan_stays_where_jobs_are_done(self):
        work = jobs.Work("selfplay", str(self.folder), "out", 1, self.stand_in())
        plan = self.folder / "out" / jobs.PLAN
        for job in ((), ("job-00000",)):
            self.assertTrue(jobs.settle(work), "the plan is new")
            self.assertFalse(jobs.settle(work))
            for name in job:
                (self.folder / "out" / name).mkdir()
            jobs.unsettle(work)
            self.assertEqual(plan.exists(), bool(job))
        plan.unlink()
        with self.assertRaisesRegex(SystemExit, "no jobs.json says how the jobs in"):
            jobs.settle(work)

    def test_what_tengen_says_of_a_job_is_handed_on(self):
        program = self.folder / "program"
        program.write_text("#!/bin/sh\necho 3 left out\necho no rules >&2\n")
        program.chmod(0o755)
        work = jobs.Work("selfplay", str(self.folder), "out", 1, str(program))
        self.assertEqual(jobs.make(work, 0), (0, "3 left out\nno rules"))
        self.assertEqual(jobs.make(work, 0), (0, ""))

    def test_a_job_without_a_usable_record_ends_no_others(self):
        program = self.folder / "program"
        for code in 1, 2:
            program.write_text(f"#!/bin/sh\necho none >&2\nexit {code}\n")
            program.chmod(0o755)
            work = jobs.Work("selfplay", str(self.folder), f"out{code}", 1, str(program))
            if code == 1:
                self.assertEqual(jobs.make(work, 0), (0, "none"))
            else:
                self.assertRaises(RuntimeError, jobs.make, work, 0)

    def test_jobs_for_which_every_machine_is_too_small_are_refused(self):
        class Small:
            """Stands in for Ray, with two machines, of which the larger one has gone."""

            def nodes(self):
                return [{"Alive": True, "Resources": {"CPU": 2.0}}, {"Alive": False, "Resources": {"CPU": 64.0}}]

        work = jobs.Work("selfplay", str(self.folder), "out", 1, threads=3)
        with self.assertRaisesRegex(SystemExit, "wants 3 processors, and no machine has more than 2"):
            jobs.run(work, [0], Small(), 0)


if __name__ == "__main__":
    unittest.main()
