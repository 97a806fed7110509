#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws faults by chance, plants them all in one build and says how many of them the tests find.

usage: drawn.py --seed N [--count 200] [--jobs 2] [--longest 600] [--least PERCENT] [--tree FOLDER] [--report]

Lines of the sources are drawn per area (areas.json), and of each line one fault: another comparison or operator, another
number, a negated condition, a statement left out. All stand in one worktree behind a switch in the environment (--tree: in a
clone that may be overwritten). What does not compile is left out. Every test runs once without a fault and tells which faults it reaches. Then
each fault meets the tests that reach it, the fastest first, until one fails. A fault is

  found       a test fails, and passes without the fault
  survived    all tests that reach it pass, or none reaches it
  equivalent  equivalent.json says why it changes nothing
  not settled the tests that reach it take longer than --longest seconds, and those that ran pass

Results are kept after each stage and each fault, so that a run may be stopped and called again. --report only prints them.
Needs python3-clang-14.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from draw import ABOVE, draw, key_of, plant

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
HOME = ROOT / "build/mutants/drawn"
SPARE = 1.25  # faults drawn per fault wanted: some do not compile


def call(command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def make_tree(tree):
    """A worktree of HEAD that is configured as ./dev does."""
    if not tree.exists():
        call(["git", "-C", ROOT, "worktree", "add", "--force", "--detach", tree, "HEAD"], stdout=subprocess.DEVNULL)
    if not (tree / "build/release/build.ninja").exists():
        call(["cmake", "--preset", "release", "-DWAVESIM_TESTS=ON"], cwd=tree, stdout=subprocess.DEVNULL)


def lines_with_errors(log):
    """(file, line) of errors, and of what they say they come from."""
    return {(name, int(line)) for name, line in re.findall(r"^(/\S+?):(\d+):\d+: (?:fatal )?(?:error|note|required)", log, re.MULTILINE)}


def build(faults, tree, jobs):
    """Plants and builds; leaves out what does not compile, at most ten times over."""
    for _ in range(10):
        faults = plant(tree, faults)
        log = HOME / "build.log"
        with open(log, "w") as out:
            command = ["ninja", "-C", str(tree / "build/release"), "-k0", f"-j{jobs}", "all"]
            done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT).returncode
        if done == 0:
            return faults
        wrong = lines_with_errors(log.read_text())
        before = len(faults)

        def stands(fault):
            return (str(tree / fault["file"]), fault["line"] + ABOVE.count(b"\n")) not in wrong

        faults = [fault for fault in faults if stands(fault)]
        print(f"{before - len(faults)} faults do not compile", flush=True)
        if before == len(faults):
            sys.exit(f"the build fails for another reason; see {log}")
    sys.exit("the build never ended")


