// SPDX-License-Identifier: MIT
// The plane sweep's own header, run thread by thread on the CPU and compared with the CPU backend on odd sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stencils/backend.hpp"
#include "stencils/kernels/sweep.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

enum class Set { star, ball, box };

template <class Value, Set set, int R, int X, int Y, int Rows, bool Staged>
struct TestSpec {
    using Real = Value;
    static constexpr int radius = R, tile_x = X, tile_y = Y, rows = Rows, buffers = R + 3;
    static constexpr bool staged = Staged;
    static constexpr bool has(int a, int b, int c) {
        if (a + b + c == 0) return false;
        if (set == Set::star) return (a == 0) + (b == 0) + (c == 0) >= 2;
        return set == Set::box || a * a + b * b + c * c <= R * R + 1;
    }
    static constexpr Real weight(int a, int b, int c) {
        const int norm = a * a + b * b + c * c;
        return has(a, b, c) ? Real(0.3) / Real(4 + norm * norm + a * b * c) : Real(0);
    }
    static Stencil stencil() {
        Stencil s;
        s.name = "test";
        for (int a = 1; a <= R; ++a)
            for (int b = 0; b <= a; ++b)
                for (int c = 0; c <= b; ++c)
                    if (has(a, b, c)) {
                        s.shells.push_back({a, b, c});
                        s.a.push_back(static_cast<double>(weight(a, b, c)));
                    }
        return s;
    }
};

/// A field on a padded grid for the kernel, and the same problem for the CPU backend.
template <class Spec>
struct Case {
    using Real = typename Spec::Real;
    Extent n;
    int pitch;
    std::vector<Real> now;
    std::vector<Real> next;
    kernels::FieldArguments<Real> arguments{};
    StencilProblem problem;
    std::vector<double> expected;

    Case(Extent extent, std::array<HaloRule, 6> halo, int chunk) : n(extent) {
        pitch = static_cast<int>((n.nx + 15) / 16 * 16);
        const auto size = static_cast<std::size_t>(pitch * n.ny * n.nz);
        now.assign(size + 4, 0);
        next.assign(size + 4, 0);
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> draw(-1, 1);
        std::vector<double> u(static_cast<std::size_t>(n.nodes()));
        std::vector<double> before(u.size());
        for (std::size_t i = 0; i < u.size(); ++i) {
            const Node at = node_at(n, static_cast<std::int64_t>(i));
            const auto k = static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z));
            now[k] = static_cast<Real>(draw(random));
            next[k] = static_cast<Real>(draw(random));
            u[i] = static_cast<double>(now[k]);
            before[i] = static_cast<double>(next[k]);
        }
        arguments = {now.data(),
                     next.data(),
                     pitch * n.ny,
                     pitch,
                     static_cast<int>(n.nx),
                     static_cast<int>(n.ny),
                     static_cast<int>(n.nz),
                     chunk,
                     {}};
        for (std::size_t s = 0; s < 6; ++s) arguments.halo[s] = static_cast<int>(halo[s]);
        problem.extent = n;
        problem.precision = Precision::float64;
        problem.stencil = Spec::stencil();
        problem.courant = 1;
        problem.walls.halo = halo;
        const auto cpu = find_backend("cpu")->make(problem, {1, ""});
        cpu->write(FieldLevel::current, u);
        cpu->write(FieldLevel::previous, before);
        cpu->advance(1);
        expected.resize(u.size());
        cpu->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, expected);
    }

    void run(BlockEmulator& emulator) {
        using Sweep = kernels::Sweep<Spec>;
        emulator.allow(now.data(), now.size());
        emulator.allow(next.data(), next.size());
        const auto count = [](std::int64_t a, int b) { return static_cast<int>((a + b - 1) / b); };
        emulator.launch(count(n.nx, Spec::tile_x), count(n.ny, Spec::tile_y), count(n.nz, arguments.chunk),
                        Sweep::threads, Sweep::shared_bytes, [this] { Sweep::run(arguments); });
    }

    /// Largest difference to the CPU backend; NaN counts as infinite.
    double error() const {
        double worst = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const Node at = node_at(n, static_cast<std::int64_t>(i));
            const double value =
                static_cast<double>(next[static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z))]);
            const double difference = std::abs(value - expected[i]);
            if (!(difference <= worst)) worst = std::isnan(difference) ? INFINITY : difference;
        }
        return worst;
    }
};

constexpr std::array<HaloRule, 6> mirrors{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                          HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
constexpr std::array<HaloRule, 6> mixed{HaloRule::mirror_whole, HaloRule::zero, HaloRule::mirror_half,
                                        HaloRule::mirror_whole, HaloRule::zero, HaloRule::mirror_half};

template <class Spec>
class SweepOnEmulator : public ::testing::Test {};

using Specs =
    ::testing::Types<TestSpec<float, Set::star, 1, 32, 4, 2, false>, TestSpec<float, Set::box, 1, 16, 4, 1, true>,
                     TestSpec<double, Set::ball, 2, 16, 4, 2, true>, TestSpec<float, Set::box, 2, 32, 6, 2, true>,
                     TestSpec<float, Set::star, 4, 32, 4, 2, true>, TestSpec<double, Set::ball, 4, 8, 4, 1, false>>;
TYPED_TEST_SUITE(SweepOnEmulator, Specs);

TYPED_TEST(SweepOnEmulator, AgreesWithTheCpuBackendOnOddSizesInAnyThreadOrder) {
    const double tolerance = sizeof(typename TypeParam::Real) == 4 ? 2e-6 : 1e-14;
    for (const auto& halo : {mirrors, mixed})
        for (const Extent extent : {Extent{37, 11, 9}, Extent{32, 5, 13}, Extent{9, 7, 6}})
            for (const std::uint64_t seed : {1u, 2u}) {
                Case<TypeParam> test(extent, halo, 5);
                BlockEmulator emulator(seed);
                test.run(emulator);
                EXPECT_LE(test.error(), tolerance) << extent.nx << " seed " << seed;
            }
}

TYPED_TEST(SweepOnEmulator, GivesTheSameBitsHoweverTheGridIsCut) {
    Case<TypeParam> whole({21, 9, 14}, mixed, 14);
    Case<TypeParam> cut({21, 9, 14}, mixed, 4);
    BlockEmulator first(3);
    BlockEmulator second(4);
    whole.run(first);
    cut.run(second);
    EXPECT_EQ(whole.next, cut.next);
}

TYPED_TEST(SweepOnEmulator, FindsAMissingBarrier) {
    Case<TypeParam> test({37, 11, 9}, mirrors, 9);
    BlockEmulator emulator(5, PlantedFaults{true, false});
    test.run(emulator);
    EXPECT_GT(test.error(), 1e-3);
}

TYPED_TEST(SweepOnEmulator, FindsAMissingWait) {
    Case<TypeParam> test({37, 11, 9}, mirrors, 9);
    BlockEmulator emulator(6, PlantedFaults{false, true});
    test.run(emulator);
    EXPECT_GT(test.error(), 1e-3);
}

TYPED_TEST(SweepOnEmulator, FindsAReadBeyondTheField) {
    Case<TypeParam> test({37, 11, 9}, mirrors, 9);
    test.arguments.nz += 1;  // one plane too many
    BlockEmulator emulator(7);
    EXPECT_THROW(test.run(emulator), Violation);
}

}  // namespace
}  // namespace wavesim
