// SPDX-License-Identifier: MIT
#include "stencils/backend/proposal.hpp"

#include <gtest/gtest.h>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

struct Nodes {
    std::int64_t count;
};
struct Faces {
    std::int64_t count;
};

TEST(Inquiry, CountsOnceWhateverIsAsked) {
    const StencilProblem problem;
    const Machine machine;
    const Inquiry asked(problem, machine);
    int counted = 0;
    for (int backend = 0; backend < 3; ++backend) {
        EXPECT_EQ(asked.counted<Nodes>([&] { return ++counted, Nodes{7}; }).count, 7);
        EXPECT_EQ(asked.counted<Faces>([&] { return ++counted, Faces{40}; }).count, 40);
    }
    EXPECT_EQ(counted, 2);
}

ScalarProblem room() {
    ScalarProblem problem;
    problem.stencil = make_stencil("leggy-1", 3);
    problem.courant = 0.5;
    problem.extent = {200, 96, 60};
    problem.halo.fill(HaloRule::mirror_half);
    problem.walls.explicit_walls.law = {{2, 0.5, 1, 1}};
    for (std::int64_t node = 0; node < 200 * 96; ++node) {  // the floor
        problem.walls.explicit_walls.nodes.push_back(node);
        problem.walls.explicit_walls.laws.push_back(0);
    }
    return problem;
}

Machine hopper() {
    Machine machine;
    machine.gpu = test::some_gpu();
    machine.gpu.capability_major = 9;
    machine.gpu.capability_minor = 0;
    machine.gpu.shared_per_block = 227 << 10;
    return machine;
}

/// A run takes what its plan has decided on, on a GPU like that of the plan.
TEST(Proposal, KeepsWhatWasDecided) {
    const ScalarProblem problem = room();
    const Machine machine = hopper();
    const Proposal proposal = find_backend("temporal")->propose(problem, machine);
    ASSERT_EQ(proposal.why_not, "");
    auto decided = std::any_cast<DecidedPasses>(proposal.decided);
    EXPECT_GT(decided.tiling.walls.kinds, 2);
    EXPECT_EQ(to_string(decided.tiling), proposal.regions.front().tile);
    decided.tiling.walls.pool += 32;  // tells it from one that is counted again
    EXPECT_EQ(decided_tiling(&decided, problem, machine.gpu).walls.pool, decided.tiling.walls.pool);
    Gpu other = machine.gpu;
    other.multiprocessors = 3;
    EXPECT_EQ(decided_tiling(&decided, problem, other).walls.pool, temporal_tiling(problem, other).walls.pool);
    EXPECT_EQ(decided_tiling(nullptr, problem, machine.gpu).walls.pool, decided.tiling.walls.pool - 32);
}

/// What acts on nodes is made for the first row that asks: a solid node put there before is counted by all.
TEST(Proposal, OfPassesCountsWhatWasMadeBefore) {
    const ScalarProblem problem = room();
    const Machine machine = hopper();
    const Inquiry asked(problem, machine);
    asked.counted<NodeActions>([&] { return NodeActions{{{problem.extent.index(100, 50, 30), 1}}, {}}; });
    const auto walls = [](const Proposal& proposal) {
        return std::any_cast<const DecidedPasses&>(proposal.decided).tiling.walls;
    };
    const BackendEntry& passes = *find_backend("temporal");
    const WallTiling with = walls(passes.propose(asked)), without = walls(passes.propose(problem, machine));
    EXPECT_EQ(with.kinds, without.kinds + 1);
    EXPECT_GT(with.making_bytes, without.making_bytes);
}

TEST(Proposal, NamesTheBackendOfItsRegions) {
    const Proposal proposal = find_backend("cpu")->propose(room(), hopper());
    EXPECT_EQ(proposal.why_not, "");
    EXPECT_EQ(proposal.regions.front().backend, "cpu");
    EXPECT_EQ(proposal.device_bytes, 0);
    EXPECT_GT(proposal.host_bytes, 2 * 4 * 200 * 96 * 60);
}

}  // namespace
}  // namespace wavesim
