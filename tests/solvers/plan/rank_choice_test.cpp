// SPDX-License-Identifier: MIT
// How processes on CPUs share a grid, what their planes take to reach each other, and what is refused.
#include "solvers/plan/rank_choice.hpp"

#include <gmock/gmock.h>

#include "solvers/scene/fault.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

ScalarProblem shared_grid(const char* stencil, const Extent& extent, Precision precision = Precision::float32) {
    ScalarProblem problem;
    problem.stencil = make_stencil(stencil, 3);
    problem.courant = 0.4;
    problem.halo.fill(HaloRule::mirror_half);
    problem.extent = extent;
    problem.precision = precision;
    return problem;
}

Machine rank_machine() {
    Machine machine;
    machine.threads = 2;
    machine.isa = "x86-64-v2";
    machine.triad = {10e9, 10e9};
    machine.memory_total = machine.memory_available = std::int64_t{8} << 30;
    return machine;
}

std::string refusal_of_ranks(const StencilProblem& problem, std::int64_t count, const std::string& backend = "auto") {
    try {
        share_among_ranks(problem, backend, rank_machine(), count, 100);
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
        return error.what();
    }
    return "shared";
}

/// A stencil of radius R needs R planes of each neighbour per step. A rank sends and receives them: in two messages of
/// 5 us latency at 4 GB/s for one neighbour, or once for both of two steps.
TEST(RankChoice, CountsPlanesOfNeighbours) {
    for (const auto& [stencil, radius] : {std::pair<const char*, std::int64_t>{"leggy-1", 1}, {"leggy-3", 3}})
        for (const auto& [precision, bytes] : {std::pair{Precision::float32, 4}, {Precision::float64, 8}})
            for (const std::int64_t count : {2, 4}) {
                SCOPED_TRACE(testing::Message() << stencil << ' ' << bytes << ' ' << count);
                const SlabPlan plan = share_among_ranks(shared_grid(stencil, {70, 50, 96}, precision), "auto",
                                                        rank_machine(), count, 100);
                const std::int64_t neighbours = count > 2 ? 2 : 1;
                EXPECT_EQ(plan.exchange_bytes, neighbours * radius * 70 * 50 * bytes);
                EXPECT_NEAR(plan.exchange_s,
                            2 * (static_cast<double>(neighbours) * 5e-6 / static_cast<double>(plan.steps_together) +
                                 static_cast<double>(plan.exchange_bytes) / 4e9),
                            1e-12);
            }
}

TEST(RankChoice, SlabsAreThoseOfTheRanksInTheirOrder) {
    const SlabPlan plan = share_among_ranks(shared_grid("leggy-2", {40, 30, 61}), "cpu", rank_machine(), 3, 100);
    ASSERT_EQ(plan.slabs.size(), 3U);
    std::int64_t next = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(plan.slabs[k].device, "rank " + std::to_string(k));
        EXPECT_EQ(plan.slabs[k].slab.from, next);
        next = plan.slabs[k].slab.to;
        EXPECT_GT(plan.slabs[k].memory_bytes, 2 * 4 * 40 * 30 * plan.slabs[k].slab.own()) << "two levels of the field";
    }
    EXPECT_EQ(next, 61);
    const SlabPlan alone = share_among_ranks(shared_grid("leggy-2", {40, 30, 61}), "cpu", rank_machine(), 1, 100);
    EXPECT_EQ(alone.exchange_s, 0);
    EXPECT_NEAR(alone.efficiency(), 1, 1e-12);
    EXPECT_EQ(alone.alone_s, plan.alone_s);
}

TEST(RankChoice, SaysWhyAGridCannotBeShared) {
    EXPECT_EQ(refusal_of_ranks(shared_grid("leggy-1", {8, 8, 8}), 2, "stream25.sweep"),
              "backend stream25.sweep cannot share a grid among processes: cpu can");
    EXPECT_THAT(refusal_of_ranks(shared_grid("leggy-1", {8, 8, 9}), 100),
                HasSubstr("100 processes are too many for the 9 planes of this grid along z: "));
    EXPECT_EQ(refusal_of_ranks(shared_grid("leggy-1", {8, 8, 1}), 2),
              "the 1 planes of this grid along z are too few for several processes: one can run it");
    ScalarProblem ports = shared_grid("leggy-1", {8, 8, 40});
    ports.wall_ports = true;
    EXPECT_THAT(refusal_of_ranks(ports, 2), HasSubstr("walls at the vertices of cells"));
}

}  // namespace
}  // namespace wavesim
