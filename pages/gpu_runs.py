# SPDX-License-Identifier: MIT
"""Runs on a GPU of docs/data/gpu-runs.json: what was run, on which card, and what came out.

`sources` is the hash of kernels and launches at the last run (tests/documents/check_gpu_status.py). A run with a `title` stands on the
short page, too.
"""
import json

from measurements import table

KEYS = ("what", "command", "result", "date", "device")


def read_runs(path):
    found = json.loads(path.read_text(encoding="utf-8"))
    for run in found["runs"]:
        missing = [key for key in KEYS if not run.get(key)]
        if missing:
            raise SystemExit(f"{path}: a run lacks {missing}: {run}")
    return found


def newest_first(runs):
    return sorted(runs, key=lambda run: run["date"], reverse=True)


def short(found, most):
    """The newest runs that have a title, one line each."""
    runs = [run for run in newest_first(found["runs"]) if "title" in run][:most]
    return "\n".join(table(["what", "result", "card", "date"],
                           [[run["title"], run.get("short", run["result"]), run["device"], run["date"]] for run in runs]))


def sentence(words):
    return words[0].upper() + words[1:].rstrip(".") + "."


def card(run):
    named = (("driver", "driver"), ("CUDA", "cuda"), ("commit", "commit"))
    return [run["date"], run["device"], *(f"{name} {run[key][:12]}" for name, key in named if run.get(key))]


def full(found):
    return "\n".join(f"* **{', '.join(card(run))}.** {sentence(run['what'])} Command: {run['command']}. "
                     f"Result: {run['result'].rstrip('.')}." for run in newest_first(found["runs"]))
