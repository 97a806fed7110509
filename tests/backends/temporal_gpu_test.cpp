// SPDX-License-Identifier: MIT
// Several steps per pass on a GPU: the bits of single steps, however steps are cut into calls.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/machine_here.hpp"
#include "cases.hpp"
#include "resumed.hpp"
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
    const std::int64_t z = std::min<std::int64_t>(8, n.nz - 1);
    problem.receivers = {{{at(5, 4, 3)}, {1.0}},
                         {{at(63, 31, z), at(64, 31, z), at(63, 32, z), at(64, 32, z)}, {0.1, 0.2, 0.3, 0.4}},
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

/// Both levels, and the samples that were not taken yet.
Result look(StencilBackend& backend, const ScalarProblem& problem) {
    Result result;
    const Extent& n = problem.extent;
    result.before.resize(static_cast<std::size_t>(n.nodes()));
    result.now = result.before;
    backend.read(FieldLevel::previous, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.before);
    backend.read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.now);
    backend.take_traces(result.traces);
    result.tile = backend.facts().tile;
    return result;
}

Result run(const char* backend, const ScalarProblem& problem, const std::vector<int>& calls) {
    auto made = find_backend(backend)->make(problem, {1, ""});
    made->write(FieldLevel::previous, random_field(problem, 11));
    made->write(FieldLevel::current, random_field(problem, 12));
    std::vector<double> traces;
    for (const int steps : calls) {
        made->advance(steps);
        made->take_traces(traces);
    }
    Result result = look(*made, problem);
    result.traces = traces;
    return result;
}

struct Case {
    const char* stencil;
    Extent n;
    bool free_surfaces;
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.stencil << " " << c.n.nx << (c.free_surfaces ? " free" : "");
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const char* stencil : {"leggy-1", "compact-19-isotropic", "compact-27-iwb"})
        for (const Extent& n : {Extent{130, 75, 21}, Extent{128, 96, 64}, Extent{67, 35, 5}})
            for (const bool free_surfaces : {false, true}) all.push_back({stencil, n, free_surfaces});
    return all;
}

/// A case each, as each compiles a kernel.
class SeveralStepsOnGpu : public ::testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    }
};

TEST_P(SeveralStepsOnGpu, GiveTheBitsOfSingleStepsHoweverTheyAreCut) {
    const ScalarProblem problem = problem_of(GetParam().stencil, GetParam().n, GetParam().free_surfaces);
    ASSERT_EQ(find_backend("temporal")->why_not(problem, test::machine_here()), "");
    const Result expected = run("stream25.sweep", problem, {53});
    const Result whole = run("temporal", problem, {53});
    EXPECT_NE(whole.tile.find("steps per pass"), std::string::npos) << whole.tile;
    EXPECT_EQ(whole.traces, expected.traces);
    EXPECT_TRUE(whole == expected);
    EXPECT_TRUE(run("temporal", problem, {1, 2, 3, 4, 5, 6, 7, 8, 9, 8}) == expected);
    const Result once = run("temporal", problem, {400});
    for (int again = 0; again < 3; ++again) EXPECT_TRUE(run("temporal", problem, {7, 393}) == once);
}

TEST_P(SeveralStepsOnGpu, GoOnFromAStateSavedAtAnyStep) {
    const ScalarProblem problem = problem_of(GetParam().stencil, GetParam().n, GetParam().free_surfaces);
    const BackendEntry* const entry = find_backend("temporal");
    for (const int step : {0, 7, 40}) {
        const auto straight = entry->make(problem, {1, ""});
        straight->write(FieldLevel::previous, random_field(problem, 11));
        straight->write(FieldLevel::current, random_field(problem, 12));
        straight->advance(step);
        const auto resumed = entry->make(problem, {1, ""});
        resumed->advance(5);  // leaves no trace
        test::expect_to_go_on(*straight, *resumed, 29);
    }
}

/// Run it alone: it looks at what is free on the device.
TEST(SeveralStepsOnGpuMemory, ForecastsItsDeviceMemory) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    const ScalarProblem problem = problem_of("compact-27-iwb", {500, 480, 200}, false);
    const BackendEntry* const entry = find_backend("temporal");
    entry->make(problem_of("compact-27-iwb", {67, 35, 5}, false), {1, ""});  // loads what every run shares
    const std::int64_t free = open_gpu(0).memory_free;
    const auto backend = entry->make(problem, {1, ""});
    const auto taken = static_cast<double>(free - open_gpu(0).memory_free);
    EXPECT_NEAR(static_cast<double>(entry->device_bytes(problem, test::machine_here())) / taken, 1, 0.02) << taken;
}

INSTANTIATE_TEST_SUITE_P(Boxes, SeveralStepsOnGpu, ::testing::ValuesIn(cases()));

}  // namespace
}  // namespace wavesim::testing
