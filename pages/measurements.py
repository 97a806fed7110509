# SPDX-License-Identifier: MIT
"""Measurements of docs/data/*.json, and tables of them.

A file holds one measurement: about, device, date, command and commit (null where they were not noted), and `rows`, or under `bench` what
`wavesim bench --json-file` wrote, or `runs` of several calls, each with case, command and bench. Numbers are shown with the digits that the
file has; those of `bench` with three.
"""
import json
from decimal import Decimal

# Keys of rows and their headings, in the order of the columns.
HEADINGS = {
    "scene": "scene", "case": "what", "backend": "backend", "form": "form", "how": "how", "medium": "medium", "sides": "sides",
    "stencil": "stencil", "points": "points", "grid": "grid", "precision": "precision", "storage": "storage",
    "steps_per_pass": "steps per pass", "panels": "panels", "tile": "tile", "nodes_of_a_thread": "nodes of a thread",
    "ctpn_ns": "ns per node", "ctpn_ps": "ps per node", "published_ctpn_ps": "published, A100", "published_tile": "block there", "us_per_step": "us per step", "bulk_us_per_step": "bulk step, us", "us_per_step_before": "before",
    "gnodes_per_s": "Gnode/s", "gnodes_per_s_stencilgen": "in the configuration of STENCILGEN",
    "target_gnodes_per_s_h200": "target on an H200", "ratio_to_floor": "ratio to F", "ratio_of_runs": "range of the runs",
    "single_step_ratio": "single steps", "target_ratio": "target", "bytes_per_node": "bytes per node",
    "ratio_to_own_floor": "ratio to own floor",
    "cells": "cells per 0.2 m", "steps_s": "steps, s", "l2_percent": "error of 50 ms, %", "t20_percent": "error of T20, %",
    "c80_db": "error of C80, dB", "date": "date", "remark": "remark"}
CODE = ("scene", "backend", "form", "stencil", "storage")
HEAD = ("about", "device", "date", "command", "commit")


def rounded(value):
    """Three significant digits, also where the last is 0."""
    digits = Decimal(f"{float(value):#.3g}".rstrip("."))
    return Decimal(f"{digits:f}") if digits.as_tuple().exponent > 0 else digits


def grid_text(extent):
    """The axes of a grid: 512 x 384, or 512^3."""
    axes = [n for n in extent if n > 1]
    return f"{axes[0]}^3" if len(axes) == 3 and len(set(axes)) == 1 else " x ".join(map(str, axes))


def row_of_bench(row):
    """One row of `wavesim bench --json-file`, in the keys of a table."""
    on_gpu = bool(row["device"])
    made = {"backend": row["backend"], "stencil": row["stencil"], "points": row["points"],
            "grid": grid_text(row["extent"]), "precision": row["precision"], "tile": row["tile"],
            "ctpn_ps" if on_gpu else "ctpn_ns": rounded(row["ctpn_s"] * Decimal(10) ** (12 if on_gpu else 9)),
            "ratio_to_floor": rounded(row["ratio_to_floor"])}
    return {key: value for key, value in made.items() if value != ""}


def rows_of_runs(runs):
    """Rows of all calls with their case, and the time of a step of scenes. A row of several steps per pass also has the ratio of the plane
    sweep on the same grid."""
    rows, single = [], {}
    for run in runs:
        scene = run["bench"].get("scene")
        for row in run["bench"]["rows"] or [scene]:
            made = {"case": run["case"], **row_of_bench(row)}
            if scene:
                nodes = row["extent"][0] * row["extent"][1] * row["extent"][2]
                made["us_per_step"] = rounded(row["ctpn_s"] * nodes * 1000000)
                if "bulk_ctpn_s" in scene:
                    made["bulk_us_per_step"] = rounded(scene["bulk_ctpn_s"] * nodes * 1000000)
            rows.append(made)
            if row["backend"] == "stream25.sweep":
                single[made["case"], made["stencil"], made["grid"]] = made["ratio_to_floor"]
    for row in rows:
        before = single.get((row["case"], row["stencil"], row["grid"]))
        if row["backend"] == "temporal" and before is not None:
            row["single_step_ratio"] = before
    return rows


