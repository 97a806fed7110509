#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the tuned rows of the models of GPU step times to measurements of `wavesim bench`.

    build/wavesim bench --backend all --all --json-file rows.json
    tests/campaigns/fit_step_times.py build/wavesim rows.json ... [--write] [--source FOLDER]

Rows stand in src/stencils/gpu: `ThreadRow` of single steps in */*_times.hpp, `PassTime` and `LowTiles` of several steps per pass in
temporal/pass_times.cpp. A measurement belongs to the first row that holds for it, as in the program. From its time goes what memory and
launches take; the rest is fitted by least squares of relative errors, in the columns that the row has. Prints each row with its
measurements, its worst error before and after, and why it is left untouched where it is. --write changes the sources.

Only boxes without walls in one medium and on the card of the tables count, and those that the L2 cache does not hold.
"""
import argparse
import json
import pathlib
import re
import subprocess

import numpy

HERE = pathlib.Path(__file__).resolve().parent
BYTES = {"float": 4, "double": 8}
COLUMNS = {"constant": lambda k, r: 1, "point": lambda k, r: k, "reach": lambda k, r: r, "reach2": lambda k, r: r * r,
           "point_reach": lambda k, r: k * r}
BESIDE = {"semi.tma": "stream25.sweep"}  # rows that add to those of another backend
DIGITS = 4


def number(text, name):
    return float(re.search(rf"\b{name} = ([-\d.e]+)", text)[1])


class Tables:
    """Rows and constants of a source tree; `write` puts changed numbers back where they stood."""

    def __init__(self, source):
        gpu = source / "src/stencils/gpu"
        self.texts = {path: path.read_text() for path in sorted(gpu.glob("*/*_times.hpp")) + [gpu / "temporal/pass_times.cpp"]}
        step = (gpu / "common/step_time.hpp").read_text()
        cards = (gpu / "common/fitted_cards.hpp").read_text()
        single = (gpu / "single/single_times.hpp").read_text()
        single = single[single.index("single_times{"):]
        self.cards = dict(re.findall(r'std::string_view (\w+) = "([^"]+)"', cards))
        first = re.search(r"fitted_cards\[\] = \{\s*\{\.name = (\w+)[^}]*\.held_bytes = (\d+) << (\d+)", cards)
        self.card, self.held_bytes = self.cards[first[1]], int(first[2]) << int(first[3])
        self.most_cached_points = int(number((gpu / "single/thread_cost.hpp").read_text(), "most_cached_points"))
        self.others = []  # rows of other cards
        self.launch_s = number(step, "launch_s")
        self.single = {name: number(single, name) for name in
                       ("lone_launch_s", "sweep_launch_s", "sweep_reach_s", "sweep_point_s")}
        self.threads = self.of_card(ThreadRow(path, match, self.most_cached_points) for path, text in self.texts.items()
                                    for match in re.finditer(r'\{\.backend = "[^{]*?\.cost\s*=\s*\{[^}]*\}\}', text))
        passes = gpu / "temporal/pass_times.cpp"
        self.passes = self.of_card(PassRow(passes, match) for match in re.finditer(
            r"\{(\w+), (float\d\d), (\d), ([\w:]+), ([\w:]+), ([\w:]+), (\d+), ([\d.]+)\}", self.texts[passes]))
        self.low = self.of_card(LowRow(passes, match) for match in re.finditer(
            r"\{(\w+), (\d+), ([\d.]+), ([\d.]+)\}", self.texts[passes]))

    def of_card(self, rows):
        """Rows of the card whose measurements count; those of others stay as they are."""
        rows = list(rows)
        self.others += [row for row in rows if self.cards.get(row.card) != self.card]
        return [row for row in rows if self.cards.get(row.card) == self.card]

    def write(self):
        for path, text in self.texts.items():
            changed = [row for row in self.threads + self.passes + self.low if row.path == path]
            for row in sorted(changed, key=lambda row: -row.start):
                text = text[:row.start] + row.text() + text[row.end:]
            path.write_text(text)


class Row:
    def __init__(self, path, match):
        self.path, self.start, self.end, self.old = path, match.start(), match.end(), match[0]
        self.verdict = "untouched: no measurement"


