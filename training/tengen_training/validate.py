"""How well a network repeats the teacher on positions that it was never trained on."""

import numpy as np
import torch

from .data import make_batch
from .loss import losses


@torch.no_grad()
def validate(network, positions, most=1024, batch_size=64):
    """Means over at most `most` positions: the loss terms, how often the first choices agree, and absolute errors."""
    sums, count = {}, 0
    step = max(1, len(positions) // most)
    chosen = np.arange(0, len(positions), step)[:most]
    for start in range(0, len(chosen), batch_size):
        part = chosen[start : start + batch_size]
        batch = make_batch(positions, part, np.zeros(len(part), np.int64))
        output = network(batch.spatial, batch.globals)
        values = {k: v.item() for k, v in losses(output, batch).items()}
        values["top1"] = (output.policy.argmax(1) == batch.policy.argmax(1)).float().mean().item()
        win = output.value.softmax(1)[:, 0]
        values["win_error"] = (win - batch.win).abs().nanmean().item()
        values["lead_error"] = (20 * output.score[:, 2] - batch.lead).abs().nanmean().item()
        values["ownership_error"] = (output.ownership.tanh() - batch.ownership).abs().nanmean().item()
        for name, value in values.items():
            sums[name] = sums.get(name, 0.0) + value * len(part)
        count += len(part)
    return {"positions": count, **{k: round(v / count, 4) for k, v in sums.items()}}
