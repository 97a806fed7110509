// SPDX-License-Identifier: MIT
#include "app/study/case_table.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// A character of two bytes takes one column, and no line ends with blanks.
TEST(CaseTable, ColumnsAreAsWideAsTheirLongestEntry) {
    EXPECT_EQ(table_text({{"case", "wall", "state"}, {"a", "T\xC3\xBCre", ""}, {"bcdef", "x", "done"}}, 60),
              "case   wall  state\n"
              "a      T\xC3\xBCre\n"
              "bcdef  x     done\n");
    EXPECT_EQ(table_text({}, 60), "");
}

/// Rows that are not shown widen nothing.
TEST(CaseTable, SaysHowManyRowsAreNotShown) {
    const std::vector<std::vector<std::string>> rows{{"case"}, {"a"}, {"b"}, {"a long name"}, {"d"}};
    EXPECT_EQ(table_text(rows, 2), "case\na\nb\n... and 2 more (--json shows all)\n");
    EXPECT_EQ(table_text({{"a", "n"}, {"b", "1"}, {"much longer", "2"}}, 1),
              "a  n\nb  1\n... and 1 more (--json shows all)\n");
    EXPECT_EQ(table_text(rows, 4).find("more"), std::string::npos) << "the head does not count";
}

}  // namespace
}  // namespace wavesim