class ThreadRow(Row):
    def __init__(self, path, match, most_cached_points):
        super().__init__(path, match)
        self.most_cached_points = most_cached_points
        self.backend = re.search(r'\.backend = "([^"]+)"', self.old)[1]
        head, cost = self.old.split(".cost")
        self.when = {name: value for name, value in re.findall(r"\.(\w+) = ([\w']+)", head)}
        self.card = self.when.pop("card", "")
        self.cost = {name: float(value) for name, value in re.findall(r"\.(\w+) = ([-\d.e]+)", cost)}

    def name(self):
        return " ".join([self.backend] + [f"{name} {value}" for name, value in self.when.items()])

    def holds(self, backend, one):
        limit = {name: int(value.replace("'", "")) for name, value in self.when.items() if value not in ("true", "false")}
        return self.backend == backend and limit.get("dims", one.dims) == one.dims \
            and limit.get("least_reach", 0) <= one.reach <= limit.get("most_reach", 1000) \
            and one.reach % limit.get("reach_times", 1) == 0 and one.points <= limit.get("most_points", 10**6) \
            and self.when.get("arms", one.arms) == one.arms

    def ps(self, one):
        cost = self.cost
        ps = sum(cost.get(name, 0) * term(one.points, one.reach) for name, term in COLUMNS.items())
        if cost.get("uncached_point", 0) > 0 and one.points > self.most_cached_points:
            ps = max(ps, cost["uncached_point"] * one.points)
        return ps * (cost.get("in_double", 1) if one.precision == "double" else 1)

    def fit(self, measured):
        """`measured`: (measurement, its ps). Columns in float first, then what double takes of them."""
        uncached = "uncached_point" in self.cost
        floats = [pair for pair in measured if pair[0].precision == "float"]
        near = [pair for pair in floats if not (uncached and pair[0].points > self.most_cached_points)]
        far = [pair for pair in floats if pair not in near]
        doubles = [pair for pair in measured if pair[0].precision == "double"]
        columns = [name for name in self.cost if name in COLUMNS]
        terms = numpy.array([[COLUMNS[name](one.points, one.reach) / one.ctpn_ps for name in columns] for one, _ in near])
        fitted = []
        if near and numpy.linalg.matrix_rank(terms) == len(columns):
            values = numpy.linalg.lstsq(terms, [ps / one.ctpn_ps for one, ps in near], rcond=None)[0]
            self.cost.update(zip(columns, values.tolist()))
            fitted += columns
        elif near:
            self.verdict = f"untouched: {len(near)} measurements in float do not tell {len(columns)} columns"
            return
        if far:
            self.cost["uncached_point"] = float(numpy.mean([ps / one.points for one, ps in far]))
            fitted.append("uncached_point")
        if doubles and "in_double" in self.cost:
            in_float = self.cost | {"in_double": 1.0}
            self.cost, cost = in_float, self.cost
            model = numpy.array([self.ps(one) / one.ctpn_ps for one, _ in doubles])
            ratio = model @ [ps / one.ctpn_ps for one, ps in doubles] / (model @ model)
            self.cost = cost | {"in_double": float(ratio)}
            fitted.append("in_double")
        self.cost = {name: float(f"{value:.{DIGITS}g}") for name, value in self.cost.items()}
        self.verdict = f"{len(measured)} measurements: " + ", ".join(f"{name} {self.cost[name]:g}" for name in fitted) \
            if fitted else "untouched: no measurement in float"

    def text(self):
        head, cost = self.old.split(".cost")
        for name, value in self.cost.items():
            before = float(re.search(rf"\.{name} = ([-\d.e]+)", cost)[1])
            if value != before:
                cost = re.sub(rf"\.{name} = [-\d.e]+", f".{name} = {value:g}", cost)
        return head + ".cost" + cost


class PassRow(Row):
    def __init__(self, path, match):
        super().__init__(path, match)
        self.card, precision, reach, self.points, self.walls, self.factors, levels, us = match.groups()
        self.precision = {"float32": "float", "float64": "double"}[precision]
        self.reach, self.levels, self.us, self.old_us = int(reach), int(levels), float(us), us

    def name(self):
        return "temporal " + ", ".join(self.old[1:-1].split(", ")[1:-1])

    def holds(self, one):
        return self.precision == one.precision and self.reach == one.reach and self.levels <= one.levels \
            and self.points in ("any", "Points::axes" if one.arms == "true" else "Points::cube") \
            and self.walls in ("any", "Walls::none") and self.factors in ("any", "Factors::one")

    def text(self):
        us = self.old_us if float(self.old_us) == self.us else f"{self.us:g}"
        return self.old[:self.old.rindex(self.old_us)] + us + "}"


class LowRow(Row):
    def __init__(self, path, match):
        super().__init__(path, match)
        self.card, self.rows, self.share, self.old_share = match[1], int(match[2]), float(match[3]), match[3]

    def name(self):
        return f"temporal, tiles of at most {self.rows} rows"

    def text(self):
        share = self.old_share if float(self.old_share) == self.share else f"{self.share:g}"
        return self.old.replace(f", {self.old_share},", f", {share},", 1)


