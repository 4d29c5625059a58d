"""How well a network repeats the teacher on positions that it was never trained on."""

import numpy as np
import torch

from .data import make_batch
from .loss import losses, mean_known


@torch.no_grad()
def validate(network, positions, most=1024, batch_size=64):
    """Means over what is known of at most `most` positions: the loss terms, how often the first choices agree, and absolute
    errors. What is known of none is left out."""
    sums, counts = {}, {}
    chosen = np.linspace(0, len(positions) - 1, min(most, len(positions))).astype(np.int64)
    for start in range(0, len(chosen), batch_size):
        part = chosen[start : start + batch_size]
        batch = make_batch(positions, part, np.zeros(len(part), np.int64))
        output = network(batch.spatial, batch.globals)
        for name, value, known in terms(output, batch):
            sums[name] = sums.get(name, 0.0) + value * known
            counts[name] = counts.get(name, 0) + known
    means = {name: round(sums[name] / count, 4) for name, count in counts.items() if count}
    return {"positions": len(chosen), **means}


def terms(output, batch):
    """(name, mean over what is known, how many are known) of each term; of what is known nowhere the mean is 0."""
    lead, win, owned = (~values.isnan() for values in (batch.lead, batch.win, batch.ownership))
    known = {"policy": torch.ones_like(win), "value": win, "lead": lead, "ownership": owned, "spread": lead & win}
    for name, mean in losses(output, batch).items():
        yield name, mean.item(), known[name].sum().item()
    same = output.policy.argmax(1) == batch.policy.argmax(1)
    yield "top1", same.float().mean().item(), len(same)
    errors = {
        "win_error": (output.value.softmax(1)[:, 0] - batch.win, win),
        "lead_error": (20 * output.score[:, 2] - batch.lead, lead),
        "ownership_error": (output.ownership.tanh() - batch.ownership, owned),
    }
    for name, (error, is_known) in errors.items():
        yield name, mean_known(error.abs(), is_known).item(), is_known.sum().item()
