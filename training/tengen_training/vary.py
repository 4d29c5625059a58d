"""Gives game records other rules and komi, for positions that a network judges anew.

    python -m tengen_training.vary GAMES.sgf.xz --rules Japanese,NZ --komi-spread 8 --count 9000 > varied.sgf

A network that has seen one set of rules only takes what says the others for noise: the numbers that it has never seen set
have weights that nothing has taught. Records stand one on each line.
"""

import argparse
import lzma
import math
import random
import re
import sys
from pathlib import Path

ROOT = re.compile(r"\ufeff?\s*\(\s*;")  # what a record begins with, perhaps behind a byte order mark
KOMI = re.compile(r"KM\[([^\]\\]*)\]")
RULES = re.compile(r"RU\[[^\]]*\]|C\[Rules\\?:(?:[^\]\\]|\\.)*\]")  # Tengen once said in a comment what RU did not
RESULT = re.compile(r"RE\[([^\]\\]*)\]")
COUNT = re.compile(r"0|0\.0|draw|jigo|[bw]\+([0-9]+\.?[0-9]*|\.[0-9]+)", re.IGNORECASE)  # as src/game/scoring.rs has it
# Komi of Chinese records in stones of both colours, or in hundredths of stones or points; as src/game/komi.rs has it.
IN_POINTS = {2.75: 5.5, 275: 5.5, 3.25: 6.5, 325: 6.5, 3.75: 7.5, 375: 7.5, 350: 7, 550: 5.5, 650: 6.5, 700: 7, 750: 7.5}
MAX_KOMI = 1000  # beyond it a number is no komi
MOST_KOMI = 60  # that a record gets
XZ = b"\xfd7zXZ\0"


def parse(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("games", help="records, one on each line, compressed with xz or not")
    p.add_argument("--rules", default="", help="names, of which each record gets one; as they are if none is given")
    p.add_argument("--komi-spread", type=float, default=0, help="half of the records get a komi off by about so much")
    p.add_argument("--counted", action="store_true", help="only games that ended in a count")
    p.add_argument("--count", type=int, help="so many records, drawn at random")
    p.add_argument("--seed", type=int, default=1)
    options = p.parse_args(arguments)
    if options.count is not None and options.count < 0:
        p.error("--count is at least 0")
    return options


def read(path):
    """The records of a file, as Tengen tells them apart: a line ends with a line feed alone, and the content says whether it is
    compressed."""
    content = Path(path).read_bytes()
    if content.startswith(XZ):
        content = lzma.decompress(content)
    lines = (line.strip() for line in content.split(b"\n"))
    return [line.decode("utf-8", "surrogateescape") for line in lines if line]


def varied(record, rules, spread, draw):
    """The record with rules drawn from `rules` and, every second time, another komi in half points. What does not begin like a
    record stays as it is."""
    root = ROOT.match(record)
    if not root:
        return record
    begin, rest = record[: root.end()], record[root.end() :]
    if rules:
        rest = f"RU[{draw.choice(rules)}]" + RULES.sub("", rest)
    komi = komi_of(rest)
    if spread and komi is not None and draw.random() < 0.5:
        other = round(2 * (komi + draw.gauss(0, spread))) / 2
        other = max(-MOST_KOMI, min(MOST_KOMI, other))
        rest = f"KM[{other:g}]" + KOMI.sub("", rest)
    return begin + rest


def is_counted(record):
    """Whether the game ended in a count, drawn games included."""
    result = RESULT.search(record)
    return bool(result and COUNT.fullmatch(result[1].strip()))


def komi_of(record):
    """The komi that a record names, in points; None where it names none that Tengen reads."""
    named = KOMI.search(record)
    return read_komi(named[1]) if named else None


def read_komi(text):
    """Komi in points, as Tengen reads it: with a decimal comma, with words behind (半 is a half), or as Chinese records have it.
    None for what is no number, or cannot be komi."""
    number = text
    while number[-1:].isalpha() or number[-1:].isspace():
        number = number[:-1]
    try:
        komi = float(number.replace(",", "."))
    except ValueError:
        return None
    if "半" in text:
        komi += math.copysign(0.5, komi)
    komi = IN_POINTS.get(komi, komi)
    return komi if abs(komi) <= MAX_KOMI and 2 * komi % 1 == 0 else None


def main(arguments=None):
    options = parse(arguments)
    draw = random.Random(options.seed)
    try:
        records = read(options.games)
    except OSError as error:
        sys.exit(f"{options.games}: {error.strerror}")
    records = [r for r in records if not options.counted or is_counted(r)]
    if options.count is not None:
        records = draw.sample(records, min(options.count, len(records)))
    rules = [name for name in options.rules.split(",") if name]
    for record in records:
        sys.stdout.write(varied(record, rules, options.komi_spread, draw) + "\n")


if __name__ == "__main__":
    main()
