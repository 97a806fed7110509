// SPDX-License-Identifier: MIT
// The kernels of media whose density varies, run thread by thread on the CPU and compared with the CPU backend on odd
// sizes, beyond every kind of side.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <type_traits>

#include "barrier_drops.hpp"
#include "block_emulator.hpp"
#include "entry.hpp"
#include "kernel_texts/densities.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/density/density.cuh"
#include "stencils/gpu/density/density_sweep.cuh"
#include "stencils/problem/fluids.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

template <class Value, int M, bool Flat, int Medium = kernels::medium_float, bool Sweep = false>
struct DensitySpec {
    using Real = Value;
    static constexpr int radius = 2 * M - 1, tile_x = 16, tile_y = Flat ? 1 : 4, tile_z = Flat ? 4 : 2;
    static constexpr int rows = 1, buffers = 3;
    static constexpr bool flat = Flat, odd = true, sweep = Sweep;
    static constexpr int medium = Medium;
    static constexpr double push = 0.04;
    static constexpr Real staggered(int m) {
        constexpr double s1[1] = {1};
        constexpr double s2[2] = {9.0 / 8, -1.0 / 24};
        constexpr double s3[3] = {75.0 / 64, -25.0 / 384, 3.0 / 640};
        constexpr double s4[4] = {1225.0 / 1024, -245.0 / 3072, 49.0 / 5120, -5.0 / 7168};
        const double* const s = M == 1 ? s1 : M == 2 ? s2 : M == 3 ? s3 : s4;
        return static_cast<Real>(s[m - 1]);
    }
};

/// Whole texts, as the run-time compiler gets them.
struct DensityNodeText : kernels::density_node::Spec {
    static constexpr bool sweep = false;
    static void enter(const auto& a) { kernels::density_node::wavesim_bulk(a); }
};
struct DensitySweepText : kernels::density_swept::Spec {
    static constexpr bool sweep = true;
    static void enter(const auto& a) { kernels::density_swept::wavesim_bulk(a); }
};

template <class Spec>
struct DensityCase {
    using Real = typename Spec::Real;
    Extent n;
    int pitch;
    std::vector<Real> now, next;
    using Stored = std::conditional_t<Spec::medium == kernels::medium_int16, std::uint16_t, float>;
    std::array<std::vector<Stored>, 4> medium;  ///< buoyancies and modulus in the layout of the field
    DensityProblem problem;
    kernels::FieldArguments<Real> arguments{};
    std::vector<double> expected;

