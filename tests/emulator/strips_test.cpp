// SPDX-License-Identifier: MIT
// Several steps per pass in 2D: what single steps give, to the last bit, on odd sizes and in any order of warps.
#include <gtest/gtest.h>

#include "emulated_strips.hpp"

namespace wavesim {
namespace {

using Rigid = FlatSides<1, 1, 1, 1>;
using Odd = FlatSides<3, 1, 3, 1>;
using OtherOdd = FlatSides<1, 3, 1, 3>;
using AllOdd = FlatSides<3, 3, 3, 3>;
using Star = FlatSpec<float, Set::star>;
using Box = FlatSpec<float, Set::box>;
using Wide = FlatSpec<float, Set::star, 2>;

/// One strip and several; rows that end in each column of a lane, at a lane's or a strip's end and one node beyond.
template <class Types>
class StripsOnEmulator : public ::testing::Test {};
using Specs = ::testing::Types<
    Strips<Star, 250, 8, Rigid>, Strips<Star, 129, 8, Odd>, Strips<Star, 5, 3, OtherOdd>, Strips<Star, 128, 2, AllOdd>,
    Strips<Star, 2, 8, Odd>, Strips<Box, 247, 8, Odd>, Strips<Box, 260, 3, OtherOdd>, Strips<Box, 126, 5, AllOdd>,
    Strips<FlatSpec<double, Set::star>, 131, 6, Odd>, Strips<FlatSpec<double, Set::box>, 38, 4, OtherOdd>,
    Strips<Varying<Star>, 130, 7, Odd>, Strips<Coded<Star, MediumStorage::int16>, 133, 4, OtherOdd>,
    Strips<Coded<Box, MediumStorage::index8>, 35, 3, Odd>,
    Strips<Coded<FlatSpec<double, Set::star>, MediumStorage::index16>, 132, 5, Rigid>,
    Strips<Varying<FlatSpec<double, Set::box>>, 30, 2, AllOdd>, Strips<Wide, 245, 4, Odd>,
    Strips<Wide, 134, 3, OtherOdd>, Strips<Wide, 3, 2, AllOdd>,
    Strips<Varying<FlatSpec<double, Set::star, 2>>, 129, 2, Odd>>;
TYPED_TEST_SUITE(StripsOnEmulator, Specs);

template <class Spec>
void expect_equal(StripRun<Spec>& run, StripRun<Spec>& expected) {
    EXPECT_EQ(run.step, expected.step);
    EXPECT_EQ(different_nodes(run, expected), 0) << run.rows() << " rows, " << run.step << " steps";
    EXPECT_EQ(run.traces, expected.traces) << run.rows() << " rows, " << run.step << " steps";
}

/// Two sources that share a node, and receivers, at ends of the grid, of strips and of chunks of `chunk` rows; one
/// signal ends within the second pass.
template <class Spec>
StripRun<Spec> with_points(int nz, int chunk) {
    using Tile = kernels::StripTile<Spec>;
    const auto at = [nz](int x, int z) {
        return std::int64_t{std::clamp(x, 0, Spec::nx - 1)} + std::int64_t{std::clamp(z, 0, nz - 1)} * Spec::nx;
    };
    const int seam = Tile::stride + Tile::halo;  // the first column of the second strip's own
    std::vector<double> ends, lasts;
    for (int i = 0; i < 2 * Spec::levels + 3; ++i) ends.push_back(std::sin(1 + 0.7 * i));
    for (int i = 0; i < 8 * Spec::levels; ++i) lasts.push_back(std::sin(2 + 0.3 * i));
    const std::vector<Injection> sources{
        {{{at(0, 0), at(3, 2), at(seam - 1, chunk)}, {0.5, 0.25, -0.7}}, ends},
        {{{at(3, 2), at(seam, chunk - 1), at(Spec::nx, nz)}, {0.3, 0.1, 1.0}}, lasts},
        {{{at(seam - Tile::halo, 2 * chunk), at(seam + Tile::halo, 4)}, {0.4, 0.6}}, ends}};
    const std::vector<PointWeights> receivers{{{at(0, 0)}, {1.0}},
                                              {{at(seam - 1, chunk), at(seam, chunk)}, {0.25, 0.75}},
                                              {{at(seam, chunk - 1), at(seam - 1, chunk - 1)}, {0.5, 0.5}},
                                              {{at(Spec::nx, nz), at(3, 2)}, {0.9, 0.1}},
                                              {{at(3, 2)}, {1.0}},
                                              {{at(Spec::nx, 0)}, {1.0}}};
    return StripRun<Spec>(nz, chunk, sources, receivers);
}

/// Passes, then single steps for the rest: 0 to 8 T - 1 of them.
TYPED_TEST(StripsOnEmulator, GivesTheBitsOfSingleStepsForAnyNumberOfSteps) {
    const auto make = [] { return with_points<TypeParam>(13, 5); };
    StripRun<TypeParam> expected = make();
    StripRun<TypeParam> passes = make();
    for (int pass = 0; pass <= 3; ++pass) {
        StripRun<TypeParam> run = passes;
        for (int rest = 0; rest < run.tiling.steps(); ++rest) {
            expect_equal(run, expected);
            expected.single_step(1);
            if (rest + 1 < run.tiling.steps()) run.single_step(2);
        }
        if (pass < 3) passes.pass(static_cast<std::uint64_t>(pass) + 1);
    }
}

/// Down to a row more than the stencil reaches; chunks of one row, of many more than are computed twice, and the last
/// one shorter.
TYPED_TEST(StripsOnEmulator, GivesThemForAnyNumberOfRowsAndChunks) {
    const int long_way = 2 * kernels::StripTile<TypeParam>::reach + 9;
    for (const auto& [nz, chunk] : {std::pair{TypeParam::radius + 1, 8},
                                    {5, 1},
                                    {5, 5},
                                    {6, 4},
                                    {7, 3},
                                    {long_way, long_way},
                                    {long_way + 4, long_way - 2}}) {
        StripRun<TypeParam> expected = with_points<TypeParam>(nz, chunk);
        StripRun<TypeParam> run = with_points<TypeParam>(nz, chunk);
        while (expected.step < run.tiling.steps()) expected.single_step(1);
        run.pass(static_cast<std::uint64_t>(nz + chunk));
        expect_equal(run, expected);
    }
}

/// Rows inside, where no points are near.
TYPED_TEST(StripsOnEmulator, GivesThemWithoutPoints) {
    StripRun<TypeParam> expected(61, 40);
    StripRun<TypeParam> run(61, 40);
    while (expected.step < run.tiling.steps()) expected.single_step(1);
    run.pass(1);
    expect_equal(run, expected);
}

}  // namespace
}  // namespace wavesim
