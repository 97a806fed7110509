// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/strip_points.hpp"

#include <algorithm>
#include <tuple>

#include "stencils/problem/receiver_nodes.hpp"

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

/// Adds a node, given by its offset in the field, to the strips that need it.
void add_node(std::vector<Entry>& entries, std::int64_t offset, Role role, int number, const StripTiling& tiling,
              const DeviceLayout& layout) {
    const auto z = static_cast<int>(offset / layout.plane);
    tiling.at(offset % layout.pitch, [&](int strip, int column, bool own) {
        if (own || role == Role::driven) entries.push_back({strip, z, role, {column, number}});
    });
}

}  // namespace

StripLists strip_lists(const std::vector<NumberedNode>& driven, const std::vector<PointWeights>& receivers,
                       const StripTiling& tiling, const DeviceLayout& layout) {
    std::vector<Entry> entries;
    for (const NumberedNode& node : driven) add_node(entries, node.offset, Role::driven, node.number, tiling, layout);
    int number = 0;
    for (const PointWeights& receiver : receivers)
        for (const std::int64_t node : receiver.nodes)
            add_node(entries, layout.offset(node), Role::heard, number++, tiling, layout);
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.strip, a.z, a.role, a.node.column) < std::tie(b.strip, b.z, b.role, b.node.column);
    });

    StripLists lists;
    const auto begin_row = [&lists](int z) { lists.row.push_back({z, -1, static_cast<int>(lists.heard.size())}); };
    const std::int64_t row_values = std::int64_t{tiling.steps()} * StripTiling::width;
    int driven_rows = 0;
    const auto add_push = [&](const kernels::StripNode& node) {
        int& pushes = lists.row.back().pushes;
        if (pushes < 0) pushes = driven_rows++;
        lists.push.push_back({pushes * row_values + node.column, node.number});
    };
    auto entry = entries.begin();
    for (int strip = 0; strip < tiling.strips; ++strip) {
        lists.first.push_back(static_cast<int>(lists.row.size()));
        begin_row(kernels::StripRow::below);
        for (; entry != entries.end() && entry->strip == strip; ++entry) {
            if (lists.row.back().z != entry->z) begin_row(entry->z);
            if (entry->role == Role::driven)
                add_push(entry->node);
            else
                lists.heard.push_back(entry->node);
        }
        begin_row(kernels::StripRow::above);
    }
    lists.first.push_back(static_cast<int>(lists.row.size()));
    lists.push_values = driven_rows * row_values;
    return lists;
}

StripListSizes strip_list_sizes(const StencilProblem& problem, const StripLists& driven, const StripTiling& tiling) {
    const auto nz = static_cast<std::size_t>(problem.extent.nz);
    std::vector<bool> listed(static_cast<std::size_t>(tiling.strips) * nz);  // by strip and row
    for (std::size_t strip = 0; strip + 1 < driven.first.size(); ++strip)
        for (auto row = static_cast<std::size_t>(driven.first[strip]) + 1;
             row + 1 < static_cast<std::size_t>(driven.first[strip + 1]); ++row)
            listed[strip * nz + static_cast<std::size_t>(driven.row[row].z)] = true;
    StripListSizes sizes;
    for_each_heard_column(problem, problem.extent,
                          [&](std::int64_t x, std::int64_t, std::int64_t from, std::int64_t to) {
                              tiling.at(x, [&](int strip, int, bool own) {
                                  if (!own) return;
                                  for (std::int64_t z = from; z < to; ++z)
                                      listed[static_cast<std::size_t>(strip) * nz + static_cast<std::size_t>(z)] = true;
                                  sizes.heard += to - from;
                              });
                          });
    sizes.rows = 2 * tiling.strips + std::ranges::count(listed, true);
    return sizes;
}

}  // namespace wavesim
