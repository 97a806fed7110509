// SPDX-License-Identifier: MIT
#include "studies/shell_word.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace wavesim {
namespace {

/// What the shell itself makes of a word.
TEST(ShellWord, IsReadByTheShellAsItWas) {
    for (const char* text : {"", "plain", "two words", "it's", "''", "$HOME", "`id`", "back\\slash", "\"", "two\nlines",
                             "\xC3\xBC", "-n", "*", "~", "a;b", "#c"}) {
        FILE* const pipe = ::popen(("printf %s " + shell_word(text)).c_str(), "r");
        ASSERT_NE(pipe, nullptr);
        std::string read(100, '\0');
        read.resize(std::fread(read.data(), 1, read.size(), pipe));
        EXPECT_EQ(::pclose(pipe), 0) << text;
        EXPECT_EQ(read, text);
    }
}

}  // namespace
}  // namespace wavesim
