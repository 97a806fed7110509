#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants faults in the source one at a time and says which of them the tests find.

usage: mutants.py [--results FILE] [--jobs N] [--only TEXT] [--again] [--list]

The faults stand in faults.json: the name of a source file, a text that occurs in it once, what stands there instead, the
test program that should find it and a filter of its tests. Each fault is planted in a worktree of its own
(build/mutants/tree, a copy of HEAD), the program is built there, and its tests are run. A fault is

  found           tests fail
  survived        every test passes
  does not apply  the text is no longer there, or no longer alone, or what is built does not compile: mend the entry

Results are written after every fault, so that a run may be stopped and called again: it goes on with those that are missing.
A fault whose entry or file has changed since is tried again.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TREE = ROOT / "build/mutants/tree"
BUILD = TREE / "build/release"  # as deep as that of ./dev, so that ccache knows its files
LONGEST_S = 900  # of the tests of one fault


def run(command, log=None, **options):
    """Exit code; 124 where it took too long."""
    with open(log, "a") if log else open("/dev/null", "w") as out:
        try:
            return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, **options).returncode
        except subprocess.TimeoutExpired:
            return 124


def find(name):
    """The file of that name in src/ or app/; a folder in the name tells two of them apart."""
    files = [file for part in ("src", "app") for file in (TREE / part).rglob("*") if f"/{file.relative_to(TREE)}".endswith("/" + name)]
    return files[0] if len(files) == 1 else None


def prepare(jobs):
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


def tests_of(fault):
    program = BUILD / "tests" / f"{fault['program']}_test"
    return [program, "--gtest_brief=1", f"--gtest_filter={fault.get('tests', '*')}"]


def build(program, jobs, log):
    return run(["ninja", "-C", BUILD, f"-j{jobs}", f"{program}_test"], log)


def passes_without(fault, jobs, log, known):
    """A filter must name tests that pass where nothing is planted."""
    key = (fault["program"], fault.get("tests", "*"))
    if key not in known:
        log.unlink(missing_ok=True)
        known[key] = build(key[0], jobs, log) == 0 and run(tests_of(fault), log, timeout=LONGEST_S) == 0 and \
            "0 tests from 0" not in log.read_text()
    return known[key]


def try_one(fault, jobs, log, known):
    file = find(fault["file"])
    text = file.read_text() if file else ""
    if text.count(fault["old"]) != 1:
        return "does not apply"
    if not passes_without(fault, jobs, log, known):
        return "its tests fail without it"
    log.unlink(missing_ok=True)
    file.write_text(text.replace(fault["old"], fault["new"]))
    try:
        if build(fault["program"], jobs, log) != 0:
            return "does not apply"
        code = run(tests_of(fault), log, timeout=LONGEST_S)
        return "survived" if code == 0 else "found"
    finally:
        file.write_text(text)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--results", type=pathlib.Path, default=ROOT / "build/mutants/results.json")
    options.add_argument("--jobs", type=int, default=2, help="of the build")
    options.add_argument("--only", default="", help="faults whose file, program or text holds this")
    options.add_argument("--again", action="store_true", help="also those that have a result")
    options.add_argument("--list", action="store_true", help="the results so far, without trying any")
    options = options.parse_args()
    faults = json.loads((HERE / "faults.json").read_text())
    results = json.loads(options.results.read_text()) if options.results.exists() else {}
    if not options.list:
        (ROOT / "build/mutants").mkdir(parents=True, exist_ok=True)
        head = prepare(options.jobs)
        known = {}
        for fault in faults:
            if options.only and options.only not in json.dumps(fault):
                continue
            file = find(fault["file"])
            key = key_of(fault, file.read_text() if file else "")
            name = f"{fault['file']}: {fault['what']}"
            if results.get(name, {}).get("key") == key and not options.again:
                continue
            start = time.time()
            result = try_one(fault, options.jobs, ROOT / "build/mutants/last.log", known)
            results[name] = {"result": result, "key": key, "commit": head[:10], "seconds": round(time.time() - start)}
            options.results.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
            print(f"{result:15} {name} ({results[name]['seconds']} s)", flush=True)
    names = [f"{fault['file']}: {fault['what']}" for fault in faults]
    counts = {}
    for name in names:
        result = results.get(name, {}).get("result", "not tried")
        counts[result.split(" (")[0]] = counts.get(result.split(" (")[0], 0) + 1
        if not result.startswith(("found", "not")):
            print(f"  {result}: {name}")
    print(f"{len(names)} faults: " + ", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 1 if counts.get("survived") or counts.get("does not apply") else 0


if __name__ == "__main__":
    sys.exit(main())
