#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which tests look at one room of the sources, as `./dev test --room ROOM` runs them.

usage: room_tests.py ROOM      three lines: test programs to build, expression of ctest's -R, expression of its -E (may be empty)
       room_tests.py --list    the rooms

A room is a folder of src/, or app/ or a folder in it, as solvers/space. Its tests are those in the folder of that name in tests/,
and what rooms.txt adds to them or leaves to the whole suite. A folder that has no sources of its own has the tests of its rooms.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = Path(__file__).resolve().parent / "rooms.txt"
TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)


def rooms_of(root):
    """Folders with sources, from src/ on or from app; what needs a toolkit, or stands in for it, is in the room above."""
    sources = [*(root / "src").rglob("*.[ch]*"), *(root / "app").rglob("*.[ch]*")]
    folders = {file.parent for file in sources if file.suffix in (".cpp", ".hpp", ".cuh")}
    folders = {folder.parent if folder.name in ("cuda", "no_cuda", "mpi", "no_mpi") else folder for folder in folders}
    return sorted(folder.relative_to(root).as_posix().removeprefix("src/") for folder in folders)


def inside(place, room):
    return place == room or place.startswith(room + "/")


def read_table(text):
    """(room, pattern) of each entry: room, then names as ctest has them with * for any text; - before one leaves it out."""
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(row[0], pattern) for row in rows for pattern in row[1:]]


def suites_in(files):
    return {match[1] for file in files for match in TEST.finditer(file.read_text(encoding="utf-8"))}


def named(pattern):
    """The expression of ctest for a name with * in it."""
    return "^" + re.escape(pattern).replace(r"\*", ".*") + "$"


def tests_of(room, root, table):
    """(programs, expressions of what runs, expressions of what is left out)."""
    alone = room in rooms_of(root)
    rows = [pattern for place, pattern in table if (place == room if alone else inside(place, room))]
    wanted = [named(pattern) for pattern in rows if not pattern.startswith("-")]
    left = [named(pattern[1:]) for pattern in rows if pattern.startswith("-")]
    program = room.partition("/")[0]
    own = sorted((root / "tests" / room).glob("*_test.cpp" if alone else "**/*_test.cpp"))
    suites = suites_in(own)
    # A suite may be in several rooms: then its tests are told apart by their own names.
    shared = suites & suites_in(set((root / "tests" / program).rglob("*_test.cpp")) - set(own))
    if suites - shared:
        wanted.append(rf"^{program}\.(.*/)?({'|'.join(sorted(suites - shared))})(/[0-9]+)?\.")
    names = sorted({rf"{suite}\.{name}" for file in own for suite, name in TEST.findall(file.read_text(encoding="utf-8"))
                    if suite in shared})
    if names:
        wanted.append(rf"^{program}\.(.*/)?({'|'.join(names)})(/.*)?$")
    programs = {expression[1:].partition(r"\.")[0] for expression in wanted}
    return sorted(programs), wanted, left


def main():
    rooms = rooms_of(ROOT)
    if sys.argv[1:] == ["--list"]:
        print("\n".join(rooms))
        return
    room = sys.argv[1].strip("/").removeprefix("src/").removesuffix("/cuda") if len(sys.argv) == 2 else sys.exit(__doc__)
    if not any(inside(place, room) for place in rooms):
        sys.exit(f"there is no room {room}; there are {' '.join(rooms)}")
    programs, wanted, left = tests_of(room, ROOT, read_table(TABLE.read_text(encoding="utf-8")))
    if not wanted:
        sys.exit(f"the room {room} has no tests of its own")
    print(" ".join(program + "_test" for program in programs), "|".join(wanted), "|".join(left), sep="\n")


if __name__ == "__main__":
    main()
