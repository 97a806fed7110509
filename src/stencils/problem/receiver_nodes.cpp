// SPDX-License-Identifier: MIT
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

/// Appends `next` to the last box if it continues this box along the axis in which boxes currently grow; returns
/// whether it did.
bool joined(std::vector<NodeBox>& boxes, const NodeBox& next) {
    if (boxes.empty()) return false;
    NodeBox& last = boxes.back();
    const bool same_x = last.from.x == next.from.x && last.to.x == next.to.x;
    const bool same_y = last.from.y == next.from.y && last.to.y == next.to.y;
    const bool same_z = last.from.z == next.from.z && last.to.z == next.to.z;
    if (same_x && same_y && last.to.z == next.from.z) return last.to.z = next.to.z, true;
    if (same_x && same_z && last.to.y == next.from.y) return last.to.y = next.to.y, true;
    if (same_y && same_z && last.to.x == next.from.x) return last.to.x = next.to.x, true;
    return false;
}

std::vector<NodeBox> joined(const std::vector<NodeBox>& parts) {
    std::vector<NodeBox> boxes;
    for (const NodeBox& part : parts)
        if (!joined(boxes, part)) boxes.push_back(part);
    return boxes;
}

}  // namespace

std::vector<NodeBox> boxes_of(const std::vector<std::int64_t>& nodes, const Extent& extent) {
    std::vector<NodeBox> boxes;
    for (const std::int64_t node : nodes) {
        const Node at = node_at(extent, node);
        const NodeBox one{at, {at.x + 1, at.y + 1, at.z + 1}};
        if (!joined(boxes, one)) boxes.push_back(one);
    }
    for (std::size_t before = 0; boxes.size() != before;) {
        before = boxes.size();
        boxes = joined(boxes);
    }
    return boxes;
}

void add_as_boxes(PassLists& lists, const PointWeights& receiver, const Extent& extent) {
    const std::vector<NodeBox> boxes = boxes_of(receiver.nodes, extent);
    lists.boxes.box.insert(lists.boxes.box.end(), boxes.begin(), boxes.end());
    lists.boxes.end.push_back(lists.boxes.box.size());
    PointWeights first{{receiver.nodes.front()}, {receiver.weights.front()}};
    if (!receiver.second_weights.empty()) first.second_weights = {receiver.second_weights.front()};
    lists.receivers.push_back(std::move(first));
}

std::int64_t receiver_nodes(const PassLists& lists, std::size_t receiver) {
    if (lists.boxes.end.empty()) return static_cast<std::int64_t>(lists.receivers[receiver].nodes.size());
    std::int64_t sum = 0;
    for (std::size_t b = receiver == 0 ? 0 : lists.boxes.end[receiver - 1]; b < lists.boxes.end[receiver]; ++b)
        sum += lists.boxes.box[b].extent().nodes();
    return sum;
}

std::int64_t receiver_list_bytes(const PassLists& lists) {
    std::int64_t sum = 0;
    for (std::size_t r = 0; r < lists.receivers.size(); ++r)
        sum += 8 * receiver_nodes(lists, r) * (lists.receivers[r].second_weights.empty() ? 2 : 3);
    return sum;
}

}  // namespace wavesim
