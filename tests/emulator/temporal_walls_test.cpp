// SPDX-License-Identifier: MIT
// Walls, solids and sources inside passes of several steps: what single steps give, to the last bit.
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_wall_passes.hpp"

namespace wavesim {
namespace {

template <Set set>
using Small = TestSpec<float, set, 1, 16, 16, 2, false>;
template <Set set, int nx, int ny, int levels, int slots, class Sides, int tile_rows = 100>
using Room = Passes<Small<set>, nx, ny, levels, slots, Sides, tile_rows>;

template <class Types>
class WallPassOnEmulator : public ::testing::Test {};
using Specs = ::testing::Types<
    Walled<Room<Set::star, 37, 19, 4, 5, RigidSides>, false>, Walled<Room<Set::box, 22, 18, 4, 6, RigidSides>, true>,
    Walled<Room<Set::box, 24, 17, 3, 4, OddSides>, false>, Walled<Room<Set::star, 21, 33, 2, 5, OtherOddSides>, true>,
    Walled<Room<Set::star, 20, 35, 4, 5, RigidSides, 1>, false>,
    Walled<Room<Set::box, 18, 47, 4, 5, OddSides, 2>, true>,
    Walled<Passes<Varying<Small<Set::star>>, 37, 19, 4, 5, RigidSides>, false>,
    Walled<Passes<Coded<Small<Set::box>, MediumStorage::int16>, 22, 18, 3, 5, OddSides>, true>,
    Walled<Passes<Coded<Small<Set::star>, MediumStorage::index8>, 20, 35, 4, 5, RigidSides, 1>, true>>;
TYPED_TEST_SUITE(WallPassOnEmulator, Specs);

/// Values of both levels and states of walls that differ; padding aside.
template <class Spec>
int differences(WallRun<Spec>& a, WallRun<Spec>& b) {
    int count = 0;
    const auto differ = [](float x, float y) { return !(x == y); };
    for (int z = 0; z < a.run.nz; ++z)
        for (int y = 0; y < Spec::grid_ny; ++y)
            for (int x = 0; x < Spec::nx; ++x) {
                const std::size_t i = PassRun<Spec>::at(x, y, z);
                count += differ(a.run.now()[i], b.run.now()[i]) || differ(a.run.before()[i], b.run.before()[i]);
            }
    const auto compare = [&](const std::vector<float>& x, const std::vector<float>& y) {
        for (std::size_t i = 0; i < x.size(); ++i) count += differ(x[i], y[i]);
    };
    compare(a.theta, b.theta);
    compare(a.branch_state, b.branch_state);
    for (const std::size_t parity : {0u, 1u}) compare(a.kept[parity], b.kept[parity]);
    return count;
}

/// One, two and three passes after each other, with single steps between them and after.
TYPED_TEST(WallPassOnEmulator, GivesTheBitsOfSingleSteps) {
    constexpr int nz = 8;
    WallRun<TypeParam> expected(nz);
    WallRun<TypeParam> run(nz);
    ASSERT_LE(run.walls.kinds, TypeParam::wall_kinds);
    ASSERT_EQ(run.walls.faces, TypeParam::wall_faces);
    ASSERT_LE(run.most_together, TypeParam::wall_pool);
    const auto go_on = [&](int passes, int steps) {
        for (int k = 0; k < passes; ++k) run.pass(static_cast<std::uint64_t>(k) + 1);
        run.settle(3);
        for (int k = 0; k < steps; ++k) run.single_step(2);
        while (expected.run.step < run.run.step) expected.single_step(1);
        EXPECT_EQ(differences(run, expected), 0) << run.run.step << " steps";
    };
    go_on(1, 0);
    go_on(2, 1);
    go_on(0, 2);
    go_on(1, 3);
    float loudest = 0;
    for (const float value : expected.run.now()) loudest = std::max(loudest, std::isnan(value) ? 0 : std::abs(value));
    EXPECT_GT(loudest, 0.01f);
    EXPECT_LT(loudest, 10.0f);
}

using Least = Walled<Room<Set::star, 20, 17, 2, 4, RigidSides>, true>;

TEST(WallPassOnEmulatorWith, EveryBarrierIsNeeded) {
    constexpr int nz = 6;
    WallRun<Least> expected(nz);
    while (expected.run.step < 2 * Least::levels) expected.single_step(1);
    const auto is_wrong = [&](std::uint64_t seed, const emulator::PlantedFaults& faults) {
        WallRun<Least> run(nz);
        run.pass(seed, faults);
        run.pass(seed + 1, faults);
        run.settle(1);
        return differences(run, expected) > 0;
    };
    EXPECT_EQ(emulator::barriers_that_nobody_needs(is_wrong), "");
}

}  // namespace
}  // namespace wavesim
