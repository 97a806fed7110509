// SPDX-License-Identifier: MIT
#include "programs/blocking_choice.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "programs/blocking_model.hpp"

namespace wavesim {

namespace {

// A configuration that is not measured must not spill: it keeps this margin to the number of registers.
constexpr double safe_share = 0.9;
constexpr int safe_distance = 8;

/// Most reads of a thread for all of its nodes: larger kernels compile for a minute and run no faster.
constexpr int most_reads = 1500;

/// Tile and nodes per thread; the rest of the configuration follows from it.
struct Shape {
    int tile_x, tile_y, nodes_x, nodes_y;
    bool lanes;
};

/// Shapes with rows of one warp each, which exchange neighbours between lanes, and the tiles of AN5D (section 6.3).
std::vector<Shape> shapes_of(int dims) {
    std::vector<Shape> shapes;
    if (dims == 2) {
        for (const int nodes : {2, 4, 8}) shapes.push_back({32 * nodes, 1, nodes, 1, true});
        for (const int tile : {128, 256, 512}) shapes.push_back({tile, 1, 1, 1, false});
        return shapes;
    }
    for (const int nodes_x : {1, 2, 4})
        for (const int nodes_y : {1, 2, 3, 4})
            for (const int warps : {8, 12, 14, 16, 24, 32})
                shapes.push_back({32 * nodes_x, nodes_y * warps, nodes_x, nodes_y, true});
    for (const auto& [x, y] : {std::pair{16, 16}, {32, 16}, {32, 32}, {64, 16}}) shapes.push_back({x, y, 1, 1, false});
    return shapes;
}

std::vector<std::int64_t> streams_of(int dims, std::int64_t planes) {
    std::vector<std::int64_t> streams{0};
    if (dims == 2) return {256, 512, 1024};
    for (const int parts : {2, 3, 4})
        if (planes / parts >= 64) streams.push_back((planes + parts - 1) / parts);
    return streams;
}

bool expected_to_fit(const ProgramDemand& program, const BlockingConfiguration& c, Precision precision) {
    return expected_registers(program, c, precision) <= most_registers(c);
}

}  // namespace

std::vector<RankedConfiguration> rank_configurations(const ProgramDemand& program, const Extent& inner,
                                                     Precision precision, const Gpu& gpu) {
    std::vector<RankedConfiguration> ranked;
    BlockingConfiguration c;
    c.sums = program.sum ? SumScheme::chained : SumScheme::whole;
    const auto reads = static_cast<int>(program.nodes.size());
    for (const Shape& shape : shapes_of(program.dims)) {
        if (reads * shape.nodes_x * shape.nodes_y > most_reads) continue;
        c.tile_x = shape.tile_x, c.tile_y = shape.tile_y, c.nodes_x = shape.nodes_x, c.nodes_y = shape.nodes_y;
        c.lanes = shape.lanes;
        // An unrolled walk of many planes exceeds the instruction caches and takes minutes to compile.
        c.registers = shape.lanes || program.radius > 2 ? RegisterScheme::shifting : RegisterScheme::fixed;
        for (const PlaneScheme planes : {PlaneScheme::alternating, PlaneScheme::per_level}) {
            if ((planes == PlaneScheme::alternating) == (shape.lanes && program.dims == 3)) continue;
            c.planes = planes;
            for (c.levels = 1; c.levels <= (program.dims == 2 ? 16 : 8); ++c.levels)
                for (const std::int64_t stream : streams_of(program.dims, inner.nz)) {
                    c.stream = stream;
                    if (!expected_to_fit(program, c, precision)) continue;
                    if (!why_not(program, c, precision, gpu.shared_per_block).empty()) continue;
                    ranked.push_back({c, predicted_ctpn(program, inner, c, precision, gpu)});
                }
        }
    }
    std::ranges::stable_sort(ranked, {}, &RankedConfiguration::predicted_ctpn_s);
    return ranked;
}

std::optional<BlockingConfiguration> stencilgen_configuration(const ProgramDemand& program, Precision precision,
                                                              const Gpu& gpu) {
    BlockingConfiguration c;
    c.levels = 4;
    c.tile_x = program.dims == 2 ? 128 : 32;
    c.tile_y = program.dims == 2 ? 1 : 32;
    c.stream = program.dims == 2 ? 128 : 0;
    c.sums = program.dims == 3 && program.sum ? SumScheme::associative : SumScheme::whole;
    if (!why_not(program, c, precision, gpu.shared_per_block).empty()) return {};
    return c;
}

RankedConfiguration choose_configuration(const StencilProgram& program, const Extent& inner, Precision precision,
                                         const Gpu& gpu) {
    const ProgramDemand demand = program;
    const std::vector<RankedConfiguration> ranked = rank_configurations(demand, inner, precision, gpu);
    if (ranked.empty()) throw std::invalid_argument("no configuration fits the program " + program.name);
    const auto safe = std::ranges::find_if(ranked, [&](const RankedConfiguration& one) {
        return safe_share * most_registers(one.configuration) >=
               expected_registers(demand, one.configuration, precision) + safe_distance;
    });
    return safe != ranked.end() ? *safe : ranked.front();
}

}  // namespace wavesim
