# SPDX-License-Identifier: MIT
"""Every room has tests, every name of rooms.txt is that of a test, and a selection holds the tests of its room alone.

usage: room_tests_test.py TESTS      the folder of the test programs
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import room_tests

PROGRAMS = Path(sys.argv.pop(1))


def names_of(program):
    """Names of its tests, as ctest has them: without the types and values that stand after #; the number of a type is last."""
    text = subprocess.run([PROGRAMS / f"{program}_test", "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    names, suite, number = [], "", ""
    for line in text.splitlines():
        word, _, note = line.partition("#")
        if line.startswith(" "):
            names.append(f"{program}.{suite}{word.strip()}{number}")
        else:
            typed = re.fullmatch(r"(.*)/(\d+)\.", word.strip()) if "TypeParam" in note else None
            suite, number = (f"{typed[1]}.", f"<{typed[2]}>") if typed else (word.strip(), "")
    return names


class RoomTestsTest(unittest.TestCase):
    def test_every_room_has_tests_and_every_name_of_the_table_is_one(self):
        table = room_tests.read_table(room_tests.TABLE.read_text(encoding="utf-8"))
        rooms = room_tests.rooms_of(room_tests.ROOT)
        self.assertLessEqual({room for room, _ in table}, set(rooms))
        built = {}
        for room in rooms:
            programs, wanted, left = room_tests.tests_of(room, room_tests.ROOT, table)
            self.assertTrue(wanted, room)
            for program in programs:
                if program not in built and (PROGRAMS / f"{program}_test").exists():
                    built[program] = names_of(program)
            chosen = 0
            for expression in wanted + left:
                program = expression[1:].partition(r"\.")[0]
                found = [name for name in built.get(program, []) if re.search(expression, name)]
                self.assertTrue(found or program not in built, (room, expression))
                chosen += len(found) if expression in wanted else 0
            self.assertTrue(chosen > 0 or not built.keys() & set(programs), room)
        self.assertTrue(built)

    def test_a_room_has_its_own_tests_and_those_of_the_table(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for file, text in {"src/a/b/x.hpp": "", "src/a/c/cuda/y.cpp": "", "app/z.cpp": "",
                               "tests/a/b/x_test.cpp": "TEST(X, one) {\n}\nTEST_P(Both, here) {\n",
                               "tests/a/c/y_test.cpp": "TYPED_TEST(Y, two) {\n}\nTEST_F(Both,\n       there) {\n"}.items():
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text(text)
            self.assertEqual(room_tests.rooms_of(root), ["a/b", "a/c", "app"])
            table = room_tests.read_table("# note\na/b  other.Long.* -a.X.slow*\na/c  -a.Y.slow\n")
            tests = ["a.X.one", "a.Values/Both.here/3", "a.Both.here", "a.Y/0.two", "a.Both.there", "a.Both.herein", "a.XX.one",
                     "other.Long.way"]
            for room, expected in {"a/b": [0, 1, 2, 7], "a/c": [3, 4], "a": [0, 1, 2, 3, 4, 5, 7], "app": []}.items():
                programs, wanted, left = room_tests.tests_of(room, root, table)
                chosen = [i for i, name in enumerate(tests) if any(re.search(expression, name) for expression in wanted)]
                self.assertEqual(chosen, expected, room)
                self.assertEqual(programs, sorted({tests[i].split(".")[0] for i in expected}))
                self.assertEqual([bool(re.search(expression, name)) for expression in left for name in ("a.X.slowly", "a.Y.slow")],
                                 {"a/b": [True, False], "a/c": [False, True], "a": [True, False, False, True], "app": []}[room])


if __name__ == "__main__":
    unittest.main()
