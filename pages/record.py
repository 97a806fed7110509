#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts what a machine measured or ran into docs/data/, with card, driver, date and commit; then call make_pages.py.

record.py bench FILE NAME --about TEXT       FILE: of `wavesim bench --json-file`; writes docs/data/NAME.json
record.py run FILE --what TEXT [--all]       FILE: of a test program's `--gtest_output=json:FILE`; one run more in gpu-runs.json

Both take --command, what was called, and --driver, --cuda, --device and --commit; without them nvidia-smi and git are asked. With --all the run was of
every test that needs a GPU: docs/gpu-status.md then speaks of the kernels as they are here.
"""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def answer_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip().splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return ""


def commit(options):
    """Of the sources here, or as given; with + where they differ from it."""
    if options.commit:
        return options.commit
    head = answer_of("git", "rev-parse", "HEAD")
    return (head + ("+" if answer_of("git", "status", "--porcelain", "-uno") else "")) or None


def driver(options):
    found = {"driver": options.driver or answer_of("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"),
             "cuda": options.cuda}
    return {key: value for key, value in found.items() if value}


def measurement(bench, options):
    """A file of docs/data/ around what the program wrote."""
    return {"about": options.about, "device": bench["device"] or bench["processor"], **driver(options), "date": bench["date"][:10],
            "commit": commit(options), "command": options.command, "bench": bench}


def result_of(tests):
    """Words for the counts of a test program."""
    cases = [case for suite in tests["testsuites"] for case in suite["testsuite"]]
    skipped = sum(case["result"] == "SKIPPED" for case in cases)
    failed = sum("failures" in case for case in cases)
    ran = sum(case["status"] == "RUN" for case in cases) - skipped - failed
    return f"{ran} passed" + (f", {skipped} do not apply" if skipped else "") + (f", {failed} failed" if failed else "")


def sources_now():
    """The hash that tests/documents/check_gpu_status.py compares."""
    said = answer_of(sys.executable, "tests/documents/check_gpu_status.py", str(ROOT))
    return re.findall(r"\b[0-9a-f]{16}\b", said)[-1]


def run(tests, options):
    device = options.device or answer_of("nvidia-smi", "--query-gpu=name", "--format=csv,noheader")
    made = {"title": options.title} if options.title else {}
    return {**made, "what": options.what, "command": f"`{options.command}`", "result": result_of(tests),
            "date": tests["timestamp"][:10], "device": device, **driver(options), "commit": commit(options), "sources": sources_now()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("bench", "run"))
    parser.add_argument("file", type=Path)
    parser.add_argument("name", nargs="?")
    for option in ("about", "command", "driver", "cuda", "what", "title", "device", "commit"):
        parser.add_argument("--" + option, default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    found = json.loads(options.file.read_text(encoding="utf-8"))
    if options.kind == "bench":
        if not (options.name and options.about and options.command):
            parser.error("bench needs NAME, --about and --command")
        text = json.dumps(measurement(found, options), indent=2)
        (ROOT / f"docs/data/{options.name}.json").write_text(text + "\n", encoding="utf-8")
    else:
        if not (options.what and options.command):
            parser.error("run needs --what and --command")
        path = ROOT / "docs/data/gpu-runs.json"
        kept = json.loads(path.read_text(encoding="utf-8"))
        runs = [run(found, options), *kept["runs"]]
        lines = ",\n".join("    " + json.dumps(one, ensure_ascii=False) for one in runs)
        sources = runs[0]["sources"] if options.all else kept["sources"]
        path.write_text(f'{{\n  "sources": "{sources}",\n  "runs": [\n{lines}\n  ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
