"""Reads model files that `export` wrote, and begins a run with them: with one whose checkpoints are lost, or with the mean of
several that have a past in common. What each has learned since is mostly kept in the mean (Wortsman et al. 2022, *Model soups*).

A file holds no memory of the optimizers, so the rate has to rise again from nothing, which it does at every start.
"""

import argparse
import gzip
import re
from pathlib import Path

import numpy as np
import torch

from .export import BINARY, VARIANCE, norm_head, write_network
from .model import Network, Shape
from .train import keep


class Filler:
    """Has the methods of `export.Writer`, but fills the arrays that it is given with what stands in the file."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def expect(self, expected):
        found = self.data[self.at : self.at + len(expected)]
        if found != expected:
            raise ValueError(f"byte {self.at} of the model: {found!r} instead of {expected!r}")
        self.at += len(expected)

    def text(self, *words):
        self.expect((" ".join(str(w) for w in words) + "\n").encode())

    def numbers(self, *shape):
        self.expect(BINARY)
        count = int(np.prod(shape))
        if self.at + 4 * count > len(self.data):
            raise ValueError(f"the model ends within the {count} numbers at byte {self.at}")
        found = np.frombuffer(self.data, "<f4", count, self.at).reshape(shape)
        self.at += 4 * count
        self.expect(b"\n")
        return found

    def conv(self, name, weight):
        outputs, inputs, rows, columns = weight.shape
        self.text(name, rows, columns, inputs, outputs, 1, 1)
        weight[:] = self.numbers(rows, columns, inputs, outputs).transpose(3, 2, 0, 1)

    def norm(self, name, scale, bias):
        self.text(*norm_head(name, scale, bias))
        for expected in (0, VARIANCE):
            if not (self.numbers(len(bias)) == np.float32(expected)).all():
                raise ValueError(f"{name} is a normalisation that was not made here")
        if scale is not None:
            scale[:] = self.numbers(len(bias))
        bias[:] = self.numbers(len(bias))

    def matrix(self, name, weight):
        outputs, inputs = weight.shape
        self.text(name, inputs, outputs)
        weight[:] = self.numbers(inputs, outputs).T

    def bias(self, name, bias):
        self.text(name, len(bias))
        bias[:] = self.numbers(len(bias))


def shape_of(data):
    """The shape that the file's own sizes tell."""

    def sizes(pattern):
        found = re.search(pattern, data)
        if not found:
            raise ValueError(f"no line like {pattern.decode()!r}: the model was not made here")
        return [int(n) for n in found.groups()]

    _, channels, pool_channels = sizes(rb"\ntrunk\n(\d+) (\d+) \d+ \d+ \d+ (\d+)\n")
    kinds = re.findall(rb"\n(ordinary|gpool)_block\nblock", data)
    (policy_channels,) = sizes(rb"\npolicy/p1 1 1 \d+ (\d+) ")
    value_channels, value_hidden = sizes(rb"\nvalue/v2 (\d+) (\d+)\n")
    blocks = "".join({b"ordinary": "r", b"gpool": "g"}[kind] for kind in kinds)
    return Shape(blocks, channels, pool_channels, policy_channels, value_channels // 3, value_hidden)


def read_model(path):
    """The network of a `.bin.gz` file."""
    with gzip.open(path) as file:
        data = file.read()
    network = Network(shape_of(data))
    filler = Filler(data)
    write_network(filler, network, data.split(b"\n", 1)[0].decode())
    if filler.at != len(data):
        raise ValueError(f"{path}: {len(data) - filler.at} bytes are left over")
    return network


def mean(networks):
    """The network whose weights are the means of theirs."""
    shapes = {network.shape for network in networks}
    if len(shapes) > 1:
        raise ValueError(f"networks of different shapes have no mean: {shapes}")
    between = Network(shapes.pop())
    states = [network.state_dict() for network in networks]
    between.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    return between


def main(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("models", nargs="+", help="*.bin.gz, as a run exports it")
    p.add_argument("run", help="directory of the run that is to begin with it, or with the mean of several")
    options = p.parse_args(arguments)
    folder = Path(options.run)
    if any(folder.glob("checkpoint-*.pt")):
        p.error(f"{folder} has checkpoints of its own, which it would go on with; choose another directory")
    network = mean([read_model(path) for path in options.models])
    weights = network.state_dict()
    folder.mkdir(parents=True, exist_ok=True)
    state = {"shape": network.shape.as_dict(), "network": weights, "average": weights, "average_steps": 0,
             "optimizers": None, "step": 0, "samples": {}, "seconds": 0.0}  # fmt: skip
    keep(state, folder / "checkpoint-00000000.pt")


if __name__ == "__main__":
    main()
