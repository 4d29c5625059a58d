"""Gives game records other rules and komi, for positions that a network judges anew.

    python -m tengen_training.vary GAMES.sgf.xz --rules Japanese,NZ --komi-spread 8 --count 9000 > varied.sgf

A network that has seen one set of rules only takes what says the others for noise: the numbers that it has never seen set
have weights that nothing has taught. Records stand one on each line.
"""

import argparse
import lzma
import random
import re
import sys
from pathlib import Path

KOMI = re.compile(r"KM\[\s*([-\d.]+)\s*\]")
RULES = re.compile(r"RU\[[^\]]*\]|C\[Rules\\?:(?:[^\]\\]|\\.)*\]")  # Tengen says in a comment what RU cannot
COUNTED = re.compile(r"RE\[[BW]\+\d")
MOST_KOMI = 60
XZ = b"\xfd7zXZ\0"


def parse(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("games", help="records, one on each line, compressed with xz or not")
    p.add_argument("--rules", default="", help="names, of which each record gets one; as they are if none is given")
    p.add_argument("--komi-spread", type=float, default=0, help="half of the records get a komi off by about so much")
    p.add_argument("--counted", action="store_true", help="only games that ended in a count")
    p.add_argument("--count", type=int, help="so many records, drawn at random")
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args(arguments)


def read(path):
    """The records of a file, as Tengen tells them apart: a line ends with a line feed alone, and the content says whether it is
    compressed."""
    content = Path(path).read_bytes()
    if content.startswith(XZ):
        content = lzma.decompress(content)
    lines = (line.strip() for line in content.split(b"\n"))
    return [line.decode("utf-8", "surrogateescape") for line in lines if line]


def varied(record, rules, spread, draw):
    """The record with rules drawn from `rules` and, every second time, another komi in half points."""
    if rules:
        record = with_property(RULES.sub("", record), f"RU[{draw.choice(rules)}]")
    komi = KOMI.search(record)
    if spread and komi and draw.random() < 0.5:
        other = round(2 * (float(komi[1]) + draw.gauss(0, spread))) / 2
        other = max(-MOST_KOMI, min(MOST_KOMI, other))
        record = with_property(KOMI.sub("", record), f"KM[{other:g}]")
    return record


def with_property(record, text):
    """`text` put into the root node."""
    return re.sub(r"^\(;", lambda _: f"(;{text}", record)


def main(arguments=None):
    options = parse(arguments)
    draw = random.Random(options.seed)
    records = [r for r in read(options.games) if not options.counted or COUNTED.search(r)]
    if options.count:
        records = draw.sample(records, min(options.count, len(records)))
    rules = [name for name in options.rules.split(",") if name]
    for record in records:
        sys.stdout.write(varied(record, rules, options.komi_spread, draw) + "\n")


if __name__ == "__main__":
    main()
