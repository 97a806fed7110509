// SPDX-License-Identifier: MIT
// The look at a field: its peak and its first node that is not finite.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "barrier_drops.hpp"
#include "stencils/kernels/look.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;

constexpr int nx = 37, ny = 3, nz = 2, pitch = 40;

struct Health {
    double peak;
    unsigned long long first_bad;
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
    arguments.first_bad = &first_bad;
    constexpr int threads = 16;
    BlockEmulator emulator(seed, faults);
    emulator.allow(field.data(), field.size());
    emulator.launch(ny, nz, 1, threads, threads * static_cast<int>(sizeof(double)),
                    [&] { kernels::inspect_row(arguments); });
    return {std::bit_cast<double>(peak_bits), first_bad};
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
