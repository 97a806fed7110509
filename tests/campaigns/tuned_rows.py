#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tuned rows of the models of step times against what was measured: a row that is 20 % off is found.

    tests/campaigns/tuned_rows.py build/wavesim

Of every measurement goes what memory, launches and other rows take. The multiple of a row that explains the rest best, by least
squares of relative errors, must be 1 within 8 %. Each row is then made 20 % larger and smaller, which must be found. Float and double
count as two rows where a row has a factor for double. Rows that cannot be checked are listed in rows_without_measurement.txt with the
reason; a listed row that can be checked is an error, too. So is a file of rows that tuned_files.py does not name. A row counts with
measurements of its own card alone. Measurements: docs/data, and lists of gpu_performance_model_test.cpp and pass_model_test.cpp.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

import fit_step_times
from tuned_files import files_not_known, numbers_beside_rows

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 0.08
FLOOR_PS = {"float": 2.766, "double": 5.506}
LISTED = HERE / "rows_without_measurement.txt"
MEASURED_ON = set()  # cards of all measurements that were read
DAMPING_OF_20 = {"k73": 6, "self_adjoint": 14}  # layers of so many cells damp in these
# Steps of scenes/room.yaml and scenes/first_room.yaml by whole_step (docs/performance-design.md): points, extent, us
WHOLE_STEPS = [(7, (180, 126, 81), 9.35), (27, (180, 126, 81), 13.7), (7, (103, 79, 55), 4.87), (27, (103, 79, 55), 7.70)]
# Bulk steps of the same scenes by resident (same document): points, nodes of the largest part, us
ON_CHIP = [(7, 180 * 9 * 9, 4.0), (27, 180 * 9 * 9, 6.8), (7, 103 * 7 * 5, 2.15), (27, 103 * 7 * 5, 3.7)]


def nodes_of(extent):
    return float(extent[0] * extent[1] * extent[2])


def extent_of(text):
    if text.endswith("^3"):
        return (int(text[:-2]),) * 3
    sizes = [int(size) for size in text.split(" x ")]
    return tuple(sizes) if len(sizes) == 3 else (sizes[0], 1, sizes[1])


def values_of(number):
    return number if isinstance(number, list) else [number]


class Step(fit_step_times.Measurement):
    """A measured single step of a box in one medium."""

    def __init__(self, stencils, backend, stencil, extent, ctpn_ps, floor_ps, precision="float"):
        self.backend, self.stencil, self.extent, self.precision = backend, stencil, extent, precision
        self.dims, self.nodes = (2 if extent[1] == 1 else 3), nodes_of(extent)
        self.ctpn_ps = ctpn_ps
        if stencil.startswith("staggered-"):  # a varying density: modulus and three buoyancies, half order in the name
            order = int(stencil[len("staggered-"):])
            self.reach, self.points, self.arms = 2 * order - 1, 6 * (2 * order - 1) + 1, "true"
            self.memory_ps = floor_ps * 28 / 12
            return
        told = stencils[stencil]
        self.reach, self.arms, self.memory_ps = told["reach"], "true" if told["family"] == "leggy" else "false", floor_ps
        self.points = told["points"] if self.dims == 3 else 4 * self.reach + 1 if self.arms == "true" else 9


def data(name):
    told = json.loads((ROOT / "docs/data" / f"{name}.json").read_text())
    MEASURED_ON.add(told["device"])
    return told


def benched(name):
    for run in data(name)["runs"]:
        for row in run["bench"]["rows"] + ([run["bench"]["scene"]] if "scene" in run["bench"] else []):
            yield run, row


def listed(file, test, pattern):
    text = (ROOT / "tests/stencils/gpu" / file).read_text()
    return re.findall(pattern, re.search(rf"TEST\(GpuPerformanceModel, {test}\) \{{(.*?)\n\}}", text, re.S)[1], re.S)


