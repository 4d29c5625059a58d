"""A slow, obvious reader of model files and their meaning, in plain numpy, to hold the export against."""

import numpy as np


class Text:
    def __init__(self, file):
        self.data, self.at = file.read(), 0

    def word(self):
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        end = self.at
        while not self.data[end : end + 1].isspace():
            end += 1
        word, self.at = self.data[self.at : end].decode(), end
        return word

    def whole(self):
        return int(self.word())

    def numbers(self, *shape):
        self.at = self.data.index(b"@BIN@", self.at) + 5
        count = int(np.prod(shape))
        found = np.frombuffer(self.data, "<f4", count, self.at).reshape(shape)
        self.at += 4 * count
        return found


def conv(t):
    t.word()
    rows, columns, inputs, outputs, _, _ = (t.whole() for _ in range(6))
    return t.numbers(rows, columns, inputs, outputs)


def norm(t):
    t.word()
    channels, epsilon, has_scale, has_bias = t.whole(), float(t.word()), t.whole(), t.whole()
    mean, variance = t.numbers(channels), t.numbers(channels)
    scale = t.numbers(channels) if has_scale else np.ones(channels)
    bias = t.numbers(channels) if has_bias else np.zeros(channels)
    t.word()  # the activation that follows every layer of this kind
    return mean, scale / np.sqrt(variance + epsilon), bias


def matrix(t):
    t.word()
    inputs, outputs = t.whole(), t.whole()
    return t.numbers(inputs, outputs)


def bias(t):
    t.word()
    return t.numbers(t.whole())


def block(t):
    kind, _ = t.word(), t.word()
    if kind == "ordinary_block":
        return kind, [norm(t), conv(t), norm(t), conv(t)]
    return kind, [norm(t), conv(t), conv(t), norm(t), matrix(t), norm(t), conv(t)]


def read(file):
    t = Text(file)
    header = [t.word() for _ in range(4)]
    t.word()
    count = t.whole()
    [t.whole() for _ in range(5)]
    trunk = [conv(t), matrix(t), [block(t) for _ in range(count)], norm(t)]
    t.word()
    policy = [conv(t), conv(t), norm(t), matrix(t), norm(t), conv(t), matrix(t)]
    t.word()
    value = [conv(t), norm(t), matrix(t), bias(t)]
    t.word()
    value += [matrix(t), bias(t), matrix(t), bias(t), conv(t)]
    assert t.data[t.at :].strip() == b""
    return header, trunk, policy, value


def apply_conv(x, weight):
    """x [inputs, side, side] -> [outputs, side, side], zeros outside the board."""
    reach = weight.shape[0] // 2
    side = x.shape[1]
    padded = np.pad(x, ((0, 0), (reach, reach), (reach, reach)))
    out = np.zeros((weight.shape[3], side, side))
    for i in range(weight.shape[0]):
        for j in range(weight.shape[1]):
            out += np.einsum("io,iyx->oyx", weight[i, j], padded[:, i : i + side, j : j + side])
    return out


def apply_norm(x, layer):
    mean, scale, shift = (a[:, None, None] for a in layer)
    return np.maximum((x - mean) * scale + shift, 0)


def size_term(x):
    return (x.shape[1] - 14) / 10


def pool(x):
    mean = x.mean((1, 2))
    return np.concatenate([mean, mean * size_term(x), x.max((1, 2))])


def evaluate(layers, spatial, globals_):
    _, (first, first_matrix, blocks, tip), policy, value = layers
    x = apply_conv(spatial, first) + (globals_ @ first_matrix)[:, None, None]
    for kind, b in blocks:
        y = apply_norm(x, b[0])
        if kind == "ordinary_block":
            x = x + apply_conv(apply_norm(apply_conv(y, b[1]), b[2]), b[3])
        else:
            pooled = pool(apply_norm(apply_conv(y, b[2]), b[3])) @ b[4]
            x = x + apply_conv(apply_norm(apply_conv(y, b[1]) + pooled[:, None, None], b[5]), b[6])
    x = apply_norm(x, tip)
    p1, g1, g1_norm, to_bias, p1_norm, p2, to_pass = policy
    pooled = pool(apply_norm(apply_conv(x, g1), g1_norm))
    p = apply_conv(apply_norm(apply_conv(x, p1) + (pooled @ to_bias)[:, None, None], p1_norm), p2)
    v1, v1_norm, v2, v2_bias, v3, v3_bias, scores, scores_bias, ownership = value
    v = apply_norm(apply_conv(x, v1), v1_norm)
    mean, size = v.mean((1, 2)), size_term(x)
    hidden = np.maximum(np.concatenate([mean, mean * size, mean * (size * size - 0.1)]) @ v2 + v2_bias, 0)
    return {
        "policy": np.concatenate([p.reshape(-1), pooled @ to_pass]),
        "value": hidden @ v3 + v3_bias,
        "score": hidden @ scores + scores_bias,
        "ownership": apply_conv(v, ownership)[0],
    }
