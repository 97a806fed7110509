# SPDX-License-Identifier: MIT
"""Every test that ctest may show as skipped is in skipped_tests.txt, with the reason, and no other name is.

usage: skipped_tests_test.py CTEST BUILD_FOLDER
"""
import json
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).resolve().parent / "skipped_tests.txt"
OF_GTEST = "[  SKIPPED ]"  # of single tests of a program, whose reasons skips.txt has


def may_be_skipped(tests):
    """Names of tests that have a code or an output by which ctest takes them as skipped."""
    names = set()
    for test in tests:
        for item in test.get("properties", []):
            of_gtest = OF_GTEST in str(item["value"]).replace("\\", "")
            if item["name"] in ("SKIP_RETURN_CODE", "SKIP_REGULAR_EXPRESSION") and not of_gtest:
                names.add(test["name"])
    return names


def faults_of(tests, lines):
    """Sentences about names that are in one list only."""
    rows = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    listed, there = {row[0] for row in rows}, {test["name"] for test in tests}
    skippable = may_be_skipped(tests)
    faults = [f"{row[0]}: no reason in {LIST.name}" for row in rows if len(row) < 2]
    faults += [f"{name} may be skipped and is not in {LIST.name}" for name in sorted(skippable - listed)]
    return faults + [f"{name} is in {LIST.name} and is never skipped" for name in sorted((listed & there) - skippable)]


def check_itself():
    """An unlisted test, a listed one that is never skipped, and a row without a reason are found."""
    tests = [{"name": "a", "properties": [{"name": "SKIP_RETURN_CODE", "value": 77}]},
             {"name": "b", "properties": [{"name": "TIMEOUT", "value": 5}]},
             {"name": "c", "properties": [{"name": "SKIP_REGULAR_EXPRESSION", "value": ["\\[  SKIPPED \\]"]}]},
             {"name": "d", "properties": [{"name": "SKIP_REGULAR_EXPRESSION", "value": ["STALE"]}]}]
    assert may_be_skipped(tests) == {"a", "d"}, may_be_skipped(tests)
    assert faults_of(tests, ["# x", "a why", "d why", "e why"]) == []
    assert len(faults_of(tests, ["a why"])) == 1
    assert len(faults_of(tests, ["a why", "d why", "b why"])) == 1
    assert len(faults_of(tests, ["a", "d why"])) == 1


def main():
    check_itself()
    ctest, build = sys.argv[1:]
    shown = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    tests = json.loads(shown.stdout)["tests"]
    faults = faults_of(tests, LIST.read_text(encoding="utf-8").splitlines())
    assert len(tests) > 10, "ctest shows no tests"
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
