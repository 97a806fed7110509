// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "programs/program_demand.hpp"
#include "stencils/grid/enum_words.hpp"
#include "stencils/grid/grid.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// How values wait for the planes that use them: each stays in its register while the walk is unrolled (AN5D), or moves
/// on by one register per plane (STENCILGEN).
enum class RegisterScheme { fixed, shifting };
template <>
struct EnumWords<RegisterScheme> {
    static constexpr std::array<std::string_view, 2> words{"fixed", "shifting"};
};

/// Planes in shared memory: one, double-buffered, for all levels (AN5D); one per level (STENCILGEN); two per level,
/// with one barrier for all levels. In the order of kernels::Planes.
enum class PlaneScheme { alternating, per_level, lagged };
template <>
struct EnumWords<PlaneScheme> {
    static constexpr std::array<std::string_view, 3> words{"alternating", "per-level", "lagged"};
};

/// How a weighted sum is added up: as written, from all its planes; as partial sums, one per plane; or as one chain
/// from the first plane to the last.
enum class SumScheme { whole, associative, chained };
template <>
struct EnumWords<SumScheme> {
    static constexpr std::array<std::string_view, 3> words{"whole", "associative", "chained"};
};

/// How a program is computed on a GPU (programs/blocking.cuh). It affects only time and, through `sums`, rounding.
struct BlockingConfiguration {
    int levels = 1;   ///< iterations per pass (bT)
    int tile_x = 32;  ///< nodes of a block (bS), including those that are computed twice
    int tile_y = 1;   ///< 1 in 2D
    int nodes_x = 1;  ///< nodes of a thread
    int nodes_y = 1;
    RegisterScheme registers = RegisterScheme::fixed;
    PlaneScheme planes = PlaneScheme::alternating;
    SumScheme sums = SumScheme::chained;
    bool lanes = false;       ///< neighbours along x from other lanes of the warp: tile_x is 32 nodes_x
    std::int64_t stream = 0;  ///< planes per block along the last axis (hSN); 0: all
    int blocks = 1;           ///< blocks that a multiprocessor must hold at once: limits the registers per thread
    bool operator==(const BlockingConfiguration&) const = default;

    int threads() const { return tile_x / nodes_x * (tile_y / nodes_y); }
    /// Nodes that a block computes twice at each side.
    int halo_x(int radius) const { return (levels * radius + nodes_x - 1) / nodes_x * nodes_x; }
    int valid_x(int radius) const { return tile_x - 2 * halo_x(radius); }
    int valid_y(int radius, int dims) const { return dims == 3 ? tile_y - 2 * levels * radius : 1; }
};

/// `bT=4 tile=32x32 nodes=1x1 registers=fixed planes=alternating sums=chained lanes=no stream=128 blocks=1`.
std::string to_text(const BlockingConfiguration& configuration);
/// Changes the values that `text` names, written as by to_text() with spaces or commas between. Returns one sentence
/// about what cannot be read, else an empty text.
std::string change_configuration(BlockingConfiguration& configuration, const std::string& text);

/// Bytes of shared memory per block, computed as in the kernel.
int shared_bytes(const ProgramDemand& program, const BlockingConfiguration& configuration, Precision precision);
/// One sentence why the program cannot run in this configuration with at most `shared_limit` bytes of shared memory per
/// block; empty if it can.
std::string why_not(const ProgramDemand& program, const BlockingConfiguration& configuration, Precision precision,
                    int shared_limit);

}  // namespace wavesim
