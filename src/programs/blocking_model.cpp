// SPDX-License-Identifier: MIT
#include "programs/blocking_model.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "programs/blocking_times.hpp"
#include "programs/program_layout.hpp"

namespace wavesim {

namespace {

/// Words of shared memory that a node writes and reads per level.
double shared_words(const ProgramDemand& program, const BlockingConfiguration& c) {
    if (program.dims == 2 && c.lanes) return 0;
    const bool whole = c.sums == SumScheme::whole;
    const bool diagonals = whole && program.diagonals;
    std::set<Offset> read;
    for (const Offset& o : program.nodes) {
        if (o.x == 0 && o.y == 0) continue;
        if (c.lanes && o.y == 0) continue;
        read.insert({c.lanes ? 0 : o.x, o.y, diagonals ? o.z : 0});
    }
    const double writes = diagonals ? 2 * program.radius + 1 : 1;
    // Nodes of a thread along y share their reads, and read the values inside from registers.
    return writes + static_cast<double>(read.size()) / c.nodes_y;
}

int resident_blocks(const ProgramDemand& program, const BlockingConfiguration& c, Precision precision, const Gpu& gpu) {
    const int registers = std::clamp(expected_registers(program, c, precision), 32, std::max(32, most_registers(c)));
    const int by_registers = registers_per_multiprocessor / (registers * c.threads());
    const int by_threads = gpu.threads_per_multiprocessor / c.threads();
    const int shared = shared_bytes(program, c, precision) + 1024;
    return std::max(1, std::min({by_registers, by_threads, gpu.shared_per_multiprocessor / shared, 32}));
}

}  // namespace

BlockingRates blocking_rates(const Gpu& gpu, Precision precision) {
    const BlockingTime& row = *std::ranges::find(blocking_times, precision, &BlockingTime::precision);
    const double share = gpu.multiprocessors / row.multiprocessors;
    const double measured = gpu.triad.of(precision);
    return {share * row.operations, share * row.shared_bytes, measured > 0 ? measured : share * row.memory_bytes};
}

int node_operations(const ProgramDemand& program, const BlockingConfiguration& c) {
    return c.sums != SumScheme::whole && program.sum ? program.sum->operations : program.operations;
}

int most_registers(const BlockingConfiguration& c) {
    return std::min(255, registers_per_multiprocessor / (c.threads() * c.blocks) / 8 * 8);
}

int expected_registers(const ProgramDemand& program, const BlockingConfiguration& c, Precision precision) {
    const int radius = program.radius;
    const int of_node = 2 * radius + (c.sums != SumScheme::whole && program.sum ? program.sum->ahead : 1);
    const int nodes = c.nodes_x * c.nodes_y;
    const int patch = (c.nodes_x + 2 * radius) * (c.nodes_y + (program.rows_around ? radius : 0)) +
                      (c.planes == PlaneScheme::lagged ? c.levels * nodes : nodes);
    const int words = precision == Precision::float64 ? 2 : 1;
    return words * (nodes * (c.levels * of_node + 1) + patch) + 24;
}

double predicted_ctpn(const ProgramDemand& program, const Extent& inner, const BlockingConfiguration& c,
                      Precision precision, const Gpu& gpu) {
    const int radius = program.radius;
    const BlockingRates rates = blocking_rates(gpu, precision);
    const BlockingGrid grid = blocking_grid(program, inner, c);
    const auto nodes = static_cast<double>(inner.nodes());
    const double tile = static_cast<double>(c.tile_x) * c.tile_y;
    const int lag = c.planes == PlaneScheme::lagged ? radius + 1 : radius;
    const double planes = grid.chunk + 2.0 * radius * c.levels + (lag - radius) * (c.levels - 1);
    const double computed = static_cast<double>(grid.blocks()) * tile * planes;  // of one level, including nodes
                                                                                 // computed twice
    const auto word = static_cast<double>(bytes_of(precision));
    const double operations = computed * c.levels * (node_operations(program, c) + blocking_overheads.operations);
    const double shared = computed * c.levels * shared_words(program, c) * word;
    const double memory = (computed + nodes) * word;
    const int resident = resident_blocks(program, c, precision, gpu) * gpu.multiprocessors;
    const double waves = static_cast<double>(grid.blocks()) / resident;
    const double busy = waves / std::ceil(waves);
    const double warps = resident / static_cast<double>(gpu.multiprocessors) * c.threads() / 32;
    const double hidden = std::min(1.0, std::sqrt(warps / blocking_overheads.hiding_warps));
    const double time =
        std::max({operations / rates.operations, shared / rates.shared_bytes, memory / rates.memory_bytes});
    return time / (busy * hidden) / (nodes * c.levels);
}

}  // namespace wavesim