def read_measurement(path):
    found = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    if "bench" in found:
        found["rows"] = [row_of_bench(row) for row in found["bench"]["rows"]]
        floors = [row["floor_ctpn_s"] for row in found["bench"]["rows"]]
        found["floor_ctpn_ps"] = rounded(sorted(floors)[len(floors) // 2] * Decimal(10) ** 12)
    if "runs" in found:
        found["rows"] = rows_of_runs(found["runs"])
        floors = [row["floor_ctpn_s"] for run in found["runs"] for row in run["bench"]["rows"] or [run["bench"]["scene"]]]
        least, most = (rounded(end * Decimal(10) ** 12) for end in (min(floors), max(floors)))
        found["floor_ctpn_ps"] = least if least == most else {"from": least, "to": most}
    missing = [key for key in HEAD if key not in found]
    unknown = {key for row in found["rows"] for key in row} - set(HEADINGS)
    if missing or unknown or not found["rows"]:
        raise SystemExit(f"{path}: lacks {missing}, has the unknown keys {sorted(unknown)} or no rows")
    if found["date"] >= "2026-11-30" and not (found["commit"] and found["command"]):
        raise SystemExit(f"{path} does not say its commit or command")
    found["name"] = path.stem
    return found


def text_of(value):
    """A cell: a number, words, a range or several runs."""
    if isinstance(value, dict):
        return f"{text_of(value['from'])} to {text_of(value['to'])}"
    if isinstance(value, list):
        return " and ".join(map(text_of, value))
    return str(value)


def cell(row, key):
    if key not in row:
        return ""
    words = text_of(row[key])
    return f"`{words}`" if key in CODE and " " not in words and words != "TTI" else words


def table(head, lines):
    """Lines of a Markdown table."""
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *("| " + " | ".join(line) + " |" for line in lines)]


def full_table(measurement):
    """All rows, with a column for each key that some row has."""
    keys = [key for key in HEADINGS if any(key in row for row in measurement["rows"])]
    return table([HEADINGS[key] for key in keys], [[cell(row, key) for key in keys] for row in measurement["rows"]])


def pivot(measurement, rows, columns, value):
    """A row for each combination of the keys `rows`, a column for each of the keys `columns`, and `value` in the cells."""
    cells, titles = {}, []
    for row in measurement["rows"]:
        title = ", ".join(cell(row, key) for key in columns if key in row)
        titles += [title] if title not in titles else []
        line = cells.setdefault(tuple(cell(row, key) for key in rows), {})
        if title in line:
            raise SystemExit(f"docs/data/{measurement['name']}.json has two values for {title}")
        line[title] = cell(row, value)
    return table([HEADINGS[key] for key in rows] + titles, [[*head, *(line.get(title, "") for title in titles)] for head, line in cells.items()])


def origin(measurement):
    """Where and when, in one line."""
    parts = [measurement["device"], measurement["date"]]
    parts += [f"{name} {measurement[key]}" for name, key in (("driver", "driver"), ("CUDA", "cuda")) if key in measurement]
    parts += [f"F = {text_of(measurement[key])} {key[-2:]}" for key in ("floor_ctpn_ps",) if key in measurement]
    parts += [measurement["method"]] if "method" in measurement else []
    parts += [f"commit {measurement['commit'][:12]}"] if measurement["commit"] else []
    return ", ".join(parts) + "."


def select(measurements, name, wanted):
    """The one row of a measurement whose cells are as wanted."""
    rows = [row for row in measurements[name]["rows"] if all(text_of(row.get(k, "")) == v for k, v in wanted.items())]
    if len(rows) != 1:
        raise SystemExit(f"{len(rows)} rows of docs/data/{name}.json are {wanted}")
    return rows[0]


def time_text(row):
    """Time per node with its unit."""
    step = f"{text_of(row['us_per_step'])} us per step" if "us_per_step" in row else ""
    for key in ("ctpn_ps", "ctpn_ns"):
        if key in row:
            return f"{text_of(row[key])} {key[-2:]}" + (f", {step}" if step else "")
    return step
