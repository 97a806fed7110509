// SPDX-License-Identifier: MIT
// The look at a field: its peak, how it changes and its first node that is not finite.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "barrier_drops.hpp"
#include "stencils/gpu/common/look.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;

constexpr int nx = 37, ny = 3, nz = 2, pitch = 40;

struct Health {
    double peak;
    unsigned long long first_bad;
    std::array<double, ny * nz> changes;
};

/// A block per row of a field with those values at nodes.
Health look(const std::vector<std::pair<int, float>>& nodes, std::uint64_t seed = 3, const PlantedFaults& faults = {}) {
    std::vector<float> field(pitch * ny * nz, 0.25F);
    for (const auto& [node, value] : nodes) field[static_cast<std::size_t>(node % nx + pitch * (node / nx))] = value;
    unsigned long long peak_bits = 0;
    unsigned long long first_bad = std::numeric_limits<unsigned long long>::max();
    kernels::HealthArguments<float> arguments{};
    arguments.field = field.data();
    arguments.plane = pitch * ny;
    arguments.pitch = pitch;
    arguments.nx = nx;
    arguments.ny = ny;
    arguments.peak_bits = &peak_bits;
    std::vector<float> before(field.size(), 0.125F);
    Health health{};
    arguments.before = before.data();
    arguments.changes = health.changes.data();
    arguments.first_bad = &first_bad;
    constexpr int threads = 16;
    BlockEmulator emulator(seed, faults);
    emulator.allow(field.data(), field.size());
    emulator.allow(before.data(), before.size());
    emulator.allow(health.changes.data(), health.changes.size());
    emulator.launch(ny, nz, 1, threads, 2 * threads * static_cast<int>(sizeof(double)),
                    [&] { kernels::inspect_row(arguments); });
    health.peak = std::bit_cast<double>(peak_bits);
    health.first_bad = first_bad;
    return health;
}

TEST(HealthOnEmulator, FindsThePeakWhereverItIs) {
    for (int node = 0; node < nx * ny * nz; ++node)
        for (const float value : {2.5F, -2.5F}) EXPECT_EQ(look({{node, value}}).peak, 2.5) << node;
    EXPECT_EQ(look({}).peak, 0.25);
}

TEST(HealthOnEmulator, NamesTheFirstNodeThatIsNotFinite) {
    const Health health = look({{100, NAN}, {61, INFINITY}, {70, -INFINITY}, {5, 3.0F}});
    EXPECT_EQ(health.first_bad, 61U);
    EXPECT_EQ(health.peak, 3);
    EXPECT_EQ(look({}).first_bad, std::numeric_limits<unsigned long long>::max());
}

/// Rows apart, over nodes that are finite.
TEST(HealthOnEmulator, AddsUpHowTheFieldChanges) {
    const double still = 0.125 * 0.125;
    const Health health = look({{2, 3.125F}, {nx + 5, -0.875F}, {nx + 30, NAN}});
    EXPECT_EQ(health.changes[0], 36 * still + 9);
    EXPECT_EQ(health.changes[1], 35 * still + 1);
    for (std::size_t row = 2; row < health.changes.size(); ++row) EXPECT_EQ(health.changes[row], 37 * still) << row;
}

/// With the peak at one node or another, each barrier of the reduction is needed.
TEST(HealthOnEmulator, NeedsEveryBarrier) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs([](std::uint64_t seed, const PlantedFaults& faults) {
                  for (int node = 0; node < nx; ++node)
                      if (look({{node, 2.5F}}, seed, faults).peak != 2.5) return true;
                  return false;
              }),
              "");
}

}  // namespace
}  // namespace wavesim
