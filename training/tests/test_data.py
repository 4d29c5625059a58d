"""Shards, symmetries and the training loop on positions made up on the spot."""

import contextlib
import io
import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest.mock import patch

import numpy as np
import torch

from tengen_training import loss, restore, train
from tengen_training.data import (
    BONUS,
    FIELDS,
    SURELY,
    Positions,
    Sampler,
    load,
    make_batch,
    move_komi_far,
    read_shard,
    turn,
    unseen,
    write_shard,
)
from tengen_training.export import write_model
from tengen_training.loss import losses, spread_loss, total
from tengen_training.model import Network, Output, Shape
from tengen_training.release import inputs_set, silence
from tengen_training.restore import read_model
from tengen_training.validate import validate

TRAINING = Path(__file__).resolve().parent.parent
PATIENCE = 600  # seconds after which something hangs


def made_up(side, count, seed=1):
    """Positions in which the move to play is the only stone on plane 1, which is also the only point owned."""
    random = np.random.default_rng(seed)
    area = side * side
    moves = random.integers(0, area, count)
    planes = np.zeros((count, 22 * area), np.uint8)
    planes[:, :area] = 1
    planes[np.arange(count), area + moves] = 1
    planes[:, 20 * area : 20 * area + 16] = random.integers(0, 2, (count, 16))  # so that no two are the same
    ownership = np.zeros((count, area), np.int8)
    ownership[np.arange(count), moves] = 127
    return Positions(
        side,
        planes=np.packbits(planes, axis=1, bitorder="little"),
        numbers=random.random((count, 19), np.float32),
        moves=np.stack([moves, np.full(count, area), np.zeros(count)], 1).astype(np.uint16),
        weights=np.tile(np.uint16([39000, 13000, 0]), (count, 1)),
        win=random.random(count, np.float32),
        lead=random.normal(0, 10, count).astype(np.float32),
        ownership=ownership,
        game=np.arange(count, dtype=np.uint64) // 2,
    )