    DensityCase(Extent extent, const std::array<HaloRule, 6>& halo)
        : n(extent), pitch(static_cast<int>((extent.nx + 15) / 16 * 16)) {
        const auto size = static_cast<std::size_t>(pitch * n.ny * n.nz);
        now.assign(size, Real(0));
        next.assign(size, Real(0));
        for (auto& values : medium) values.assign(size, std::is_same_v<Stored, float> ? Stored(NAN) : Stored(65535));
        problem.extent = n;
        problem.precision = Precision::float64;
        problem.stencil = density_stencil((Spec::radius + 1) / 2, Spec::flat ? 2 : 3);
        problem.courant = std::sqrt(Spec::push);
        problem.halo = halo;
        problem.speed.varies = true;
        problem.kind().half_order = (Spec::radius + 1) / 2;
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> draw(-1, 1);
        std::vector<double> u, before;
        for (std::int64_t i = 0; i < n.nodes(); ++i) {
            const Node at = node_at(n, i);
            const auto k = static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z));
            now[k] = static_cast<Real>(draw(random));
            next[k] = static_cast<Real>(draw(random));
            u.push_back(static_cast<double>(now[k]));
            before.push_back(static_cast<double>(next[k]));
        }
        problem.fluid = test::random_fluid(n, problem.stencil.dims, 3, 8);
        if (Spec::medium == kernels::medium_int16) problem.store_fluid(MediumStorage::int16);
        place_medium();
        arguments.now = now.data();
        arguments.next = next.data();
        arguments.plane = static_cast<kernels::Int64>(pitch) * n.ny;
        arguments.pitch = pitch;
        arguments.nx = static_cast<int>(n.nx);
        arguments.ny = static_cast<int>(n.ny);
        arguments.nz = static_cast<int>(n.nz);
        for (std::size_t s = 0; s < 6; ++s) arguments.halo[s] = static_cast<int>(halo[s]);
        const auto cpu = find_backend("cpu")->open(problem, {1, ""});
        cpu->write(FieldLevel::current, u);
        cpu->write(FieldLevel::previous, before);
        cpu->advance(1);
        expected.resize(u.size());
        cpu->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, expected);
    }

    void place_medium() {
        const FluidMedium& fluid = problem.fluid;
        const auto place = [&](const std::vector<float>& from, const BitCode& code, std::vector<Stored>& to) {
            for (std::size_t i = 0; i < from.size(); ++i) {
                const Node at = node_at(n, static_cast<std::int64_t>(i));
                Stored& stored = to[static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z))];
                if constexpr (std::is_same_v<Stored, float>)
                    stored = from[i];
                else
                    stored = code.encode(from[i], 0);
            }
            return to.data();
        };
        arguments.fluid.modulus = place(fluid.modulus, problem.code.modulus, medium[3]);
        arguments.fluid.modulus_code = {problem.code.modulus.base, problem.code.modulus.step};
        arguments.fluid.buoyancy_code = {problem.code.buoyancy.base, problem.code.buoyancy.step};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arguments.fluid.buoyancy[axis] = place(fluid.buoyancy[axis], problem.code.buoyancy, medium[axis]);
            arguments.fluid.low_side[axis] = fluid.low_side[axis].data();
        }
    }

    void run(BlockEmulator& emulator) {
        emulator.allow(now.data(), now.size());
        emulator.allow(next.data(), next.size());
        for (auto& values : medium) emulator.allow(values.data(), values.size());
        for (std::vector<float>& values : problem.fluid.low_side) emulator.allow(values.data(), values.size());
        const auto blocks = [](int size, int tile) { return (size + tile - 1) / tile; };
        if constexpr (Spec::sweep) {
            using Kernel = kernels::DensitySweep<Spec>;
            arguments.chunk = 6;  // whole ones and, of the last ones, pieces
            arguments.piece = 4;
            arguments.tiles_x = blocks(arguments.nx, Spec::tile_x);
            arguments.tiles = arguments.tiles_x * blocks(arguments.ny, Spec::tile_y);
            arguments.whole = arguments.tiles;
            arguments.left = arguments.tiles * (blocks(arguments.nz, arguments.chunk) - 1);
            emulator.launch(arguments.whole + 2 * arguments.left, 1, 1, Kernel::threads, Kernel::shared_bytes, [&] {
                if constexpr (requires { Spec::enter(arguments); })
                    Spec::enter(arguments);
                else
                    emulator::run_kernel<kernels::DensitySweep, Spec>(arguments);
            });
        } else {
            using Kernel = kernels::DensityNode<Spec>;
            emulator.launch(blocks(arguments.nx, Spec::tile_x), blocks(arguments.ny, Spec::tile_y),
                            blocks(arguments.nz, Spec::tile_z), Kernel::threads, 0,
                            [&] { emulator::run_or_enter<Kernel, Spec>(arguments); });
        }
    }
    double error() const {
        double worst = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const Node at = node_at(n, static_cast<std::int64_t>(i));
            const auto value = static_cast<double>(next[static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z))]);
            const double difference = std::abs(value - expected[i]);
            if (!(difference <= worst)) worst = std::isnan(difference) ? INFINITY : difference;
        }
        return worst;
    }
};

