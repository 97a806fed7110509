// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/port_table.hpp"

namespace wavesim {

/// Lengths of the lists of a PortTable, for planning without the lists themselves.
struct PortTableSizes {
    std::int64_t groups = 0;
    std::int64_t kinds = 0;
    std::int64_t branches = 0;
    std::int64_t offsets = 0;  ///< number of offsets, and of fluxes
    std::int64_t steps = 0;    ///< number of steps, and of their weights
    std::int64_t theta = 0;
    std::int64_t springs = 0;
    std::int64_t push_groups = 0;
    std::int64_t push_offsets = 0;
    std::int64_t pushes = 0;  ///< number of ports of all nodes, and of their weights
    std::int64_t push_weights = 0;

    bool operator==(const PortTableSizes&) const = default;
    /// Bytes of each of the arrays and states on a device.
    std::vector<std::int64_t> device_bytes(std::int64_t value_bytes) const;
};

/// Those of a table that is there.
PortTableSizes sizes_of(const PortTable& table);

/// Those of the table that merge_ports makes. Its memory is a few planes of the field. Throws std::length_error as
/// merge_ports does.
PortTableSizes forecast_port_table(const WallPorts& ports, const DeviceLayout& layout);

}  // namespace wavesim
