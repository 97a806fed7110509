// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/acted_nodes.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// A node: its position in a field on the device, and its index in a list.
struct NumberedNode {
    std::int64_t offset = 0;
    int number = 0;
    bool operator==(const NumberedNode&) const = default;
};
/// Nodes that sources drive, numbered as in NodeTable::source_first.
std::vector<NumberedNode> driven_nodes(const NodeTable& table);
/// The same without a table, in the order of the field. The numbers are those of a table in which only sources act on
/// nodes.
std::vector<NumberedNode> driven_nodes(const ActingSources& sources, const DeviceLayout& layout);

}  // namespace wavesim
