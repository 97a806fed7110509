// SPDX-License-Identifier: MIT
// Several steps per pass on a GPU: the bits of single steps, however steps are cut into calls.
#include <gtest/gtest.h>

#include <cstdlib>

#include "backends/machine_here.hpp"
#include "cases.hpp"
#include "stencils/backend.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/cuda/cuda_backends.hpp"

namespace wavesim::testing {
namespace {

/// Sources and receivers at sides of tiles and of the grid; one signal ends before the run does.
ScalarProblem problem_of(const char* stencil, const Extent& n, bool free_surfaces) {
    ScalarProblem problem = bare_problem(n, make_stencil(stencil, 3), Precision::float32);
    problem.halo.fill(HaloRule::mirror_half);
    if (free_surfaces) problem.halo[0] = problem.halo[3] = problem.halo[4] = HaloRule::odd_half;
    const auto at = [&n](std::int64_t x, std::int64_t y, std::int64_t z) { return n.index(x, y, z); };
    problem.sources = {{{{at(5, 4, 3), at(6, 4, 3)}, {0.75, 0.25}}, {1.0, -0.5, 0.25, 0.5, 0.1, -0.7, 0.3}},
                       {{{at(6, 4, 3), at(n.nx - 1, n.ny - 1, n.nz - 1)}, {0.5, 0.5}}, std::vector<double>(60, 0.1)}};
    problem.receivers = {{{at(5, 4, 3)}, {1.0}},
                         {{at(63, 31, 8), at(64, 31, 8), at(63, 32, 8), at(64, 32, 8)}, {0.1, 0.2, 0.3, 0.4}},
                         {{at(n.nx - 1, 0, n.nz - 1)}, {1.0}}};
    return problem;
}

struct Result {
    std::vector<double> before, now, traces;
    std::string tile;
    bool operator==(const Result& other) const {
        return before == other.before && now == other.now && traces == other.traces;
    }
};

Result run(const char* backend, const ScalarProblem& problem, const std::vector<int>& calls) {
    auto made = find_backend(backend)->make(problem, {1, ""});
    made->write(FieldLevel::previous, random_field(problem, 11));
    made->write(FieldLevel::current, random_field(problem, 12));
    Result result;
    for (const int steps : calls) {
        made->advance(steps);
        made->take_traces(result.traces);
    }
    const Extent& n = problem.extent;
    result.before.resize(static_cast<std::size_t>(n.nodes()));
    result.now = result.before;
    made->read(FieldLevel::previous, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.before);
    made->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.now);
    result.tile = made->facts().tile;
    return result;
}

TEST(SeveralStepsOnGpu, GiveTheBitsOfSingleStepsHoweverTheyAreCut) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    if (std::getenv("WAVESIM_TRY_TEMPORAL") == nullptr) GTEST_SKIP() << "set WAVESIM_TRY_TEMPORAL=1";
    for (const char* stencil : {"leggy-1", "compact-19-isotropic", "compact-27-iwb"})
        for (const Extent n : {Extent{130, 75, 21}, Extent{128, 96, 64}, Extent{67, 35, 5}})
            for (const bool free_surfaces : {false, true}) {
                SCOPED_TRACE(std::string(stencil) + " " + std::to_string(n.nx) + (free_surfaces ? " free" : ""));
                const ScalarProblem problem = problem_of(stencil, n, free_surfaces);
                ASSERT_EQ(find_backend("temporal")->why_not(problem, test::machine_here()), "");
                const Result expected = run("stream25.sweep", problem, {53});
                const Result whole = run("temporal", problem, {53});
                EXPECT_NE(whole.tile.find("steps per pass"), std::string::npos) << whole.tile;
                EXPECT_EQ(whole, expected);
                EXPECT_EQ(run("temporal", problem, {1, 2, 3, 4, 5, 6, 7, 8, 9, 8}), expected);
            }
}

TEST(SeveralStepsOnGpu, GiveTheSameBitsAgain) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    if (std::getenv("WAVESIM_TRY_TEMPORAL") == nullptr) GTEST_SKIP() << "set WAVESIM_TRY_TEMPORAL=1";
    const ScalarProblem problem = problem_of("compact-27-iwb", {130, 75, 21}, false);
    const Result once = run("temporal", problem, {400});
    for (int again = 0; again < 3; ++again) EXPECT_EQ(run("temporal", problem, {7, 393}), once);
}

}  // namespace
}  // namespace wavesim::testing