def single_steps(stencils, tables):
    model, pair = "families/gpu_performance_model_test.cpp", r'\{"([\w-]+)", ([\d.]+)\}'
    cube = (512, 512, 512)
    steps = [Step(stencils, "stream25.sweep", stencil, cube, float(ps), FLOOR_PS["float"])
             for stencil, ps in listed(model, "MeetsThePlaneSweep", pair)]
    steps += [Step(stencils, "stream25.sweep", stencil, cube, FLOOR_PS["double"] * float(ratio), FLOOR_PS["double"], "double")
              for stencil, ratio in listed(model, "MeetsThePlaneSweepInDouble", pair)]
    for backend, rows in listed(model, "MeetsTheOtherForms",
                                r'\{"((?:texture|stream25)\.\w+)",\s*\{((?:\{"[\w-]+", [\d.]+\},?\s*)+)\}\}'):
        steps += [Step(stencils, backend, stencil, cube, float(ps), FLOOR_PS["float"])
                  for stencil, ps in re.findall(pair, rows)]
    steps += [Step(stencils, backend, "leggy-1", cube, float(ps), FLOOR_PS["double"], "double")
              for backend, ps in listed(model, "MeetsTheOtherFormsInDouble", r'\{"((?:texture|stream25)\.\w+)", ([\d.]+)\}')]
    for rows, sizes, floor_ps in listed(model, "MeetsThePlaneSweepOnOtherGrids", r'row : \{(.*?)\}\)\s*expect_within\([^{]*'
                                        r'(?:\{([\d, ]+)\}|cube_600), Precision::float32\), ([\d.]+), row.ps'):
        extent = tuple(int(size) for size in sizes.split(",")) if sizes else (600,) * 3
        steps += [Step(stencils, "stream25.sweep", stencil, extent, float(ps), float(floor_ps))
                  for stencil, ps in re.findall(pair, rows)]
    for rows, backend in listed(model, "MeetsTheOtherFormsInDouble",
                                r'row : \{([^;]*?)\}\)\s*expect_within\("([\w.]+)", box\(row.stencil, \{640, 480, 420\}'):
        steps += [Step(stencils, backend, stencil, (640, 480, 420), float(ps), FLOOR_PS["double"], "double")
                  for stencil, ps in re.findall(pair, rows) if backend not in stencil]
    for stencil, nx, nz, ps, double in listed("temporal/pass_model_test.cpp", "MeetsSingleStepsIn2D",
                                              r'\{"([\w-]+)", \{(\d+), 1, (\d+)\}, ([\d.]+)(, Precision::float64)?\}'):
        precision = "double" if double else "float"
        steps.append(Step(stencils, "texture.unrolled", stencil, (int(nx), 1, int(nz)), float(ps), FLOOR_PS[precision], precision))
    for _, row in benched("h200-boxes"):
        if row["backend"] != "temporal":
            steps.append(Step(stencils, row["backend"], row["stencil"], tuple(row["extent"]), 1e12 * row["ctpn_s"],
                              1e12 * row["floor_ctpn_s"]))
    for run, row in benched("h200-density"):
        if run["case"] == "rigid sides":
            steps.append(Step(stencils, row["backend"], row["stencil"], tuple(row["extent"]), 1e12 * row["ctpn_s"],
                              1e12 * row["floor_ctpn_s"]))
    for row in data("h200-seismic-density")["rows"]:
        if row["sides"] == "rigid" and row["grid"] in ("512^3", "600^3") and "codes" not in row["medium"]:
            steps += [Step(stencils, row["backend"], row["stencil"].replace("leggy", "staggered"), extent_of(row["grid"]), ps, 2.76)
                      for ps in values_of(row["ctpn_ps"])]
    steps += [Step(stencils, row["backend"], "leggy-4", extent_of(row["grid"]), row["ctpn_ps"], 2.77)
              for row in data("h200-semi-25")["rows"]
              if row["how"] == "1000 steps" and row["sides"] == "sides of value 0" and row["backend"].startswith("semi.")
              and row["backend"] != "semi.tma"]
    return [step for step in steps if not step.cached(tables)]


