#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants faults in the source one at a time and says which of them the tests find.

usage: mutants.py [--results FILE] [--jobs N] [--only TEXT] [--again] [--survivors] [--list] [--check]

The faults stand in faults.json: the name of a source file, a text that occurs in it once, what stands there instead, the
test program that should find it and a filter of its tests. They are planted in a worktree of their own (build/mutants/tree,
a copy of HEAD), whose test programs are built once. A fault is

  found           tests fail
  survived        every test passes
  does not apply  the text is no longer there, or no longer alone, or what is built does not compile: mend the entry

A fault in a .cpp file costs one compilation and one link: the file with the fault stands before the libraries, and the first
definition wins. Calls within one compilation may not meet it, so what survives that way is planted once more and built as
the product is. So are faults in headers.

Results are written after every fault, so that a run may be stopped and called again: it goes on with those that are missing.
A fault whose entry or file has changed since is tried again; --survivors tries those that survived again. --check only says
which entries do not apply to the sources here, without a build: call it after sources have moved.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TREE = ROOT / "build/mutants/tree"
BUILD = TREE / "build/release"  # as deep as that of ./dev, so that ccache knows its files
LOG = ROOT / "build/mutants/last.log"
LONGEST_S = 900  # of the tests of one fault


def run(command, **options):
    """Exit code; 124 where it took too long."""
    with open(LOG, "a") as out:
        try:
            return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, **options).returncode
        except subprocess.TimeoutExpired:
            return 124


def find(name, tree=None):
    """The file of that name in src/ or app/ of a tree, else of the worktree; a folder in the name tells two of them apart."""
    tree = tree or TREE
    files = [file for part in ("src", "app") for file in (tree / part).rglob("*") if f"/{file.relative_to(tree)}".endswith("/" + name)]
    return files[0] if len(files) == 1 else None


def check(faults):
    """Exit code: 1 where the text of a fault is no longer there, or no longer alone."""
    lost = []
    for fault in faults:
        file = find(fault["file"], ROOT)
        if file is None or file.read_text().count(fault["old"]) != 1:
            lost.append(f"does not apply  {fault['file']}: {fault['what']}")
    print("\n".join([*lost, f"{len(faults)} faults: {len(faults) - len(lost)} apply"]))
    return 1 if lost else 0


def prepare():
    """The worktree at HEAD, configured, without any fault; its programs are built as they are asked for."""
    if not TREE.exists():
        subprocess.run(["git", "-C", ROOT, "worktree", "prune"], check=True)
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", TREE, "HEAD"], check=True)
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run(["git", "-C", TREE, "checkout", "--quiet", "--force", "--detach", head], check=True)
    if run(["cmake", "--preset", "release", "-DWAVESIM_TESTS=ON"], cwd=TREE) != 0:
        sys.exit(f"cannot configure {TREE}")
    return head


def key_of(fault, text):
    """Changes with the entry and with the file."""
    return hashlib.sha256((json.dumps(fault, sort_keys=True) + text).encode()).hexdigest()[:16]


def program_of(fault):
    return BUILD / "tests" / f"{fault['program']}_test"


def passes(program, fault):
    """Whether its tests pass; ends at the first that fails."""
    tests = [program, "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={fault.get('tests', '*')}"]
    return run(tests, timeout=LONGEST_S) == 0


def build(program, jobs):
    return run(["ninja", "-C", BUILD, f"-j{jobs}", f"{program}_test"])


def passes_without(fault, jobs, known):
    """Builds the program; its filter must name tests that pass where nothing is planted."""
    key = (fault["program"], fault.get("tests", "*"))
    LOG.unlink(missing_ok=True)
    built = build(key[0], jobs) == 0
    if key not in known:
        known[key] = built and passes(program_of(fault), fault) and "0 tests from 0" not in LOG.read_text()
    return known[key]


def command_to(target, ending):
    """The last command of the build that makes a target, as words."""
    commands = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "-s", target], check=True, capture_output=True, text=True).stdout
    return [line for line in commands.splitlines() if ending in line][-1]


