// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

/// The same nodes in few boxes: consecutive ones as rows, equal rows as planes, equal planes as boxes.
std::vector<NodeBox> boxes_of(const std::vector<std::int64_t>& nodes, const Extent& extent);

/// Lists a receiver with its first node alone, and the rest as boxes.
void add_as_boxes(PassLists& lists, const PointWeights& receiver, const Extent& extent);

/// Nodes that a receiver reads, listed or not.
std::int64_t receiver_nodes(const PassLists& lists, std::size_t receiver);

/// Of indices and weights of all receivers, if all were listed.
std::int64_t receiver_list_bytes(const PassLists& lists);

/// Calls act(x, y, from, to) for planes [from, to) of columns, which are the nodes of all receivers, each as often as
/// it is read.
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
