# SPDX-License-Identifier: MIT
"""Grids that several processes share: scenes of every kind with prime numbers of cells, in 2 to 5 processes, against one
process, byte for byte. A third of them is stopped and goes on in another number of processes.

usage: ranks.py WAVESIM MPIRUN [--cases N] [--seed N]
"""
import argparse
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import time

from resumed_runs import Program, differences
from resumed_scenes import write_scenes

# Cells of the scenes along their axes, and what is added at most.
CELLS = {"room": (24, 18, 12), "rock": (40, 30, 30), "section": (90, 60)}
KIND = {"walls_explicit": "room", "walls_branch": "room", "pictures_wav": "room", "double": "room", "layers_3d": "rock",
        "speeds_3d": "rock", "tti_3d": "rock"}
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def primes(least, most):
    return [n for n in range(least, most) if all(n % d for d in range(2, int(n**0.5) + 1))]


def size(name, draw):
    """A domain of primes of cells that holds what the scene holds."""
    kind = KIND.get(name, "section")
    spacing = 0.1 if kind == "room" else 10
    return [round(draw.choice(primes(n, n + 24)) * spacing, 6) for n in CELLS[kind]]


def stopped(process, folder):
    """Has it go on for a while with checkpoints, then asks it to stop; whether it did before its end."""
    end = time.monotonic() + 120
    while process.poll() is None and not (folder / "checkpoint_1.state").exists() and time.monotonic() < end:
        time.sleep(0.002)
    if process.poll() is None:
        process.send_signal(signal.SIGUSR1)
    process.communicate(timeout=300)
    return process.returncode == 75


class Campaign:
    def __init__(self, wavesim, mpirun, folder):
        self.program, self.mpirun, self.folder = Program(wavesim, folder), mpirun, folder
        self.scenes = write_scenes(folder)
        self.compared = self.resumed = self.refused = 0

    def ranks(self, count):
        return () if count == 1 else (self.mpirun, "-n", str(count))

    @staticmethod
    def patience():
        """A machine under load may let a process wait for long."""
        return ("--lost-after", "300")

    def case(self, number, draw):
        name = draw.choice(sorted(self.scenes))
        domain, count = size(name, draw), draw.choice([2, 3, 4, 5])
        more = ["--set", f"domain.size={domain}"]
        label = f"case {number}: {name} {domain} in {count}"
        whole, shared = self.folder / f"whole_{number}", self.folder / f"shared_{number}"
        alone = self.program.run(self.scenes[name], whole, *more)
        assert alone.returncode == 0, f"{label}: {alone.stderr}"
        if draw.random() < 1 / 3:
            process = self.program.start(self.scenes[name], shared, *more, "--checkpoint-every", "20 steps", *self.patience(),
                                         before=self.ranks(count))
            self.resumed += stopped(process, shared)
            count = draw.choice([n for n in (1, 2, 3) if n != count])
            label += f", then in {count}"
        outcome = self.program.run(self.scenes[name], shared, *more, *self.patience(), before=self.ranks(count))
        if outcome.returncode == 7 and re.search("too (many|few)", outcome.stderr):
            self.refused += 1
            return
        assert outcome.returncode == 0, f"{label}: {outcome.stderr}"
        found = differences(whole, shared)
        assert not found, f"{label}: {found}"
        self.compared += 1


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("wavesim")
    arguments.add_argument("mpirun")
    arguments.add_argument("--cases", type=int, default=240)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    os.environ.update(ENVIRONMENT)
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(asked.wavesim, asked.mpirun, pathlib.Path(folder))
        for number in range(asked.cases):
            campaign.case(number, random.Random(asked.seed * 100000 + number))
        print(f"{campaign.compared} results have the bits of one process, {campaign.resumed} of them went on in another "
              f"number of processes; {campaign.refused} grids have too few planes")
        return 0 if campaign.compared >= asked.cases // 2 else 1


if __name__ == "__main__":
    sys.exit(main())
