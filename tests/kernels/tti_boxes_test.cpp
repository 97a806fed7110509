// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_boxes.hpp"

#include <gtest/gtest.h>

#include "backends/tti_case.hpp"

namespace wavesim {
namespace {

/// How many boxes hold each node.
std::vector<int> times_held(const Extent& n, const std::vector<NodeBox>& boxes) {
    std::vector<int> times(static_cast<std::size_t>(n.nodes()), 0);
    for (const NodeBox& box : boxes)
        for (std::int64_t z = box.from.z; z < box.to.z; ++z)
            for (std::int64_t y = box.from.y; y < box.to.y; ++y)
                for (std::int64_t x = box.from.x; x < box.to.x; ++x)
                    ++times[static_cast<std::size_t>(n.index(x, y, z))];
    return times;
}

constexpr Extent n{57, 43, 40};

TtiProblem layered(const Extent& extent) {
    TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 5);
    test::add_random_layers(problem, 6, {5, 9, 4, 6, 7, 3});
    return problem;
}

/// Layers of these widths, 8 nodes beside them, and along x to whole eights.
TEST(TtiBoxes, TheInnerBoxBeginsWhereNoSumReachesALayer) {
    const std::vector<NodeBox> inner = tti_boxes(layered(n), TtiRegion::inner);
    ASSERT_EQ(inner.size(), 1U);
    const Node from = inner[0].from, to = inner[0].to;
    EXPECT_EQ((std::vector{from.x, from.y, from.z}), (std::vector<std::int64_t>{16, 12, 15}));
    EXPECT_EQ((std::vector{to.x, to.y, to.z}), (std::vector<std::int64_t>{40, 29, 29}));
}

TEST(TtiBoxes, EveryNodeMovesOnceAndHasFluxesWhereSlabsTakeThem) {
    const TtiProblem problem = layered(n);
    std::vector<NodeBox> all = tti_boxes(problem, TtiRegion::slabs);
    const std::vector<int> in_slabs = times_held(n, all);
    std::vector<NodeBox> with_fluxes = tti_boxes(problem, TtiRegion::fluxes);
    for (const NodeBox& box : tti_boxes(problem, TtiRegion::fluxes_x)) with_fluxes.push_back(box);
    const std::vector<int> fluxes = times_held(n, with_fluxes);
    all.push_back(tti_boxes(problem, TtiRegion::inner).at(0));
    EXPECT_EQ(times_held(n, all), std::vector<int>(static_cast<std::size_t>(n.nodes()), 1));
    for (std::int64_t i = 0; i < n.nodes(); ++i) {
        const Node here = node_at(n, i);
        const auto at = static_cast<std::size_t>(i);
        EXPECT_LE(fluxes[at], 1);  // the memory of layers moves with them
        if (in_slabs[at] == 0) continue;
        for (std::int64_t m = -4; m <= 4; ++m)
            for (const Node& near : {Node{here.x + m, here.y, here.z}, Node{here.x, here.y + m, here.z},
                                     Node{here.x, here.y, here.z + m}}) {
                if (std::min({near.x, near.y, near.z}) < 0 || near.x >= n.nx || near.y >= n.ny || near.z >= n.nz)
                    continue;
                EXPECT_EQ(fluxes[static_cast<std::size_t>(n.index(near.x, near.y, near.z))], 1);
            }
    }
}

TEST(TtiBoxes, AGridWithoutRoomForOneIsNotCut) {
    const TtiProblem thin = layered({57, 43, 24});
    EXPECT_TRUE(tti_boxes(thin, TtiRegion::inner).empty());
    EXPECT_TRUE(tti_boxes(thin, TtiRegion::fluxes_x).empty());
    EXPECT_EQ(times_held(thin.extent, tti_boxes(thin, TtiRegion::slabs)),
              std::vector<int>(static_cast<std::size_t>(thin.extent.nodes()), 1));
    EXPECT_EQ(tti_one_pass_box(thin).extent().nodes(), 0);
}

/// The shape knows damping cells only, two thirds of a layer.
TEST(TtiBoxes, OnePassIsForLargeBoxes) {
    TtiProblem problem;
    const auto gains = [&](const Extent& extent) {
        problem.extent = extent;
        return tti_gains_from_one_pass(problem);
    };
    EXPECT_FALSE(gains({64, 64, 64}));
    EXPECT_TRUE(gains({96, 96, 96}));
    EXPECT_TRUE(gains({600, 600, 600}));
    EXPECT_FALSE(gains({1000, 1000, 9}));  // blocks would read eleven planes before their first one
    EXPECT_FALSE(gains({1000, 9, 1000}));  // tiles of 32 rows
    EXPECT_TRUE(gains({601, 599, 597}));
    EXPECT_EQ(tti_one_pass_box(problem).extent().nodes(), 601 * 599 * 597);
    problem.layers.width.fill(14);
    EXPECT_FALSE(gains({256, 256, 256}));
    EXPECT_TRUE(gains({384, 384, 384}));
    const NodeBox box = tti_one_pass_box(problem);
    EXPECT_EQ((std::vector{box.from.x, box.from.y, box.from.z}), (std::vector<std::int64_t>{32, 29, 29}));
    EXPECT_EQ((std::vector{box.to.x, box.to.y, box.to.z}), (std::vector<std::int64_t>{352, 355, 355}));
}

}  // namespace
}  // namespace wavesim
