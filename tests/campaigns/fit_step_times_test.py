#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fit_step_times.py finds numbers that are known: of made-up measurements, in a copy of the tables.

    tests/campaigns/fit_step_times_test.py build/wavesim
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FLOOR_S = {"float": 2.766e-12, "double": 5.52e-12}
HYBRID = {"constant": 3.1, "point": 0.02, "reach": 0.5, "reach2": 0.05, "in_double": 1.4}
SEMI = {"constant": 0, "point": 0.21, "in_double": 2.3}
SWEEP = {"constant": 0.8, "point": 0.01, "in_double": 2.5}
ALL_STEP_S = 2.5e-6
STENCILS = {"leggy-1": (7, 1), "leggy-2": (13, 2), "leggy-4": (25, 4), "compact-27-iwb": (27, 1), "compact-57-opt": (57, 2),
            "box-125-opt": (125, 2), "leggy-8": (49, 8), "leggy-10": (61, 10)}


def row(backend, stencil, ctpn_s, precision="float", extent=(512, 512, 512), tile="", device="NVIDIA H200"):
    floor_s, value = FLOOR_S[precision], {"float": 4, "double": 8}[precision]
    return {"backend": backend, "stencil": stencil, "points": STENCILS[stencil][0], "precision": precision,
            "shape": "leggy" if stencil.startswith("leggy") else "compact_in_space", "extent": extent, "tile": tile, "ctpn_s": ctpn_s,
            "floor_ctpn_s": floor_s, "bytes_per_s": 3 * value / ctpn_s, "device": device}


def single(backend, stencil, cost, precision, launch_s):
    k, r = STENCILS[stencil]
    ps = cost["constant"] + cost["point"] * k + cost.get("reach", 0) * r + cost.get("reach2", 0) * r * r
    ps *= cost["in_double"] if precision == "double" else 1
    return row(backend, stencil, FLOOR_S[precision] + 1e-12 * ps + launch_s / 512**3, precision)


def one_pass(stencil, plane_us, levels, tile_y, extent, panels=1):
    _, r = STENCILS[stencil]
    iterations = extent[2] + (r + 2) * (levels - 1) + r
    seconds = panels * iterations * 1e-6 * plane_us + (1 + panels) * ALL_STEP_S
    more = f", {panels} panels of rows" if panels > 1 else ""
    return row("temporal", stencil, seconds / (extent[0] * extent[1] * extent[2] * levels), extent=extent,
               tile=f"64x{tile_y}, {levels} steps per pass{more}")


def measurements():
    rows = [single("stream25.hybrid", stencil, HYBRID, precision, ALL_STEP_S) for stencil in STENCILS for precision in FLOOR_S]
    for stencil in ("leggy-1", "leggy-2", "leggy-4"):
        k, r = STENCILS[stencil]
        rows += [single("semi.b", stencil, SEMI, precision, ALL_STEP_S) for precision in FLOOR_S]
        rows += [single("stream25.sweep", stencil, SWEEP, precision, 1e-6 + 2.5e-6 * r + 0.02e-6 * k) for precision in FLOOR_S]
    rows.append(single("stream25.register", "leggy-1", HYBRID, "float", ALL_STEP_S))  # one, for three columns
    rows.append(row("texture.loop", "leggy-1", 1e-9, device="NVIDIA H100 80GB HBM3"))
    rows.append(row("texture.factored", "compact-27-iwb", 1e-9, extent=(64, 64, 64)))  # in the cache
    rows += [one_pass("leggy-1", 2.4, 5, 32, (512, 512, 512)), one_pass("leggy-1", 2.4, 5, 32, (1024, 988, 512), 4),
             one_pass("leggy-1", 2.4 * 0.6, 5, 16, (300, 300, 300))]
    return rows


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copytree(ROOT / "src/stencils/gpu", folder / "src/stencils/gpu")
        (folder / "rows.json").write_text(json.dumps({"rows": measurements()}))
        fit = [sys.executable, HERE / "fit_step_times.py", sys.argv[1], folder / "rows.json", "--source", folder]
        before = {path: path.read_text() for path in (folder / "src").rglob("*") if path.is_file()}
        said = subprocess.run(fit, capture_output=True, text=True, check=True).stdout
        assert all(path.read_text() == text for path, text in before.items()), "without --write no file may change"
        subprocess.run([*fit, "--write"], capture_output=True, text=True, check=True)
        changed = {path.name: (before[path], path.read_text()) for path in before if path.read_text() != before[path]}
        assert sorted(changed) == ["pass_times.cpp", "per_node_times.hpp", "semi_times.hpp", "sweep_times.hpp"], sorted(changed)

        sys.path.insert(0, str(HERE))
        import fit_step_times
        tables, old = fit_step_times.Tables(folder), fit_step_times.Tables(ROOT)
        for new, row_before in zip(tables.threads, old.threads):
            wanted = {"stream25.hybrid": HYBRID, "semi.b": {"point": 0.21, "in_double": 2.3},
                      "stream25.sweep arms true most_reach 4": SWEEP}.get(new.name())
            if wanted is None:
                assert new.old == row_before.old, f"{new.name()} has no measurement and changed"
            else:
                for name, value in wanted.items():
                    assert abs(new.cost[name] - value) <= 2e-3 * value, (new.name(), name, new.cost[name], value)
        for new, row_before in zip(tables.passes, old.passes):
            five_steps = new.name() == "temporal float32, 1, any, Walls::none, Factors::one, 5"
            assert new.us == (2.4 if five_steps else row_before.us), (new.name(), new.us)
        assert [new.share for new in tables.low] == [0.6, *(one.share for one in old.low[1:])]

        for text in ("stream25.register: untouched: 1 measurements in float do not tell 3 columns",
                     "texture.loop: untouched: no measurement", "texture.factored: untouched: no measurement",
                     "1 of another card or of no stencil of the catalogue, 1 in the L2 cache, 32 are taken"):
            assert text in said, f"{text!r} is not in\n{said}"


if __name__ == "__main__":
    main()