class Measurement:
    def __init__(self, row, stencils):
        self.backend, self.stencil, self.precision = row["backend"], row["stencil"], row["precision"]
        self.extent, self.tile = row["extent"], row["tile"]
        self.points, self.reach = row["points"], stencils[self.stencil]["reach"]
        self.dims = 2 if self.extent[1] == 1 else 3
        self.arms = "true" if row["shape"] == "leggy" else "false"
        self.nodes = float(numpy.prod(self.extent))
        self.ctpn_ps, self.floor_ps = 1e12 * row["ctpn_s"], 1e12 * row["floor_ctpn_s"]
        # Of what a step moves at least; F counts three values.
        self.memory_ps = self.floor_ps * row["bytes_per_s"] * row["ctpn_s"] / (3 * BYTES[self.precision])
        steps = re.search(r"(\d+)x(\d+), (\d+) steps per pass(?:, (\d+) panels)?", self.tile)
        if steps and self.dims == 3:
            self.tile_y, self.levels, self.panels = int(steps[2]), int(steps[3]), int(steps[4] or 1)

    def passes(self):
        return hasattr(self, "levels")

    def cached(self, tables):
        return 2 * BYTES[self.precision] * self.nodes <= tables.held_bytes

    def thread_ps(self, tables):
        """What is left of the time for the threads of a single step."""
        single = tables.single
        if self.backend in ("stream25.sweep", "stream25.density", "semi.tma"):
            launch_s = single["sweep_launch_s"] + single["sweep_reach_s"] * self.reach + single["sweep_point_s"] * self.points
        else:
            launch_s = single["lone_launch_s"] if self.dims == 2 else tables.launch_s
        return self.ctpn_ps - self.memory_ps - 1e12 * launch_s / self.nodes

    def plane_us(self, tables):
        """What the planes of an iteration take, of a pass that walks them all (temporal_plan.hpp)."""
        iterations = self.extent[2] + (self.reach + 2) * (self.levels - 1) + self.reach
        pass_us = 1e-6 * self.ctpn_ps * self.nodes * self.levels
        return (pass_us - 1e6 * (1 + self.panels) * tables.launch_s) / (self.panels * iterations)


def fit_threads(tables, measurements):
    for row in sorted(tables.threads, key=lambda row: row.backend in BESIDE):
        own = [one for one in measurements if not one.passes() and one.backend == row.backend
               and next((r for r in tables.threads if r.holds(row.backend, one)), None) is row]
        if not own:
            continue
        beside = BESIDE.get(row.backend)
        others = {id(one): next(r for r in tables.threads if r.holds(beside, one)).ps(one) if beside else 0 for one in own}
        measured = [(one, one.thread_ps(tables) - others[id(one)]) for one in own]

        def worst():
            return max(abs(row.ps(one) - ps) / one.ctpn_ps for one, ps in measured)
        before = worst()
        row.fit(measured)
        if not row.verdict.startswith("untouched"):
            row.verdict += f"; worst error of a step {100 * before:.1f} % before, {100 * worst():.1f} % after"


def fit_passes(tables, measurements):
    own = [one for one in measurements if one.passes()]
    lowest = max((row.rows for row in tables.low), default=0)

    def high(one):
        return one.precision == "double" or one.tile_y > lowest

    def row_of(one):
        return next((row for row in tables.passes if row.holds(one)), None)
    for row in tables.passes:
        planes = [one.plane_us(tables) for one in own if high(one) and row_of(one) is row]
        if planes:
            before, row.us = row.us, float(f"{1 / numpy.mean(1 / numpy.array(planes)):.3g}")
            row.verdict = f"{len(planes)} measurements: {before:g} us becomes {row.us:g} us"
    for at, row in enumerate(tables.low):
        below = tables.low[at - 1].rows if at else 0
        shares = [one.plane_us(tables) / row_of(one).us for one in own
                  if not high(one) and below < one.tile_y <= row.rows and row_of(one)]
        if shares:
            before, row.share = row.share, float(f"{1 / numpy.mean(1 / numpy.array(shares)):.2g}")
            row.verdict = f"{len(shares)} measurements without walls: {before:g} becomes {row.share:g}"


def rows_in(file):
    try:
        return json.loads(file.read_text())["rows"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise SystemExit(f"{file}: has no rows of `wavesim bench --json-file` ({type(fault).__name__}: {fault})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--source", type=pathlib.Path, default=HERE.parent.parent)
    options = parser.parse_args()
    tables = Tables(options.source)
    listed = subprocess.run([options.program, "stencils", "--json"], capture_output=True, text=True, check=True).stdout
    stencils = {stencil["name"]: stencil for stencil in json.loads(listed)}
    rows = [row for file in options.files for row in rows_in(file)]
    here = [row for row in rows if row["device"].startswith(tables.card) and row["stencil"] in stencils]
    measurements = [one for one in (Measurement(row, stencils) for row in here) if not one.cached(tables)]
    print(f"{len(rows)} measurements: {len(rows) - len(here)} of another card or of no stencil of the catalogue, "
          f"{len(here) - len(measurements)} in the L2 cache, {len(measurements)} are taken")
    fit_threads(tables, measurements)
    fit_passes(tables, measurements)
    for row in tables.threads + tables.passes + tables.low:
        print(f"{row.name()}: {row.verdict}")
    print("untouched, since bench measures them in scenes or suites alone: walls, factors of the medium, layers, TTI, 2D passes")
    if options.write:
        tables.write()


if __name__ == "__main__":
    main()
