#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a test program and prints what is not a test that passed. Fails where the program does, and where a test is skipped for a
reason that is not in skips.txt.

usage: in_parts.py PROGRAM [OPTIONS]
"""
import re
import subprocess
import sys
from pathlib import Path

REASONS = Path(__file__).resolve().parent / "skips.txt"
PASSED = re.compile(r"\[( RUN      |       OK |----------)\]|Note: Google Test filter|$")


def reasons_of(text):
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def unknown_reasons(output, known):
    """Reasons of skipped tests, which stand in the line after a place in the sources."""
    lines = output.splitlines()
    found = [then for line, then in zip(lines, lines[1:]) if line.endswith(": Skipped")]
    return [reason for reason in found if not any(one in reason for one in known)]


def main():
    done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, errors="replace", check=False)
    print("\n".join(line for line in done.stdout.splitlines() if not PASSED.match(line)))
    unknown = unknown_reasons(done.stdout, reasons_of(REASONS.read_text(encoding="utf-8")))
    for reason in unknown:
        print(f"skipped for a reason that is not in {REASONS.name}: {reason}")
    if done.returncode < 0:
        print(f"the program ended with signal {-done.returncode}")
    sys.exit(1 if unknown else 128 - done.returncode if done.returncode < 0 else done.returncode)


if __name__ == "__main__":
    main()
