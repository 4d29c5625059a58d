"""The network, its exported file, and what training does to it. Run with `python -m unittest discover -s tests`."""

import contextlib
import gzip
import io
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from tengen_training import curves, release, restore
from tengen_training.curves import draw, kept
from tengen_training.data import write_shard
from tengen_training.export import model_bytes, write_model
from tengen_training.model import Network, Shape, deepen
from tengen_training.optim import Average, orthogonal, optimizers
from tengen_training.release import rounded, to_bf16
from tengen_training.restore import mean, read_model
from tests.reader import evaluate, read
from tests.test_data import made_up

SMALL = Shape("rg", channels=16, pool_channels=8, policy_channels=8, value_channels=8, value_hidden=8)


def random_network(shape=SMALL):
    """Every weight is drawn, also those that begin at zero, so that no part can hide."""
    torch.manual_seed(3)
    network = Network(shape)
    for p in network.parameters():
        torch.nn.init.normal_(p, mean=0.05, std=0.3 / max(1.0, p[0].numel()) ** 0.5)
    return network


def random_input(side, count=2):
    generator = torch.Generator().manual_seed(side)
    spatial = (torch.rand(count, 22, side, side, generator=generator) < 0.3).float()
    spatial[:, 0] = 1
    return spatial, torch.rand(count, 19, generator=generator)


