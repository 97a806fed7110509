#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs random scenes and compares the verdict of each with its true error.

    tests/campaigns/verdicts.py build/wavesim 40 [--seed 1] [--first 0] [--set KEY=VALUE] [--keep FOLDER]
                                                [--tilted | --coarse | --hard KIND] [--jobs 8 --results FOLDER]

The true error is the largest difference at any receiver over the loudest sound of all receivers, against the same scene with
a fifth of the spacing (a third in 3D), in a domain so large that nothing comes back from absorbing sides. The verdict
(`errors.of_loudest`) must be at least two thirds of it in every scene, and at most three times of it in nine of ten scenes
whose verdict is above 0.5 %. Scene k depends on the seed and k alone. With --tilted all scenes are TTI rocks without
interfaces, and the P wave of an integral over wave numbers is right: a finer grid has more of the slow second wave. With
--coarse they are logs about as coarse as the grid or coarser. With --hard they are of kinds whose verdicts were once too good
(hard_scenes.py). Prints one line per scene and ends with 1 where that does not
hold. With --results the same command goes on where it was stopped.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import h5py
import numpy
from scipy.interpolate import CubicSpline

import kept_results
import tilted_rock
from hard_scenes import HARD, make_hard
from verdict_scenes import KINDS, coarse_log, make_scene, reference_of, tilted

TOO_GOOD = 1.5    # true error over verdict, at most
TOO_BAD = 1 / 3   # and at least, where the verdict is above MATTERS
MATTERS = 0.005


def run(program, scene, arrays, folder, settings):
    """(times, traces, plan)"""
    for name, values in arrays.items():
        numpy.save(folder / name, values)
    (folder / "scene.yaml").write_text(json.dumps(scene))
    done = subprocess.run([*program, "--backend", "cpu", "--progress", "none", "--force", "-o", "out",
                           *(f"--set={one}" for one in settings)],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"code {done.returncode}: {done.stderr.strip()}")
    with h5py.File(folder / "out" / "result.h5") as result:
        return result["traces/time"][:], result["traces/pressure"][0].astype(float), json.loads(result["plan/json"][()])


def look_at(program, scene, arrays, folder, settings):
    """Verdict, true error and a line that says why"""
    times, traces, plan = run(program, scene, arrays, folder, settings)
    if "tti" in scene:
        source, signal = scene["sources"][0]["position"], scene["sources"][0]["signal"]
        offsets = [numpy.subtract(one["position"], source) for one in scene["receivers"]]
        every = max(1, int(0.05 / signal["peak_frequency"] / (times[1] - times[0])))
        times, traces = times[::every], traces[:, ::every]
        wanted = tilted_rock.p_wave(scene["tti"], scene["medium"]["sound_speed"], offsets, times, signal["peak_frequency"])
    else:
        at, exact, _ = run(program, reference_of(scene, plan["spacing_m"]), arrays, folder, settings)
        wanted = CubicSpline(at, exact, axis=1)(times[times <= at[-1]])
    difference = numpy.abs(traces[:, :wanted.shape[1]] - wanted).max(axis=1)
    worst = int(difference.argmax())
    true = difference[worst] / numpy.abs(wanted).max()
    said = plan["errors"]["of_loudest"]
    causes = ", ".join(f"{one['cause']} {100 * one['error']:.2g} %" for one in plan["errors"]["causes"]
                       if one["error"] > 0.1 * said)
    line = (f"{scene['name']:8} {plan['dims']}D {plan['stencil']['name']:14} true {100 * true:6.2f} % (receiver {worst + 1}), "
            f"said {100 * said:6.2f} %: {causes}")
    return {"said": float(said), "true": float(true), "line": line}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("count", type=int)
    kept_results.add_options(options)
    options.add_argument("--set", action="append", default=[], help="KEY=VALUE in every scene")
    kinds = options.add_mutually_exclusive_group()
    kinds.add_argument("--tilted", action="store_true", help="TTI rocks")
    kinds.add_argument("--coarse", action="store_true", help="logs as coarse as the grid or coarser")
    names = {kind.__name__: [kind] for kind in HARD} | {"all": HARD}
    kinds.add_argument("--hard", choices=names, help="kinds whose verdicts were once too good")
    options.add_argument("--keep", type=pathlib.Path, help="folder for the scenes")
    given = options.parse_args()
    program = [str(given.program.resolve()), "run", "scene.yaml", "--threads", str(kept_results.threads_of(given))]
    make = make_hard if given.hard else make_scene
    kinds = (names[given.hard] if given.hard else [tilted] if given.tilted else [coarse_log] if given.coarse else KINDS)

    def look(k):
        scene, arrays = make(random.Random(f"{given.seed} {k}"), kinds[k % len(kinds)])
        if given.keep:
            (given.keep / f"{k}").mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            return look_at(program, scene, arrays, given.keep / f"{k}" if given.keep else pathlib.Path(folder), given.set)

    too_good, too_bad, matter, failed = 0, 0, 0, 0
    for k, found in kept_results.results(given, look):
        if "failed" in found:
            failed += 1
            print(f"{k:3} could not be run: {found['failed']}", flush=True)
            continue
        said, true = found["said"], found["true"]
        mark = ""
        if true > TOO_GOOD * said:
            too_good += 1
            mark = " TOO GOOD"
        if said > MATTERS:
            matter += 1
            if true < TOO_BAD * said:
                too_bad += 1
                mark = " too bad"
        print(f"{k:3} {found['line']}{mark}", flush=True)
    print(f"{given.count - failed} scenes: the verdict was too good in {too_good}, more than three times the error in {too_bad} "
          f"of {matter} above {100 * MATTERS:g} %")
    sys.exit(too_good > 0 or too_bad > 0.1 * matter or failed > 0)


if __name__ == "__main__":
    main()
