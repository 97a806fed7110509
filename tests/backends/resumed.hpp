// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <vector>

#include "stencils/backend.hpp"
#include "stencils/memory_state.hpp"

namespace wavesim::test {

inline MemoryState saved(StencilBackend& backend) {
    MemoryState state;
    backend.save(state);
    return state;
}

/// Expects that a backend that loads the state of another one, whose samples so far are taken, goes on as that one
/// does: the same samples, and the same state to the last bit.
inline void expect_to_go_on(StencilBackend& straight, StencilBackend& resumed, std::int64_t steps) {
    std::vector<double> samples;
    straight.take_traces(samples);
    MemoryState state = saved(straight);
    resumed.load(state);
    EXPECT_EQ(resumed.step(), straight.step());

    straight.advance(steps);
    resumed.advance(steps);

    samples.clear();
    straight.take_traces(samples);
    std::vector<double> resumed_samples;
    resumed.take_traces(resumed_samples);
    EXPECT_EQ(resumed_samples, samples);
    EXPECT_EQ(resumed.step(), straight.step());
    MemoryState end = saved(straight);
    MemoryState resumed_end = saved(resumed);
    for (const ArrayInfo& array : end.arrays()) EXPECT_TRUE(end.equals(resumed_end, array.name)) << array.name;
    EXPECT_EQ(end.arrays(), resumed_end.arrays());
    EXPECT_GT(straight.health().peak, 0) << "there is nothing to compare";
}

}  // namespace wavesim::test
