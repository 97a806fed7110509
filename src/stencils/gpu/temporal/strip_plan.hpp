// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/acted_nodes.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// How a pass of several steps in 2D (gpu/temporal/temporal_strips.cuh) divides a grid: one warp for each strip of
/// columns and chunk of rows. A pass consists of two launches: to spare arrays and back.
struct StripTiling {
    static constexpr int lanes = 32;
    static constexpr int columns = 4;  ///< columns of a lane
    static constexpr int width = lanes * columns;
    static constexpr int launches = 2;  ///< number of launches of a pass

    int value_bytes = 4;
    int medium = 0;  ///< kernels::Medium
    int radius = 1;
    int levels = 8;  ///< time steps of a launch
    int warps = 16;  ///< resident warps of a multiprocessor, limited by their registers
    int strips = 1;
    int chunk = 1;  ///< rows of a chunk
    int chunks = 1;

    int steps() const { return launches * levels; }
    /// Additional rows and columns on each side that a warp computes.
    int reach() const { return levels * radius; }
    int halo() const { return (reach() + columns - 1) / columns * columns; }
    /// Distance of strips in columns.
    int stride() const { return width - 2 * halo(); }
    int warps_of_launch() const { return strips * chunks; }
    /// The strip that owns a column.
    int owner(std::int64_t x) const;
    /// Calls act(strip, column counted from its first one, whether the strip owns it) for each strip that computes the
    /// column.
    template <class Act>
    void at(std::int64_t x, Act act) const {
        const auto last = static_cast<int>(std::min<std::int64_t>(strips - 1, x / stride()));
        for (int strip = last; strip >= 0 && x - std::int64_t{strip} * stride() < width; --strip)
            act(strip, static_cast<int>(x - std::int64_t{strip} * stride()), strip == owner(x));
    }
};

/// Text with the columns of a strip, rows of a chunk and steps of a pass.
std::string to_string(const StripTiling& tiling);

/// Chooses strips and the fastest chunks: enough warps for every scheduler of the GPU, and few redundant rows.
StripTiling strip_tiling(const ProblemShape& shape, const Gpu& gpu);

/// Time of a launch with these chunks. The unit is the time of a row for a single warp on a scheduler.
double launch_rows(const StripTiling& tiling, const Gpu& gpu);

/// Empty when passes of several steps in 2D can run the problem, else one sentence why not.
std::string strips_why_not(const StencilProblem& problem, const Gpu& gpu);

/// Forms for the single steps between passes; both give the same bits.
RegionForms single_steps_in_2d();

/// Device memory in addition to that of single steps [bytes].
std::int64_t strip_bytes(const StencilProblem& problem, const StripTiling& tiling, const ActingSources& sources);

/// The whole grid as a single region.
std::vector<Region> strip_regions(const StencilProblem& problem, const StripTiling& tiling);

}  // namespace wavesim