class ShardTest(unittest.TestCase):
    def test_what_is_written_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            for i, (side, count) in enumerate([(9, 5), (9, 7), (13, 3)]):
                write_shard(Path(folder) / f"train-{i}.shard", made_up(side, count, seed=i))
            write_shard(Path(folder) / "validation-9x9-0.shard", made_up(9, 2))
            found = load(folder, "train")
            self.assertEqual({side: len(p) for side, p in found.items()}, {9: 12, 13: 3})
            self.assertEqual(len(load(folder, "validation")[9]), 2)
            for field in FIELDS:
                parts = [getattr(made_up(9, 5, 0), field), getattr(made_up(9, 7, 1), field)]
                np.testing.assert_array_equal(getattr(found[9], field), np.concatenate(parts), field)

    def test_jobs_are_read_and_their_attempts_are_not(self):
        with tempfile.TemporaryDirectory() as folder:
            for place, count in [("", 1), ("job-00000", 2), ("job-00001", 4), ("unfinished/job-00002-a", 8)]:
                (Path(folder) / place).mkdir(parents=True, exist_ok=True)
                write_shard(Path(folder) / place / "train-9x9-00000.shard", made_up(9, count))
            self.assertEqual(len(load(folder, "train")[9]), 7)

    def test_empty_shards_are_passed_over(self):
        with tempfile.TemporaryDirectory() as folder:
            for i, (side, count) in enumerate([(9, 0), (13, 0), (13, 3)]):
                write_shard(Path(folder) / f"train-{i}.shard", made_up(side, count))
            self.assertEqual({side: len(p) for side, p in load(folder, "train").items()}, {13: 3})

    def test_the_layout_is_the_documented_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.shard"
            write_shard(path, made_up(9, 3))
            data = path.read_bytes()
            self.assertEqual(data[:8], b"TGNSHARD")
            self.assertEqual(np.frombuffer(data, "<u4", 7, 8).tolist(), [1, 9, 9, 3, 3, 22, 19])
            numbers_at = 64 + -(-3 * 223 // 64) * 64
            np.testing.assert_array_equal(np.frombuffer(data, "<f4", 57, numbers_at), made_up(9, 3).numbers.ravel())

    def test_damaged_shards_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.shard"
            write_shard(path, made_up(9, 4))
            whole = path.read_bytes()
            oblong = whole[:16] + b"\x0d" + whole[17:]
            for bad, said in [(b"X" + whole[1:], "no shard"), (whole[:-64], "ends within game"), (oblong, "9x13"), (b"", "no shard")]:
                path.write_bytes(bad)
                with self.assertRaisesRegex(ValueError, said):
                    read_shard(path)


    def test_what_would_spoil_a_network_is_refused(self):
        def weightless(positions):
            positions.weights[2] = 0

        def off(positions):
            positions.moves[1, 1] = 82

        def infinite(positions):
            positions.lead[0] = np.inf

        def no_number(positions):
            positions.numbers[3, 4] = np.nan

        cases = {weightless: "without weight", off: "off the board", infinite: "not finite", no_number: "not finite"}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.shard"
            for spoil, said in cases.items():
                positions = made_up(9, 4)
                spoil(positions)
                write_shard(path, positions)
                with self.assertRaisesRegex(ValueError, f"a.shard holds .*{said}"):
                    read_shard(path)

    def test_positions_trained_on_are_not_validated_on(self):
        trained, held = made_up(9, 40), made_up(9, 10, seed=2)
        held.planes[:3] = trained.planes[:3]
        held.planes[3:] = 255
        left = unseen(held, trained)
        np.testing.assert_array_equal(left.lead, held.lead[3:])


class SymmetryTest(unittest.TestCase):
    def test_there_are_eight(self):
        board = np.arange(9).reshape(3, 3)
        self.assertEqual(len({turn(board, s).tobytes() for s in range(8)}), 8)

    def test_planes_policy_and_ownership_turn_together(self):
        positions = made_up(9, 64)
        batch = make_batch(positions, np.arange(64), np.arange(64) % 8)
        stone = batch.spatial[:, 1].flatten(1).argmax(1)
        self.assertEqual(stone.tolist(), batch.policy[:, :81].argmax(1).tolist())
        self.assertEqual(stone.tolist(), batch.ownership.flatten(1).argmax(1).tolist())
        self.assertTrue(np.allclose(batch.policy.sum(1), 1) and np.allclose(batch.policy[:, 81], 0.25))
        self.assertEqual(batch.ownership.sum().item(), 64)

    def test_a_komi_that_is_moved_far_decides_the_game(self):
        def batch():
            return make_batch(made_up(9, 300), np.arange(300), np.zeros(300, np.int64))

        before, moved = batch(), batch()
        move_komi_far(moved, 0.5, np.random.default_rng(3))
        shift = 20 * (moved.globals[:, BONUS] - before.globals[:, BONUS])
        self.assertTrue(torch.allclose(moved.lead - before.lead, shift, atol=1e-3))
        self.assertTrue(torch.equal(moved.policy, before.policy))
        self.assertTrue(torch.equal(moved.globals[:, 6:], before.globals[:, 6:]))
        self.assertTrue(torch.allclose(shift / 2, (shift / 2).round(), atol=1e-3))
        self.assertLessEqual(float(moved.globals[:, BONUS].abs().max()), (81 + 21) / 20)
        stays = shift == 0
        self.assertTrue(100 < int(stays.sum()) < 200)
        self.assertTrue(torch.equal(moved.win[stays], before.win[stays]))
        far = moved.lead[~stays].abs() > SURELY
        self.assertTrue(torch.allclose(moved.win[~stays][far], (moved.lead[~stays][far] > 0).float(), atol=1e-3))
        self.assertFalse(bool(((moved.win == 0) | (moved.win == 1)).any()), "no game is over for that")
        self.assertTrue(bool(moved.win[~stays][~far].isnan().all()))

    def test_the_sampler_shows_every_position_once_in_a_pass(self):
        positions = made_up(9, 60)
        positions.lead[:] = np.arange(60)
        sampler = Sampler(positions, seed=5)
        seen = [lead for _ in range(6) for lead in sampler.batch(10).lead.tolist()]
        self.assertEqual(sorted(seen), list(range(60)))


class LossTest(unittest.TestCase):
    def test_the_teacher_itself_has_the_least_loss(self):
        batch = make_batch(made_up(9, 8), np.arange(8), np.zeros(8, np.int64))
        policy = batch.policy.clamp(min=1e-9).log()
        win = batch.win.clamp(1e-4, 1 - 1e-4)
        value = np.stack([win.log(), (1 - win).log(), np.full(8, -20.0)], 1)

        score = torch.stack([batch.lead / 20, torch.ones(8), batch.lead / 20, torch.zeros(8)], 1)
        ownership = torch.atanh(batch.ownership.clamp(-0.999, 0.999))
        perfect = Output(policy, torch.tensor(value).float(), score, ownership)
        parts = losses(perfect, batch)
        self.assertAlmostEqual(parts["policy"].item(), 0, places=4)
        self.assertAlmostEqual(parts["lead"].item(), 0, places=6)
        worse = Output(policy.flip(0), perfect.value.flip(1), score + 1, -ownership)
        for name, value in losses(worse, batch).items():
            self.assertTrue(name == "spread" or value > parts[name], name)
        self.assertGreater(total(losses(worse, batch)).item(), total(parts).item())

    def test_the_spread_of_games_that_are_over_is_how_far_they_end_from_the_lead(self):
        positions = made_up(9, 500)
        positions.lead[:] = np.random.default_rng(1).normal(3, 10, 500)
        positions.win[:] = positions.lead > 0
        self.assertAlmostEqual(self.learnt_spread(positions, lead=3), 10, delta=1)

    def test_the_spread_of_a_teacher_explains_its_chance_to_win(self):
        positions = made_up(9, 8)
        positions.lead[:], positions.win[:] = 5, 0.8413  # one spread
        self.assertAlmostEqual(self.learnt_spread(positions, lead=3), 5, delta=0.1)

    def learnt_spread(self, positions, lead):
        """The one spread that explains all positions best, with a network that says this lead of each."""
        count = len(positions)
        batch = make_batch(positions, np.arange(count), np.zeros(count, np.int64))
        raw = torch.zeros((), requires_grad=True)
        optimizer = torch.optim.Adam([raw], 0.05)
        for _ in range(300):
            score = torch.zeros(count, 4)
            score[:, 2] = lead / 20
            optimizer.zero_grad()
            spread_loss(score + torch.stack([raw * 0, raw, raw * 0, raw * 0]), batch).backward()
            optimizer.step()
        return (20 * torch.nn.functional.softplus(raw) + 0.1).item()

    def test_what_is_unknown_teaches_nothing(self):
        positions = made_up(9, 8)
        positions.win[4:] = np.nan
        positions.lead[4:] = np.nan
        positions.ownership[4:] = -128
        batch = make_batch(positions, np.arange(8), np.arange(8))
        known = make_batch(positions, np.arange(4), np.arange(4))
        output = Output(torch.zeros(8, 82), torch.zeros(8, 3), torch.zeros(8, 4), torch.zeros(8, 9, 9))
        half = Output(output.policy[:4], output.value[:4], output.score[:4], output.ownership[:4])
        for name, value in losses(half, known).items():
            self.assertTrue(name == "policy" or torch.isclose(value, losses(output, batch)[name]), name)


class RateTest(unittest.TestCase):
    def test_it_rises_stays_and_falls(self):
        options = train.parse(["--data", "d", "--run", "r", "--warmup", "10", "--steps", "100", "--finish", "20"])
        self.assertEqual([train.rate(step, 0, options) for step in (0, 4, 50, 80, 90, 100)], [0.1, 0.5, 1, 1, 0.5, 0])

    def test_it_falls_before_a_time_of_day(self):
        options = train.parse(["--data", "d", "--run", "r", "--warmup", "1", "--until", "12:00", "--fade", "10"])
        self.assertEqual(options.until % 86400, 12 * 3600)
        before = [options.until - 60 * minutes for minutes in (20, 10, 5, 0, -1)]
        self.assertEqual([train.rate(9, now, options) for now in before], [1, 1, 0.5, 0, 0])

    def test_it_rises_and_falls_at_once_over_no_time(self):
        options = train.parse(["--data", "d", "--run", "r", "--warmup", "0", "--until", "12:00", "--fade", "0"])
        self.assertEqual([train.rate(0, options.until - left, options) for left in (60, 1, 0)], [1, 1, 0])

    def test_a_time_of_day_means_one_day(self):
        with tempfile.TemporaryDirectory() as folder:
            noon = 12 * 3600
            self.assertEqual(train.settled(86400 + noon, Path(folder)), 86400 + noon)
            train.settle(86400 + noon, Path(folder))
            self.assertEqual(train.settled(2 * 86400 + noon, Path(folder)), 86400 + noon, "the same, asked for again")
            self.assertEqual(train.settled(2 * 86400 + noon + 60, Path(folder)), 2 * 86400 + noon + 60)
            past = int(time.time()) // 60 * 60 - 60
            train.settle(past, Path(folder))
            then = time.strftime("%H:%M", time.gmtime(past))
            with self.assertRaisesRegex(SystemExit, "was to end"):
                train.main(["--data", folder, "--run", folder, "--until", then])

    def test_what_no_clock_shows_is_no_time(self):
        for wrong in ("99:99", "24:00", "12:60", "-1:00", "noon", "12", ""):
            self.assert_refused(f"--until={wrong}", f"{wrong!r} is no time of day, HH:MM")

    def test_what_makes_no_step_is_refused(self):
        for wrong in ("", "9", "9:x", "9:1:2"):
            self.assert_refused(f"--mix={wrong}", f"{wrong!r} is not SIDE:POSITIONS")
        self.assert_refused("--processes=0", "--processes is at least 1")

    def assert_refused(self, option, says):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as said:
            train.parse(["--data", "d", "--run", "r", option])
        self.assertIn(says, said.getvalue())


class CheckpointTest(unittest.TestCase):
    def test_a_cut_checkpoint_is_passed_over(self):
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stderr(io.StringIO()) as said:
            folder = Path(name)
            self.assertIsNone(train.newest_state(folder))
            for step in (1, 2):
                train.keep({"step": step}, folder / f"checkpoint-{step:08}.pt")
            self.assertEqual(train.newest_state(folder), {"step": 2})
            newest = folder / "checkpoint-00000002.pt"
            newest.write_bytes(newest.read_bytes()[:100])
            self.assertEqual(train.newest_state(folder), {"step": 1})
            self.assertIn("00000002.pt cannot be read", said.getvalue())
            (folder / "checkpoint-00000001.pt").write_bytes(b"")
            with self.assertRaisesRegex(SystemExit, "no checkpoint"):
                train.newest_state(folder)


class FilesTest(unittest.TestCase):
    def test_what_the_disk_does_not_take_gets_no_name(self):
        def lost(*_):
            raise OSError("no disk")

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            network = Network(Shape("r", 16, 4))
            write_model(network, folder / "model.bin.gz", "small")
            writers = {
                "until": lambda: train.settle(1, folder),
                "checkpoint-00000001.pt": lambda: train.keep({}, folder / "checkpoint-00000001.pt"),
                "checkpoint-00000000.pt": lambda: restore.main([f"{folder}/model.bin.gz", name]),
                "other.bin.gz": lambda: write_model(network, folder / "other.bin.gz", "small"),
            }
            for written, write in writers.items():
                with patch("os.fsync", lost), self.assertRaisesRegex(OSError, "no disk"):
                    write()
                self.assertFalse((folder / written).exists(), written)
                write()
                (folder / written).unlink()


class ValidateTest(unittest.TestCase):
    def test_only_what_is_known_counts(self):
        positions = made_up(9, 150)
        positions.win[:] = np.nan
        positions.lead[1:] = np.nan
        found = validate(Network(Shape("r", 16, 4)), positions)
        self.assertEqual(found["positions"], 150)
        json.dumps(found, allow_nan=False)
        self.assertFalse({"value", "win_error", "spread"} & found.keys())
        one = Positions(9, *(getattr(positions, name)[:1] for name in FIELDS))
        torch.manual_seed(1)
        network = Network(Shape("r", 16, 4))
        for name in ("lead", "lead_error"):
            self.assertAlmostEqual(validate(network, positions)[name], validate(network, one)[name], places=3)

    def test_the_last_positions_are_looked_at_too(self):
        positions = made_up(9, 19)
        positions.lead[:] = np.nan
        positions.lead[-1] = 3
        self.assertIn("lead_error", validate(Network(Shape("r", 16, 4)), positions, most=10))


def three_steps(rank, options, folder):
    """What each process does, and keeps for the test to compare."""
    train.join_group(rank, options, f"{folder}/store")
    run = train.Run(options, rank)
    for _ in range(3):
        run.train_step(1.0)
    torch.save([run.network.state_dict(), run.samplers[9].order], f"{folder}/{rank}.pt")


class TrainTest(unittest.TestCase):
    def run_training(self, folder, *more):
        arguments = ["--data", folder, "--run", f"{folder}/run", "--channels", "16", "--blocks", "g", "--mix", "9:16"]
        with contextlib.redirect_stdout(io.StringIO()):
            train.main([*arguments, "--warmup", "5", "--seed", "3", *more])
        return [json.loads(line) for line in Path(folder, "run/log").read_text().splitlines()]

    def test_it_learns_goes_on_and_deepens(self):
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 400))
            write_shard(Path(folder) / "validation-9x9.shard", made_up(9, 100, seed=2))
            self.run_training(folder, "--steps", "50")
            log = self.run_training(folder, "--steps", "100", "--finish", "30")
            validations = [line["policy"] for line in log if line["kind"] == "validation"]
            self.assertLess(validations[1], validations[0])
            self.assertLess(validations[1], 1.0)
            self.assertEqual([line["step"] for line in log if line["kind"] == "start"], [0, 50])
            log = self.run_training(folder, "--blocks", "gr", "--steps", "100")
            self.assertEqual(log[-1]["policy"], validations[1], "new blocks begin with no effect")
            exports = sorted(p.name for p in Path(folder, "run/export").iterdir())
            self.assertEqual(exports, ["step-100.bin.gz", "step-50.bin.gz"])
            with self.assertRaisesRegex(SystemExit, "16 channels"):
                self.run_training(folder, "--channels", "32")

    def test_a_run_keeps_its_blocks_unless_there_are_more(self):
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 40))
            self.run_training(folder, "--steps", "1")

            def begun(run, *more):
                return train.Run(train.parse(["--data", folder, "--run", f"{folder}/{run}", "--mix", "9:16", *more]))

            def blocks(*arguments):
                return begun(*arguments).network.shape.blocks

            self.assertEqual(blocks("run"), "g")
            self.assertEqual(blocks("run", "--blocks", "gr"), "gr")
            self.assertEqual(blocks("new"), "rgrr")
            with self.assertRaisesRegex(SystemExit, "blocks 'rg' do not begin with 'g'"):
                blocks("run", "--blocks", "rg")
            deeper = begun("run", "--blocks", "gr")
            new = {name: weights for name, weights in deeper.network.state_dict().items() if name.startswith("blocks.1.")}
            self.assertTrue(new)
            for name, weights in new.items():
                self.assertTrue(torch.equal(deeper.average.weights[name], weights), f"{name} begins alike in the average")

    def test_a_run_that_cannot_begin_settles_no_end(self):
        with tempfile.TemporaryDirectory() as folder:
            later = time.strftime("%H:%M", time.gmtime(time.time() + 7200))
            arguments = ["--steps", "1", "--until", later]
            until = Path(folder, "run/until")
            with self.assertRaisesRegex(SystemExit, r"no positions of side \[9\]"):
                self.run_training(folder, *arguments)
            self.assertFalse(until.exists())
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 40))
            self.run_training(folder, *arguments)
            self.assertEqual(time.strftime("%H:%M", time.gmtime(int(until.read_text()))), later)

    def test_a_signal_ends_a_run_with_a_checkpoint_and_an_export(self):
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 40))
            signals = (signal.SIGINT, signal.SIGTERM)
            runs = [self.start_training(folder, f"{folder}/{number.name}") for number in signals]
            for number, run in zip(signals, runs):
                self.assertIn('"start"', run.stdout.readline())
                run.send_signal(number)
            for number, run in zip(signals, runs):
                _, errors = run.communicate(timeout=PATIENCE)
                self.assertEqual((run.returncode, errors), (0, ""))
                step = train.newest_state(Path(folder, number.name))["step"]
                exported = Path(folder, number.name, f"export/step-{step}.bin.gz")
                self.assertEqual(read_model(exported).shape.blocks, "g")

    def start_training(self, folder, run):
        command = [sys.executable, "-m", "tengen_training.train", "--data", folder, "--run", run, "--blocks", "g",
                   "--channels", "8", "--mix", "9:4"]  # fmt: skip
        started = subprocess.Popen(command, cwd=TRAINING, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(started.communicate)
        self.addCleanup(started.kill)
        return started

    def test_a_loss_that_is_not_finite_ends_the_run_and_is_not_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 40))
            with patch.dict(loss.WEIGHTS, policy=float("nan")), self.assertRaisesRegex(SystemExit, "not finite"):
                self.run_training(folder, "--steps", "5")
            self.assertEqual(list(Path(folder, "run").glob("checkpoint-*")), [])

    def test_processes_share_out_each_step_and_stay_equal(self):
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 100))
            options = train.parse(["--data", folder, "--run", f"{folder}/run", "--channels", "16", "--blocks", "g",
                                   "--mix", "9:5", "--processes", "2"])  # fmt: skip
            torch.multiprocessing.spawn(three_steps, (options, folder), nprocs=2)
            (weights, left), (others, left_there) = (torch.load(f"{folder}/{i}.pt", weights_only=False) for i in (0, 1))
            self.assertEqual((len(left), len(left_there)), (100 - 3 * 3, 100 - 3 * 2))
            for name, tensor in weights.items():
                self.assertTrue(torch.equal(tensor, others[name]), name)

    def test_several_processes_learn(self):
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "train-9x9.shard", made_up(9, 400))
            write_shard(Path(folder) / "validation-9x9.shard", made_up(9, 100, seed=2))
            log = self.run_training(folder, "--steps", "100", "--finish", "30", "--processes", "2", "--bf16")
            self.assertLess(log[-1]["policy"], 1.0)
            self.assertEqual([line["samples"] for line in log if line["kind"] == "train"][-1], {"9": 1600})

    def test_a_process_that_fails_ends_the_others(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit):
            self.run_training(folder, "--processes", "2")
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            train.parse(["--data", "x", "--run", "y", "--mix", "9:1", "--processes", "2"])

    def test_inputs_that_were_never_set_say_nothing(self):
        positions = made_up(5, 40)
        positions.numbers[:] = 0
        positions.numbers[7, 5] = 1
        planes, numbers = inputs_set({5: positions})
        self.assertEqual(list(np.nonzero(numbers)[0]), [5])
        self.assertTrue(planes[1] and not planes[21])
        network = Network(Shape("r", 16, 4))
        silence(network, planes, numbers)
        spatial, numbers = torch.zeros(1, 22, 5, 5), torch.zeros(1, 19)
        before = network(spatial, numbers).policy
        spatial[:, 21], numbers[:, 8] = 1, 1
        self.assertTrue(torch.equal(network(spatial, numbers).policy, before))
        numbers[:, 5] = 1
        self.assertFalse(torch.equal(network(spatial, numbers).policy, before))


if __name__ == "__main__":
    unittest.main()
