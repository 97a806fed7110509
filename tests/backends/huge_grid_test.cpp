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

/// u of the last `corner` nodes along each axis, after a pulse near the far corner of a rigid cube of n^3 nodes.
std::vector<double> far_corner(const BackendEntry& backend, const std::string& stencil, std::int64_t n) {
    ScalarProblem problem = bare_problem({n, n, n}, make_stencil(stencil, 3), Precision::float32);
    Injection pulse;
    pulse.at.nodes = {problem.extent.index(n - 9, n - 6, n - 11)};
    pulse.at.weights = {1.0};
    pulse.signal = {1.0, -0.5, 0.25};
    problem.sources.push_back(pulse);
    auto made = backend.open(problem, {1, ""});
    made->advance(steps);
    std::vector<double> values(static_cast<std::size_t>(corner * corner * corner));
    made->read(FieldLevel::current, {{n - corner, n - corner, n - corner}, {n, n, n}}, values);
    return values;
}

TEST(HugeGrid, ItsFarCornerEqualsThatOfASmallGrid) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    static_assert(huge * huge * huge > std::int64_t{1} << 31);
    for (const char* stencil : {"leggy-4", "compact-27-iwb"})
        for (const BackendEntry* row : all_backends()) {
            const BackendEntry& backend = *row;
            if (!backend.on_gpu()) continue;
            SCOPED_TRACE(std::string(stencil) + " " + backend.name);
            const ScalarProblem problem =
                bare_problem({huge, huge, huge}, make_stencil(stencil, 3), Precision::float32);
            if (!backend.propose(problem, test::machine_here()).why_not.empty()) continue;
            const std::vector<double> expected = far_corner(backend, stencil, small);
            EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 1e-3);
            EXPECT_EQ(far_corner(backend, stencil, huge), expected);
        }
}

}  // namespace
}  // namespace wavesim::testing
