"""Draws a run's log as one SVG file: a panel for each quantity, a line for each board side, samples seen to the right."""

import argparse
import contextlib
import json
from pathlib import Path

PANELS = [("train", "policy"), ("validation", "policy"), ("validation", "top1"), ("validation", "win_error"),
          ("validation", "lead_error"), ("validation", "ownership_error")]  # fmt: skip
COLOURS = {"9": "#c0392b", "13": "#27ae60", "19": "#2980b9"}
WIDTH, HEIGHT, MARGIN = 300, 180, 36


def entries(lines):
    """What the lines of a log say. One that a power cut has cut says nothing, also where the next start was written behind it."""
    for line in lines:
        with contextlib.suppress(json.JSONDecodeError):
            yield json.loads(line)


def kept(log):
    """Without the lines of steps that a crash lost and that were done again. Their numbers tell: the start may be lost too."""
    lines = []
    for line in log:
        while lines and lines[-1]["step"] > line["step"]:
            lines.pop()
        lines.append(line)
    return lines


def series(log, kind, quantity):
    """{side: [(samples seen in thousands, value)]}"""
    found, seen = {}, 0.0
    for line in log:
        if line["kind"] == "train":
            seen = sum(line["samples"].values()) / 1000
            if kind == "train":
                for side, terms in line["loss"].items():
                    found.setdefault(side, []).append((seen, terms[quantity]))
        elif line["kind"] == kind and quantity in line:  # what was known of no position is not there
            found.setdefault(str(line["side"]), []).append((seen, line[quantity]))
    return found


def panel(title, lines):
    points = [p for line in lines.values() for p in line]
    if not points:
        return ""
    right = max(x for x, _ in points) or 1
    low, high = min(y for _, y in points), max(y for _, y in points)
    span = (high - low) or 1
    place = lambda x, y: (
        f"{MARGIN + x / right * (WIDTH - 2 * MARGIN):.1f},{HEIGHT - MARGIN - (y - low) / span * (HEIGHT - 2 * MARGIN):.1f}"
    )
    out = [f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{title}</text>']
    out.append(f'<text x="{MARGIN - 4}" y="{MARGIN}" text-anchor="end">{high:.2f}</text>')
    out.append(f'<text x="{MARGIN - 4}" y="{HEIGHT - MARGIN}" text-anchor="end">{low:.2f}</text>')
    out.append(f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - MARGIN + 14}" text-anchor="end">{right:.0f} k samples</text>')
    box = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    out.append(f'<rect x="{MARGIN}" y="{MARGIN}" width="{box[0]}" height="{box[1]}" fill="none" stroke="#ccc"/>')
    for i, (side, line) in enumerate(sorted(lines.items(), key=lambda item: int(item[0]))):
        colour = COLOURS.get(side, "#555")
        path = " ".join(place(x, y) for x, y in line)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        out.append(f'<text x="{WIDTH - MARGIN - 4}" y="{MARGIN + 12 + 12 * i}" text-anchor="end" fill="{colour}">{side}x{side}</text>')
    return "\n".join(out)


def draw(log):
    columns = 3
    rows = (len(PANELS) + columns - 1) // columns
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDTH} {rows * HEIGHT}" '
             'font-family="sans-serif" font-size="10"><rect width="100%" height="100%" fill="white"/>']  # fmt: skip
    for i, (kind, quantity) in enumerate(PANELS):
        x, y = i % columns * WIDTH, i // columns * HEIGHT
        parts.append(f'<g transform="translate({x},{y})">{panel(f"{kind}: {quantity}", series(log, kind, quantity))}</g>')
    return "\n".join(parts + ["</svg>\n"])


def main(arguments=None):
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("run", help="directory of the run")
    p.add_argument("--out", default="curves.svg")
    options = p.parse_args(arguments)
    path = Path(options.run) / "log"
    try:
        lines = path.read_text().splitlines()
    except OSError as error:
        raise SystemExit(f"{path} cannot be read, so that {options.run} is no run: {error.strerror}") from None
    Path(options.out).write_text(draw(kept(entries(lines))))


if __name__ == "__main__":
    main()
