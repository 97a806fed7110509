#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chooses the tests that run at night and not for every change, from what ctest printed of a whole run.

A test that took longer than LIMIT runs at night. Of each suite one stays: its fastest, if that takes no longer than MOST. So every
change still runs a test of each suite, and every night runs all tests. Tests of readers that files of strangers could break stay, too,
since every change runs them under AddressSanitizer.

usage: choose.py LOG     writes tests.txt: seconds and name, by name
"""
import re
import sys
from pathlib import Path

LIMIT = 0.6  # s on two quiet cores
MOST = 7.0  # s
STAY = re.compile(r"stub_|io\.(ResultReader|SceneCorpus|SceneFuzz)\.")
RESULT = re.compile(r"Test +#\d+: (\S+) \.+ +Passed +([\d.]+) sec")
TABLE = Path(__file__).resolve().parent / "tests.txt"
HEAD = """\
# Tests that take more than {limit:g} s: ctest label "night", which `./dev test --quick` leaves out and `tests/nightly.sh` runs.
# Written by choose.py from a whole run: seconds and name. Slow tests that are newer than that run are added by hand.
"""


def suite_of(name):
    """`emulator.Pass.Agrees<3>` and `emulator.Pass.NeedsBarriers` -> `emulator.Pass`; `campaigns.grounds` stays."""
    return re.sub(r"<\d+>$|/[^/.]*$", "", name).rpartition(".")[0] if name.count(".") > 1 else name


def times_of(log):
    """Seconds of each test that passed, those of the sanitizer builds left out."""
    return {name: float(seconds) for name, seconds in RESULT.findall(log) if not re.match("[at]san[.]", name)}


def choose(times):
    """Names of the tests that run at night."""
    fastest = {}
    for name in sorted(times, key=times.get, reverse=True):
        fastest[suite_of(name)] = name
    stay = {name for name in fastest.values() if times[name] <= MOST}
    return sorted(name for name, seconds in times.items() if seconds > LIMIT and name not in stay and not STAY.match(name))


def read_table():
    """Names in tests.txt."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [line.split()[1] for line in lines if line and not line.startswith("#")]


def main():
    times = times_of(Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace"))
    names = choose(times)
    TABLE.write_text(HEAD.format(limit=LIMIT) + "".join(f"{times[name]:6.1f} {name}\n" for name in names), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
