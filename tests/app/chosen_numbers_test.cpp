// SPDX-License-Identifier: MIT
#include "app/chosen_numbers.hpp"

#include <gtest/gtest.h>

#include "app/errors.hpp"

namespace wavesim {
namespace {

using Numbers = std::vector<std::size_t>;

std::string refusal_of_numbers(const std::string& text) {
    try {
        chosen_numbers(text, 5, "--cases");
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(ChosenNumbers, CountFrom1AndComeOnceInTheirOrder) {
    EXPECT_EQ(chosen_numbers("", 3, "--cases"), (Numbers{0, 1, 2}));
    EXPECT_EQ(chosen_numbers("2,4-5", 5, "--cases"), (Numbers{1, 3, 4}));
    EXPECT_EQ(chosen_numbers("5,1,1-2,2-2", 5, "--cases"), (Numbers{0, 1, 4}));
    EXPECT_EQ(chosen_numbers("1-5", 5, "--cases"), (Numbers{0, 1, 2, 3, 4}));
}

TEST(ChosenNumbers, OthersAreRefused) {
    for (const char* text : {"6", "5-6", "3-2"})
        EXPECT_EQ(refusal_of_numbers(text), std::string("--cases: '") + text + "' does not lie in 1-5");
    for (const char* text : {"0", "1-", "-1", "a", "1x", "0-3", "1-2-3"})
        EXPECT_EQ(refusal_of_numbers(text),
                  std::string("--cases: '") + text + "' is no number or range; write 1-16,20, for example");
    EXPECT_EQ(refusal_of_numbers("1,,2"), "--cases: '' is no number or range; write 1-16,20, for example");
    EXPECT_EQ(missing_numbers("1"), "");
    EXPECT_EQ(missing_numbers(""), "no number is given (is a variable empty?); write 1-16,20, for example");
}

}  // namespace
}  // namespace wavesim
