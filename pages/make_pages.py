#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the pages and charts of docs/ whose figures stand in docs/data/, from the templates beside this script.

usage: make_pages.py [--check]     --check writes nothing and fails where a page is not what the data give

In a template {{all}} is every measurement, {{origin FILE}} where and when one was made, {{gpu_runs N}} the newest N runs on a GPU
(all without N), {{sources}} the hash of what was run, {{data FILE}} all rows of a measurement, {{value FILE | KEY=VALUE; KEY=VALUE | KEY}} one cell, {{pivot FILE | KEYS | KEYS | KEY}} the
same with a row for each value of the first keys, a column for each of the second ones and the last in the cells. A block from {{table TITLES}}, {{chart FILE | TITLE}} (ratios to F) or
{{time_chart FILE | TITLE}} to {{end}} has lines LABEL | FILE | KEY=VALUE; KEY=VALUE: one row each.
"""
import re
import sys
from pathlib import Path

import gpu_runs
from bar_chart import bar_chart
from measurements import cell, full_table, origin, pivot, read_measurement, select, table, text_of, time_text

ROOT = Path(__file__).resolve().parent.parent


def picked(block, measurements):
    """(label, row) of each line of a block."""
    for line in block.strip().splitlines():
        label, name, wanted = [part.strip() for part in line.split("|")]
        yield label, select(measurements, name, wanted_of(wanted))


def short_table(titles, block, measurements):
    """What, stencil, time, ratio to F and that of single steps, of chosen rows."""
    rows = [[label, cell(row, "stencil"), time_text(row), cell(row, "ratio_to_floor"), cell(row, "single_step_ratio")]
            for label, row in picked(block, measurements)]
    return "\n".join(table([title.strip() for title in titles.split(",")], rows))


def wanted_of(words):
    """{key: value} of KEY=VALUE; KEY=VALUE, in which a value may have the sign, too."""
    return dict(re.split(r"\s*=\s*", part, maxsplit=1) for part in words.split("; "))


def value(words, measurements):
    name, wanted, key = [part.strip() for part in words.split("|")]
    row = select(measurements, name, wanted_of(wanted))
    if key not in row:
        raise SystemExit(f"a row of docs/data/{name}.json with {wanted} has no {key}")
    return text_of(row[key])


def pivot_table(words, measurements):
    name, rows, columns, value = [part.strip() for part in words.split("|")]
    return "\n".join(pivot(measurements[name], rows.split(", "), columns.split(", "), value))


def time_chart(title, block, measurements):
    """Bars of the time per node, the mean where there were several runs."""
    bars = []
    for label, row in picked(block, measurements):
        runs = row["ctpn_ps"] if isinstance(row["ctpn_ps"], list) else [row["ctpn_ps"]]
        bars.append((label, time_text(row), float(sum(runs) / len(runs)), None))
    return bar_chart(title, "time per node and step [ps]", bars, line_at=None)


def chart(title, block, measurements):
    """Bars of the ratio to F."""
    bars = []
    for label, row in picked(block, measurements):
        ratio = row["ratio_to_floor"]
        value = ratio if not isinstance(ratio, dict) else ratio["to"]
        bars.append((label, f"{text_of(ratio)} F, {time_text(row)}", float(value),
                     float(row["single_step_ratio"]) if "single_step_ratio" in row else None))
    marks = "; red: one step at a time" if any(single for *_, single in bars) else ""
    return bar_chart(title, "time per node and step over F" + marks, bars)


def everything(measurements):
    """All measurements, by their files' names."""
    parts = []
    for name, found in sorted(measurements.items()):
        remarks = " ".join(found.get("remarks", []))
        command = f"\n\n```\n{found['command']}\n```\n\n" if found["command"] else " The command was not noted.\n\n"
        parts.append(f"## {found['about']} ({found['device']})\n\n{origin(found)} {remarks}".rstrip()
                     + f"\n[{name}.json](data/{name}.json).{command}" + "\n".join(full_table(found)))
    return "\n\n".join(parts)


def pages(root):
    """{path below docs: text} of all pages and charts."""
    measurements = {path.stem: read_measurement(path) for path in (root / "docs/data").glob("*.json") if path.stem != "gpu-runs"}
    runs = gpu_runs.read_runs(root / "docs/data/gpu-runs.json")
    made = {}

    def draw(match):
        draw_bars = time_chart if match[1] == "time_chart" else chart
        made[match[2]] = draw_bars(match[3], match[4], measurements)
        return f"![{match[3]}]({match[2]})"

    for template in sorted((root / "pages").glob("*.md.in")):
        page = template.read_text(encoding="utf-8")
        page = re.sub(r"\{\{(chart|time_chart) (\S+) \| (.*)\}\}\n((?:.*\n)*?)\{\{end\}\}", draw, page)
        page = re.sub(r"\{\{table (.*)\}\}\n((?:.*\n)*?)\{\{end\}\}", lambda m: short_table(m[1], m[2], measurements), page)
        page = re.sub(r"\{\{data (\S+)\}\}", lambda m: "\n".join(full_table(measurements[m[1]])), page)
        page = re.sub(r"\{\{value ([^}]*)\}\}", lambda m: value(m[1], measurements), page)
        page = re.sub(r"\{\{pivot (.*)\}\}", lambda m: pivot_table(m[1], measurements), page)
        page = re.sub(r"\{\{origin (\S+)\}\}", lambda m: origin(measurements[m[1]]), page)
        page = page.replace("{{all}}", everything(measurements)).replace("{{sources}}", runs["sources"])
        page = re.sub(r"\{\{gpu_runs ?(\d*)\}\}", lambda m: gpu_runs.short(runs, int(m[1])) if m[1] else gpu_runs.full(runs), page)
        if "{{" in page:
            raise SystemExit(f"{template} has a word that is not known: {page[page.index('{{'):][:60]}")
        made[template.name[:-3]] = page
    return made


def main(arguments):
    stale = []
    for name, text in pages(ROOT).items():
        path = ROOT / "docs" / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(f"docs/{name}")
            if arguments != ["--check"]:
                path.write_text(text, encoding="utf-8")
    if arguments == ["--check"]:
        print("\n".join(f"{name} is not what docs/data gives; pages/make_pages.py writes it" for name in stale)
              or "all pages are what docs/data gives")
        return 1 if stale else 0
    print("\n".join(f"wrote {name}" for name in stale))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
