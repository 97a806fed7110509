#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Kills runs of twelve kinds of scenes after a checkpoint at a random step and lets the same command go on: the results
must have the bits of unbroken runs.

    tests/campaigns/checkpoint_scenes.py build/wavesim [--steps 50] [--seed 1] [--jobs 2] [--scene NAME ...]
                                         [--backend cpu|auto]

What is killed has one thread, what goes on one to three. A run that was killed with x86-64-v2 goes on with it on a machine
that has better instruction sets; one of x86-64-v3 goes on with -v4 and the other way round, where the machine has both. Then,
for each pair of instruction sets, it says for which scenes they find the same bits. Prints what failed, and ends with 1 where
anything did. docs/validation.md says what it found last.
"""
import argparse
import collections
import concurrent.futures
import itertools
import pathlib
import random
import shutil
import sys
import tempfile

from resumed_runs import Program, datasets, differences, went_on_from
from resumed_scenes import write_scenes

ISAS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
OTHER_WITH_EQUAL_BITS = {"x86-64-v3": "x86-64-v4", "x86-64-v4": "x86-64-v3"}
MOST_KILLS = 20  # runs that were complete before they could be killed count for nothing


def steps_of(folder):
    import h5py
    with h5py.File(folder / "result.h5") as file:
        return int(file["plan"].attrs["steps"])


def later_isa(isa, isas):
    """What goes on: the instruction set with equal bits, where the machine has it; None: what the program chooses."""
    other = OTHER_WITH_EQUAL_BITS.get(isa)
    return other if other in isas else None


def resumed(program, scene, whole, steps, isa, later_isa, seed):
    """The step that a killed run went on from, what differs in the end."""
    draw = random.Random(seed)
    out = program.folder / f"{scene.stem}.{seed}"
    for _ in range(MOST_KILLS):
        every = f"{draw.randint(1, steps - 1)} steps"
        if program.killed_after(["checkpoint_1.state"], scene, out, "--checkpoint-every", every, "--isa", isa,
                                "--threads", "1"):
            break
        shutil.rmtree(out)
    else:
        return 0, [f"seed {seed}: was always complete before its end"]
    later = ("--isa", later_isa) if later_isa else ()
    outcome = program.run(scene, out, "--threads", str(draw.randint(1, 3)), *later)
    if outcome.returncode != 0:
        return 0, [f"seed {seed}: code {outcome.returncode}: {outcome.stderr[-300:]}"]
    step, found = went_on_from(out), differences(whole, out)
    if step == 0 and "are in " not in outcome.stdout:
        found = [f"seed {seed}: began anew", *found]
    shutil.rmtree(out)
    return step, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, count in (("--steps", 50), ("--seed", 1), ("--jobs", 2)):
        parser.add_argument(name, type=int, default=count)
    parser.add_argument("--scene", action="append")
    parser.add_argument("--backend", default="cpu", help="auto: a GPU, where instruction sets mean nothing")
    wanted = parser.parse_args()
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        program = Program(wanted.program, folder, wanted.backend)
        scenes = write_scenes(program.folder)
        scenes = {name: scenes[name] for name in wanted.scene or scenes}
        first = next(iter(scenes.values()))
        isas = [isa for isa in ISAS if program.run(first, isa, "--isa", isa, "--threads", "1").returncode == 0]
        equal = collections.defaultdict(list)
        with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
            for number, (name, scene) in enumerate(scenes.items()):
                killed = [isas[(number + i) % len(isas)] for i in range(wanted.steps)]
                whole = {isa: program.whole(scene, f"{name}.{isa}", "--isa", isa, "--threads", "1") for isa in isas if isa in killed}
                steps = steps_of(whole[killed[0]])
                for one, other in itertools.combinations(whole, 2):
                    if not [n for n in datasets(whole[one]) if datasets(whole[one])[n] != datasets(whole[other])[n]]:
                        equal[one, other].append(name)
                tasks = [(isa, wanted.seed + i) for i, isa in enumerate(killed)]
                found = list(pool.map(lambda t: resumed(program, scene, whole[t[0]], steps, t[0],
                                                        later_isa(t[0], isas), t[1]), tasks))
                failed = [f"{name}: {fault}" for _, faults in found for fault in faults]
                bad += failed
                at = sorted(step for step, _ in found)
                print(f"{name}: {steps} steps, went on from {len(set(at))} different ones, {at[0]} to {at[-1]}; "
                      f"{len(failed)} failed", *failed[:3], sep="\n  ", flush=True)
    for (one, other), names in equal.items():
        print(f"{one} and {other} have equal bits in", ", ".join(names))
    print(f"{len(bad)} failed")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
