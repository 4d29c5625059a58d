"""What the network is taught: to repeat the teacher's policy, value, lead and ownership."""

import math

import torch
import torch.nn.functional as F

WEIGHTS = {"policy": 1.0, "value": 1.5, "lead": 0.6, "ownership": 1.5, "spread": 0.1}


def losses(output, batch):
    """Each term's mean over what is known in the batch, by name. The policy's is the divergence, 0 when equal."""
    log_policy = F.log_softmax(output.policy, 1)
    entropy = torch.special.entr(batch.policy).sum(1)
    return {
        "policy": (-(batch.policy * log_policy).sum(1) - entropy).mean(),
        "value": value_loss(output.value, batch.win),
        "lead": lead_loss(output.score, batch.lead),
        "ownership": ownership_loss(output.ownership, batch.ownership),
        "spread": spread_loss(output.score, batch),
    }


def mean_known(values, known):
    """The mean of the values that are known, 0 if there are none."""
    return torch.where(known, values, 0.0).sum() / known.sum().clamp(min=1)


def value_loss(logits, win):
    known = ~win.isnan()
    win = win.nan_to_num(0.5)
    log_value = F.log_softmax(logits, 1)
    return mean_known(-(win * log_value[:, 0] + (1 - win) * log_value[:, 1]), known)


def lead_loss(score, lead):
    """For the mean score and for the lead, which are one here."""
    known = ~lead.isnan()
    target = lead.nan_to_num(0.0) / 20
    each = sum(F.huber_loss(score[:, i], target, reduction="none", delta=0.4) for i in (0, 2))
    return mean_known(each, known)


def ownership_loss(raw, ownership):
    target = (1 + ownership.nan_to_num(0.0)) / 2
    each = F.binary_cross_entropy_with_logits(2 * raw, target, reduction="none")
    return mean_known(each, ~ownership.isnan())


def spread_loss(score, batch):
    """The spread of the score about the lead, which no teacher tells, from what else is known.

    Where a teacher gives a chance to win, it is the spread for which a score distributed normally about the lead wins as often;
    where the game is decided any small spread explains that. Where a game has been won, its lead is its score, and says how far
    the score lies from the lead that was predicted: of itself it would be explained best by no spread at all.
    """
    lead, win = batch.lead.nan_to_num(0.0), batch.win.nan_to_num(0.5)
    spread, predicted = 20 * F.softplus(score[:, 1]) + 0.1, 20 * score[:, 2]
    is_over = (win == 0) | (win == 1)
    each = torch.where(is_over, outcome_loss(spread, lead - predicted.detach()), chance_loss(spread, lead, win))
    return mean_known(each, ~(batch.lead.isnan() | batch.win.isnan()))


def outcome_loss(spread, error):
    """How unlikely an error is under a normal distribution, as its negative logarithm, but for a constant.

    Beyond three spreads it grows in proportion alone, so that one game lost by surprise does not drown all else in a step.
    """
    return spread.log() + F.huber_loss(error / spread, torch.zeros_like(error), reduction="none", delta=3.0)


def chance_loss(spread, lead, win):
    chance = 0.5 * (1 + torch.erf(lead / (spread * math.sqrt(2))))
    return F.binary_cross_entropy(chance.clamp(1e-4, 1 - 1e-4), win, reduction="none")


def total(parts):
    return sum(WEIGHTS[name] * part for name, part in parts.items())
