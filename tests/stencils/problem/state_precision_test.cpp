// SPDX-License-Identifier: MIT
#include "stencils/problem/state_precision.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "stencils/problem/memory_state.hpp"

namespace wavesim {
namespace {

using test::MemoryState;

template <class T>
struct Field {
    std::vector<T> u;
    std::int64_t step = 0;
    std::vector<double> samples = std::vector<double>(2);
    std::vector<StateArray> state() {
        return {state_value("backend/step", step), state_array("backend/u", std::span<T>(u)),
                state_array("recorder/samples", std::span<double>(samples))};
    }
};

TEST(StateInPrecision, RoundsFieldsAndLeavesTheRest) {
    Field<double> saved{{1.0 / 3, -2.5, 1e-50}, 7, {1.0 / 3, 2}};
    MemoryState state;
    save_state(state, saved.state());

    StateInPrecision as_float(state, "backend/", ElementType::float32);
    Field<float> loaded{std::vector<float>(3)};
    load_state(as_float, loaded.state());

    EXPECT_EQ(loaded.u, (std::vector<float>{1.0F / 3, -2.5F, 0}));
    EXPECT_EQ(loaded.step, 7);
    EXPECT_EQ(loaded.samples, saved.samples);
}

TEST(StateInPrecision, WidensLongFieldsInParts) {
    Field<float> saved{std::vector<float>(static_cast<std::size_t>(most_state_part) / 4 + 5)};
    std::iota(saved.u.begin(), saved.u.end(), 0.5F);
    MemoryState state;
    save_state(state, saved.state());

    StateInPrecision as_double(state, "backend/", ElementType::float64);
    Field<double> loaded{std::vector<double>(saved.u.size())};
    load_state(as_double, loaded.state());

    EXPECT_EQ(loaded.u, std::vector<double>(saved.u.begin(), saved.u.end()));
}

}  // namespace
}  // namespace wavesim
