# SPDX-License-Identifier: MIT
"""changes/gather.py: what it refuses, and what it makes of a release.

usage: changes_test.py SOURCE_DIR
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1))

LOG = """# Changelog

## 0.2.0 (not released)

### Added

* Walls of glass.

### Fixed

* Receivers at corners.

## 0.1.0 (2026-11-30)

### Added

* The first release of all.
"""


class Gather(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        (self.root / "changes").mkdir()
        shutil.copy(ROOT / "changes/gather.py", self.root / "changes")
        (self.root / "CHANGELOG.md").write_text(LOG)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        (self.root / "changes" / name).write_text(text)

    def call(self, *arguments):
        done = subprocess.run([sys.executable, self.root / "changes/gather.py", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def log(self):
        return (self.root / "CHANGELOG.md").read_text()

    def test_a_release_is_made_once_of_some_changes_and_on_a_day(self):
        for arguments, word in ((("0.2.0", "2026-11-31"), "no date"), (("0.1.0", "2027-01-02"), "0.1.0 is released")):
            self.write("glass.fixed.md", "Doors close.")
            code, said = self.call(*arguments)
            self.assertEqual(code, 1)
            self.assertIn(word, said)
            self.assertEqual(self.log(), LOG)
        (self.root / "changes/glass.fixed.md").unlink()
        code, said = self.call("0.2.0", "2027-01-02")
        self.assertEqual((code, self.log()), (1, LOG))
        self.assertIn("holds no changes", said)

    def test_words_against_yesterday_are_refused(self):
        for text in ("Walls are 3x faster.", "Walls take less time than before.", "Walls hold. Before, they fell.",
                     "Walls are twice as fast as before.", "Walls take half the time.", "A wall takes 12 us instead of 24 us."):
            self.write("walls.changed.md", text)
            self.refuses("compares with the program of yesterday")

    def refuses(self, word):
        code, said = self.call("--check")
        self.assertEqual(code, 1)
        self.assertIn(word, said)

    def test_takes_files_of_the_form(self):
        self.write("doors.added.md", "Doors may be opened.\nThey have two sides.\n")
        self.assertEqual(self.call("--check"), (0, "1 changes and 2 releases have their form\n"))

    def test_refuses_other_names(self):
        self.write("doors.improved.md", "Doors may be opened.\n")
        self.refuses("is not named")

    def test_refuses_what_is_no_sentence(self):
        self.write("doors.added.md", "doors")
        self.refuses("doors.added.md is not made of sentences")

    def test_refuses_long_texts(self):
        self.write("doors.added.md", "One. Two. Three. Four.")
        self.refuses("has 4 sentences")

    def test_refuses_figures_against_yesterday(self):
        self.write("doors.changed.md", "Doors are 2 times as fast.")
        self.refuses('compares with the program of yesterday: "times as fast"')

    def test_refuses_headings_out_of_order(self):
        (self.root / "CHANGELOG.md").write_text(LOG.replace("### Added", "### Fixed", 1).replace("### Fixed\n\n* Rec", "### Added\n\n* Rec"))
        self.refuses("0.2.0 has the headings ['Fixed', 'Added']")

    def test_refuses_entries_below_no_heading(self):
        (self.root / "CHANGELOG.md").write_text(LOG.replace("### Added\n\n* Walls", "* Walls"))
        self.refuses("0.2.0 has entries below no heading")

    def test_completes_the_version_that_is_not_released(self):
        self.write("doors.added.md", "Doors may be opened.")
        self.write("floors.changed.md", "Floors are level.")
        self.assertEqual(self.call("0.2.0", "2027-01-15"), (0, ""))
        self.assertEqual(self.log(), LOG.replace("not released", "2027-01-15").replace(
            "* Walls of glass.\n", "* Walls of glass.\n* Doors may be opened.\n\n### Changed\n\n* Floors are level.\n"))
        self.assertEqual([p.name for p in (self.root / "changes").glob("*.md")], [])

    def test_puts_another_version_before_the_others(self):
        (self.root / "CHANGELOG.md").write_text(LOG.replace("not released", "2027-01-15"))
        self.write("doors.fixed.md", "Doors close again.")
        self.assertEqual(self.call("0.3.0", "2027-02-01"), (0, ""))
        self.assertEqual(self.log(), LOG.replace("not released", "2027-01-15").replace(
            "# Changelog\n", "# Changelog\n\n## 0.3.0 (2027-02-01)\n\n### Fixed\n\n* Doors close again.\n"))

    def test_releases_nothing_that_is_wrong(self):
        self.write("doors.added.md", "doors")
        self.assertEqual(self.call("0.2.0", "2027-01-15")[0], 1)
        self.assertEqual(self.log(), LOG)
        self.assertTrue((self.root / "changes/doors.added.md").exists())


if __name__ == "__main__":
    unittest.main()
