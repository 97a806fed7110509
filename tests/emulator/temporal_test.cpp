// SPDX-License-Identifier: MIT
// Several steps per pass: what single steps give, to the last bit, on odd sizes and in any order of threads and blocks.
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_passes.hpp"

namespace wavesim {
namespace {

using emulator::PlantedFaults;
using emulator::Violation;

template <Set set>
using Small = TestSpec<float, set, 1, 16, 16, 2, false>;
/// Stencils that reach two nodes.
template <class Real, Set set>
using Far = TestSpec<Real, set, 2, 16, 16, 2, false>;

/// Tiles of 16 x 16 nodes, and those that a GPU gets; grids of whole tiles, of parts of a pack, and of one node beyond
/// a tile.
template <class Types>
class PassOnEmulator : public ::testing::Test {};
using Specs = ::testing::Types<
    Passes<Small<Set::star>, 37, 35, 4, 6, RigidSides>, Passes<Small<Set::box>, 39, 18, 4, 6, OddSides>,
    Passes<Small<Set::box>, 48, 32, 3, 4, RigidSides>, Passes<Small<Set::star>, 33, 17, 6, 4, OtherOddSides>,
    Passes<Small<Set::box>, 20, 31, 2, 5, OtherOddSides>, Passes<Small<Set::star>, 21, 33, 2, 4, OtherOddSides>,
    Passes<TestSpec<float, Set::star, 1, 64, 32, 2, false>, 70, 33, 5, 5, OddSides>,
    Passes<TestSpec<double, Set::star, 1, 16, 16, 2, false>, 37, 35, 4, 6, OddSides>,
    Passes<TestSpec<double, Set::box, 1, 64, 16, 2, false>, 67, 50, 4, 5, OtherOddSides, 2>,
    Passes<Varying<Small<Set::star>>, 37, 59, 4, 5, OddSides, 2>,
    Passes<Coded<Small<Set::box>, MediumStorage::int16>, 39, 18, 4, 6, OddSides>,
    Passes<Coded<Small<Set::star>, MediumStorage::index8>, 33, 17, 3, 4, OtherOddSides>,
    Passes<Coded<TestSpec<double, Set::star, 1, 16, 16, 2, false>, MediumStorage::index16>, 33, 17, 2, 5, RigidSides>,
    Passes<Small<Set::star>, 21, 59, 4, 5, OddSides, 2>, Passes<Small<Set::box>, 20, 50, 3, 4, OtherOddSides, 2>,
    Passes<Far<float, Set::star>, 37, 35, 3, 7, RigidSides>, Passes<Far<float, Set::star>, 33, 17, 4, 5, OddSides>,
    Passes<Far<float, Set::ball>, 39, 18, 2, 5, OtherOddSides>, Passes<Far<float, Set::ball>, 33, 17, 3, 6, OddSides>,
    Passes<Far<float, Set::star>, 21, 83, 3, 6, OddSides, 2>,
    Passes<Far<double, Set::star>, 18, 33, 2, 8, OtherOddSides>,
    Passes<Coded<Far<float, Set::star>, MediumStorage::int16>, 39, 18, 3, 7, OtherOddSides>,
    Passes<TestSpec<float, Set::star, 2, 64, 32, 2, false>, 70, 33, 3, 7, OddSides>>;
TYPED_TEST_SUITE(PassOnEmulator, Specs);

/// Nodes of both levels whose bits differ; padding aside.
template <class Spec>
int different_nodes(PassRun<Spec>& a, PassRun<Spec>& b) {
    int count = 0;
    for (int z = 0; z < a.nz; ++z)
        for (int y = 0; y < Spec::grid_ny; ++y)
            for (int x = 0; x < Spec::nx; ++x) {
                const std::size_t i = PassRun<Spec>::at(x, y, z);
                if (std::memcmp(&a.now()[i], &b.now()[i], sizeof(typename Spec::Real)) != 0 ||
                    std::memcmp(&a.before()[i], &b.before()[i], sizeof(typename Spec::Real)) != 0)
                    ++count;
            }
    return count;
}

/// Passes, then single steps for the rest: 0 to 4 T - 1 of them.
TYPED_TEST(PassOnEmulator, GivesTheBitsOfSingleStepsForAnyNumberOfSteps) {
    constexpr int nz = 9;
    PassRun<TypeParam> expected(nz);
    PassRun<TypeParam> passes(nz);
    expected.add_points();
    passes.add_points();
    for (int pass = 0; pass <= 3; ++pass) {
        PassRun<TypeParam> run = passes;
        for (int rest = 0; rest < TypeParam::levels; ++rest) {
            EXPECT_EQ(run.step, expected.step);
            EXPECT_EQ(different_nodes(run, expected), 0) << run.step << " steps";
            EXPECT_EQ(run.traces, expected.traces) << run.step << " steps";
            expected.single_step(1);
            if (rest + 1 < TypeParam::levels) run.single_step(2);
        }
        if (pass < 3) passes.pass(static_cast<std::uint64_t>(pass) + 1);
    }
}

TYPED_TEST(PassOnEmulator, GivesThemForAnyNumberOfPlanes) {
    for (const int nz : {5, 6, 14}) {
        PassRun<TypeParam> expected(nz);
        PassRun<TypeParam> run(nz);
        while (expected.step < TypeParam::levels) expected.single_step(1);
        run.pass(3);
        EXPECT_EQ(different_nodes(run, expected), 0) << nz << " planes";
    }
}

/// Sources and receivers at planes that the loop for planes inside takes, with no others near; two planes at a time, so
/// even and odd ones.
TYPED_TEST(PassOnEmulator, GivesThemWithSourcesFarFromTheEnds) {
    const int nz = 2 * 3 * TypeParam::levels + 11;
    for (const int z : {nz / 2, nz / 2 + 1}) {
        PassRun<TypeParam> expected(nz);
        PassRun<TypeParam> run(nz);
        for (PassRun<TypeParam>* each : {&expected, &run}) {
            each->add_points();
            each->driven = {{3, 2, z, 0, 0.5}, {16, 8, z + 2, 1, 0.3}, {15, 7, z, 1, -0.7}};
            each->heard = {{15, 7, z, 0, 1.0},
                           {3, 2, z - 1, 1, 1.0},
                           {16, 8, z + 2, 2, 0.5},
                           {16, 9, z + 2, 2, 0.5},
                           {0, 0, 0, 3, 1.0}};
        }
        while (expected.step < TypeParam::levels) expected.single_step(1);
        run.pass(3);
        EXPECT_EQ(different_nodes(run, expected), 0) << "plane " << z;
        EXPECT_EQ(run.traces, expected.traces) << "plane " << z;
    }
}

using Least = Passes<Small<Set::box>, 20, 18, 2, 4, RigidSides>;

/// Whether one pass after another gives anything but what single steps give.
bool is_wrong(std::uint64_t seed, const PlantedFaults& faults, bool tags_run_on) {
    constexpr int nz = 5;
    static PassRun<Least> expected = [] {
        PassRun<Least> run(nz);
        while (run.step < 2 * Least::levels) run.single_step(1);
        return run;
    }();
    PassRun<Least> run(nz);
    const unsigned tag = run.tag;
    run.pass(seed, faults);
    if (!tags_run_on) run.tag = tag;
    run.pass(seed + 1, faults);
    return different_nodes(run, expected) > 0;
}

TEST(PassOnEmulatorWith, EveryBarrierIsNeeded) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs(
                  [](std::uint64_t seed, const PlantedFaults& faults) { return is_wrong(seed, faults, true); }),
              "");
}

TEST(PassOnEmulatorWith, CopiesAreWaitedFor) { EXPECT_TRUE(is_wrong(1, {.no_waits = true}, true)); }

/// Words of the pass before have the tags of this one then, as if nobody looked at tags.
TEST(PassOnEmulatorWith, TagsThatDoNotRunOnAreFound) {
    const auto found = [](std::uint64_t seed) {
        try {
            return is_wrong(seed, {}, false);
        } catch (const Violation&) {
            return true;
        }
    };
    bool some = false;
    for (std::uint64_t seed = 1; seed <= 8 && !some; ++seed) some = found(seed);
    EXPECT_TRUE(some);
}

}  // namespace
}  // namespace wavesim
