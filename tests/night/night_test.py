# SPDX-License-Identifier: MIT
"""The choice of tests for the night, and that the names of tests.txt are those of tests that have the label.

usage: night_test.py BUILD      a build folder with tests
"""
import json
import re
import subprocess
import sys
import unittest

import choose

BUILD = sys.argv.pop(1)
LOG = """\
1/10 Test #1: a.Long.Slow<0> ........   Passed    3.00 sec
2/10 Test #2: a.Long.Slow<1> ........   Passed    2.00 sec
3/10 Test #3: a.Mixed.Quick .........   Passed    0.10 sec
4/10 Test #4: a.Mixed.Slow ..........   Passed    1.50 sec
5/10 Test #5: a.All/Huge.Each/float .   Passed   12.00 sec
6/10 Test #6: campaigns.one .........   Passed    6.00 sec
7/10 Test #7: asan.a.Mixed.Quick ....   Passed    9.00 sec
8/10 Test #8: a.Mixed.Gone ..........***Skipped   9.00 sec
9/10 Test #9: io.SceneCorpus.Bad ....   Passed    2.00 sec
10/10 Test #10: io.SceneCorpus.Good ...   Passed    0.50 sec
"""


class NightTest(unittest.TestCase):
    def test_the_fastest_of_a_suite_stays_unless_it_is_too_long_itself(self):
        self.assertEqual(choose.choose(choose.times_of(LOG)), ["a.All/Huge.Each/float", "a.Long.Slow<0>", "a.Mixed.Slow"])

    def test_names_of_the_table_are_those_of_tests_with_the_label(self):
        """But for values that only some machines have (instruction sets, GPUs), and programs that only some builds have."""
        text = subprocess.run(["ctest", "--show-only=json-v1", "--test-dir", BUILD], capture_output=True, text=True, check=True).stdout
        labels = {}
        for test in json.loads(text)["tests"]:
            found = [one["value"] for one in test.get("properties", []) if one["name"] == "LABELS"]
            labels[test["name"]] = found[0] if found else []

        at_night = {name for name, of_test in labels.items() if "night" in of_test}
        programs = {name.partition(".")[0] for name in labels}
        names = {name for name in choose.read_table() if name.partition(".")[0] in programs}
        bases = {re.sub(r"/[^/.]*$", "", name) for name in labels}
        self.assertLessEqual(at_night, names)
        self.assertEqual(sorted(names & set(labels)), sorted(at_night))
        self.assertEqual([name for name in names - set(labels) if re.sub(r"/[^/.]*$", "", name) not in bases], [])
        self.assertTrue(at_night)
        self.assertLess(len(at_night), len(labels) / 4)
        whole_labels = [name for name in at_night if name.startswith("physics.") and "physics" not in labels[name]]
        self.assertEqual(whole_labels, [])


if __name__ == "__main__":
    unittest.main()
