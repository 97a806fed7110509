# SPDX-License-Identifier: MIT
"""A hall from a CAD program on a fine grid: its scene, and its sound beside that of a finer grid.

`prepare` copies the model into FOLDER, writes FOLDER/hall.yaml around it as `wavesim new` does, and sets grid, duration,
source, receivers and surfaces. Then it prints the two commands that plan and compute it:

  cad_hall.py prepare build/wavesim hall.obj halls --source 36.5,8.5,2.5 --receivers receivers.csv \\
      --surface Chairs=catalogue/seats-medium --surface Floor=catalogue/floor-wood-on-joists

Positions are those of the model, in metres. Materials without --surface keep an absorption of 0.1.

`compare` reads two results with the same receivers and prints, for each receiver, the relative difference of the impulse
responses in their band, direct sound alone and all, and for each octave the differences of the room acoustic numbers:

  cad_hall.py compare halls/results/hall halls/results/finer

usage: cad_hall.py prepare WAVESIM HALL FOLDER --source X,Y,Z (--receivers CSV | --receiver X,Y,Z ...) [--frequency HZ]
           [--points N] [--stencil NAME] [--walls voxel|areas|cut] [--duration S] [--surface NAME=SURFACE ...]
       cad_hall.py compare COARSE FINE
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys


def prepared(text, arguments):
    """The scene of `wavesim new` with the wanted numbers."""
    def replace(pattern, by):
        nonlocal text
        text, count = re.subn(pattern, lambda _: by, text, flags=re.M)
        if count != 1:
            sys.exit(f"cad_hall.py: {count} places for '{pattern}' in the scene that wavesim wrote")

    replace(r"^grid: .*$", f"grid: {{max_frequency: {arguments.frequency:g}, points_per_wavelength: {arguments.points:g}, "
                           f"stencil: {arguments.stencil}}}\nmedium: {{air: {{temperature: 20, humidity: 50 %}}}}\n"
                           "boundaries: {walls: vertex}")
    replace(r"^time: .*$", f"time: {{duration: {arguments.duration:g}}}")
    replace(r"^  air: enclosed.*$", f"  air: enclosed\n  walls: {arguments.walls}")
    for pair in arguments.surface:
        name, _, surface = pair.partition("=")
        replace(rf'^    "{re.escape(name)}": .*$', f'    "{name}": {surface}')
    replace(r"^  - {name: S1, .*$", f"  - {{name: S1, position: [{arguments.source}], "
                                    f"signal: {{kind: ricker, peak_frequency: {arguments.frequency / 2.5:g}}}}}")
    receivers = [f"  - {{name: R, file: {arguments.receivers.name}}}"] if arguments.receivers else \
        [f"  - {{name: R{i + 1}, position: [{place}]}}" for i, place in enumerate(arguments.receiver)]
    replace(r"^  - {name: R1, .*$", "\n".join(receivers))
    return text + f"outputs:\n  rir: {{band: [{arguments.frequency / 20:g}, {arguments.frequency:g}]}}\n  metrics: true\n"


def prepare(arguments):
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    for file in [arguments.hall] + ([arguments.receivers] if arguments.receivers else []):
        if file.resolve().parent != folder.resolve():
            shutil.copy(file, folder)
    scene = folder / "hall.yaml"
    subprocess.run([arguments.wavesim, "new", "room", scene, "--from", folder / arguments.hall.name, "--force"], check=True,
                   stdout=subprocess.DEVNULL)
    scene.write_text(prepared(scene.read_text(), arguments))
    print(f"{arguments.wavesim} plan {scene} --machine configs/machines/nvidia-h200.json")
    print(f"{arguments.wavesim} run {scene} --output {folder}/results/hall")


def compare(arguments):
    import h5py
    import numpy as np

    responses, steps = [], []
    for result in (arguments.coarse, arguments.fine):
        with h5py.File(result / "result.h5") as file:
            responses.append(file["responses/response"][0])
            steps.append(1 / float(file["responses"].attrs["sample_rate_hz"]))
            names = list(file["traces/receiver"].asstr())
    if steps[0] != steps[1]:
        sys.exit("cad_hall.py: the responses of both results must have the same sample rate")
    length = min(one.shape[1] for one in responses)
    coarse, fine = (one[:, :length] for one in responses)
    print(f"{'receiver':<12}{'arrival':>10}{'first 5 ms':>12}{'all':>8}   relative difference of responses")
    for name, a, b in zip(names, coarse, fine):
        arrival = int(np.argmax(np.abs(b) > 0.1 * np.abs(b).max()))
        end = arrival + round(0.005 / steps[0])
        shares = [np.linalg.norm(a[part] - b[part]) / np.linalg.norm(b[part]) for part in (slice(0, end), slice(0, length))]
        print(f"{name:<12}{1e3 * arrival * steps[0]:>7.1f} ms{100 * shares[0]:>10.2f} %{100 * shares[1]:>6.1f} %")
    numbers = [json.loads((result / "numbers.json").read_text()) for result in (arguments.coarse, arguments.fine)]
    print(f"\n{'octave':<10}" + "".join(f"{key:>18}" for key in ("edt_s", "t20_s", "c80_db", "strength_db")))
    for a, b in zip(*(one["means"] for one in numbers)):
        if a["edt_s"] is None or b["edt_s"] is None:
            continue
        cells = ["-" if None in (a[key], b[key]) else f"{a[key]:.2f} - {b[key]:.2f}" for key in ("edt_s", "t20_s", "c80_db", "strength_db")]
        print(f"{b['band_hz']:<10g}" + "".join(f"{cell:>18}" for cell in cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(required=True)
    make = kinds.add_parser("prepare")
    make.set_defaults(does=prepare)
    make.add_argument("wavesim")
    make.add_argument("hall", type=pathlib.Path)
    make.add_argument("folder", type=pathlib.Path)
    make.add_argument("--source", required=True)
    places = make.add_mutually_exclusive_group(required=True)
    places.add_argument("--receivers", type=pathlib.Path)
    places.add_argument("--receiver", action="append")
    make.add_argument("--frequency", type=float, default=1900)
    make.add_argument("--points", type=float, default=7.5)
    make.add_argument("--stencil", default="leggy-1")
    make.add_argument("--walls", default="areas")
    make.add_argument("--duration", type=float, default=0.5)
    make.add_argument("--surface", action="append", default=[])
    both = kinds.add_parser("compare")
    both.set_defaults(does=compare)
    both.add_argument("coarse", type=pathlib.Path)
    both.add_argument("fine", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.does(arguments)


if __name__ == "__main__":
    main()