class ExportTest(unittest.TestCase):
    def test_the_file_computes_what_the_network_computes(self):
        network = random_network()
        layers = read(io.BytesIO(model_bytes(network, "small")))
        for side in (9, 13):
            spatial, globals_ = random_input(side)
            with torch.no_grad():
                ours = network(spatial, globals_)
            for i in range(len(spatial)):
                theirs = evaluate(layers, spatial[i].numpy(), globals_[i].numpy())
                for name in ("policy", "value", "score", "ownership"):
                    np.testing.assert_allclose(getattr(ours, name)[i].numpy(), theirs[name], atol=2e-4, err_msg=name)

    def test_the_written_file_is_the_same_each_time(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in "ab":
                write_model(random_network(), Path(folder) / name, "small")
            self.assertEqual(*[(Path(folder) / name).read_bytes() for name in "ab"])
            self.assertTrue(gzip.open(Path(folder) / "a").read().startswith(b"small\n8\n22 19\n"))

    def test_numbers_that_are_not_finite_are_refused(self):
        network = random_network()
        with torch.no_grad():
            network.blocks[0].conv1.weight[0, 0, 0, 0] = float("nan")
        with self.assertRaisesRegex(ValueError, "not finite"):
            model_bytes(network, "small")


class RestoreTest(unittest.TestCase):
    def written(self, folder, change=lambda data: data):
        path = Path(folder) / "model.bin.gz"
        path.write_bytes(gzip.compress(change(model_bytes(random_network(), "small"))))
        return path

    def test_a_restored_network_is_the_written_one(self):
        with tempfile.TemporaryDirectory() as folder:
            restored = read_model(self.written(folder))
        self.assertEqual(restored.shape, SMALL)
        for (name, before), after in zip(random_network().state_dict().items(), restored.state_dict().values()):
            self.assertTrue(torch.equal(before, after), name)

    def test_the_mean_of_networks_has_the_mean_of_their_weights(self):
        one, other = random_network(), Network(SMALL)
        between = mean([one, other])
        for weight, first, second in zip(*(network.state_dict().values() for network in (between, one, other))):
            self.assertTrue(torch.allclose(weight, (first + second) / 2))
        with self.assertRaisesRegex(ValueError, "different shapes"):
            mean([one, Network(Shape("r", channels=16))])

    def test_other_and_broken_files_are_refused(self):
        def variance(data):
            at = data.index(b"tip/norm") + 64
            return data[:at] + b"xxxx" + data[at + 4 :]

        cases = {"ends within": lambda data: data[:-5], "left over": lambda data: data + b"more",
                 "no line like": lambda data: data.replace(b"trunk", b"stem"), "not made here": variance,
                 "instead of": lambda data: data.replace(b"\ntip/norm", b"\ntop/norm")}  # fmt: skip
        for said, change in cases.items():
            with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(ValueError, said):
                read_model(self.written(folder, change))


class ReleaseTest(unittest.TestCase):
    def test_rounding_is_to_the_nearest(self):
        values = np.float32([1.0, 1.00390625, 1.0078125, -3.1415927, 0.0, 1e-30])
        expected = torch.from_numpy(values).to(torch.bfloat16).float().numpy()
        np.testing.assert_array_equal(to_bf16(values), expected)

    def test_a_rounded_network_answers_nearly_the_same(self):
        network = random_network()
        inputs = random_input(9)
        before, after = network(*inputs), rounded(network)(*inputs)
        self.assertTrue(torch.allclose(before.policy.softmax(1), after.policy.softmax(1), atol=0.01))
        self.assertFalse(torch.equal(before.policy, after.policy))

    def released(self, folder):
        """The network released of a run that begins with the random one, or what is said against it."""
        write_model(random_network(), f"{folder}/model.bin.gz", "small")
        if not Path(folder, "run").exists():
            restore.main([f"{folder}/model.bin.gz", f"{folder}/run"])
        with contextlib.redirect_stdout(io.StringIO()):
            release.main([f"{folder}/run", "--data", f"{folder}/data", "--name", "mine", "--out", f"{folder}/out.bin.gz"])
        return read_model(f"{folder}/out.bin.gz")

    def test_a_released_network_is_rounded_and_what_was_never_set_is_silent(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "data").mkdir()
            for purpose, seed in ("train", 1), ("validation", 2):
                positions = made_up(9, 20, seed)
                positions.numbers[:, 4:] = 0
                write_shard(Path(folder, f"data/{purpose}-9x9.shard"), positions)
            found, before = self.released(folder), random_network()
        self.assertEqual(found.globals.weight[:, 4:].abs().max(), 0)
        self.assertTrue(torch.equal(found.globals.weight[:, :4], before.globals.weight[:, :4]))
        silent = [plane for plane in range(22) if not found.conv1.weight[:, plane].any()]
        self.assertEqual(silent, [*range(2, 20), 21], "what no position made up has set")
        for set_plane in (0, 1, 20):
            expected = to_bf16(before.conv1.weight[:, set_plane].detach().numpy())
            np.testing.assert_array_equal(found.conv1.weight[:, set_plane].detach().numpy(), expected)

    def test_without_positions_nothing_is_released(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(SystemExit, "no positions in .*/data: .* train-…"):
                self.released(folder)
            Path(folder, "data").mkdir()
            write_shard(Path(folder, "data/train-9x9.shard"), made_up(9, 20))
            write_shard(Path(folder, "data/validation-9x9.shard"), made_up(9, 0))
            with self.assertRaisesRegex(SystemExit, "no positions in .*/data: .* validation-…"):
                self.released(folder)
            self.assertFalse(Path(folder, "out.bin.gz").exists())

    def test_a_run_without_checkpoints_and_a_name_of_two_words_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            common = [folder, "--data", folder, "--out", f"{folder}/a.bin.gz", "--name"]
            with self.assertRaisesRegex(SystemExit, "has no checkpoint"):
                release.main([*common, "mine"])
            said = io.StringIO()
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(said):
                release.main([*common, "my net"])
            self.assertIn("one word", said.getvalue())

    def test_a_run_that_has_checkpoints_is_not_begun_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "checkpoint-00000005.pt").touch()
            said = io.StringIO()
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(said):
                restore.main(["model.bin.gz", folder])
            self.assertIn("checkpoints of its own", said.getvalue())


class CurvesTest(unittest.TestCase):
    def test_every_side_has_its_line(self):
        terms = {"policy": 2.0, "value": 1.0}
        log = [{"kind": "start"}] + [
            {"kind": "train", "samples": {"9": 1000 * i, "13": 1000}, "loss": {"9": terms, "13": terms}} for i in (1, 2)
        ]
        log.append({"kind": "validation", "side": 9, "policy": 2.0})  # in which no game has a result
        image = draw(log)
        self.assertEqual(image.count("<polyline"), 3)
        self.assertIn("3 k samples", image)

    def test_a_run_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(SystemExit, "/nowhere/log cannot be read"):
            curves.main(["/nowhere"])

    def test_steps_done_again_count_once(self):
        log = [{"kind": kind, "step": step} for kind, step in [("start", 0), ("train", 50), ("train", 100), ("start", 60)]]
        self.assertEqual([line["step"] for line in kept(log)], [0, 50, 60])

    def test_lines_that_a_power_cut_has_cut_are_passed_over(self):
        lines = [f'{{"kind": "validation", "step": {step}, "side": 9, "policy": {loss}}}' for step, loss in [(1, 3), (2, 2), (1, 1)]]
        cut = '{"kind": "tra'
        with tempfile.TemporaryDirectory() as folder:
            written = [*lines[:2], cut + '{"kind": "start", "step": 0}', lines[2], cut]
            Path(folder, "log").write_text("\n".join(written))
            curves.main([folder, "--out", f"{folder}/curves.svg"])
            image = Path(folder, "curves.svg").read_text()
        self.assertIn(">3.00<", image)
        self.assertNotIn(">2.00<", image)


class NetworkTest(unittest.TestCase):
    def test_a_deepened_network_computes_the_same(self):
        network = random_network()
        grown = deepen(network, "rgrg")
        for side in (9, 19):
            before, after = network(*random_input(side)), grown(*random_input(side))
            self.assertTrue(torch.allclose(before.policy, after.policy, atol=1e-4))
            self.assertTrue(torch.allclose(before.value, after.value, atol=1e-4))

    def test_only_longer_stacks_deepen(self):
        with self.assertRaisesRegex(ValueError, "do not begin"):
            deepen(random_network(), "gg")
        with self.assertRaisesRegex(ValueError, "unknown kind"):
            Network(Shape("rx"))


class OptimTest(unittest.TestCase):
    def test_muon_moves_along_an_orthogonal_matrix(self):
        matrix = torch.randn(16, 48, generator=torch.Generator().manual_seed(1))
        values = torch.linalg.svdvals(orthogonal(matrix))
        self.assertGreater(values.min().item(), 0.5)
        self.assertLess(values.max().item(), 1.5)

    def test_every_weight_has_one_optimizer(self):
        network = random_network()
        taken = [id(p) for o in optimizers(network) for g in o.param_groups for p in g["params"]]
        self.assertEqual(sorted(taken), sorted(id(p) for p in network.parameters()))

    def test_the_average_follows_the_weights(self):
        network = random_network()
        average = Average(network, most=0.9)
        with torch.no_grad():
            for p in network.parameters():
                p.fill_(1.0)
        for _ in range(200):
            average.update(network)
        self.assertTrue(all(torch.allclose(w, torch.ones_like(w), atol=1e-3) for w in average.weights.values()))


if __name__ == "__main__":
    unittest.main()
