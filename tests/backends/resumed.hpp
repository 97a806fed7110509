// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/problem/memory_state.hpp"

namespace wavesim::test {

inline MemoryState saved(StencilBackend& backend) {
    MemoryState state;
    backend.save(state);
    return state;
}

struct Ends {
    MemoryState straight, resumed;
};

/// Lets a backend load the state of another one, whose samples so far are taken, and both go on. Expects equal samples.
inline Ends go_on_together(StencilBackend& straight, StencilBackend& resumed, std::int64_t steps) {
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
    EXPECT_GT(straight.health().peak, 0) << "there is nothing to compare";
    return {saved(straight), saved(resumed)};
}

/// Expects that it goes on as that one does: the same samples, and the same state to the last bit.
inline void expect_to_go_on(StencilBackend& straight, StencilBackend& resumed, std::int64_t steps) {
    Ends end = go_on_together(straight, resumed, steps);
    for (const ArrayInfo& array : end.straight.arrays())
        EXPECT_TRUE(end.straight.equals(end.resumed, array.name)) << array.name;
    EXPECT_EQ(end.straight.arrays(), end.resumed.arrays());
}

}  // namespace wavesim::test