class Checks:
    """Parts of a row in measurements: [(part by the row, what is left for the row, whole)], by the name of the row."""

    def __init__(self, tables, wrong):
        self.tables, self.wrong, self.parts = tables, wrong, collections.defaultdict(list)

    def add(self, name, part, left, whole):
        self.parts[name].append((part * self.wrong.get(name, 1), left, whole))

    def multiple(self, name):
        """The multiple of the row that explains its measurements best."""
        over = sum(part * left / whole**2 for part, left, whole in self.parts[name])
        return over / sum((part / whole)**2 for part, _, whole in self.parts[name])

    def share(self, name):
        return max(part / whole for part, _, whole in self.parts[name])


def thread_names(tables):
    """A row for each precision; without a factor for double the row for double is an assumption."""
    return [(row, f"{row.name()} {precision}") for row in tables.threads for precision in ("float", "double")]


def check_threads(checks, steps):
    for step in steps:
        row = next(row for row in checks.tables.threads if row.holds(step.backend, step))
        checks.add(f"{row.name()} {step.precision}", row.ps(step), step.thread_ps(checks.tables), step.ctpn_ps)


def check_bulk_copies(checks, stencils):
    """What bulk copies add to the plane sweep, from pairs of measurements of one stencil on one grid."""
    first_plane_s = float(re.search(r"first_plane_s = ([\d.e-]+)",
                                    (ROOT / "src/stencils/gpu/sweep/sweep_times.hpp").read_text())[1])
    pairs = collections.defaultdict(dict)
    for _, row in benched("h200-bulk-boxes"):
        pairs[row["stencil"], tuple(row["extent"])][row["backend"]] = 1e12 * row["ctpn_s"], 1e12 * row["floor_ctpn_s"]
    for (stencil, extent), of in pairs.items():
        (ps, floor_ps), sweep_ps = of["semi.tma"], of["stream25.sweep"][0]
        step = Step(stencils, "semi.tma", stencil, extent, ps, floor_ps)
        row = next(row for row in checks.tables.threads if row.holds(step.backend, step))
        if "most_reach" in row.when:  # held back on purpose, see the list
            continue
        checks.add(f"{row.name()} float", row.ps(step),
                   ps - sweep_ps - 1e12 * first_plane_s / step.nodes, step.ctpn_ps)


def pass_row(tables, precision, reach, axes, walls, factors, levels):
    points = "Points::axes" if axes else "Points::cube"
    return next(row for row in tables.passes if row.precision == precision and row.reach == reach and row.levels <= levels
                and row.points in ("any", points) and row.walls in ("any", walls) and row.factors in ("any", factors))


def check_passes(checks, stencils):
    tables = checks.tables

    def add(stencil, precision, walls, factors, levels, extent, panels, ctpn_ps, tile_y=32):
        told = stencils[stencil]
        reach = told["reach"]
        row = pass_row(tables, precision, reach, told["family"] == "leggy", "Walls::" + walls, "Factors::" + factors, levels)
        iterations = extent[2] + (reach + 2) * (levels - 1) + reach
        pass_us = 1e-6 * ctpn_ps * nodes_of(extent) * levels
        plane_us = (pass_us - 1e6 * (1 + panels) * tables.launch_s) / (panels * iterations)
        low = next((low for low in tables.low if tile_y <= low.rows), None) if precision == "float" else None
        if low:
            checks.add(low.name(), row.us * low.share, plane_us, plane_us)
        else:
            checks.add(row.name(), row.us, plane_us, plane_us)

    for name in ("h200-boxes", "h200-rooms", "h200-passes-double"):
        for _, row in benched(name):
            tile = re.fullmatch(r"\d+x(\d+), (\d+) steps per pass(?:, (\d+) panels of rows)?", row["tile"])
            if tile:
                walls = "none" if name != "h200-rooms" else "explicit_form" if row["stencil"] == "leggy-1" else "branch_form"
                add(row["stencil"], row["precision"], walls, "one", int(tile[2]), row["extent"], int(tile[3] or 1), 1e12 * row["ctpn_s"],
                    int(tile[1]))
    for stencil, n, ps in listed("temporal/pass_model_test.cpp", "MeetsPasses", r'\{"([\w-]+)", \{(300), 300, 300\}, ([\d.]+)\}'):
        add(stencil, "float", "none", "one", 5 if stencil == "leggy-1" else 4, (int(n),) * 3, 1, float(ps), 16)
    factors = {"int16": "values", "float": "values", "index8": "table", "index16": "table"}
    for name in ("h200-passes-speeds", "h200-passes-speeds-rooms"):
        for row in data(name)["rows"]:
            case = row.get("case", "")
            if "the program now takes" in row.get("remark", "") or case not in ("", "box") and "wall" not in case \
                    and "int16" not in case:
                continue
            walls = "branch_form" if "branch" in case else "explicit_form" if "wall" in case else "none"
            storage = "int16" if "int16" in case else row.get("storage")
            add(row["stencil"], row.get("precision", "float"), walls, factors[storage] if storage else "one", row["steps_per_pass"],
                extent_of(row["grid"]), row.get("panels", 1), row["ctpn_ps"])


