// SPDX-License-Identifier: MIT
#include "app/study/study_console.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

TEST(StudyConsole, CountsWhatIsDoneAndLeft) {
    EXPECT_EQ(counts_text({100, 34, 2, 3, 1, 4}, 720),
              "34 of 100 cases complete, 2 failed, 3 stopped, 1 left to other processes, 4 running, 12 min 00 s left");
    EXPECT_EQ(counts_text({1, 1, 0, 0, 0, 0}, 720), "1 of 1 case complete") << "no time where nothing runs";
    EXPECT_EQ(counts_text({2, 0, 0, 0, 0, 1}, 0), "0 of 2 cases complete, 1 running") << "a time that is not known";
}

}  // namespace
}  // namespace wavesim