def compilation(file):
    """(object, source) of the compilation that a source takes part in: its own, or that of a group."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        if source == file or source.parent.name == "Unity" and f'"{file}"' in source.read_text():
            return entry["command"], source
    return None, None


def beside_the_libraries(fault, file, text):
    """The test program with the fault in one source before the libraries; None where it cannot be made."""
    command, source = compilation(file)
    if command is None:
        return None
    planted, made, program = LOG.parent / f"planted_{file.name}", LOG.parent / "planted.o", LOG.parent / "planted_test"
    planted.write_text(text)
    words = shlex.split(command)
    words[words.index("-o") + 1] = str(made)
    words = [str(planted) if word == str(source) else word for word in words]
    compiled = run([*words, "-O0", "-w"], cwd=BUILD)
    planted.unlink()
    if compiled != 0:
        return None
    link = command_to(f"tests/{fault['program']}_test", " -o ").split(" && ")
    link = next(part for part in link if " -o " in part)
    link = re.sub(r" -o (\S+)", f" -o {program} {made} -Wl,-z,muldefs", link, count=1)
    return program if run(shlex.split(link), cwd=BUILD) == 0 else None


def try_one(fault, jobs, known):
    file = find(fault["file"])
    text = file.read_text() if file else ""
    if text.count(fault["old"]) != 1:
        return "does not apply"
    if not passes_without(fault, jobs, known):
        return "its tests fail without it"
    LOG.unlink(missing_ok=True)
    faulty = text.replace(fault["old"], fault["new"])
    if file.suffix == ".cpp" and not file.name.endswith(".isa.cpp"):
        program = beside_the_libraries(fault, file, faulty)
        if program and not passes(program, fault):
            return "found"
    file.write_text(faulty)
    try:
        if build(fault["program"], jobs) != 0:
            return "does not apply"
        return "survived" if passes(program_of(fault), fault) else "found"
    finally:
        file.write_text(text)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--results", type=pathlib.Path, default=ROOT / "build/mutants/results.json")
    options.add_argument("--jobs", type=int, default=2, help="of the build")
    options.add_argument("--only", default="", help="faults whose file, program or text holds this")
    options.add_argument("--again", action="store_true", help="also those that have a result")
    options.add_argument("--survivors", action="store_true", help="also those that survived")
    options.add_argument("--list", action="store_true", help="the results so far, without trying any")
    options.add_argument("--check", action="store_true", help="which entries do not apply here, without a build")
    options = options.parse_args()
    faults = json.loads((HERE / "faults.json").read_text())
    if options.check:
        return check(faults)
    results = json.loads(options.results.read_text()) if options.results.exists() else {}
    if not options.list:
        LOG.parent.mkdir(parents=True, exist_ok=True)
        head = prepare()
        known = {}
        for fault in faults:
            if options.only and options.only not in json.dumps(fault):
                continue
            file = find(fault["file"])
            key = key_of(fault, file.read_text() if file else "")
            name = f"{fault['file']}: {fault['what']}"
            last = results.get(name, {})
            if last.get("key") == key and not options.again and not (options.survivors and last["result"] == "survived"):
                continue
            start = time.time()
            result = try_one(fault, options.jobs, known)
            results[name] = {"result": result, "key": key, "commit": head[:10], "seconds": round(time.time() - start)}
            options.results.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
            print(f"{result:15} {name} ({results[name]['seconds']} s)", flush=True)
    names = [f"{fault['file']}: {fault['what']}" for fault in faults]
    counts = {}
    for name in names:
        result = results.get(name, {}).get("result", "not tried")
        counts[result] = counts.get(result, 0) + 1
        if not result.startswith(("found", "not")):
            print(f"  {result}: {name}")
    print(f"{len(names)} faults: " + ", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 1 if counts.get("survived") or counts.get("does not apply") else 0


if __name__ == "__main__":
    sys.exit(main())
