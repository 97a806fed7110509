// SPDX-License-Identifier: MIT
#include "app/study/own_program.hpp"

#include <gmock/gmock.h>

namespace wavesim {
namespace {

using testing::ElementsAre;

TEST(OwnProgram, IsItsFile) {
    EXPECT_THAT(words_of_program({"bin/wavesim", "study", "run"}, 3), ElementsAre("/proc/self/exe"));
}

TEST(OwnProgram, IsTheLoaderWithItsOptionsWhereOneWasAsked) {
    EXPECT_THAT(words_of_program({"/a/ld.so", "--library-path", "/a b", "/a/wavesim", "study", "run"}, 3),
                ElementsAre("/proc/self/exe", "--library-path", "/a b", "/a/wavesim"));
}

}  // namespace
}  // namespace wavesim
