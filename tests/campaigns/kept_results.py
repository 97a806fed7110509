# SPDX-License-Identifier: MIT
"""Numbered scenes of a campaign, several at once; what each gives is kept in a file, so that a campaign can go on."""
import concurrent.futures
import json
import os
import pathlib


def add_options(options):
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--jobs", type=int, default=1, help="scenes at once")
    options.add_argument("--results", type=pathlib.Path, help="folder: scenes that have a result there are not run again")


def threads_of(given):
    """Of each run."""
    return max(1, len(os.sched_getaffinity(0)) // given.jobs)


def results(given, look_at):
    """(k, look_at(k)) in order: a dictionary, or {"failed": text} where that raised a RuntimeError, which is not kept."""

    def look(k):
        kept = given.results / f"{given.seed}_{k}.json" if given.results else None
        if kept and kept.exists():
            return json.loads(kept.read_text())
        try:
            found = look_at(k)
        except RuntimeError as error:
            return {"failed": str(error)}
        if kept:
            whole = kept.with_suffix(".part")
            whole.write_text(json.dumps(found))
            whole.replace(kept)
        return found

    if given.results:
        given.results.mkdir(parents=True, exist_ok=True)
    numbers = range(given.first, given.first + given.count)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        yield from zip(numbers, pool.map(look, numbers))
