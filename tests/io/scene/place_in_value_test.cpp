// SPDX-License-Identifier: MIT
#include "io/scene/place_in_value.hpp"

#include <gtest/gtest.h>

#include <string>

namespace wavesim {
namespace {

/// "line:column" of the byte `at` of a value that begins at `start`.
std::string place(const std::string& text, int line, int column, const std::string& value, std::size_t at) {
    Place start;
    start.line = line;
    start.column = column;
    const Place found = place_in_value(text, start, value, at);
    return std::to_string(found.line) + ':' + std::to_string(found.column);
}

/// Letters of 1, 2, 3 and 4 bytes before the value, in its line and in the line above, and inside it.
TEST(PlaceInValue, ColumnsCountCharactersAndNotBytes) {
    for (const std::string letter : {"a", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9D\x84\x9E"}) {
        const std::string text = "# " + letter + "\n" + letter + letter + "p: [p + qq]\n";
        EXPECT_EQ(place(text, 2, 7, "p + qq", 0), "2:7") << letter;
        EXPECT_EQ(place(text, 2, 7, "p + qq", 2), "2:9") << letter;
        EXPECT_EQ(place(text, 2, 7, "p + qq", 5), "2:12") << letter;
        EXPECT_EQ(place(text, 2, 7, "p + qq", 6), "2:13") << letter << ": the end";
        EXPECT_EQ(place("s: [" + letter + " + qq]\n", 1, 5, letter + " + qq", letter.size() + 3), "1:9") << letter;
    }
}

/// Blocks begin in the line after their sign; a value may go on in the next line.
TEST(PlaceInValue, ValuesOfSeveralLinesHaveTheirOwn) {
    EXPECT_EQ(place("s:\n  - >-\n    p =\n      2*q\n", 2, 5, "p = 2*q", 6), "4:9");
    EXPECT_EQ(place("s:\n  - |\n   \xC3\xA9 = 3\n", 2, 5, "\xC3\xA9 = 3", 5), "3:8");
    EXPECT_EQ(place("s: 'p - q'\n", 1, 4, "p - q", 3), "1:8") << "blank: the place after the sign";
    EXPECT_EQ(place("s: p\n", 1, 4, "other", 2), "1:4") << "not in the file: where the value begins";
}

}  // namespace
}  // namespace wavesim
