#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws which folder and which room of the sources includes which: docs/pictures/folders.svg and rooms.svg.

usage: include_graph.py [--check]     --check writes nothing and fails where a picture is not what the sources give
"""
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/layout"))
from check_layout import INCLUDE, IO_FOLDERS, LAYERS, ROOMS  # noqa: E402

INK, PAPER, BOX, MARK, GRID = "#222222", "#ffffff", "#dce6f1", "#3b6ea5", "#dddddd"
DOES = {"app": "the command line", "programs": "stencils that are text", "studies": "many cases of one scene",
        "io": "how it is written", "acoustics": "what a sound says of a room", "solvers": "when: plan and time loop",
        "boundary": "walls as data", "stencils": "how one step is computed"}


def rooms():
    """All rooms from the top down, as folders below src/ (or app)."""
    found = []
    for layer in LAYERS:
        inner = list(IO_FOLDERS) if layer == "io" else ROOMS.get(layer, [])
        for room in inner:
            name = f"{layer}/{room}"
            found += [f"{name}/{one}" for one in ROOMS.get(name, [])] or [name]
        if layer == "io" or not inner:
            found.append(layer)
    return found


def room_of(path, known):
    """The room of a source or of an include, the innermost first."""
    parts = path.split("/")[:-1]
    return next(("/".join(parts[:n]) for n in range(len(parts), 0, -1) if "/".join(parts[:n]) in known), None)


def includes(root, known):
    """Pairs of rooms of which the first includes the second."""
    pairs = set()
    for path in [*(root / "app").rglob("*.[ch]pp"), *(root / "src").rglob("*.[ch]*")]:
        name = path.relative_to(root).as_posix()
        here = room_of(name.removeprefix("src/"), known)
        for line in path.read_text(encoding="utf-8").splitlines():
            found = INCLUDE.match(line)
            there = room_of(found[2], known) if found and found[1] == '"' else None
            if here and there and here != there:
                pairs.add((here, there))
    return pairs


def text(x, y, words, size=13, anchor="start", more=""):
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{INK}" {more}>{escape(words)}</text>'


def svg(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">\n'
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(parts) + "\n</svg>\n")


def draw_folders(known, pairs):
    """A row per folder, and a bow to each folder that it includes."""
    step, top, right = 64, 16, 680
    parts = ['<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             f'<path d="M0 0 8 4 0 8z" fill="{MARK}"/></marker></defs>']
    for i, layer in enumerate(LAYERS):
        y = top + i * step
        inner = [room.split("/", 1)[1] for room in known if room.startswith(layer + "/") and "gpu/" not in room]
        inner += ["gpu"] if any(room.startswith(layer + "/gpu/") for room in known) else []
        parts += [f'<rect x="16" y="{y}" width="{right - 16}" height="46" rx="6" fill="{BOX}" stroke="{INK}"/>',
                  text(28, y + 20, layer, 15, more='font-weight="bold"'), text(130, y + 20, DOES.get(layer, "")),
                  text(28, y + 38, ", ".join(inner), 12)]
    above = {(room_a.split("/")[0], room_b.split("/")[0]) for room_a, room_b in pairs}
    for a, b in sorted(above, key=lambda pair: (LAYERS.index(pair[0]), LAYERS.index(pair[1]))):
        i, j = LAYERS.index(a), LAYERS.index(b)
        if i == j:
            continue
        start, end = top + i * step + 30 + (j - i), top + j * step + 8 + 2 * (j - i)
        bow = right + 24 + 44 * abs(j - i)
        parts.append(f'<path d="M{right} {start} C{bow} {start} {bow} {end} {right + 2} {end}" fill="none" stroke="{MARK}" '
                     'marker-end="url(#to)"/>')
    return svg(right + 290, top + step * len(LAYERS), parts)


def draw_rooms(known, pairs):
    """A square for each room in a row that includes the room of the column; includes go down, so all lie right of the diagonal."""
    cell, left, top = 16, 190, 170
    size = cell * len(known)
    parts = []
    for i, room in enumerate(known):
        at = cell * i
        parts += [text(left - 6, top + at + 12, room, 11, "end"),
                  text(0, 0, room, 11, more=f'transform="translate({left + at + 12} {top - 6}) rotate(-90)"'),
                  f'<rect x="{left + at}" y="{top + at}" width="{cell}" height="{cell}" fill="{INK}"/>']
    for i in range(len(known) + 1):
        at = cell * i
        parts += [f'<path d="M{left} {top + at}H{left + size}M{left + at} {top}V{top + size}" stroke="{GRID}"/>']
    for a, b in sorted(pairs):
        x, y = left + cell * known.index(b), top + cell * known.index(a)
        parts.append(f'<rect x="{x + 2}" y="{y + 2}" width="{cell - 4}" height="{cell - 4}" fill="{MARK}"/>')
    return svg(left + size + 16, top + size + 16, parts)


def main(arguments):
    known = rooms()
    pairs = includes(ROOT, set(known))
    if len(pairs) < 60:
        return f"only {len(pairs)} pairs of rooms were found"
    stale = []
    for name, draw in (("folders.svg", draw_folders), ("rooms.svg", draw_rooms)):
        path, picture = ROOT / "docs/pictures" / name, draw(known, pairs)
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            stale.append(f"docs/pictures/{name} is not what the sources give; pages/include_graph.py draws it")
            if arguments != ["--check"]:
                path.write_text(picture, encoding="utf-8")
    return "\n".join(stale) if stale and arguments == ["--check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
