#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures on this machine what the pages of figures show, and writes files as docs/data/ has them.

usage: measure.py PROGRAM FOLDER [--card NAME] [--only NAME]... [--commit HASH] [--driver V] [--cuda V]

FOLDER/CARD-NAME.json is one measurement of several calls of `wavesim bench`, each with its command. A call that fails prints its
message and is left out of the file; then the exit code is 1. Copy the files to docs/data/ and call make_pages.py.
"""
import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from record import ROOT, commit, driver

ROOM, ROCK = "configs/benchmarks/room.yaml", "configs/benchmarks/rock.yaml"
HALL = "--set domain.size=[10.24,9.88,5.12]"
EMPTY = "--set solids=[] --set boundaries.walls=half"
LAYERS = "--set boundaries.default=absorbing"


def cube(km):
    return f"--set domain.size=[{km}km,{km}km,{km}km]"


DENSITIES = "--set medium.layers.densities=[2300,2100,1000]"
SMALL = ("room", "first_room", "free_field", "shoebox_exact", "free_surface", "marine_layers", "two_layers", "salt", "tti_fault")
BOXES = "leggy-1 leggy-2 leggy-4 compact-19-isotropic compact-27-iwb compact-57-opt box-125-opt compact-461-me8"

# (name, what it is, [(case, arguments of `wavesim bench`)])
MEASUREMENTS = [
    ("boxes", "Boxes with rigid sides, one and several steps per pass, float", [
        ("box", "--backend stream25.sweep,temporal --repeats 5 " + " ".join(f"--stencil {name}" for name in BOXES.split())),
        ("box", "--backend stream25.sweep,temporal --size 400 --repeats 5 --stencil leggy-1 --stencil compact-27-iwb"),
        ("box", "--backend stream25.sweep,temporal --size 1024x988x512 --repeats 3 --stencil leggy-1 --stencil compact-27-iwb")]),
    ("rooms", "Rooms with six walls, a source and two receivers, whole steps, float", [
        (case, f"{ROOM} --backend {backend} --repeats 5 {change}".rstrip())
        for case, change in (("six walls", EMPTY), ("six walls and 11 pieces of furniture", ""),
                             ("six walls", EMPTY + " --set grid.stencil=compact-27-iwb"),
                             ("six walls", f"{HALL} {EMPTY}"), ("six walls and 11 pieces of furniture", HALL))
        for backend in ("temporal", "stream25.sweep")]
     + [("six walls and 11 pieces of furniture", f"{ROOM} --backend stream25.sweep --repeats 5 --set grid.stencil=compact-27-iwb")]),
    ("small", "Small grids, the whole step of shipped scenes, float", [
        (scene, f"scenes/{scene}.yaml --repeats 5") for scene in SMALL]
     + [("room", f"scenes/room.yaml --repeats 5 --set grid.stencil={name}") for name in ("leggy-1", "compact-27-iwb")]),
    ("on-chip", "Small rooms: a field on chip, one launch per step and the plane sweep, whole steps, float", [
        (scene, f"scenes/{scene}.yaml --repeats 5 --backend {backend} --set grid.stencil={name}")
        for scene in ("room", "first_room") for name in ("leggy-1", "compact-27-iwb")
        for backend in ("resident", "whole_step", "stream25.sweep")]),
    ("rock", "Three layers of rock, a source and 100 receivers, whole steps, float", [
        ("rigid sides", f"{ROCK} --repeats 3"), ("absorbing layers", f"{ROCK} --repeats 3 {LAYERS} {cube(4.72)}"),
        ("absorbing layers", f"{ROCK} --repeats 3 {LAYERS} {cube(5.6)}")]),
    ("density", "Three layers of rock with three densities, a source and 100 receivers, whole steps, float", [
        ("rigid sides", f"{ROCK} --repeats 3 {DENSITIES}"), ("rigid sides", f"{ROCK} --repeats 3 {DENSITIES} --backend texture.density"),
        ("absorbing layers", f"{ROCK} --repeats 3 {DENSITIES} {LAYERS} {cube(4.72)}"),
        ("absorbing layers", f"{ROCK} --repeats 3 {DENSITIES} {LAYERS} {cube(5.6)}")]),
    ("programs", "Equations as text, a source and 20 receivers, whole steps, float", [
        (case, f"configs/benchmarks/elastic.yaml --data configs/programs --repeats 3 {change}".rstrip())
        for case, change in (("elastic waves in 3D", ""), ("variable density", "--set medium.program=density.yaml"),
                             ("scalar waves", "--set medium.program=scalar.yaml --set medium.layers.densities=[1000,1000]"))]),
    ("tti", "Tilted media (TTI), whole steps, float", [("tti", f"--suite tti --backend stream25.tti --size {size} --repeats 3") for size in (512, 600)]),
    ("passes-2d", "Several steps per pass in 2D, rigid sides", [
        ("box", f"--backend temporal,texture.unrolled --repeats 3 --size {size} --precision {precision} --stencil leggy-1"
                " --stencil leggy-2 --stencil compact-27-iwb")
        for precision, sizes in (("float", ("16384x16384", "4096x4096", "2000x1000", "1000x500")), ("double", ("16384x16384", "4096x4096")))
        for size in sizes]),
    ("passes-double", "Several steps per pass in double, boxes with rigid sides", [
        ("box", f"--backend temporal,stream25.sweep --repeats 3 --precision double --size {size} "
         + " ".join(f"--stencil {name}" for name in "leggy-1 leggy-2 compact-19-isotropic compact-27-iwb compact-57-opt".split()))
        for size in ("512x256x512", "512")]),
    ("passes-rock", "Three layers of rock, a source and 100 receivers, one and several steps per pass, whole steps, float", [
        (f"speeds stored as {storage}", f"{ROCK} --repeats 3 --backend {backend} --set grid.stencil={name} --set medium.storage={storage}")
        for name in ("leggy-1", "leggy-2", "compact-27-iwb") for storage in ("int16", "float", "index8")
        for backend in ("temporal", "stream25.sweep") if storage == "int16" or backend == "temporal"]),
    ("bulk-boxes", "The plane sweep with and without bulk copies, boxes, float", [
        ("box", f"--backend stream25.sweep,semi.tma --repeats 5 --size {size} "
         + " ".join(f"--stencil {name}" for name in "leggy-1 leggy-2 leggy-3 leggy-4 leggy-6 leggy-8 compact-27-iwb compact-57-opt box-125-opt".split()))
        for size in (512, 600)]),
]


def timed(program, arguments):
    """What `wavesim bench` wrote, or None."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        done = subprocess.run([program, "bench", *shlex.split(arguments), "--json-file", out.name], cwd=ROOT, capture_output=True, text=True)
        if done.returncode == 0:
            return json.loads(Path(out.name).read_text(encoding="utf-8"))
        print(f"wavesim bench {arguments}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr, flush=True)
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda text: str(Path(text).resolve()))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--card", default="h200")
    parser.add_argument("--only", action="append")
    for option in ("commit", "driver", "cuda"):
        parser.add_argument("--" + option, default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    asked = made = 0
    for name, about, calls in MEASUREMENTS:
        if options.only and name not in options.only:
            continue
        asked += len(calls)
        runs = []
        for case, arguments in calls:
            if bench := timed(options.program, arguments):
                runs.append({"case": case, "command": "build/wavesim bench " + arguments, "bench": bench})
                print(f"{name}: {arguments}", flush=True)
        made += len(runs)
        if runs:
            head = {"about": about, "device": runs[0]["bench"]["device"] or runs[0]["bench"]["processor"], **driver(options),
                    "date": runs[0]["bench"]["date"][:10], "commit": commit(options),
                    "command": "\n".join(run["command"] for run in runs)}
            (options.folder / f"{options.card}-{name}.json").write_text(json.dumps({**head, "runs": runs}, indent=1) + "\n", encoding="utf-8")
    return 0 if made == asked else 1


if __name__ == "__main__":
    sys.exit(main())
