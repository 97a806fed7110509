// SPDX-License-Identifier: MIT
// The same steps again and again on grids that fill a GPU: copies that overtake a read would change bits in some runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

#include "backends/machine_here.hpp"
#include "backends/resumed.hpp"
#include "backends/slab_cases.hpp"
#include "backends/tti_case.hpp"
#include "cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/problem/fluids.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {
namespace {

constexpr Extent filling{264, 200, 95};  ///< no whole tiles
constexpr std::int64_t steps = 13;       ///< no whole passes

ScalarProblem one_speed(const char* stencil) {
    ScalarProblem problem = bare_problem(filling, make_stencil(stencil, 3), Precision::float32);
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

/// Layers of one speed, or of many.
Problem layered(bool varies) {
    ScalarProblem problem = one_speed("leggy-4");
    add_random_layers(problem, 4, false, 6);
    if (varies) add_random_medium(problem, 7);
    return problem;
}
/// In double, where one thread copies the codes of two packs.
Problem coded() {
    ScalarProblem problem = one_speed("leggy-4");
    problem.precision = Precision::float64;
    add_random_medium(problem, 7);
    problem.store_factors(MediumStorage::index8);
    return problem;
}
Problem room(const char* stencil, bool explicit_walls) {
    ScalarProblem problem = one_speed(stencil);
    add_walls_on_all_sides(problem, explicit_walls);
    return problem;
}

DensityProblem densities() {
    DensityProblem problem;
    problem.extent = filling;
    problem.precision = Precision::float32;
    problem.stencil = density_stencil(4, 3);
    problem.halo.fill(HaloRule::mirror_half);
    problem.speed.varies = true;
    problem.kind().half_order = 4;
    problem.fluid = test::random_fluid(filling, 3, 4, 3);
    problem.courant = 0.2;
    return problem;
}
Problem coded_densities_in_layers() {
    DensityProblem problem = densities();
    slabs::add_layers(problem, {12, 9, 10, 13, 8, 11}, 4, false);
    problem.store_fluid(MediumStorage::int16);
    return problem;
}

Problem tilted(TtiForm form, bool in_layers) {
    TtiProblem problem = test::random_tti(filling, form, 3, 0.8);
    problem.precision = Precision::float32;
    if (in_layers) test::add_random_layers(problem, 7, {24, 20, 21, 23, 20, 22});
    if (in_layers && form == TtiForm::k73) problem.layers.half_order = 4;
    return problem;
}

struct Case {
    const char* name;
    Problem (*problem)();
};

class Repeats : public ::testing::TestWithParam<std::tuple<Case, const BackendEntry*>> {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    }
    static int count() { return std::getenv("WAVESIM_EXHAUSTIVE") == nullptr ? 10 : 200; }
};

/// What differs after the same steps from the same state; empty: nothing.
std::string change_after_steps(StencilBackend& backend, test::MemoryState& start, test::MemoryState& end) {
    backend.load(start);
    backend.advance(steps);
    test::MemoryState again = test::saved(backend);
    for (const ArrayInfo& array : end.arrays())
        if (!end.equals(again, array.name)) return array.name;
    return {};
}

TEST_P(Repeats, give_the_same_bits) {
    const auto& [one, row] = GetParam();
    const Problem problem = one.problem();
    if (const std::string why = row->propose(common_part(problem), test::machine_here()).why_not; !why.empty())
        GTEST_SKIP() << "does not apply: " << why;
    const auto backend = row->open(problem, {2, ""});
    backend->write(FieldLevel::previous, test::random_field(filling, 11));
    backend->write(FieldLevel::current, test::random_field(filling, 12));
    test::MemoryState start = test::saved(*backend);
    backend->advance(steps);
    test::MemoryState end = test::saved(*backend);
    int changed = 0;
    std::string array;
    for (int i = 0; i < count(); ++i) {
        const std::string found = change_after_steps(*backend, start, end);
        if (found.empty()) continue;
        array = found;
        ++changed;
    }
    EXPECT_EQ(changed, 0) << "of " << count() << " repeats, at last in " << array;
    std::printf("%s %s: %d repeats, %d differ\n", one.name, row->name.c_str(), count(), changed);
    std::fflush(stdout);
}

std::vector<const BackendEntry*> gpu_rows() {
    std::vector<const BackendEntry*> rows = all_backends();
    std::erase_if(rows, [](const BackendEntry* row) { return !row->on_gpu(); });
    return rows;
}

const Case cases[] = {
    {"Leggy4", [] { return Problem(one_speed("leggy-4")); }},
    {"Compact27", [] { return Problem(one_speed("compact-27-iwb")); }},
    {"Layers", [] { return layered(true); }},
    {"LayersOfOneSpeed", [] { return layered(false); }},
    {"Codes", coded},
    {"Room27", [] { return room("compact-27-iwb", true); }},
    {"Room57", [] { return room("compact-57-fine", false); }},
    {"Room7", [] { return room("leggy-1", false); }},
    {"Densities", [] { return Problem(densities()); }},
    {"DensitiesInLayers", coded_densities_in_layers},
    {"K73", [] { return tilted(TtiForm::k73, false); }},
    {"K73InLayers", [] { return tilted(TtiForm::k73, true); }},
    {"SelfAdjoint", [] { return tilted(TtiForm::self_adjoint, true); }},
};

INSTANTIATE_TEST_SUITE_P(OnGpu, Repeats,
                         ::testing::Combine(::testing::ValuesIn(cases), ::testing::ValuesIn(gpu_rows())),
                         [](const auto& test) {
                             std::string name = std::get<0>(test.param).name + ("_" + std::get<1>(test.param)->name);
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

}  // namespace
}  // namespace wavesim::testing
