// SPDX-License-Identifier: MIT
// The contract of every backend about its state (stencils/problem/state.hpp): a run that is saved and loaded into
// another instance ends with the same bits, and a state that does not fit is refused. contract_test.cpp names the
// backends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "contract.hpp"
#include "resumed.hpp"

namespace wavesim::testing {
namespace {

using test::expect_to_go_on;
using test::MemoryState;
using test::saved;
using ::testing::HasSubstr;

struct StateCase {
    std::string name;
    ScalarProblem problem;
};

/// Every stencil with passes, walls, media and layers of every kind that backends have.
std::vector<StateCase> state_cases(Precision precision) {
    std::vector<StateCase> cases;
    unsigned seed = 300;
    for (const NamedStencil& s : contract_stencils()) {
        const bool flat = s.stencil.dims == 2;
        const bool leggy = shape_of(s.stencil) == StencilShape::leggy;
        const auto bare = [&](const Extent& extent) { return bare_problem(extent, s.stencil, precision); };
        ScalarProblem passes = bare(flat ? Extent{19, 1, 21} : Extent{21, 6, 5});
        add_random_passes(passes, ++seed);
        cases.push_back({s.name + ", passes", passes});
        add_random_medium(passes, ++seed);
        cases.push_back({s.name + ", passes in a medium that varies", passes});
        for (const bool explicit_form : {false, true}) {
            ScalarProblem walls = bare(flat ? Extent{19, 1, 21} : Extent{19, 7, 6});
            add_walls_on_all_sides(walls, explicit_form);
            cases.push_back({s.name + (explicit_form ? ", explicit walls" : ", branch walls"), walls});
        }
        if (!flat) {
            ScalarProblem ports = bare({17, 6, 7});
            add_random_passes(ports, ++seed);
            add_random_ports(ports, ++seed);
            cases.push_back({s.name + ", ports", ports});
        }
        for (const bool averaged : {false, true}) {
            ScalarProblem layers = bare(flat ? Extent{41, 1, 33} : Extent{35, 9, 11});
            add_random_layers(layers, averaged || !leggy ? 1 : std::min(radius(s.stencil), 5), averaged || !leggy,
                              ++seed);
            add_random_medium(layers, ++seed);
            layers.store_factors(averaged ? MediumStorage::int16 : MediumStorage::float32);
            cases.push_back({s.name + (averaged ? ", averaged layers" : ", layers"), layers});
        }
    }
    return cases;
}

/// A backend some steps after random fields.
std::unique_ptr<StencilBackend> advanced(std::unique_ptr<StencilBackend> backend, const ScalarProblem& problem,
                                         std::int64_t steps) {
    backend->write(FieldLevel::previous, random_field(problem, 11));
    backend->write(FieldLevel::current, random_field(problem, 12));
    backend->advance(steps);
    return backend;
}

ScalarProblem problem_with_everything(Precision precision) {
    const std::vector<NamedStencil> stencils = contract_stencils();
    ScalarProblem problem = bare_problem({35, 9, 11}, stencils[1].stencil, precision);
    add_random_layers(problem, 2, false, 5);
    add_random_passes(problem, 42);
    return problem;
}

TEST_P(BackendContract, GoesOnFromAStateSavedAtAnyStep) {
    std::mt19937 random(7);
    for (const StateCase& given : state_cases(precision())) {
        if (!claims(given.problem)) continue;
        const auto step = static_cast<std::int64_t>(random() % 30);
        SCOPED_TRACE(given.name + ", step " + std::to_string(step));
        const auto straight = advanced(make(given.problem, 1), given.problem, step);

        expect_to_go_on(*straight, *make(given.problem, 1), 1 + static_cast<std::int64_t>(random() % 12));
    }
}

/// The samples of the run that was there before would stand before those of the run that is loaded.
TEST_P(BackendContract, DropsSamplesThatWereNotTakenWhenAStateIsLoaded) {
    const ScalarProblem problem = problem_with_everything(precision());
    if (!claims(problem)) GTEST_SKIP() << "does not run absorbing layers with passes";
    const auto straight = advanced(make(problem, 1), problem, 4);
    const auto used = advanced(make(problem, 1), problem, 9);

    expect_to_go_on(*straight, *used, 3);
}

struct Misfit {
    std::string message;
    std::function<void(MemoryState&)> make;
};

TEST_P(BackendContract, RefusesAStateThatDoesNotFitAndStaysAsItWas) {
    const ScalarProblem problem = problem_with_everything(precision());
    if (!claims(problem)) GTEST_SKIP() << "does not run absorbing layers with passes";
    const auto backend = advanced(make(problem, 1), problem, 5);
    const auto other = advanced(make(problem, 1), problem, 8);
    const MemoryState before = saved(*backend);
    const MemoryState fitting = saved(*other);
    std::vector<Misfit> misfits{
        {"the state has an array 'more', which has no place here",
         [](MemoryState& state) {
             state.add({"more", ElementType::float64, {2}});
         }},
        {"two arrays of one name", [](MemoryState& state) { state.add(ArrayInfo(state.info("step"))); }}};
    for (const ArrayInfo& array : fitting.arrays()) {
        const std::string name = array.name;
        const auto change = [&misfits, name](const std::string& message, const std::function<void(ArrayInfo&)>& act) {
            misfits.push_back({message, [name, act](MemoryState& state) { act(state.info(name)); }});
        };
        if (array.bytes() > 0)  // backends differ in arrays without elements
            misfits.push_back(
                {"the state has no array '" + name + "'", [name](MemoryState& state) { state.erase(name); }});
        const std::string differs = "array '" + name + "' of the state is ";
        change(differs, [](ArrayInfo& info) { info.version += 1; });
        change(differs, [](ArrayInfo& info) { info.shape.push_back(1); });
        change(differs, [](ArrayInfo& info) {
            info.type = info.type == ElementType::float32 ? ElementType::float64 : ElementType::float32;
        });
    }

    for (const Misfit& misfit : misfits) {
        MemoryState state = fitting;
        misfit.make(state);
        std::string message = "loaded";
        try {
            backend->load(state);
        } catch (const StateError& error) {
            message = error.what();
        }
        EXPECT_THAT(message, HasSubstr(misfit.message));
    }

    const MemoryState after = saved(*backend);
    for (const ArrayInfo& array : before.arrays()) EXPECT_TRUE(before.equals(after, array.name)) << array.name;
    std::vector<double> samples;
    backend->take_traces(samples);
    EXPECT_EQ(samples.size(), 5 * problem.receivers.size());
}

TEST_P(BackendContract, SaysWhatDiffersInAState) {
    const ScalarProblem problem = bare_problem({6, 5, 4}, contract_stencils()[0].stencil, precision());
    if (!claims(problem)) GTEST_SKIP() << "does not run this problem";
    const auto backend = make(problem, 1);
    MemoryState state = saved(*backend);
    state.info("field_odd") = {"field_odd", ElementType::int64, {4, 30}, 3};
    const std::string real = precision() == Precision::float32 ? "float32" : "float64";
    try {
        backend->load(state);
        FAIL() << "loaded";
    } catch (const StateError& error) {
        EXPECT_EQ(error.what(),
                  "array 'field_odd' of the state is int64 (4, 30), version 3, not " + real + " (4, 5, 6), version 1");
    }
    state = saved(*backend);
    state.values<std::int64_t>("step")[0] = -3;
    EXPECT_THROW(backend->load(state), StateError);
}

/// A state passes in parts, for it may be larger than the memory of the host.
TEST_P(BackendContract, PassesItsStateInParts) {
    const ScalarProblem problem = bare_problem({751, 203, 31}, contract_stencils()[1].stencil, precision());
    if (!claims(problem)) GTEST_SKIP() << "does not run this problem";
    ASSERT_GT(problem.extent.nodes() * bytes_of(precision()), most_state_part);
    const auto backend = make(problem, 1);
    backend->write(FieldLevel::current, random_field(problem, 12));

    MemoryState state = saved(*backend);
    const auto loaded = make(problem, 1);
    loaded->load(state);

    EXPECT_LE(state.most(), static_cast<std::size_t>(most_state_part));
    // A GPU copies a plane at a time, since planes may lie apart.
    const std::int64_t plane = problem.extent.nx * problem.extent.ny * bytes_of(precision());
    EXPECT_GE(state.most(), static_cast<std::size_t>(on_gpu() ? plane : most_state_part / 2))
        << "small parts take long";
    EXPECT_EQ(field_of(*loaded, FieldLevel::current, problem.extent),
              field_of(*backend, FieldLevel::current, problem.extent));
}

}  // namespace
}  // namespace wavesim::testing
