#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a change of a header costs: the time to compile what includes it, without a compiler cache.

usage: rebuild_costs.py BUILD --costs FILE [--measure] [--top N] [HEADER ...]

BUILD is a folder that ninja has built. --measure compiles every object of it by itself, one after the other, and writes its CPU
seconds to FILE; objects that FILE has already are left out. The table has the dearest N headers of the project, or those named, as
grid/grid.hpp: how many objects depend on it, and the seconds that two cores take for those of the program and for all with the tests.
"""
import argparse
import json
import os
import shlex
import subprocess
import tempfile
from pathlib import Path


def objects_of(build):
    """Command line of each object, without what stands before the compiler and where it writes to."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        commands[words[words.index("-o") + 1]] = (words, entry["directory"])
    return commands


def seconds_of(words, folder):
    """CPU seconds of one compilation, whose object nobody keeps."""
    with tempfile.NamedTemporaryFile() as object_file:
        words = list(words)
        words[words.index("-o") + 1] = object_file.name
        child = subprocess.Popen(words, cwd=folder, env={**os.environ, "CCACHE_DISABLE": "1"})
        _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("does not compile: " + " ".join(words))
    return usage.ru_utime + usage.ru_stime


def measure(build, file):
    costs = json.loads(file.read_text()) if file.exists() else {}
    for target, (words, folder) in objects_of(build).items():
        if target not in costs:
            costs[target] = round(seconds_of(words, folder), 2)
            file.write_text(json.dumps(costs, indent=1) + "\n")
    return costs


def dependants(text, root):
    """Objects of each header of the project, from what `ninja -t deps` writes."""
    found, target = {}, ""
    for line in text.splitlines():
        if line and not line[0].isspace():
            target = line.partition(":")[0]
        elif line.strip().startswith(str(root)) and line.strip().endswith((".hpp", ".cuh")):
            found.setdefault(line.strip()[len(str(root)) + 1:], set()).add(target)
    return found


def rows(found, costs):
    """(header, objects, seconds of the program, seconds with the tests) on two cores, the dearest first. What the header before
    others of a test costs counts too: all that use it are compiled again."""
    table = []
    for header, targets in found.items():
        known = [target for target in targets if target in costs]
        program = sum(costs[target] for target in known if not target.startswith("tests/"))
        table.append((header, len(targets), program / 2, sum(costs[target] for target in known) / 2))
    return sorted(table, key=lambda row: -row[3])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--costs", type=Path, required=True)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--top", type=int, default=30)
    parser.add_argument("headers", nargs="*")
    options = parser.parse_args()
    costs = measure(options.build, options.costs) if options.measure else json.loads(options.costs.read_text())
    root = Path(__file__).resolve().parent.parent.parent
    text = subprocess.run(["ninja", "-C", str(options.build), "-t", "deps"], capture_output=True, text=True, check=True).stdout
    table = rows(dependants(text, root), costs)
    if options.headers:
        table = [row for row in table if row[0].endswith(tuple(options.headers))]
    print(f"{'header':56} objects  program [s]  with tests [s]")
    print(f"{'all':56} {len(costs):7} {sum(v for k, v in costs.items() if not k.startswith('tests/')) / 2:12.0f} "
          f"{sum(costs.values()) / 2:15.0f}")
    for header, count, program, whole in table[:options.top if not options.headers else None]:
        print(f"{header:56} {count:7} {program:12.0f} {whole:15.0f}")


if __name__ == "__main__":
    main()
