// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_costs.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

constexpr Extent large{640, 512, 480};  // launches do not show

/// Seconds of a step of the plane sweep on an H200, whose model meets measured steps.
double step_s(const StencilProblem& problem) {
    const Proposal proposal =
        find_backend("stream25.sweep")->propose(problem, test::h200(Precision::float32, 2.766), 1);
    EXPECT_EQ(proposal.why_not, "");
    return proposal.ctpn_s * static_cast<double>(problem.extent.nodes());
}

StencilProblem bare() { return test::box("leggy-2", large, Precision::float32); }

double bare_node_s() { return step_s(bare()) / static_cast<double>(large.nodes()); }

TEST(SlabCosts, OfFacesAreThoseOfAStepOnAGpu) {
    StencilProblem problem = bare();
    ExplicitWalls& walls = problem.walls.explicit_walls;
    walls.law = {{2, 0.5, 1, 1}};
    const auto with_faces = [&](std::size_t faces) {
        walls.nodes.resize(faces);
        walls.laws.resize(faces);
        std::iota(walls.nodes.begin(), walls.nodes.end(), 0);
        return step_s(problem);
    };
    const double face_s = (with_faces(300'000) - with_faces(100'000)) / 200'000;
    EXPECT_NEAR(face_s / bare_node_s() / slab_costs.face, 1, 0.2);
}

TEST(SlabCosts, OfLayersAreThoseOfAStepOnAGpu) {
    StencilProblem problem = bare();
    problem.layers.half_order = 2;
    const auto with_layers = [&](std::int64_t width) {
        problem.layers.width = {0, 0, 0, 0, width, width};
        return step_s(problem);
    };
    const double layer_s = (with_layers(40) - with_layers(20)) / static_cast<double>(2 * 20 * large.nx * large.ny);
    EXPECT_NEAR(layer_s / bare_node_s() / slab_costs.layer, 1, 0.2);
}

}  // namespace
}  // namespace wavesim