using Halo = std::array<HaloRule, 6>;
constexpr Halo rigid{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                     HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
constexpr Halo mixed{HaloRule::odd_half, HaloRule::zero,     HaloRule::mirror_whole,
                     HaloRule::zero,     HaloRule::odd_half, HaloRule::mirror_half};
constexpr Halo whole{HaloRule::mirror_half,  HaloRule::mirror_whole, HaloRule::mirror_half,
                     HaloRule::mirror_whole, HaloRule::mirror_whole, HaloRule::mirror_whole};

template <class Spec>
class DensityOnEmulator : public ::testing::Test {};
using Specs =
    ::testing::Types<DensitySpec<float, 1, false>, DensitySpec<double, 2, false>, DensitySpec<float, 4, false>,
                     DensitySpec<double, 4, false>, DensitySpec<double, 4, true>, DensitySpec<float, 2, true>,
                     DensitySpec<double, 4, false, kernels::medium_int16>,
                     DensitySpec<float, 2, true, kernels::medium_int16>,
                     DensitySpec<float, 1, false, kernels::medium_int16, true>,
                     DensitySpec<double, 2, false, kernels::medium_float, true>,
                     DensitySpec<float, 3, false, kernels::medium_float, true>,
                     DensitySpec<double, 4, false, kernels::medium_int16, true>,
                     DensitySpec<float, 4, false, kernels::medium_int16, true>,
                     DensitySpec<float, 4, false, kernels::medium_float, true>, DensityNodeText, DensitySweepText>;
TYPED_TEST_SUITE(DensityOnEmulator, Specs);

TYPED_TEST(DensityOnEmulator, AgreesWithTheCpuBackendBeyondEveryKindOfSide) {
    const double tolerance = sizeof(typename TypeParam::Real) == 4 ? 2e-6 : 1e-14;
    for (const Halo& halo : {rigid, mixed, whole})
        for (const Extent extent : {Extent{33, 11, 9}, Extent{8, 9, 21}}) {
            const Extent n = TypeParam::flat ? Extent{extent.nx, 1, extent.nz} : extent;
            DensityCase<TypeParam> test(n, halo);
            BlockEmulator emulator(3);
            test.run(emulator);
            EXPECT_LE(test.error(), tolerance) << n.nx;
        }
}

/// The texts are for a Courant number of 0.2; it is the square of it that weighs fluxes.
TEST(DensityText, HasTheSquareOfTheCourantNumber) {
    EXPECT_DOUBLE_EQ(DensityNodeText::push, 0.2 * 0.2);
    EXPECT_DOUBLE_EQ(DensitySweepText::push, 0.2 * 0.2);
}

TYPED_TEST(DensityOnEmulator, FindsAReadBeyondTheField) {
    DensityCase<TypeParam> test(TypeParam::flat ? Extent{37, 1, 19} : Extent{37, 11, 19}, rigid);
    test.arguments.nz += 1;
    BlockEmulator emulator(7);
    EXPECT_THROW(test.run(emulator), Violation);
}

TEST(DensitySweepOnEmulator, EveryBarrierAndEveryWaitIsNeeded) {
    using Spec = DensitySpec<double, 2, false, kernels::medium_float, true>;
    // Sides that mirror, so that a chunk's first plane is not 0, whose share in the first flux is small.
    const auto is_wrong = [](std::uint64_t seed, const PlantedFaults& faults) {
        DensityCase<Spec> test({21, 9, 13}, rigid);
        BlockEmulator emulator(seed, faults);
        test.run(emulator);
        return test.error() > 1e-14;
    };
    EXPECT_EQ(emulator::barriers_that_nobody_needs(is_wrong), "");
    EXPECT_TRUE(is_wrong(1, {.no_waits = true}));
}

/// Its numbers tell of their first use (tracked.hpp). All places rest for two barriers, so even late uses are in time.
template <class Spec>
void expect_no_overtaking() {
    for (const std::uint64_t seed : {emulator::forwards, emulator::backwards, std::uint64_t{3}}) {
        DensityCase<emulator::Tracking<Spec>> test({37, 11, 23}, mixed);
        BlockEmulator emulator(seed, {.late_uses = true, .plain_loads_rest = true});
        test.run(emulator);
        EXPECT_LE(test.error(), sizeof(typename Spec::Real) == 4 ? 2e-6 : 1e-14);
    }
}
TEST(DensitySweepOnEmulator, FillsPlacesAgainAfterTheirValuesWereUsed) {
    expect_no_overtaking<DensitySpec<float, 4, false, kernels::medium_float, true>>();
    expect_no_overtaking<DensitySpec<double, 2, false, kernels::medium_float, true>>();
    expect_no_overtaking<DensitySpec<float, 1, false, kernels::medium_int16, true>>();
    expect_no_overtaking<DensitySpec<double, 4, false, kernels::medium_int16, true>>();
}

}  // namespace
}  // namespace wavesim
