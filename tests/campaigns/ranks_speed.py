# SPDX-License-Identifier: MIT
"""Time steps of a grid in two processes of one thread each, against one process of two threads: medians of runs in turn.

usage: ranks_speed.py WAVESIM MPIRUN [--cells N] [--steps N] [--repeats N]
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from ranks import ENVIRONMENT

SCENE = """wavesim: 1
name: shared box
domain: {{size: [{side}, {side}, {side}]}}
grid: {{spacing: 0.1, stencil: {stencil}}}
time: {{duration: {duration}}}
boundaries: {{default: rigid}}
sources:
  - {{name: speaker, position: [2, 2, 2], signal: {{kind: ricker, peak_frequency: 150 Hz}}}}
receivers:
  - {{name: seat, position: [3, 3, 3]}}
"""


def seconds_per_step(command, folder):
    outcome = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1200, check=True)
    end = json.loads([line for line in outcome.stdout.splitlines() if '"event":"end"' in line][0])
    return end["step_loop_s"] / end["steps"]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("wavesim")
    arguments.add_argument("mpirun")
    arguments.add_argument("--cells", type=int, default=240)
    arguments.add_argument("--steps", type=int, default=100)
    arguments.add_argument("--repeats", type=int, default=5)
    asked = arguments.parse_args()
    os.environ.update(ENVIRONMENT)
    del os.environ["OMP_NUM_THREADS"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for stencil in ("leggy-1", "leggy-4", "compact-27-iwb"):
            (folder / "box.yaml").write_text(SCENE.format(side=asked.cells / 10, stencil=stencil,
                                                          duration=asked.steps * 1.6e-4))
            run = [asked.wavesim, "run", "box.yaml", "-o", "out", "--force", "--backend", "cpu", "--progress", "json"]
            times = {1: [], 2: []}
            for _ in range(asked.repeats):
                times[1].append(seconds_per_step([*run, "--threads", "2"], folder))
                times[2].append(seconds_per_step([asked.mpirun, "-n", "2", *run, "--threads", "1"], folder))
            one, two = statistics.median(times[1]), statistics.median(times[2])
            print(f"{stencil}: one process {one * 1e3:.3f} ms per step, two {two * 1e3:.3f} ms: {100 * one / two:.1f} %",
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
