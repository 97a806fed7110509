# SPDX-License-Identifier: MIT
"""The hook of `./dev hooks` in a repository of its own: what is committed is formatted, however it was named."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UGLY = "int   sum( int a,int b )\n{\nreturn a+b;}\n"


@unittest.skipUnless(shutil.which("clang-format-14") and shutil.which("git"), "git or clang-format-14 is not installed")
class Hook(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("dev", ".clang-format"):
            shutil.copy(ROOT / name, self.root / name)
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "start")
        self.run_here("./dev", "hooks", WAVESIM_SKIP_PACKAGES="1")
        self.pretty = self.run_here("clang-format-14", given=UGLY)
        self.assertNotEqual(self.pretty, UGLY)

    def run_here(self, *command, given=None, expect=0, **more):
        where = {"HOME": str(self.root), "GIT_CONFIG_NOSYSTEM": "1", "PATH": "/usr/local/bin:/usr/bin:/bin", **more}
        for name in ("AUTHOR", "COMMITTER"):
            where |= {f"GIT_{name}_NAME": "A", f"GIT_{name}_EMAIL": "a@example.org"}
        done = subprocess.run(command, cwd=self.root, env=where, input=given, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout if expect == 0 else done.stderr

    def git(self, *words, **more):
        return self.run_here("git", *words, **more)

    def test_a_staged_source_arrives_formatted(self):
        (self.root / "new one.cpp").write_text(UGLY)
        (self.root / "notes.md").write_text(UGLY)
        self.git("add", ".")
        self.git("commit", "-q", "-m", "all")
        self.assertEqual(self.git("show", "HEAD:new one.cpp"), self.pretty)
        self.assertEqual((self.root / "new one.cpp").read_text(), self.pretty)
        self.assertEqual(self.git("show", "HEAD:notes.md"), UGLY)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_commit_a_formats_what_changed(self):
        (self.root / "a.hpp").write_text("int a;\n")
        self.git("add", "a.hpp")
        self.git("commit", "-q", "-m", "one")
        (self.root / "a.hpp").write_text(UGLY)
        self.git("commit", "-q", "-a", "-m", "two")
        self.assertEqual(self.git("show", "HEAD:a.hpp"), self.pretty)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_what_is_staged_in_part_is_left_alone_and_stops_the_commit(self):
        (self.root / "b.cuh").write_text(UGLY)
        self.git("add", "b.cuh")
        (self.root / "b.cuh").write_text(UGLY + "int   more;\n")
        self.assertIn("b.cuh is not formatted", self.git("commit", "-q", "-m", "part", expect=1))
        self.assertEqual((self.root / "b.cuh").read_text(), UGLY + "int   more;\n")
        self.assertEqual(self.git("show", ":b.cuh"), UGLY)

    def test_commit_of_a_file_name_stops_where_the_file_is_not_formatted(self):
        (self.root / "c.cpp").write_text("int c;\n")
        self.git("add", "c.cpp")
        self.git("commit", "-q", "-m", "one")
        (self.root / "c.cpp").write_text(UGLY)
        self.git("commit", "-q", "-m", "two", "c.cpp", expect=1)
        (self.root / "c.cpp").write_text(self.pretty)
        self.git("commit", "-q", "-m", "three", "c.cpp")
        self.assertEqual(self.git("show", "HEAD:c.cpp"), self.pretty)


if __name__ == "__main__":
    unittest.main()
