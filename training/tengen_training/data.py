"""Labelled positions in memory and the batches made of them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from .model import GLOBAL_INPUTS, SPATIAL_PLANES

SYMMETRIES = 8
UNKNOWN = -128  # in a shard's ownership
BONUS = 5  # the global input with the points that the player gets besides the board, divided by 20
SURELY = 30.0  # points of lead that nobody loses
DOUBT = 1e-4  # what is left of the chance to win where a lead is lost all the same: 0 and 1 are those of games that are over
MAGIC = b"TGNSHARD"
VERSION = 1
HEADER = 64  # bytes; every array begins at a multiple of this
ARRAYS = [  # name, type, entries for each position of side s with k policy moves; docs/training-data.md
    ("planes", "u1", lambda s, k: (SPATIAL_PLANES * s * s + 7) // 8),
    ("numbers", "<f4", lambda s, k: GLOBAL_INPUTS),
    ("moves", "<u2", lambda s, k: k),
    ("weights", "<u2", lambda s, k: k),
    ("win", "<f4", lambda s, k: None),
    ("lead", "<f4", lambda s, k: None),
    ("ownership", "i1", lambda s, k: s * s),
    ("game", "<u8", lambda s, k: None),
]
FIELDS = [name for name, _, _ in ARRAYS]


@dataclass
class Positions:
    """All positions of one board side, as arrays of `count` entries. Values are those of the side to move."""

    side: int
    planes: np.ndarray  # u8 [count, ceil(22 * side * side / 8)], bits, plane by plane, row by row, lowest bit first
    numbers: np.ndarray  # f32 [count, 19], the global inputs
    moves: np.ndarray  # u16 [count, k], row * side + column, or side * side for a pass
    weights: np.ndarray  # u16 [count, k], in parts of 65535, 0 where there are fewer moves
    win: np.ndarray  # f32 [count], 0 to 1, NaN if unknown
    lead: np.ndarray  # f32 [count], points, NaN if unknown
    ownership: np.ndarray  # i8 [count, side * side], 127 is mine, -127 theirs, -128 unknown
    game: np.ndarray  # u64 [count], the same number for positions of one game

    def __len__(self):
        return len(self.win)


def read_shard(path):
    data = np.fromfile(path, np.uint8)
    if len(data) < HEADER or bytes(data[:8]) != MAGIC:
        raise ValueError(f"{path} is no shard: it begins with {bytes(data[:8])!r}")
    version, columns, rows, count, moves, planes, numbers = (int(v) for v in data[8:36].view("<u4"))
    if (version, planes, numbers) != (VERSION, SPATIAL_PLANES, GLOBAL_INPUTS):
        raise ValueError(f"{path} has version {version}, {planes} planes and {numbers} numbers")
    if columns != rows:
        raise ValueError(f"{path} holds boards of {columns}x{rows}, only square ones are trained on")
    at, found = HEADER, {}
    for name, kind, entries in ARRAYS:
        width = entries(columns, moves)
        size = count * (width or 1) * np.dtype(kind).itemsize
        if at + size > len(data):
            raise ValueError(f"{path} ends within {name}")
        values = data[at : at + size].view(kind)
        found[name] = values if width is None else values.reshape(count, width)
        at += -(-size // HEADER) * HEADER
    positions = Positions(columns, **found)
    check(path, positions)
    return positions


def check(path, positions):
    """Refuses what would be taught as nonsense: one weight that is not a number spoils the whole network."""
    known = [positions.numbers, *(values[~np.isnan(values)] for values in (positions.win, positions.lead))]
    wrongs = {
        "a move off the board": (positions.moves > positions.side**2).any(),
        "a policy without weight": (positions.weights.sum(1, dtype=np.int64) == 0).any(),
        "a number that is not finite": not all(np.isfinite(values).all() for values in known),
    }
    for wrong, is_there in wrongs.items():
        if is_there:
            raise ValueError(f"{path} holds {wrong}")


def write_shard(path, positions):
    """The inverse of `read_shard`."""
    with open(path, "wb") as file:
        side, k = positions.side, positions.moves.shape[1]
        numbers = [VERSION, side, side, len(positions), k, SPATIAL_PLANES, GLOBAL_INPUTS]
        file.write((MAGIC + np.array(numbers, "<u4").tobytes()).ljust(HEADER, b"\0"))
        for name, kind, _ in ARRAYS:
            values = np.ascontiguousarray(getattr(positions, name), kind).tobytes()
            file.write(values + bytes(-len(values) % HEADER))


def load(directory, purpose):
    """{side: Positions} of all shards whose purpose is `train` or `validation`, in a directory and those directly in it. A shard
    may be empty, where every position of a job was left out; sides without positions are not there."""
    shards, name = {}, f"{purpose}-*.shard"
    for path in sorted([*Path(directory).glob(name), *Path(directory).glob(f"*/{name}")]):
        shard = read_shard(path)
        if len(shard):
            shards.setdefault(shard.side, []).append(shard)
    return {side: joined(same) for side, same in shards.items()}


def unseen(held, trained):
    """The positions to validate on that are not among those trained on, as the beginnings of short games may be."""
    known = {hash(planes.tobytes()) for planes in trained.planes}
    new = np.array([hash(planes.tobytes()) not in known for planes in held.planes], bool)
    return Positions(held.side, *(getattr(held, name)[new] for name in FIELDS))


def joined(shards):
    arrays = (np.concatenate([getattr(shard, name) for shard in shards]) for name in FIELDS)
    return Positions(shards[0].side, *arrays)


@dataclass
class Batch:
    """What a step is taken over. Of win, lead and ownership, what is not known is NaN."""

    spatial: torch.Tensor  # f32 [batch, 22, side, side], channels last in memory
    globals: torch.Tensor  # f32 [batch, 19]
    policy: torch.Tensor  # f32 [batch, side * side + 1], sums to 1
    win: torch.Tensor  # f32 [batch]
    lead: torch.Tensor  # f32 [batch]
    ownership: torch.Tensor  # f32 [batch, side, side], -1 to 1


def turn(array, symmetry):
    """Turns the last two axes: bit 0 mirrors up and down, bit 1 left and right, bit 2 swaps them."""
    if symmetry & 1:
        array = array[..., ::-1, :]
    if symmetry & 2:
        array = array[..., ::-1]
    if symmetry & 4:
        array = array.swapaxes(-1, -2)
    return array


def make_batch(positions, chosen, symmetries):
    """The chosen positions, the i-th turned by symmetries[i]."""
    n, side = len(chosen), positions.side
    area = side * side
    bits = np.unpackbits(positions.planes[chosen], axis=1, bitorder="little")
    spatial = bits[:, : SPATIAL_PLANES * area].reshape(n, SPATIAL_PLANES, side, side)
    policy = np.zeros((n, area + 1), np.float32)
    np.add.at(policy, (np.arange(n)[:, None], positions.moves[chosen].astype(np.int64)), positions.weights[chosen])
    policy /= policy.sum(1, keepdims=True)
    owned = positions.ownership[chosen].reshape(n, side, side)
    ownership = np.where(owned == UNKNOWN, np.float32(np.nan), owned / np.float32(127))

    out_spatial = np.empty((n, side, side, SPATIAL_PLANES), np.float32)
    out_policy, out_ownership = policy.copy(), np.empty((n, side, side), np.float32)
    for symmetry in range(SYMMETRIES):
        which = np.nonzero(symmetries == symmetry)[0]
        out_spatial[which] = turn(spatial[which], symmetry).transpose(0, 2, 3, 1)
        out_policy[which, :area] = turn(policy[which, :area].reshape(-1, side, side), symmetry).reshape(-1, area)
        out_ownership[which] = turn(ownership[which], symmetry)
    return Batch(
        torch.from_numpy(out_spatial).permute(0, 3, 1, 2),
        torch.from_numpy(positions.numbers[chosen]),
        torch.from_numpy(out_policy),
        torch.from_numpy(positions.win[chosen]),
        torch.from_numpy(positions.lead[chosen]),
        torch.from_numpy(out_ownership),
    )


def move_komi_far(batch, share, random):
    """Gives some positions a komi that decides the game; what is best on the board stays what it was.

    Labels are of komi near the fair one. A network that has seen no other says of komi 100 what chance has made of it.
    """
    half = batch.ownership.shape[1] * batch.ownership.shape[2] // 2 + 10
    count = len(batch.win)
    bonus = 20 * batch.globals[:, BONUS].numpy()
    # Even, so that the parity of komi and board is as before.
    moved = 2 * random.integers(-half, half + 1, count) - 2 * np.trunc(bonus / 2)
    shift = torch.from_numpy(np.where(random.random(count) < share, moved, 0.0).astype(np.float32))
    batch.globals[:, BONUS] += shift / 20
    batch.lead += shift
    sure = torch.where(batch.lead > 0, 1 - DOUBT, DOUBT)
    decided = torch.where(batch.lead.abs() > SURELY, sure, torch.nan)
    batch.win = torch.where(shift == 0, batch.win, decided)


class Sampler:
    """Goes through the positions in a random order, again and again, each time turned at random.

    A `far_komi` of them gets a komi that decides the game.
    """

    def __init__(self, positions, seed, far_komi=0.0):
        self.positions = positions
        self.far_komi = far_komi
        self.random = np.random.default_rng(seed)
        self.order = np.empty(0, np.int64)

    def batch(self, size):
        while len(self.order) < size:
            self.order = np.concatenate([self.order, self.random.permutation(len(self.positions))])
        chosen, self.order = self.order[:size], self.order[size:]
        batch = make_batch(self.positions, chosen, self.random.integers(0, SYMMETRIES, size))
        if self.far_komi:
            move_komi_far(batch, self.far_komi, self.random)
        return batch
