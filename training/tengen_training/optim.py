"""Muon for the trunk's convolutions, AdamW for everything else.

Muon (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon): the momentum of a matrix is replaced by the nearest
orthogonal matrix, by a few Newton-Schulz steps. It learns more from a sample, and here samples are what is dear.
"""

import torch


def orthogonal(matrix, steps=5):
    """An approximation to U V^T, where matrix = U S V^T."""
    a, b, c = 3.4445, -4.7750, 2.0315
    tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.T if tall else x


class Muon(torch.optim.Optimizer):
    def __init__(self, parameters, lr, momentum=0.95, weight_decay=0.02):
        super().__init__(parameters, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(p)
                momentum = state["momentum"].lerp_(p.grad, 1 - group["momentum"])
                update = p.grad.lerp(momentum, group["momentum"]).flatten(1)
                update = orthogonal(update).reshape(p.shape) * max(1.0, update.shape[0] / update.shape[1]) ** 0.5
                p.mul_(1 - group["lr"] * group["weight_decay"]).add_(update, alpha=-group["lr"])


def optimizers(network, muon_lr=0.02, adam_lr=2e-3):
    """-> list of optimizers, each group with its full rate in `base_lr`."""
    matrices, rest = [], []
    for name, p in network.named_parameters():
        trunk = name.startswith("blocks.") and p.dim() == 4 and p.shape[2] == 3
        (matrices if trunk else rest).append(p)
    made = [Muon(matrices, muon_lr), torch.optim.AdamW(rest, adam_lr, betas=(0.9, 0.98), weight_decay=0.01)]
    for optimizer in made:
        for group in optimizer.param_groups:
            group["base_lr"] = group["lr"]
    return made


class Average:
    """Running average of the weights; the window grows with the steps done, up to 1 / (1 - most) steps."""

    def __init__(self, network, most=0.9985):
        self.most = most
        self.steps = 0
        self.weights = {k: v.detach().clone() for k, v in network.state_dict().items()}

    @torch.no_grad()
    def update(self, network):
        self.steps += 1
        keep = min(self.most, 1 - 1 / (1 + self.steps / 8))
        for k, v in network.state_dict().items():
            self.weights[k].lerp_(v, 1 - keep)
