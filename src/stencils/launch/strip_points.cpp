// SPDX-License-Identifier: MIT
#include "stencils/launch/strip_points.hpp"

#include <algorithm>
#include <tuple>

namespace wavesim {

namespace {

enum class Role { driven, heard };

/// A node of a strip.
struct Entry {
    int strip;
    int z;
    Role role;
    kernels::StripNode node;
};

/// Adds a node, by its offset in the field, to the strips that need it.
void add_node(std::vector<Entry>& entries, std::int64_t offset, Role role, int number, const StripTiling& tiling,
              const DeviceLayout& layout) {
    const auto z = static_cast<int>(offset / layout.plane);
    tiling.at(offset % layout.pitch, [&](int strip, int column, bool own) {
        if (own || role == Role::driven) entries.push_back({strip, z, role, {column, number}});
    });
}

}  // namespace

std::vector<kernels::Push> strip_pushes(const NodeTable& table) {
    std::vector<kernels::Push> pushes(table.source_first.size() - 1);
    for (std::size_t i = 0; i < pushes.size(); ++i) pushes[i] = {static_cast<int>(i), static_cast<int>(i)};
    return pushes;
}

StripLists strip_lists(const NodeTable& table, const std::vector<PointWeights>& receivers, const StripTiling& tiling,
                       const DeviceLayout& layout) {
    std::vector<Entry> entries;
    for (const kernels::NodeGroup& group : table.groups) {
        if (table.kinds[static_cast<std::size_t>(group.kind)].sources == 0) continue;
        for (int i = 0; i < group.count; ++i)
            add_node(entries, group.base + table.offset[static_cast<std::size_t>(group.first + i)], Role::driven,
                     group.source + i, tiling, layout);
    }
    int number = 0;
    for (const PointWeights& receiver : receivers)
        for (const std::int64_t node : receiver.nodes)
            add_node(entries, layout.offset(node), Role::heard, number++, tiling, layout);
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.strip, a.z, a.role, a.node.column) < std::tie(b.strip, b.z, b.role, b.node.column);
    });

    StripLists lists;
    const auto begin_row = [&lists](int z) {
        lists.row.push_back({z, static_cast<int>(lists.driven.size()), static_cast<int>(lists.heard.size())});
    };
    auto entry = entries.begin();
    for (int strip = 0; strip < tiling.strips; ++strip) {
        lists.first.push_back(static_cast<int>(lists.row.size()));
        begin_row(kernels::StripRow::below);
        for (; entry != entries.end() && entry->strip == strip; ++entry) {
            if (lists.row.back().z != entry->z) begin_row(entry->z);
            (entry->role == Role::driven ? lists.driven : lists.heard).push_back(entry->node);
        }
        begin_row(kernels::StripRow::above);
    }
    lists.first.push_back(static_cast<int>(lists.row.size()));
    return lists;
}

}  // namespace wavesim
