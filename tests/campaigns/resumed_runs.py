# SPDX-License-Identifier: MIT
"""What the campaigns of checkpoints share: runs of the program, and results that must have equal bits."""
import filecmp
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import h5py

TEXTS = {"plan/json", "report/json", "report/summary"}  # have times in them
UNCOMPARED = {"log.txt", "result.h5", "wavesim.json"}


def datasets(folder):
    found = {}
    with h5py.File(folder / "result.h5") as file:
        assert file.attrs["complete"] == 1, f"{folder} is incomplete"
        file.visititems(lambda name, item: found.update({name: item[()].tobytes()})
                        if isinstance(item, h5py.Dataset) and name not in TEXTS else None)
    return found


def files(folder):
    """All but the lock: a run that is killed after its result leaves it."""
    return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names
            if name != ".wavesim.lock"}


def differences(one, other):
    """Datasets of two results and files of two folders that are not equal byte for byte, by h5py."""
    a, b = datasets(one), datasets(other)
    found = [n for n in sorted(set(a) | set(b)) if a.get(n) != b.get(n)] + sorted(files(one) ^ files(other))
    return found + [n for n in sorted(files(one) & files(other) - UNCOMPARED)
                    if not filecmp.cmp(one / n, other / n, shallow=False)]


class Program:
    """The program in a folder; `before` stands in front of its command line (strace, faketime)."""

    def __init__(self, path, folder, backend="cpu"):
        self.path, self.folder, self.backend = str(pathlib.Path(path).resolve()), pathlib.Path(folder), backend

    def command(self, scene, out, *more, before=()):
        return [*before, self.path, "run", str(scene), "-o", str(out), "--backend", self.backend, *more]

    def start(self, scene, out, *more, before=()):
        return subprocess.Popen(self.command(scene, out, *more, before=before), cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, scene, out, *more, before=()):
        return subprocess.run(self.command(scene, out, *more, before=before), cwd=self.folder, capture_output=True,
                              text=True, timeout=600)

    def whole(self, scene, out, *more):
        outcome = self.run(scene, out, *more)
        if outcome.returncode != 0:
            raise SystemExit(f"{scene}: {outcome.stderr}")
        return self.folder / out

    def killed_after(self, files, scene, out, *more):
        """Runs until these files are in the folder, then ends it at once; whether it left them: a run removes them at
        its end."""
        run = self.start(scene, out, *more)
        all_there = lambda: all((self.folder / out / name).exists() for name in files)
        while run.poll() is None and not all_there():
            time.sleep(0.0005)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        return run.returncode == -signal.SIGKILL and all_there()


def origin_of(state):
    """Whose state a file holds: the table stands before its last 16 bytes, which begin with its length."""
    data = state.read_bytes()
    length = int.from_bytes(data[-16:-8], "little")
    return json.loads(data[-16 - length:-16])["origin"]


def newest_state(folder):
    return max(folder.glob("checkpoint_?.state"), key=lambda state: origin_of(state)["number"])


def went_on_from(folder):
    """The step of the checkpoint that a complete run went on from; 0: it began anew."""
    found = re.search(r"went on from the checkpoint of step (\d+)", (folder / "log.txt").read_text())
    return int(found.group(1)) if found else 0
