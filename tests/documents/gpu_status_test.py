# SPDX-License-Identifier: MIT
"""check_gpu_status.py: a release needs runs of the sources as they are, none of which failed.

usage: gpu_status_test.py SOURCE_DIR
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1))


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for part in ("src/stencils/gpu", "src/programs"):
            shutil.copytree(ROOT / part, self.root / part)
        (self.root / "docs/data").mkdir(parents=True)
        self.state("0" * 16)
        self.now = re.search(r"these are (\w{16})", self.call(0))[1]

    def state(self, sources):
        (self.root / "docs/gpu-status.md").write_text(f"Sources: `{sources}`\n")

    def runs(self, *results):
        runs = [{"date": "2027-01-02", "what": "all", "sources": sources, "result": result} for sources, result in results]
        (self.root / "docs/data/gpu-runs.json").write_text(json.dumps({"runs": runs}))

    def call(self, wanted, *options):
        done = subprocess.run([sys.executable, ROOT / "tests/documents/check_gpu_status.py", self.root, *options], capture_output=True, text=True)
        self.assertEqual(done.returncode, wanted, done)
        return done.stdout + done.stderr

    def test_stale_sources_are_no_release(self):
        self.assertIn("STALE", self.call(1, "--release"))

    def test_a_release_has_runs_of_its_sources(self):
        self.state(self.now)
        self.runs(("1" * 16, "7 passed"))
        self.assertIn("has no run of these sources", self.call(1, "--release"))
        self.runs((self.now, "7 passed, 3 do not apply"))
        self.assertIn(self.now, self.call(0, "--release"))

    def test_a_release_has_no_run_that_failed(self):
        self.state(self.now)
        self.runs((self.now, "7 passed"), (self.now, "5 passed, 2 failed"), ("1" * 16, "1 passed, 4 failed"))
        said = self.call(1, "--release")
        self.assertIn("2 failed", said)
        self.assertNotIn("4 failed", said)
        self.call(0)


if __name__ == "__main__":
    unittest.main()
