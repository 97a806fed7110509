// SPDX-License-Identifier: MIT
// What a receiver between nodes records: the sum of its nodes, in double.
#include <gtest/gtest.h>

#include <cmath>

#include "barrier_drops.hpp"
#include "stencils/gpu/common/points.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;

/// Records of two receivers, of 3 and of 512 nodes, in step 7 of traces that begin with step 5.
std::vector<double> record(std::uint64_t seed, const PlantedFaults& faults = {}) {
    std::vector<float> field(600);
    for (std::size_t i = 0; i < field.size(); ++i) field[i] = static_cast<float>(i % 7) - 3;
    const std::vector<int> first{0, 3, 515};
    std::vector<long long> nodes{1, 5, 599};
    std::vector<double> weights{0.5, -2, 0.25};
    for (int k = 0; k < 512; ++k) {
        nodes.push_back(k);
        weights.push_back(0.001 * k);
    }
    const long long step = 7;
    const long long trace_start = 5;
    std::vector<double> traces(6, -1);
    kernels::PassArguments<float> arguments{};
    arguments.now = field.data();
    arguments.receivers = 2;
    arguments.receiver_first = first.data();
    arguments.receiver_node = nodes.data();
    arguments.receiver_weight = weights.data();
    arguments.traces = traces.data();
    arguments.step = &step;
    arguments.trace_start = &trace_start;
    BlockEmulator emulator(seed, faults);
    emulator.launch(2, 1, 1, kernels::pass_threads, kernels::pass_threads * static_cast<int>(sizeof(double)),
                    [&] { kernels::record_receiver(arguments, kernels::block_x()); });
    return traces;
}

std::vector<double> expected_traces() {
    std::vector<double> traces(6, -1);
    traces[4] = 0.5 * (1 - 3) - 2 * (5 - 3) + 0.25 * (599 % 7 - 3);
    traces[5] = 0;
    for (int k = 0; k < 512; ++k) traces[5] += 0.001 * k * (k % 7 - 3);
    return traces;
}

bool differ(const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) < 1e-9)) return true;
    return false;
}

TEST(ReceiversOnEmulator, AreSumsOfTheirNodes) { EXPECT_FALSE(differ(record(1), expected_traces())); }

TEST(ReceiversOnEmulator, NeedEveryBarrier) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs([](std::uint64_t seed, const PlantedFaults& faults) {
                  return differ(record(seed, faults), expected_traces());
              }),
              "");
}

}  // namespace
}  // namespace wavesim
