// SPDX-License-Identifier: MIT
#include "stencils/gpu/layers/device_forecast.hpp"

#include <algorithm>

#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

/// Machine code, constant banks and graphs of one problem; measured on compute capability 9.0.
constexpr std::int64_t code_bytes = std::int64_t{4} << 20;

std::int64_t table_bytes(MediumStorage storage) {
    return storage == MediumStorage::index8 ? 4 * 256 : storage == MediumStorage::index16 ? 4 * 65536 : 0;
}

template <class T>
std::int64_t count(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size());
}

}  // namespace

std::int64_t forecast_device_bytes(const StencilProblem& problem, std::int64_t medium_bytes,
                                   const NodeTableSizes& table, const std::vector<std::int64_t>& ports) {
    const std::int64_t value = bytes_of(problem.precision);
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const std::int64_t field = layout.values * value;
    const std::int64_t ends = table.row_ends;
    std::int64_t heard = 0;
    for (std::size_t r = 0; r < problem.receivers.size(); ++r) heard += receiver_nodes(problem, r);
    std::int64_t signal_steps = 0;
    for (const Injection& s : problem.sources) signal_steps = std::max(signal_steps, count(s.signal));
    const LayerPlan layers = plan_layers(problem, layout);
    const auto layer_memory = [&](std::size_t axis) { return value * layers.axes[axis].values; };
    const auto layer_table = [&](std::size_t axis) { return value * layers.axes[axis].stored; };
    std::vector<std::int64_t> sizes{
        field, field, medium_bytes, table_bytes(problem.speed.storage),
        // psi, zeta, a, b of absorbing layers
        layer_memory(0), layer_memory(0), layer_memory(1), layer_memory(1), layer_memory(2), layer_memory(2),
        layer_table(0), layer_table(0), layer_table(1), layer_table(1), layer_table(2), layer_table(2),
        // nodes by kind
        static_cast<std::int64_t>(sizeof(kernels::NodeGroup)) * table.groups,
        static_cast<std::int64_t>(sizeof(kernels::NodeKind)) * table.kinds, 4 * table.offsets, 8 * table.neighbours,
        value * table.neighbours,
        // walls
        7 * value * table.faces, value * table.explicit_states, value * table.branch_states, value * table.kept_nodes,
        value * table.kept_nodes,
        // walls at the ends of rows
        2 * ends, 2 * value * ends, value * ends, value * ends, value * ends, value * ends,
        // receivers
        4 * (count(problem.receivers) + 1), 8 * heard, 8 * heard,
        8 * trace_capacity(problem) * count(problem.receivers),
        // sources
        4 * (table.driven_nodes + 1), 4 * table.sources, 8 * table.sources, 8 * signal_steps * count(problem.sources),
        // steps, start of traces, health
        16, 8, 16, 8 * problem.extent.ny * problem.extent.nz};
    sizes.insert(sizes.end(), ports.begin(), ports.end());
    return code_bytes + device_pages(sizes);
}

}  // namespace wavesim