def one_pass_share(extent, cells):
    """Share of the nodes in the box that self-adjoint TTI media update in one pass, between layers of `cells` damping cells."""
    margin = 3 * cells // 2 + 8
    low, high = -(-margin // 8) * 8, extent[0] - (extent[0] - margin) // 8 * 8
    return (extent[0] - low - high) * (extent[1] - 2 * margin) * (extent[2] - 2 * margin) / nodes_of(extent)


def check_tti(checks, rows, semi_rows):
    tables, floor_ps = checks.tables, 2.765

    def launches_ps(extent, seconds):
        return 1e12 * seconds / nodes_of(extent)

    def add(name, row, share, left, ctpn_ps):
        checks.add(name, row["ps"] + row["layer_ps"] * share, left, ctpn_ps)

    measured = [(row["form"], row["how"], extent_of(row["grid"]), DAMPING_OF_20[row["form"]] if "layers" in row["sides"] else 0, ps)
                for row in data("h200-seismic-tti")["rows"] if "sponge" not in row["sides"] for ps in values_of(row["ctpn_ps"])]
    measured += [(form, "one sweep" if form == "k73" else "inner box in one pass" if int(cells) else "one pass",
                  (int(n),) * 3, int(cells), float(ps))
                 for form, n, cells, ps in listed("families/gpu_performance_model_test.cpp", "MeetsTiltedMedia",
                                                  r"tti\(TtiForm::(\w+), (\d+), (\d+)\), [\d.]+, ([\d.]+)\)")
                 if form == "k73" or int(n) >= 384]
    for form, how, extent, cells, ctpn_ps in measured:
        layers = 2 * cells * sum(1 / n for n in extent)
        if form == "k73":
            add("k73 one_sweep", rows["k73 one_sweep"], layers,
                ctpn_ps - 4 * floor_ps - launches_ps(extent, tables.tti_launches_s), ctpn_ps)
        elif how == "one pass":
            add("self_adjoint one_pass", rows["self_adjoint one_pass"], 0,
                ctpn_ps - 4 * floor_ps - launches_ps(extent, tables.tti_one_pass_s), ctpn_ps)
        elif how == "two passes":
            name = "self_adjoint two_passes" + ("" if cells else " layers false")
            add(name, rows[name], layers, ctpn_ps - 26 / 3 * floor_ps - launches_ps(extent, tables.tti_launches_s), ctpn_ps)
        else:
            once = one_pass_share(extent, cells)
            left = ctpn_ps - (12 * once + 26 * (1 - once)) / 3 * floor_ps - launches_ps(extent, tables.tti_one_pass_s) \
                - rows["self_adjoint one_pass"]["ps"] * once
            name = "self_adjoint two_passes slabs true"
            checks.add(name, rows[name]["ps"] * (1 - once), left, ctpn_ps)
    for file, extent, cells in (("h200-semi-73", (850,) * 3, 0), ("h200-semi-73-layers", (900,) * 3, 6)):
        for row in data(file)["rows"]:
            if row["backend"] in semi_rows:
                layers_ps = rows["k73 one_sweep"]["layer_ps"] * 6 * cells / extent[0]
                checks.add(f"k73 {row['backend']}", semi_rows[row["backend"]],
                           row["ctpn_ps"] - 4 * floor_ps - layers_ps - launches_ps(extent, tables.tti_launches_s), row["ctpn_ps"])


def faces_of(extent):
    x, y, z = extent
    return 2 * (x * y + x * z + y * z)


def check_whole_steps(checks, source):
    launch_s, face_ps = re.search(r"whole_step_launch_s = ([\d.e-]+), whole_step_face_ps = ([\d.]+)", source).groups()
    rows = {int(points): float(ps) for points, ps in re.findall(r"\.most_points = (\d+), \.node_ps = ([\d.]+)", source)}
    for points, extent, us in WHOLE_STEPS:
        left = 1e6 * us / nodes_of(extent) - 1e12 * float(launch_s) / nodes_of(extent) \
            - float(face_ps) * faces_of(extent) / nodes_of(extent)
        checks.add(f"whole_step {points} float", rows[points], left, 1e6 * us / nodes_of(extent))
    return [f"whole_step {points} {precision}" for points in rows for precision in ("float", "double")]


def check_on_chip(checks, source):
    rows = {int(points): (float(ps), float(exchange_s)) for points, ps, exchange_s in re.findall(
        r"\.most_points = (\d+), \.node_ps = ([\d.]+), \.exchange_s = ([\d.e-]+)", source)}
    for points, nodes, us in ON_CHIP:
        node_ps, exchange_s = rows[points]
        checks.add(f"resident {points} float", node_ps, (1e6 * us - 1e12 * exchange_s) / nodes, 1e6 * us / nodes)
    return [f"resident {points} float" for points in rows]


class Programs:
    """Predicted times of programs (equations as text), asked once; none if their row is listed as not measured."""

    def __init__(self, program, excused):
        self.predicted = []
        if "statements float" in excused:
            return
        machine = ROOT / "configs/machines/nvidia-h200.json"
        rate = json.loads(machine.read_text())["gpu"]["triad_bytes_per_s"]["float"]
        for run, row in benched("h200-programs"):
            words = [word for word in re.sub(r"--repeats \d+", "", run["command"]).split()[2:]]
            told = json.loads(subprocess.run([program, "plan", *words, "--json", "--machine", machine], cwd=ROOT, check=True,
                                             capture_output=True, text=True).stdout)
            memory_ps = 1e12 * row["bytes_per_s"] * row["ctpn_s"] / rate
            self.predicted.append((1e12 * told["predicted_ctpn_s"], memory_ps, 1e12 * row["ctpn_s"]))

    def check(self, checks):
        for predicted_ps, memory_ps, measured_ps in self.predicted:
            checks.add("statements float", predicted_ps - memory_ps, measured_ps - memory_ps, measured_ps)


def tti_rows(source):
    """Rows of tti_times by form, way and what else a row is for; the times of semi-stencils; the cards of all of them."""
    rows, cards = {}, re.findall(r'\{(\w+), "semi\.\w+", [\d.]+\}', source)
    for row in re.findall(r"\{(\.form = TtiForm::[^}]*)\}", source):
        given = dict(re.findall(r"\.(\w+) = ([\w:.]+)", row))
        cards.append(given["card"])
        name = " ".join([given["form"].split("::")[1], given["way"].split("::")[1]]
                        + [f"{key} {given[key]}" for key in ("dims", "layers", "slabs") if key in given])
        rows[name] = {"ps": float(given["ps"]), "layer_ps": float(given.get("layer_ps", 0))}
    semi = {backend: float(ps) for backend, ps in re.findall(r'\{\w+, "(semi\.\w+)", ([\d.]+)\}', source)}
    return rows, semi, cards


def check_all(stencils, steps, programs, wrong):
    tables = fit_step_times.Tables(ROOT)
    source = (ROOT / "src/stencils/gpu/tti/tti_times.hpp").read_text()
    tables.tti_launches_s, tables.tti_one_pass_s = (float(re.search(rf"{name} = ([\d.e-]+)", source)[1])
                                                    for name in ("tti_launches_s", "tti_one_pass_s"))
    of_tti, of_semi, _ = tti_rows(source)
    checks = Checks(tables, wrong)
    check_threads(checks, steps)
    check_bulk_copies(checks, stencils)
    check_passes(checks, stencils)
    check_tti(checks, of_tti, of_semi)
    names = [name for _, name in thread_names(tables)] + [row.name() for row in tables.passes + tables.low]
    names += [*of_tti, *(f"{name} double" for name in of_tti), *(f"k73 {backend}" for backend in of_semi)]
    names += check_whole_steps(checks, (ROOT / "src/stencils/gpu/whole_step/whole_step_times.hpp").read_text())
    names += check_on_chip(checks, (ROOT / "src/stencils/gpu/resident/resident_times.hpp").read_text())
    programs.check(checks)
    return checks, names + ["statements float", "statements double", *cpu_names(), *numbers_beside_rows(ROOT)]


def cpu_names():
    source = (ROOT / "src/stencils/cpu/cpu_times.hpp").read_text()
    return [f"cpu {isa}" for isa in re.findall(r'\{"(x86-64-v\d)", \d+,', source)] \
        + [f"cpu {form} {dims}D" for form, dims in re.findall(r"\{TtiForm::(\w+), (\d),", source)] + ["cpu programs"]


def cards_without_measurement(tables):
    """Faults of rows whose card has none of the measurements."""
    gpu = ROOT / "src/stencils/gpu"
    cards = [(row.name(), row.card) for row in tables.others]
    cards += [("a row of tti_times.hpp", card) for card in tti_rows((gpu / "tti/tti_times.hpp").read_text())[2]]
    for file, pattern in (("whole_step/whole_step_times.hpp", r"\{\.card = (\w+)"), ("resident/resident_times.hpp", r"\{\.card = (\w+)"), ("temporal/strip_times.hpp", r"\{(\w+), Precision::")):
        found = re.findall(pattern, (gpu / file).read_text())
        cards += [(f"a row of {pathlib.Path(file).name}", card) for card in found or ["none"]]
    return [f"{name}: its card {card} has no measurements here" for name, card in cards
            if not any(measured.startswith(tables.cards.get(card, "?")) for measured in MEASURED_ON)]


def wrong_rows(checks):
    return {name for name in checks.parts if abs(checks.multiple(name) - 1) > MOST}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    stencils = {stencil["name"]: stencil for stencil in json.loads(subprocess.run(
        [options.program, "stencils", "--json"], capture_output=True, text=True, check=True).stdout)}
    excused = dict(line.split(": ", 1) for line in LISTED.read_text().splitlines() if line and not line.startswith("#"))
    tables = fit_step_times.Tables(ROOT)
    steps, programs = single_steps(stencils, tables), Programs(options.program, excused)
    if faults := files_not_known(ROOT) + cards_without_measurement(tables):
        sys.exit("\n".join(faults))
    checks, names = check_all(stencils, steps, programs, {})
    faults = [f"{name}: the multiple {checks.multiple(name):.3f} explains its measurements best" for name in sorted(wrong_rows(checks))]
    faults += [f"{name}: neither measured nor listed in {LISTED.name}" for name in names
               if name not in checks.parts and name not in excused]
    faults += [f"{name}: listed in {LISTED.name}, but there are measurements" for name in excused if name in checks.parts]
    faults += [f"{name}: listed in {LISTED.name}, but there is no such row" for name in excused if name not in names]
    faults += [f"{name}: measured, but there is no such row" for name in checks.parts if name not in names]
    for name in checks.parts:
        if options.verbose:
            print(f"{name}: {len(checks.parts[name])} measurements, best multiple {checks.multiple(name):.3f}, "
                  f"at most {checks.share(name):.2f} of a step")
        faults += [f"{name}: not found when it is multiplied by {factor}" for factor in (0.8, 1.2)
                   if name not in wrong_rows(check_all(stencils, steps, programs, {name: factor})[0])]
    print(f"{len(checks.parts)} rows measured, {len(excused)} listed as not measured")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
