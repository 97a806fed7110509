// SPDX-License-Identifier: MIT
// More nodes than 32 bits count, on a GPU that holds them: the far corner must equal that of a small grid bit for bit.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/machine_here.hpp"
#include "cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {
namespace {

constexpr std::int64_t small = 96, huge = 1312;  // both whole tiles, so that nodes share their places in them
constexpr std::int64_t corner = 32;
constexpr int steps = 10;  // too few for sound to reach the corner from where the grids differ

/// u of the last `corner` nodes along each axis, after a pulse near the far corner of a rigid box.
std::vector<double> far_corner(const BackendEntry& backend, const Stencil& stencil, const Extent& n) {
    ScalarProblem problem = bare_problem(n, stencil, Precision::float32);
    Injection pulse;
    const bool flat = n.ny == 1;
    pulse.at.nodes = {problem.extent.index(n.nx - 9, flat ? 0 : n.ny - 6, n.nz - 11)};
    pulse.at.weights = {1.0};
    pulse.signal = {1.0, -0.5, 0.25};
    problem.sources.push_back(pulse);
    auto made = backend.open(problem, {1, ""});
    made->advance(steps);
    std::vector<double> values(static_cast<std::size_t>(flat ? corner * corner : corner * corner * corner));
    made->read(FieldLevel::current, {{n.nx - corner, flat ? 0 : n.ny - corner, n.nz - corner}, {n.nx, n.ny, n.nz}},
               values);
    return values;
}

/// Every GPU backend that takes the huge grid.
void expect_equal_corners(const std::string& stencil_name, int dims, const Extent& small_grid,
                          const Extent& huge_grid) {
    const Stencil stencil = make_stencil(stencil_name, dims);
    for (const BackendEntry* row : all_backends()) {
        const BackendEntry& backend = *row;
        if (!backend.on_gpu()) continue;
        SCOPED_TRACE(stencil_name + " " + backend.name);
        const ScalarProblem problem = bare_problem(huge_grid, stencil, Precision::float32);
        if (!backend.propose(problem, test::machine_here()).why_not.empty()) continue;
        const std::vector<double> expected = far_corner(backend, stencil, small_grid);
        EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 1e-3);
        EXPECT_EQ(far_corner(backend, stencil, huge_grid), expected);
    }
}

TEST(HugeGrid, ItsFarCornerEqualsThatOfASmallGrid) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    static_assert(huge * huge * huge > std::int64_t{1} << 31);
    for (const char* stencil : {"leggy-4", "compact-27-iwb"})
        expect_equal_corners(stencil, 3, {small, small, small}, {huge, huge, huge});
}

// A plane of x and y is a row of nodes in 2D, so that only the number of rows makes such a grid large.
TEST(HugeGrid, ItsFarCornerEqualsThatOfASmallGridIn2D) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    constexpr Extent huge_plane{47'136, 1, 47'072}, small_plane{small, 1, small};
    static_assert(huge_plane.nx * huge_plane.nz > std::int64_t{1} << 31);
    for (const char* stencil : {"leggy-1", "leggy-4"}) expect_equal_corners(stencil, 2, small_plane, huge_plane);
}

}  // namespace
}  // namespace wavesim::testing