def wanted_of(faults, count):
    """As many of each area as were wanted, in the order in which they were drawn."""
    areas = list(dict.fromkeys(fault["area"] for fault in faults))
    left = {area: count // len(areas) + (i < count % len(areas)) for i, area in enumerate(areas)}
    chosen = []
    for fault in faults:
        if left[fault["area"]]:
            left[fault["area"]] -= 1
            chosen.append(fault)
    return chosen


def tests(build):
    """{name: (command, folder, seconds that it may take, exit code of a test that was skipped)}"""
    listed = json.loads(call(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True).stdout)
    result = {}
    for test in listed["tests"]:
        properties = {item["name"]: item["value"] for item in test.get("properties", [])}
        if "gpu" not in properties.get("LABELS", []) and "command" in test:
            result[test["name"]] = (test["command"], properties.get("WORKING_DIRECTORY", str(build)), properties.get("TIMEOUT", 900),
                                    properties.get("SKIP_RETURN_CODE"), properties.get("ENVIRONMENT", []))
    return result


def passes(test, fault=None, reached=None, seconds=None):
    command, folder, timeout, skipped, settings = test
    environment = {**os.environ, **dict(setting.split("=", 1) for setting in settings), "OMP_WAIT_POLICY": "passive"}
    if fault is not None:
        environment["WAVESIM_FAULT"] = str(fault)
    if reached:
        environment["WAVESIM_FAULTS_REACHED"] = reached
    with tempfile.TemporaryFile() as out, subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out,
                                                           start_new_session=True) as process:
        try:
            code = process.wait(seconds or timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return False
    return code == 0 or code == skipped


def reach(name, test):
    """(name, passes, seconds, numbers of the faults that it reaches)"""
    with tempfile.NamedTemporaryFile() as bytes_of_faults:
        bytes_of_faults.write(bytes(4096))
        bytes_of_faults.flush()
        start = time.time()
        good = passes(test, reached=bytes_of_faults.name)
        seconds = time.time() - start
        reached = [number for number, byte in enumerate(pathlib.Path(bytes_of_faults.name).read_bytes()) if byte]
    return name, good, round(seconds, 2), reached


def reaches(listed, jobs):
    results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done, result in enumerate(pool.map(lambda item: reach(*item), listed.items()), 1):
            name, *results[name] = result
            if done % 200 == 0:
                print(f"{done} of {len(listed)} tests say what they reach", flush=True)
    return results


def try_one(fault, listed, reached, longest):
    """(result, the test that found it, tests that ran)"""
    those = sorted((seconds, name) for name, (good, seconds, numbers) in reached.items() if good and fault["number"] in numbers)
    start = time.time()
    for ran, (seconds, name) in enumerate(those):
        if time.time() - start + seconds > longest:
            return "not settled", "", ran
        if not passes(listed[name], fault["number"], seconds=20 + 10 * seconds) and passes(listed[name]):
            return "found", name, ran + 1
    return "survived", "", len(those)


def table(faults):
    """One line per area: found of settled, and what is left."""
    lines = ["| area | found | survived | not settled | equivalent | found of settled |", "|---|---|---|---|---|---|"]
    for area in [*dict.fromkeys(fault["area"] for fault in faults), "all"]:
        results = [fault.get("result") for fault in faults if area in (fault["area"], "all")]
        found, survived = results.count("found"), results.count("survived")
        rate = f"{100 * found / (found + survived):.0f} %" if found + survived else ""
        lines.append(f"| {area} | {found} | {survived} | {results.count('not settled')} | {results.count('equivalent')} | {rate} |")
    return "\n".join(lines)


def found_of_settled(faults):
    """Per cent."""
    results = [fault.get("result") for fault in faults]
    return 100 * results.count("found") / max(1, results.count("found") + results.count("survived"))


def report(faults):
    print(table(faults))
    for fault in faults:
        if fault.get("result") in ("survived", "not settled"):
            print(f"{fault['result']}: {fault['file']}:{fault['line']}: {fault['what']} ({fault['ran']} tests)")


def stage(name, make):
    """What the stage made when it last ended, or makes now."""
    file = HOME / f"{name}.json"
    if not file.exists():
        made = make()
        file.write_text(json.dumps(made, indent=1) + "\n")
    return json.loads(file.read_text())


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--longest", type=float, default=600, help="seconds for the tests of one fault")
    options.add_argument("--tree", type=pathlib.Path, default=HOME / "tree")
    options.add_argument("--report", action="store_true")
    options.add_argument("--least", type=float, default=0, help="per cent of the settled faults; fewer give exit code 1")
    options = options.parse_args()
    in_tree = options.tree / "build/release"
    of_seed, results = HOME / "seed.json", HOME / "results.json"
    other = of_seed.exists() and json.loads(of_seed.read_text()) != [options.seed, options.count]
    if options.report and (other or not results.exists()):
        sys.exit(f"{HOME} has no results of seed {options.seed} and {options.count} faults")
    if other:
        for file in HOME.glob("*.json"):
            file.unlink()
    areas = json.loads((HERE / "areas.json").read_text())
    equivalent = json.loads((HERE / "equivalent.json").read_text())
    if not options.report:
        HOME.mkdir(parents=True, exist_ok=True)
        of_seed.write_text(json.dumps([options.seed, options.count]))
        make_tree(options.tree)
        drawn = stage("drawn", lambda: draw(options.tree, in_tree, areas, options.seed, round(options.count * SPARE), options.jobs))
        planted = stage("planted", lambda: build(drawn, options.tree, options.jobs))
        reached = stage("reached", lambda: reaches(tests(in_tree), options.jobs))
        faults = json.loads(results.read_text()) if results.exists() else wanted_of(planted, options.count)
        listed = tests(in_tree)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            open_ones = [fault for fault in faults if "result" not in fault]
            tried = pool.map(lambda fault: (fault, try_one(fault, listed, reached, options.longest)), open_ones)
            for fault, (result, by, ran) in tried:
                fault.update(result=result, by=by, ran=ran)
                print(f"{result:12} {fault['file']}:{fault['line']}: {fault['what']}" + (f" ({by})" if by else ""), flush=True)
                results.write_text(json.dumps(faults, indent=1) + "\n")
    faults = json.loads(results.read_text())
    for fault in faults:
        if fault.get("result") in ("survived", "not settled") and key_of(fault) in equivalent:
            fault["result"] = "equivalent"
    report(faults)
    rate = found_of_settled(faults)
    if options.least and rate < options.least:
        sys.exit(f"{rate:.0f} % of the settled faults were found, less than {options.least:.0f} %")


if __name__ == "__main__":
    main()
