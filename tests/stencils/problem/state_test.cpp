// SPDX-License-Identifier: MIT
#include "stencils/problem/state.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "stencils/problem/memory_state.hpp"
#include "stencils/problem/state_section.hpp"

namespace wavesim {
namespace {

using test::MemoryState;

struct Pair {
    double mass = 1.5;
    std::vector<float> values{1, 2, 3, 4, 5, 6};
    std::vector<StateArray> state() {
        return {state_value("mass", mass), state_array("values", std::span<float>(values), {2, 3}, 7)};
    }
};

TEST(State, ComesBackAsItWasSaved) {
    Pair pair;
    MemoryState state;
    save_state(state, pair.state());
    EXPECT_EQ(state.info("mass"), (ArrayInfo{"mass", ElementType::float64, {}, 1}));
    EXPECT_EQ(state.info("values"), (ArrayInfo{"values", ElementType::float32, {2, 3}, 7}));
    EXPECT_EQ(state.info("values").bytes(), 24);

    Pair other{0, std::vector<float>(6)};
    load_state(state, other.state());

    EXPECT_EQ(other.mass, pair.mass);
    EXPECT_EQ(other.values, pair.values);
}

TEST(State, PassesLongArraysInParts) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(most_state_part) / 8 * 2 + 5);
    std::iota(values.begin(), values.end(), 3);
    MemoryState state;
    save_state(state, {state_array("values", std::span(values))});
    std::vector<std::int64_t> loaded(values.size());
    load_state(state, {state_array("values", std::span(loaded))});

    EXPECT_EQ(loaded, values);
    EXPECT_EQ(state.most(), static_cast<std::size_t>(most_state_part));
}

TEST(State, SectionsKeepNamesApart) {
    Pair a;
    Pair b{2.5, {6, 5, 4, 3, 2, 1}};
    MemoryState state;
    for (auto& [prefix, pair] : {std::pair<std::string, Pair*>{"a/", &a}, {"ab/", &b}}) {
        SinkSection section(state, prefix);
        save_state(section, pair->state());
    }
    EXPECT_EQ(state.values<double>("ab/mass")[0], 2.5);

    Pair other{0, std::vector<float>(6)};
    SourceSection section(state, "ab/");
    EXPECT_EQ(section.arrays().size(), 2U);
    load_state(section, other.state());

    EXPECT_EQ(other.mass, b.mass);
    EXPECT_EQ(other.values, b.values);
}

TEST(State, ArraysWithoutElementsMayDiffer) {
    Pair pair;
    MemoryState state;
    save_state(state, pair.state());
    state.add({"of another backend", ElementType::float32, {0}});
    std::vector<float> none;
    Pair other{0, std::vector<float>(6)};
    std::vector<StateArray> wanted = other.state();
    wanted.push_back(state_array("of this one", std::span(none)));

    load_state(state, wanted);

    EXPECT_EQ(other.values, pair.values);
    state.add({"more", ElementType::float32, {1}});
    EXPECT_THROW(load_state(state, wanted), StateError);
}

TEST(State, TellsHowLongAnArrayIs) {
    MemoryState state;
    state.add({"samples", ElementType::float64, {17, 2}});
    state.add({"one", ElementType::float64, {}});
    EXPECT_EQ(rows_in(state, "samples"), 17);
    EXPECT_THROW(rows_in(state, "one"), StateError);
    EXPECT_THROW(rows_in(state, "none"), StateError);
    state.info("samples").shape[0] = -1;
    EXPECT_THROW(rows_in(state, "samples"), StateError);
}

}  // namespace
}  // namespace wavesim
