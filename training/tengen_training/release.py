"""Writes the averaged network of a run's newest checkpoint, rounded so that the file is small.

Weights of convolutions keep the 8 bits of mantissa that bf16 has. That halves the file; validation is printed for both.

Inputs that no position of the training data has set are given no weight: what the weights are by chance would otherwise
be added to what the network says, under rules that it was never taught.
"""

import argparse
import re
from pathlib import Path

import numpy as np
import torch

from .data import load
from .export import write_model
from .model import GLOBAL_INPUTS, SPATIAL_PLANES, Network, Shape
from .train import newest_state
from .validate import validate

LOOKED_AT = 20_000  # positions of each side whose planes are unpacked


def to_bf16(array):
    """The nearest number with the 16 upper bits of a f32, ties to even."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return bits.astype(np.uint32).view(np.float32).reshape(array.shape)


@torch.no_grad()
def rounded(network):
    copy = Network(network.shape)
    copy.load_state_dict(network.state_dict())
    for p in copy.parameters():
        if p.dim() == 4 and p.shape[0] > 1 and p.shape[1] > 1:
            p.copy_(torch.from_numpy(to_bf16(p.detach().numpy())))
    return copy


def inputs_set(shards):
    """{side: Positions} -> which planes and which numbers any of some thousands of positions of each side has set."""
    planes, numbers = np.zeros(SPATIAL_PLANES, bool), np.zeros(GLOBAL_INPUTS, bool)
    for positions in shards.values():
        numbers |= (positions.numbers != 0).any(0)
        step = 1 + len(positions) // LOOKED_AT
        bits = np.unpackbits(positions.planes[::step], axis=1, bitorder="little")
        area = positions.side**2
        planes |= bits[:, : SPATIAL_PLANES * area].reshape(-1, SPATIAL_PLANES, area).any((0, 2))
    return planes, numbers


@torch.no_grad()
def silence(network, planes, numbers):
    """Takes the weights from the inputs that were never set."""
    network.conv1.weight[:, torch.from_numpy(~planes)] = 0
    network.globals.weight[:, torch.from_numpy(~numbers)] = 0


def positions_in(directory, purpose):
    """Those of all sides. Without any, all inputs would be silenced, or nothing be known of what is released."""
    found = load(directory, purpose)
    if not found:
        raise SystemExit(f"no positions in {directory}: there are no shards called {purpose}-…, or they are empty")
    return found


def averaged(run):
    state = newest_state(Path(run))
    if not state:
        raise SystemExit(f"{run} has no checkpoint")
    network = Network(Shape(**state["shape"]))
    network.load_state_dict(state["average"])
    return network


def main(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("run", help="directory of the run")
    p.add_argument("--name", required=True, help="stands in the file and in what the engine says of itself")
    p.add_argument("--out", required=True, help="file to write, *.bin.gz")
    p.add_argument("--data", required=True, help="directory of shards that it was trained on, and is validated on")
    options = p.parse_args(arguments)
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,96}", options.name):
        p.error("--name is at most 96 letters, digits, hyphens and underscores: others no program reads")
    torch.set_num_threads(1)
    network = averaged(options.run)
    trained, held_back = (positions_in(options.data, purpose) for purpose in ("train", "validation"))
    silence(network, *inputs_set(trained))
    small = rounded(network)
    for side, held in held_back.items():
        print(side, "as trained", validate(network, held))
        print(side, "rounded   ", validate(small, held))
    write_model(small, options.out, options.name)
    print(f"{options.out}: {Path(options.out).stat().st_size} bytes")


if __name__ == "__main__":
    main()
