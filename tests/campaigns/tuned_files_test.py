# SPDX-License-Identifier: MIT
"""A file of tuned rows that tuned_files.py does not name is found, and so is a name without its file or its test."""
import shutil
import tempfile
import unittest
from pathlib import Path

from tuned_files import NOT_CHECKED, READ_BY_TESTS, READ_HERE, files_not_known

ROOT = Path(__file__).resolve().parent.parent.parent


class TunedFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        known = [f"src/{name}" for name in (*READ_HERE, *READ_BY_TESTS, *NOT_CHECKED)]
        for name in known + [f"tests/{file}" for file, _ in READ_BY_TESTS.values()]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)

    def expect(self, *faults):
        found = files_not_known(self.root)
        self.assertEqual(len(found), len(faults), found)
        for fault, wanted in zip(found, faults):
            self.assertIn(wanted, fault)

    def test_the_sources_here_are_known(self):
        self.assertEqual(files_not_known(ROOT), [])
        self.expect()

    def test_new_files_are_found_by_their_names_and_by_the_card_of_their_rows(self):
        (self.root / "src/solvers/plan/new_times.hpp").write_text("")
        (self.root / "src/stencils/gpu/semi/semi_tiles.hpp").write_text("")
        (self.root / "src/stencils/gpu/tti/guesses.cpp").write_text("constexpr Row rows[] = {{h200, 3}};")
        (self.root / "src/stencils/gpu/tti/other.cpp").write_text("constexpr Row rows[] = {{.card = h200, .ps = 3}};")
        self.expect("src/solvers/plan/new_times.hpp", "src/stencils/gpu/semi/semi_tiles.hpp", "src/stencils/gpu/tti/guesses.cpp",
                    "src/stencils/gpu/tti/other.cpp")

    def test_names_without_their_file_or_test_are_found(self):
        (self.root / "src/stencils/gpu/sweep/sweep_tiles.hpp").unlink()
        (self.root / "tests/kernels/strip_compile_test.cpp").write_text("")
        self.expect("src/stencils/gpu/sweep/sweep_tiles.hpp", "tests/kernels/strip_compile_test.cpp")


if __name__ == "__main__":
    unittest.main()
