"""The network: a residual trunk with global pooling and the heads of KataGo's model version 8.

There is no batch normalisation. Every block starts from zero (its last convolution is zero), and the trunk is scaled
down by a fixed factor where a block reads it, so that activations keep their size however many blocks there are. What
remains of a normalisation layer is a scale and a bias for each channel, which the file format can express.

Shapes: spatial [batch, 22, side, side], globals [batch, 19]. Every position of a batch has the same board side, so no
masks are needed. All outputs are from the view of the side to move.
"""

import math
from dataclasses import asdict, dataclass, fields

import torch
import torch.nn.functional as F
from torch import nn

SPATIAL_PLANES = 22
GLOBAL_INPUTS = 19


@dataclass(frozen=True)
class Shape:
    """How large a network is. `blocks` has a letter for each block: r is residual, g residual with global pooling."""

    blocks: str = "rgrr"
    channels: int = 64
    pool_channels: int = 16
    policy_channels: int = 32
    value_channels: int = 32
    value_hidden: int = 48

    def as_dict(self):
        return asdict(self)


@dataclass
class Output:
    """Raw outputs, as the last layers give them."""

    policy: torch.Tensor  # [batch, side * side + 1], logits, pass last
    value: torch.Tensor  # [batch, 3], logits of win, loss, no result
    score: torch.Tensor  # [batch, 4]: mean / 20, spread before softplus / 20, lead / 20, unused
    ownership: torch.Tensor  # [batch, side, side], before tanh

    def float(self):
        return Output(*(getattr(self, f.name).float() for f in fields(self)))


class Affine(nn.Module):
    """A scale and a bias for each channel, then ReLU."""

    def __init__(self, channels, scale=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.full((1, channels, 1, 1), float(scale)))
        self.bias = nn.Parameter(torch.zeros(1, channels, 1, 1))

    def forward(self, x):
        return F.relu(torch.addcmul(self.bias.to(x.dtype), x, self.scale.to(x.dtype)), inplace=True)


class Bias(nn.Module):
    """A bias for each channel, then ReLU: enough behind a convolution, which has the scale in its weights."""

    def __init__(self, channels):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1, channels, 1, 1))

    def forward(self, x):
        return F.relu(x + self.bias.to(x.dtype), inplace=True)


def conv(inputs, outputs, side):
    layer = nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)
    nn.init.normal_(layer.weight, std=math.sqrt(2.0 / (inputs * side * side)))
    return layer


def linear(inputs, outputs, bias, gain=1.0):
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.normal_(layer.weight, std=gain / math.sqrt(inputs))
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


def side_terms(x):
    """The two factors by which pooled means are repeated, so that the board's size is felt."""
    side = math.sqrt(x.shape[2] * x.shape[3])
    linear_term = (side - 14.0) * 0.1
    return linear_term, linear_term * linear_term - 0.1


def pool(x):
    """[batch, c, side, side] -> [batch, 3c]: mean, mean times a size term, maximum."""
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * side_terms(x)[0], x.amax((2, 3))], 1)


def pool_value(x):
    """[batch, c, side, side] -> [batch, 3c]: mean, and mean times the two size terms."""
    mean = x.mean((2, 3))
    first, second = side_terms(x)
    return torch.cat([mean, mean * first, mean * second], 1)


class Block(nn.Module):
    def __init__(self, channels, depth):
        super().__init__()
        self.pre = Affine(channels, 1.0 / math.sqrt(depth + 1.0))
        self.conv1 = conv(channels, channels, 3)
        self.mid = Bias(channels)
        self.conv2 = conv(channels, channels, 3)
        nn.init.zeros_(self.conv2.weight)

    def forward(self, x):
        return x + self.conv2(self.mid(self.conv1(self.pre(x))))


class PoolingBlock(nn.Module):
    """`pool_channels` of the first convolution's outputs are pooled over the board and tell every point."""

    def __init__(self, channels, pool_channels, depth):
        super().__init__()
        self.regular = channels - pool_channels
        self.pre = Affine(channels, 1.0 / math.sqrt(depth + 1.0))
        self.conv1 = conv(channels, channels, 3)  # regular and pooled channels in one
        self.pool_mid = Bias(pool_channels)
        self.to_bias = linear(3 * pool_channels, self.regular, False, 0.3)
        self.mid = Bias(self.regular)
        self.conv2 = conv(self.regular, channels, 3)
        nn.init.zeros_(self.conv2.weight)

    def forward(self, x):
        y = self.conv1(self.pre(x))
        pooled = pool(self.pool_mid(y[:, self.regular :]))
        y = y[:, : self.regular] + self.to_bias(pooled)[:, :, None, None]
        return x + self.conv2(self.mid(y))


class PolicyHead(nn.Module):
    def __init__(self, shape):
        super().__init__()
        c = shape.policy_channels
        self.p1 = conv(shape.channels, c, 1)
        self.g1 = conv(shape.channels, c, 1)
        self.g1_mid = Bias(c)
        self.to_bias = linear(3 * c, c, False, 0.3)
        self.p1_mid = Bias(c)
        self.p2 = conv(c, 1, 1)
        self.to_pass = linear(3 * c, 1, False, 0.3)

    def forward(self, x):
        pooled = pool(self.g1_mid(self.g1(x)))
        p = self.p1_mid(self.p1(x) + self.to_bias(pooled)[:, :, None, None])
        return torch.cat([self.p2(p).flatten(1), self.to_pass(pooled)], 1)


class ValueHead(nn.Module):
    def __init__(self, shape):
        super().__init__()
        c = shape.value_channels
        self.v1 = conv(shape.channels, c, 1)
        self.v1_mid = Bias(c)
        self.v2 = linear(3 * c, shape.value_hidden, True)
        self.v3 = linear(shape.value_hidden, 3, True, 0.3)
        self.scores = linear(shape.value_hidden, 4, True, 0.3)
        self.ownership = conv(c, 1, 1)

    def forward(self, x):
        v = self.v1_mid(self.v1(x))
        hidden = F.relu(self.v2(pool_value(v)))
        return self.v3(hidden), self.scores(hidden), self.ownership(v)[:, 0]


class Network(nn.Module):
    def __init__(self, shape=Shape()):
        super().__init__()
        self.shape = shape
        self.conv1 = conv(SPATIAL_PLANES, shape.channels, 3)
        self.globals = linear(GLOBAL_INPUTS, shape.channels, False, 0.3)
        self.blocks = nn.ModuleList(self.make_block(kind, i) for i, kind in enumerate(shape.blocks))
        self.tip = Affine(shape.channels, 1.0 / math.sqrt(len(shape.blocks) + 1.0))
        self.policy = PolicyHead(shape)
        self.value = ValueHead(shape)

    def make_block(self, kind, depth):
        if kind == "r":
            return Block(self.shape.channels, depth)
        if kind == "g":
            return PoolingBlock(self.shape.channels, self.shape.pool_channels, depth)
        raise ValueError(f"unknown kind of block: {kind!r}, expected r or g")

    def forward(self, spatial, globals_):
        x = self.conv1(spatial) + self.globals(globals_)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = self.tip(x)
        return Output(self.policy(x), *self.value(x))


def deepen(network, blocks):
    """A deeper network that computes the same: the new blocks stand behind the old ones and start from zero."""
    old = network.shape
    if not blocks.startswith(old.blocks):
        raise ValueError(f"blocks {blocks!r} do not begin with {old.blocks!r}")
    grown = Network(Shape(**{**old.as_dict(), "blocks": blocks}))
    state = grown.state_dict()
    state.update(network.state_dict())
    grown.load_state_dict(state)
    return grown
