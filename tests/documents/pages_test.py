# SPDX-License-Identifier: MIT
"""pages/: tables, charts and records of what a machine measured, and the graph of includes.

usage: pages_test.py SOURCE_DIR
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

ROOT = Path(sys.argv.pop(1))
sys.path.insert(0, str(ROOT / "pages"))
sys.dont_write_bytecode = True
from bar_chart import bar_chart  # noqa: E402
from include_graph import includes, room_of  # noqa: E402
from make_pages import value  # noqa: E402
from measurements import full_table, origin, pivot, read_measurement, select  # noqa: E402

BENCH_ROW = {"stencil": "leggy-1", "points": 7, "backend": "temporal", "extent": [512, 384, 1], "precision": "float", "tile": "64x32",
             "ctpn_s": 1.6543e-12, "ratio_to_floor": 0.41876, "floor_ctpn_s": 3.95123e-12, "device": "NVIDIA X1"}
BENCH = {"format_version": 3, "wavesim": "0.1.0", "date": "2027-01-02T03:04:05Z", "processor": "P", "isa": "v3", "threads": 8,
         "device": "NVIDIA X1", "rows": [BENCH_ROW]}
TESTS = {"timestamp": "2027-02-03T04:05:06Z", "testsuites": [{"testsuite": [
    {"status": "RUN", "result": "COMPLETED"}, {"status": "RUN", "result": "COMPLETED"}, {"status": "RUN", "result": "COMPLETED"},
    {"status": "RUN", "result": "SKIPPED"}, {"status": "RUN", "result": "SKIPPED"},
    {"status": "RUN", "result": "COMPLETED", "failures": [{}]}, {"status": "NOTRUN", "result": "SUPPRESSED"}]}]}


def write(path, value):
    path.write_text(json.dumps(value))
    return path


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "m.json"
        self.head = {"about": "a", "device": "D", "date": "2027-01-02", "command": "c", "commit": "f" * 40}

    def tearDown(self):
        self.folder.cleanup()

    def read(self, **more):
        return read_measurement(write(self.path, {**self.head, **more}))

    def test_numbers_keep_their_digits(self):
        self.path.write_text(json.dumps(self.head)[:-1] + ', "rows": [{"stencil": "leggy-2", "ctpn_ps": 2.50, "ratio_to_floor": [0.9, 1.10],'
                             ' "ratio_of_runs": {"from": 0.80, "to": 1.07}}]}')
        self.assertEqual(full_table(read_measurement(self.path)),
                         ["| stencil | ps per node | ratio to F | range of the runs |", "|---|---|---|---|",
                          "| `leggy-2` | 2.50 | 0.9 and 1.10 | 0.80 to 1.07 |"])

    def test_runs_have_their_case_and_the_ratio_of_single_steps(self):
        def bench(backend, extent, floor, scene=False):
            row = {**BENCH_ROW, "backend": backend, "extent": extent, "ratio_to_floor": floor}
            return {**BENCH, "rows": [] if scene else [row], **({"scene": row} if scene else {})}

        runs = [{"case": "box", "command": "c", "bench": bench("temporal", [512, 512, 512], 0.61)},
                {"case": "box", "command": "d", "bench": bench("stream25.sweep", [512, 512, 512], 1.13)},
                {"case": "room", "command": "e", "bench": bench("temporal", [300, 200, 100], 0.9, scene=True)}]
        rows = self.read(runs=runs)["rows"]
        self.assertEqual([row["case"] for row in rows], ["box", "box", "room"])
        self.assertEqual([row["grid"] for row in rows], ["512^3", "512^3", "300 x 200 x 100"])
        self.assertEqual([row.get("single_step_ratio") for row in rows], [Decimal("1.13"), None, None])
        self.assertEqual(rows[2]["us_per_step"], Decimal("9.93"))  # 1.6543 ps for each of 6 million nodes
        self.assertNotIn("us_per_step", rows[0])

    def test_a_scene_has_the_time_of_its_bulk_step(self):
        scene = {**BENCH_ROW, "extent": [300, 200, 100], "bulk_ctpn_s": 1.25e-12}
        rows = self.read(runs=[{"case": "room", "command": "c", "bench": {**BENCH, "rows": [], "scene": scene}}])["rows"]
        self.assertEqual(rows[0]["bulk_us_per_step"], Decimal("7.50"))
        self.assertEqual(rows[0]["us_per_step"], Decimal("9.93"))

    def test_a_sentence_takes_one_cell_of_the_one_row_that_is_meant(self):
        found = self.read(rows=[{"how": "form=nodes ahead=no", "ctpn_ps": 2}, {"how": "form=nodes ahead=yes", "ctpn_ps": {"from": 3, "to": 4}}])
        self.assertEqual(value("m | how=form=nodes ahead=no | ctpn_ps", {"m": found}), "2")
        self.assertEqual(value("m | how=form=nodes ahead=yes | ctpn_ps", {"m": found}), "3 to 4")
        for words in "m | how=form | ctpn_ps", "m | how=form=nodes ahead=no | us_per_step":
            with self.assertRaises(SystemExit):
                value(words, {"m": found})

    def test_rows_of_bench_have_three_digits_and_the_axes_of_their_grid(self):
        found = self.read(bench=BENCH)
        self.assertEqual(found["rows"][0]["ctpn_ps"], Decimal("1.65"))
        self.assertEqual(found["rows"][0]["ratio_to_floor"], Decimal("0.419"))
        self.assertEqual(found["rows"][0]["grid"], "512 x 384")
        self.assertEqual(origin(found), "D, 2027-01-02, F = 3.95 ps, commit ffffffffffff.")

    def test_rows_of_a_cpu_are_in_nanoseconds(self):
        on_cpu = {**BENCH_ROW, "device": "", "ctpn_s": 2.2e-10}
        self.assertEqual(self.read(bench={**BENCH, "rows": [on_cpu]})["rows"][0]["ctpn_ns"], Decimal("0.22"))

    def test_measurements_say_their_commit_from_the_day_on_that_bench_wrote_them(self):
        rows = [{"stencil": "leggy-2"}]
        self.assertRaises(SystemExit, self.read, rows=rows, commit=None)
        self.assertRaises(SystemExit, self.read, rows=rows, command=None)
        self.assertEqual(self.read(rows=rows, commit=None, date="2026-11-29")["rows"], rows)

    def test_refuses_unknown_keys_and_selections_that_are_not_one_row(self):
        with self.assertRaises(SystemExit):
            self.read(rows=[{"speed": 3}])
        found = {"m": self.read(rows=[{"stencil": "a", "grid": "1"}, {"stencil": "a", "grid": "2"}])}
        self.assertEqual(select(found, "m", {"stencil": "a", "grid": "2"})["grid"], "2")
        for wanted in ({"stencil": "a"}, {"stencil": "b"}):
            with self.assertRaises(SystemExit):
                select(found, "m", wanted)

    def test_values_stand_in_the_row_and_column_of_their_keys(self):
        rows = [{"stencil": "a", "grid": "1", "ctpn_ps": 3}, {"stencil": "b", "grid": "2", "ctpn_ps": 4}, {"stencil": "a", "grid": "2", "ctpn_ps": 5}]
        self.assertEqual(pivot(self.read(rows=rows), ["stencil"], ["grid"], "ctpn_ps"),
                         ["| stencil | 1 | 2 |", "|---|---|---|", "| `a` | 3 | 5 |", "| `b` |  | 4 |"])
        with self.assertRaises(SystemExit):
            pivot(self.read(rows=rows), ["stencil"], ["form"], "ctpn_ps")

    def test_bars_are_as_long_as_their_values(self):
        chart = bar_chart("t", "axis", [("a<b", "", 0.5, None), ("c", "", 2.0, 1.5)])
        short, long = [float(width) for width in re.findall(r'<rect x="\d+" y="\d+" width="([\d.]+)"', chart)]
        self.assertAlmostEqual(long / short, 4, places=2)
        self.assertIn("a&lt;b", chart)
        self.assertEqual(chart.count('stroke-width="3"'), 1)
        self.assertEqual(bar_chart("t", "axis", [("a", "", 0.5, None)], line_at=None).count("#222222\"/>"), 0)
        self.assertEqual(chart.count("#222222\"/>"), 1)


class Includes(unittest.TestCase):
    def test_sources_belong_to_the_innermost_room(self):
        known = {"stencils/gpu/tti", "stencils/tti", "io/scene", "io"}
        self.assertEqual(room_of("stencils/gpu/tti/cuda/update.cpp", known), "stencils/gpu/tti")
        self.assertEqual(room_of("stencils/tti/form.hpp", known), "stencils/tti")
        self.assertEqual(room_of("io/text_file.hpp", known), "io")
        self.assertIsNone(room_of("boundary/walls.hpp", known))

    def test_pairs_are_those_of_the_includes(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("src/io/scene/a.cpp", '#include "io/scene/a.hpp"\n#include "boundary/b.hpp"\n// #include "io/c.hpp"\n'),
                               ("app/main.cpp", '#include "io/scene/a.hpp"\n#include <boundary/b.hpp>\n')):
                path = Path(folder) / name
                path.parent.mkdir(parents=True)
                path.write_text(text)
            self.assertEqual(includes(Path(folder), {"app", "io/scene", "io", "boundary"}),
                             {("io/scene", "boundary"), ("app", "io/scene")})


class Records(unittest.TestCase):
    """What record.py writes into a copy of the tree, and the pages that come of it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        shutil.copytree(ROOT / "pages", self.root / "pages", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "docs/data", self.root / "docs/data")
        (self.root / "docs/pictures").mkdir()
        (self.root / "tests/documents").mkdir(parents=True)
        (self.root / "tests/documents/check_gpu_status.py").write_text("print('these are 0123456789abcdef; run')\n")

    def tearDown(self):
        self.folder.cleanup()

    def call(self, script, *arguments):
        done = subprocess.run([sys.executable, self.root / "pages" / script, *arguments], capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.returncode

    def page(self, name):
        return (self.root / "docs" / name).read_text()

    def test_a_measurement_stands_on_the_page(self):
        self.assertEqual(self.call("make_pages.py"), 0)
        self.assertEqual(self.call("make_pages.py", "--check"), 0)
        self.call("record.py", "bench", str(write(self.root / "b.json", BENCH)), "x1", "--about", "Boxes on an X1",
                  "--command", "wavesim bench", "--driver", "600.1", "--cuda", "13.5", "--commit", "0123456789abcdef")
        self.assertEqual(self.call("make_pages.py", "--check"), 1)
        self.call("make_pages.py")
        page = self.page("measurements.md")
        self.assertIn("## Boxes on an X1 (NVIDIA X1)\n\nNVIDIA X1, 2027-01-02, driver 600.1, CUDA 13.5, F = 3.95 ps, commit 0123456789ab", page)
        self.assertIn("```\nwavesim bench\n```", page)
        self.assertIn("| `temporal` | `leggy-1` | 7 | 512 x 384 | float | 64x32 | 1.65 | 0.419 |", page)

    def test_a_run_of_tests_stands_on_the_page(self):
        before = json.loads((self.root / "docs/data/gpu-runs.json").read_text())["sources"]
        tests = str(write(self.root / "t.json", TESTS))
        same = ("--what", "walls of glass", "--command", "t --gtest_filter='*'", "--device", "NVIDIA X1", "--title", "glass",
                "--driver", "600.2")
        self.call("record.py", "run", tests, *same)
        self.call("make_pages.py")
        self.assertIn(f"Sources: `{before}`", self.page("gpu-status.md"))
        self.assertIn("| glass | 3 passed, 2 do not apply, 1 failed | NVIDIA X1 | 2027-02-03 |", self.page("gpu-status.md"))
        self.assertIn("* **2027-02-03, NVIDIA X1, driver 600.2.** Walls of glass. Command: `t --gtest_filter='*'`. Result: 3 passed,",
                      self.page("gpu-runs.md"))
        self.call("record.py", "run", tests, *same, "--all")
        self.call("make_pages.py")
        self.assertIn("Sources: `0123456789abcdef`", self.page("gpu-status.md"))


if __name__ == "__main__":
    unittest.main()
