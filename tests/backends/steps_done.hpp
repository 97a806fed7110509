// SPDX-License-Identifier: MIT
// Steps of a room by a backend, in calls of any number of steps: both levels and the traces, and runs that were saved.
#pragma once
#include <string>
#include <vector>

#include "cases.hpp"
#include "resumed.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {

struct StepsDone {
    std::vector<double> now, before, traces;
};

inline StepsDone steps_by(const char* backend, const ScalarProblem& problem, const std::string& tile,
                          const std::vector<int>& calls) {
    const auto made = find_backend(backend)->open(problem, {1, "", 0, tile});
    made->write(FieldLevel::previous, random_field(problem, 11));
    made->write(FieldLevel::current, random_field(problem, 12));
    StepsDone done;
    for (const int steps : calls) {
        made->advance(steps);
        made->take_traces(done.traces);
    }
    const Extent& n = problem.extent;
    done.now.resize(static_cast<std::size_t>(n.nodes()));
    done.before = done.now;
    made->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, done.now);
    made->read(FieldLevel::previous, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, done.before);
    return done;
}

inline ScalarProblem room(const char* stencil, const Extent& n, Precision precision, bool explicit_form) {
    ScalarProblem problem = bare_problem(n, make_stencil(stencil, 3), precision);
    problem.halo.fill(HaloRule::mirror_half);
    add_walls_on_all_sides(problem, explicit_form);
    problem.sources = {{{{n.index(0, 4, 3), n.index(6, 4, 3)}, {0.75, 0.25}}, {1.0, -0.5, 0.25, 0.5, 0.1}},
                       {{{n.index(n.nx - 1, n.ny - 1, n.nz - 1)}, {0.5}}, std::vector<double>(40, 0.1)}};
    problem.receivers = {
        {{n.index(5, 4, 3)}, {1.0}},
        {{n.index(63, 3, 4), n.index(64, 3, 4), n.index(63, 4, 4), n.index(64, 4, 4)}, {0.1, 0.2, 0.3, 0.4}}};
    return problem;
}

/// Runs that were saved after 0, 7 or 40 steps have the bits of runs that were not.
inline void expect_to_go_on_from_any_step(const char* backend, const ScalarProblem& problem) {
    const BackendEntry* const entry = find_backend(backend);
    for (const int step : {0, 7, 40}) {
        const auto straight = entry->open(problem, {1, ""});
        straight->write(FieldLevel::previous, random_field(problem, 11));
        straight->write(FieldLevel::current, random_field(problem, 12));
        straight->advance(step);
        const auto resumed = entry->open(problem, {1, ""});
        resumed->advance(5);  // leaves no trace
        test::expect_to_go_on(*straight, *resumed, 29);
    }
}

}  // namespace wavesim::testing
