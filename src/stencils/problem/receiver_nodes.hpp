// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

/// The same nodes in few boxes: consecutive nodes form rows, equal rows form planes, equal planes form boxes.
std::vector<NodeBox> boxes_of(const std::vector<std::int64_t>& nodes, const Extent& extent);

/// Lists a receiver with only its first node, and its nodes as boxes.
void add_as_boxes(PassLists& lists, const PointWeights& receiver, const Extent& extent);

/// Number of nodes that a receiver reads, listed or not.
std::int64_t receiver_nodes(const PassLists& lists, std::size_t receiver);

/// Bytes of indices and weights of all receivers, if all were listed.
std::int64_t receiver_list_bytes(const PassLists& lists);

/// Calls act(x, y, from, to) for the nodes [from, to) along z of columns. Together these are the nodes of all
/// receivers, each as often as it is read.
template <class Act>
void for_each_heard_column(const PassLists& lists, const Extent& extent, Act act) {
    for (const PointWeights& receiver : lists.receivers) {
        if (!lists.boxes.end.empty()) break;
        for (const std::int64_t node : receiver.nodes) {
            const Node at = node_at(extent, node);
            act(at.x, at.y, at.z, at.z + 1);
        }
    }
    for (const NodeBox& box : lists.boxes.box)
        for (std::int64_t y = box.from.y; y < box.to.y; ++y)
            for (std::int64_t x = box.from.x; x < box.to.x; ++x) act(x, y, box.from.z, box.to.z);
}

}  // namespace wavesim
