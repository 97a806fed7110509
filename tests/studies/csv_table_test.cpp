// SPDX-License-Identifier: MIT
#include "studies/csv_table.hpp"

#include <gmock/gmock.h>

#include "solvers/scene/fault.hpp"
#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

/// RFC 4180, and blanks around fields that are not quoted; those in quotes stay as they are, first and last alike.
TEST(CsvTable, BlanksBelongToQuotedFieldsAlone) {
    StudyTestFolder folder;
    const CsvTable table = read_csv_table(folder.write("t.csv",
                                                       "\xEF\xBB\xBF first , middle,\" last \"\r\n"
                                                       " 1 ,\"2\" ,\t3 \r\n"
                                                       "\n"
                                                       "\" 4 \", \" 5 \",\" 6 \"\n"
                                                       "\"a,\"\"b\"\"\",\"\", 9"));

    EXPECT_THAT(table.names, ElementsAre("first", "middle", " last "));
    EXPECT_THAT(table.column("first"), ElementsAre("1", " 4 ", "a,\"b\""));
    EXPECT_THAT(table.column("middle"), ElementsAre("2", " 5 ", ""));
    EXPECT_THAT(table.column(" last "), ElementsAre("3", " 6 ", "9"));
    EXPECT_TRUE(table.column("last").empty());
}

TEST(CsvTable, SaysInWhichLineItCannotBeRead) {
    StudyTestFolder folder;
    const auto why = [&](const std::string& text) -> std::string {
        try {
            read_csv_table(folder.write("t.csv", text));
        } catch (const EnvironmentError& error) {
            const std::string what = error.what();
            return what.substr(what.find("t.csv") + 5);
        }
        return "";
    };
    EXPECT_EQ(why("a,b\n1,\"2\n"), ":2: a double quote is not closed");
    EXPECT_EQ(why("a, a\n1,2\n"), ":1: two columns are called 'a'");
    EXPECT_EQ(why("a,b\n\n1\n"), ":3: the line has 1 fields and the first one 2");
    EXPECT_EQ(why("a,b\n"), ": it needs a line of names and at least one row");
}

/// Fields are written so that they are read back.
TEST(CsvTable, FieldsAreQuotedWhereTheyHaveTo) {
    EXPECT_EQ(csv_field("2 m"), "2 m");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace wavesim::test
