// SPDX-License-Identifier: MIT
#include "stencils/problem/receiver_nodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/temporal/pass_points.hpp"
#include "stencils/gpu/temporal/strip_points.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

std::vector<std::int64_t> nodes_in(const NodeBox& box, const Extent& n) {
    std::vector<std::int64_t> nodes;
    for (std::int64_t z = box.from.z; z < box.to.z; ++z)
        for (std::int64_t y = box.from.y; y < box.to.y; ++y)
            for (std::int64_t x = box.from.x; x < box.to.x; ++x) nodes.push_back(n.index(x, y, z));
    return nodes;
}

std::vector<std::int64_t> nodes_in(const std::vector<NodeBox>& boxes, const Extent& n) {
    std::vector<std::int64_t> nodes;
    for (const NodeBox& box : boxes) std::ranges::copy(nodes_in(box, n), std::back_inserter(nodes));
    std::ranges::sort(nodes);
    return nodes;
}

/// Receivers between nodes, on nodes, at rims, and such that lack some nodes, as beside solids.
std::vector<PointWeights> some_receivers(const Extent& n, int count) {
    std::mt19937 random(7);
    const auto below = [&random](std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most - 1)(random);
    };
    std::vector<PointWeights> receivers;
    for (int r = 0; r < count; ++r) {
        const Node from{below(n.nx), below(n.ny), below(n.nz)};
        const std::int64_t width = r % 4 == 0 ? 1 : 8;
        const NodeBox box{
            from, {std::min(n.nx, from.x + width), std::min(n.ny, from.y + width), std::min(n.nz, from.z + width)}};
        PointWeights receiver{nodes_in(box, n), {}};
        if (r % 3 == 0 && receiver.nodes.size() > 9) {
            receiver.nodes.erase(receiver.nodes.begin() + 3, receiver.nodes.begin() + 5);
            receiver.nodes.pop_back();
        }
        receiver.weights.assign(receiver.nodes.size(), 0.5);
        if (r % 5 == 0) receiver.second_weights = receiver.weights;
        receivers.push_back(std::move(receiver));
    }
    return receivers;
}

ScalarProblem box(const Extent& n, int dims) {
    ScalarProblem problem;
    problem.extent = n;
    problem.stencil = make_stencil("leggy-1", dims);
    problem.courant = 0.5;
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

/// The same with boxes in place of lists.
ScalarProblem with_boxes(ScalarProblem problem) {
    const std::vector<PointWeights> receivers = std::move(problem.receivers);
    problem.receivers.clear();
    for (const PointWeights& receiver : receivers) add_as_boxes(problem, receiver, problem.extent);
    return problem;
}

TEST(ReceiverNodes, OfAPointBetweenNodesAreOneBox) {
    const Extent n{40, 30, 20};
    const NodeBox box{{3, 5, 7}, {11, 13, 15}};
    const std::vector<NodeBox> found = boxes_of(nodes_in(box, n), n);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].from, box.from);
    EXPECT_EQ(found[0].to, box.to);
}

TEST(ReceiverNodes, AreInOneOfTheBoxesEach) {
    const Extent n{50, 40, 30};
    for (const PointWeights& receiver : some_receivers(n, 60)) {
        const std::vector<NodeBox> boxes = boxes_of(receiver.nodes, n);
        EXPECT_EQ(nodes_in(boxes, n), receiver.nodes);
        EXPECT_LT(boxes.size(), 9U);
    }
    // Neighbours along two axes at once are no box.
    std::mt19937 random(3);
    std::bernoulli_distribution present(0.15);
    for (int draw = 0; draw < 50; ++draw) {
        std::vector<std::int64_t> scattered;
        for (const std::int64_t node : nodes_in(NodeBox{{1, 1, 1}, {5, 5, 5}}, n))
            if (present(random)) scattered.push_back(node);
        EXPECT_EQ(nodes_in(boxes_of(scattered, n), n), scattered);
    }
}

TEST(ReceiverNodes, AreCountedAsWhereTheyAreListed) {
    ScalarProblem listed = box({50, 40, 30}, 3);
    listed.receivers = some_receivers(listed.extent, 60);
    const ScalarProblem boxes = with_boxes(listed);
    std::int64_t bytes = 0;
    for (std::size_t r = 0; r < listed.receivers.size(); ++r) {
        const PointWeights& receiver = listed.receivers[r];
        EXPECT_EQ(receiver_nodes(boxes, r), std::ssize(receiver.nodes));
        EXPECT_EQ(boxes.receivers[r].nodes, std::vector{receiver.nodes.front()});
        bytes +=
            8 * std::ssize(receiver.nodes) + 8 * std::ssize(receiver.weights) + 8 * std::ssize(receiver.second_weights);
    }
    EXPECT_EQ(receiver_list_bytes(listed), bytes);
    EXPECT_EQ(receiver_list_bytes(boxes), bytes);
}

/// In tiles of one panel and of several, whose rows two panels compute.
TEST(ReceiverNodes, HaveTileListsOfTheLengthThatIsForetold) {
    for (const Extent& n : {Extent{130, 90, 21}, Extent{64, 1024, 12}}) {
        ScalarProblem listed = box(n, 3);
        listed.receivers = some_receivers(n, 60);
        const TemporalTiling tiling = temporal_tiling(listed, test::some_gpu());
        const TileLists lists = heard_nodes(listed.receivers, tiling, device_layout(n, Precision::float32));
        for (const ScalarProblem& problem : {listed, with_boxes(listed)}) {
            const TileListSizes sizes = heard_sizes(problem, tiling);
            EXPECT_EQ(sizes.tiles, std::ssize(lists.tile));
            EXPECT_EQ(sizes.firsts, std::ssize(lists.first));
            EXPECT_EQ(sizes.nodes, std::ssize(lists.node));
        }
    }
}

TEST(ReceiverNodes, HaveStripListsOfTheLengthThatIsForetold) {
    ScalarProblem listed = box({300, 1, 50}, 2);
    listed.receivers = some_receivers(listed.extent, 20);
    listed.sources = {{{{listed.extent.index(119, 0, 7), listed.extent.index(5, 0, 40)}, {1, 1}}, {1.0}}};
    const DeviceLayout layout = device_layout(listed.extent, Precision::float32);
    const StripTiling tiling = strip_tiling(listed, test::some_gpu());
    const NodeTable table = merge_nodes(listed, layout);
    const StripLists lists = strip_lists(driven_nodes(table), listed.receivers, tiling, layout);
    for (const ScalarProblem& problem : {listed, with_boxes(listed)}) {
        const StripListSizes sizes =
            strip_list_sizes(problem, strip_lists(driven_nodes(table), {}, tiling, layout), tiling);
        EXPECT_EQ(sizes.rows, std::ssize(lists.row));
        EXPECT_EQ(sizes.heard, std::ssize(lists.heard));
    }
}

}  // namespace
}  // namespace wavesim
