# SPDX-License-Identifier: MIT
"""rebuild_costs.py adds up what depends on a header."""
import unittest
from pathlib import Path

import rebuild_costs

DEPS = """src/a.o: #deps 3, deps mtime 1 (VALID)
    /root/src/a.cpp
    /root/src/low.hpp
    /usr/include/stdio.h

tests/b.o: #deps 3, deps mtime 1 (VALID)
    /root/tests/b.cpp
    /root/src/low.hpp
    /root/src/high.hpp
"""


class RebuildCosts(unittest.TestCase):
    def test_dependants_are_those_of_the_project(self):
        self.assertEqual(rebuild_costs.dependants(DEPS, Path("/root")),
                         {"src/low.hpp": {"src/a.o", "tests/b.o"}, "src/high.hpp": {"tests/b.o"}})

    def test_costs_are_seconds_of_two_cores_with_and_without_tests(self):
        found = rebuild_costs.dependants(DEPS, Path("/root"))
        self.assertEqual(rebuild_costs.rows(found, {"src/a.o": 3, "tests/b.o": 5}),
                         [("src/low.hpp", 2, 1.5, 4), ("src/high.hpp", 1, 0, 2.5)])


if __name__ == "__main__":
    unittest.main()
