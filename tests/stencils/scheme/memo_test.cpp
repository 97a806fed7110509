// SPDX-License-Identifier: MIT
#include "stencils/scheme/memo.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// Squares numbers and counts how often.
struct Squares {
    explicit Squares(std::size_t most_kept) : memo(most_kept) {}
    double of(double x) {
        return memo.of({x, 1}, [&] { return ++made, x * x; });
    }
    Memo<double> memo;
    int made = 0;
};

/// Two values fit; the third makes the memo forget both of them, and then they are made again.
TEST(Memo, AFullOneStartsAnewWithEqualValues) {
    Squares squares(2);
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(squares.of(3), 9);
        EXPECT_EQ(squares.of(4), 16);
    }
    EXPECT_EQ(squares.made, 2);
    EXPECT_EQ(squares.of(5), 25);
    EXPECT_EQ(squares.made, 3);
    EXPECT_EQ(squares.of(5), 25);
    EXPECT_EQ(squares.made, 3);
    EXPECT_EQ(squares.of(3), 9);
    EXPECT_EQ(squares.of(4), 16);
    EXPECT_EQ(squares.made, 5);
}

TEST(Memo, TakesEveryNumberOfTheKeyIntoAccount) {
    Memo<double> memo;
    EXPECT_EQ(memo.of({1, 2}, [] { return 12.0; }), 12);
    EXPECT_EQ(memo.of({1, 3}, [] { return 13.0; }), 13);
    EXPECT_EQ(memo.of({1}, [] { return 1.0; }), 1);
    EXPECT_EQ(memo.of({1, 2}, [] { return 0.0; }), 12);
}

TEST(Memo, KeepsNothingOfWhatFailed) {
    Memo<double> memo;
    EXPECT_THROW(memo.of({1}, []() -> double { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_EQ(memo.of({1}, [] { return 5.0; }), 5);
}

TEST(Memo, NumbersOfStencilsDifferWhereTheirWeightsOrPointsDo) {
    const Stencil one = make_stencil("compact-57-opt", 3);
    Stencil heavier = one;
    heavier.a[2] *= 1.5;
    Stencil elsewhere = one;
    ++elsewhere.shells[1].q3;
    EXPECT_NE(numbers_of(one), numbers_of(heavier));
    EXPECT_NE(numbers_of(one), numbers_of(elsewhere));
    EXPECT_NE(numbers_of(make_stencil("leggy-1", 3)), numbers_of(make_stencil("leggy-1", 2)));
    Stencil renamed = one;
    renamed.name = "other";
    EXPECT_EQ(numbers_of(one), numbers_of(renamed));
}

}  // namespace
}  // namespace wavesim
