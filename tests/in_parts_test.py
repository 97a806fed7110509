# SPDX-License-Identifier: MIT
"""A test that is skipped for a reason that nobody listed fails a part, and so does a program that is killed."""
import subprocess
import sys
import unittest
from pathlib import Path

RUNNER = Path(__file__).resolve().parent / "in_parts.py"
LOG = """\
[ RUN      ] A.Good
[       OK ] A.Good (3 ms)
[ RUN      ] A.Skipped
a_test.cpp:7: Skipped
{}

[  SKIPPED ] A.Skipped (0 ms)
"""


def run(script):
    done = subprocess.run([sys.executable, RUNNER, "sh", "-c", script], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class InParts(unittest.TestCase):
    def test_known_reasons_pass_and_are_printed(self):
        code, text = run("cat <<'END'\n" + LOG.format("zsh is not installed") + "END\n")
        self.assertEqual(code, 0)
        self.assertIn("[  SKIPPED ] A.Skipped", text)
        self.assertNotIn("A.Good", text)

    def test_other_reasons_fail(self):
        code, text = run("cat <<'END'\n" + LOG.format("nobody knows") + "END\n")
        self.assertEqual(code, 1)
        self.assertIn("not in skips.txt: nobody knows", text)

    def test_the_code_of_the_program_stays(self):
        self.assertEqual(run("exit 3")[0], 3)
        code, text = run("kill -11 $$")
        self.assertEqual(code, 139)
        self.assertIn("signal 11", text)


if __name__ == "__main__":
    unittest.main()
