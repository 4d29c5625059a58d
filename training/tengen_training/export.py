"""Writes a network as a KataGo model file (`.bin.gz`, model version 8).

The layout is that which KataGo's `cpp/neuralnet/desc.cpp` reads: names and sizes as text, each array of numbers as the
bytes `@BIN@` followed by little-endian f32. Convolutions are stored by row, column, input, output; matrices by input,
output. Normalisation layers have mean 0 and a variance that is 1 once readers have added epsilon, so that only their scale and bias act.
"""

import gzip

import numpy as np

from .files import whole_file
from .model import GLOBAL_INPUTS, SPATIAL_PLANES, PoolingBlock

VERSION = 8
EPSILON = 1e-5
VARIANCE = 1 - EPSILON
BINARY = b"@BIN@"


class Writer:
    def __init__(self):
        self.parts = []

    def text(self, *words):
        self.parts.append((" ".join(str(w) for w in words) + "\n").encode())

    def numbers(self, array):
        array = np.ascontiguousarray(array, dtype="<f4")
        if not np.isfinite(array).all():
            raise ValueError("the network holds numbers that are not finite")
        self.parts += [BINARY, array.tobytes(), b"\n"]

    def conv(self, name, weight):
        outputs, inputs, rows, columns = weight.shape
        self.text(name, rows, columns, inputs, outputs, 1, 1)
        self.numbers(weight.transpose(2, 3, 1, 0))

    def norm(self, name, scale, bias):
        self.text(*norm_head(name, scale, bias))
        self.numbers(np.zeros(len(bias)))
        self.numbers(np.full(len(bias), VARIANCE))
        if scale is not None:
            self.numbers(scale)
        self.numbers(bias)

    def matrix(self, name, weight):
        outputs, inputs = weight.shape
        self.text(name, inputs, outputs)
        self.numbers(weight.T)

    def bias(self, name, bias):
        self.text(name, len(bias))
        self.numbers(bias)


def norm_head(name, scale, bias):
    return name, len(bias), EPSILON, 0 if scale is None else 1, 1


def array(parameter):
    return parameter.detach().cpu().numpy()


def flat(parameter):
    return array(parameter).reshape(-1)


def write_affine(w, name, layer):
    w.norm(f"{name}/norm", flat(layer.scale), flat(layer.bias))
    w.text(f"{name}/relu")


def write_bias(w, name, layer):
    w.norm(f"{name}/norm", None, flat(layer.bias))
    w.text(f"{name}/relu")


def write_block(w, name, block):
    if not isinstance(block, PoolingBlock):
        w.text("ordinary_block")
        w.text(name)
        write_affine(w, f"{name}/pre", block.pre)
        w.conv(f"{name}/conv1", array(block.conv1.weight))
        write_bias(w, f"{name}/mid", block.mid)
        w.conv(f"{name}/conv2", array(block.conv2.weight))
        return
    both = array(block.conv1.weight)
    w.text("gpool_block")
    w.text(name)
    write_affine(w, f"{name}/pre", block.pre)
    w.conv(f"{name}/conv1r", both[: block.regular])
    w.conv(f"{name}/conv1g", both[block.regular :])
    write_bias(w, f"{name}/pool", block.pool_mid)
    w.matrix(f"{name}/to_bias", array(block.to_bias.weight))
    write_bias(w, f"{name}/mid", block.mid)
    w.conv(f"{name}/conv2", array(block.conv2.weight))


def write_policy(w, head):
    w.text("policy")
    w.conv("policy/p1", array(head.p1.weight))
    w.conv("policy/g1", array(head.g1.weight))
    write_bias(w, "policy/g1", head.g1_mid)
    w.matrix("policy/to_bias", array(head.to_bias.weight))
    write_bias(w, "policy/p1", head.p1_mid)
    w.conv("policy/p2", array(head.p2.weight))
    w.matrix("policy/to_pass", array(head.to_pass.weight))


def write_value(w, head):
    w.text("value")
    w.conv("value/v1", array(head.v1.weight))
    write_bias(w, "value/v1", head.v1_mid)
    w.matrix("value/v2", array(head.v2.weight))
    w.bias("value/v2/bias", flat(head.v2.bias))
    w.text("value/v2/relu")
    w.matrix("value/v3", array(head.v3.weight))
    w.bias("value/v3/bias", flat(head.v3.bias))
    w.matrix("value/scores", array(head.scores.weight))
    w.bias("value/scores/bias", flat(head.scores.bias))
    w.conv("value/ownership", array(head.ownership.weight))


def write_network(w, network, name):
    """Names every array of the network to `w`, in the order of the file."""
    shape = network.shape
    regular = shape.channels - shape.pool_channels
    w.text(name)
    w.text(VERSION)
    w.text(SPATIAL_PLANES, GLOBAL_INPUTS)
    w.text("trunk")
    w.text(len(shape.blocks), shape.channels, shape.channels, regular, regular, shape.pool_channels)
    w.conv("conv1", array(network.conv1.weight))
    w.matrix("globals", array(network.globals.weight))
    for i, block in enumerate(network.blocks):
        write_block(w, f"block{i + 1}", block)
    write_affine(w, "tip", network.tip)
    write_policy(w, network.policy)
    write_value(w, network.value)


def model_bytes(network, name):
    """The whole file before compression."""
    w = Writer()
    write_network(w, network, name)
    return b"".join(w.parts)


def write_model(network, path, name):
    """Writes the compressed file, whole or not at all."""
    with whole_file(path) as plain, gzip.GzipFile("", "wb", 9, plain, mtime=0) as file:
        file.write(model_bytes(network, name))
