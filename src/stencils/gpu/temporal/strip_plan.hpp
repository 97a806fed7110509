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

/// How several steps per pass over memory in 2D (gpu/temporal/temporal_strips.cuh) cut a grid: a warp for each strip of
/// columns and chunk of rows. A pass goes to spare arrays in one launch and comes back in another.
struct StripTiling {
    static constexpr int lanes = 32;
    static constexpr int columns = 4;  ///< of a lane
    static constexpr int width = lanes * columns;
    static constexpr int launches = 2;  ///< of a pass

    int value_bytes = 4;
    int medium = 0;  ///< kernels::Medium
    int radius = 1;
    int levels = 8;  ///< time steps of a launch
    int warps = 16;  ///< of a multiprocessor at once, by their registers
    int strips = 1;
    int chunk = 1;  ///< rows of a warp
    int chunks = 1;

    int steps() const { return launches * levels; }
    /// Rows and columns beyond its own that a warp computes.
    int reach() const { return levels * radius; }
    int halo() const { return (reach() + columns - 1) / columns * columns; }
    /// Columns from strip to strip.
    int stride() const { return width - 2 * halo(); }
    int warps_of_launch() const { return strips * chunks; }
    /// The strip whose results for a column count.
    int owner(std::int64_t x) const;
    /// Calls act(strip, column counted from its first one, whether the strip owns it) for each strip that computes it.
    template <class Act>
    void at(std::int64_t x, Act act) const {
        const auto last = static_cast<int>(std::min<std::int64_t>(strips - 1, x / stride()));
        for (int strip = last; strip >= 0 && x - std::int64_t{strip} * stride() < width; --strip)
            act(strip, static_cast<int>(x - std::int64_t{strip} * stride()), strip == owner(x));
    }
};

/// Columns of a strip, rows of a chunk and steps of a pass.
std::string to_string(const StripTiling& tiling);

/// Strips, and chunks that take the least time: enough warps for every scheduler of the GPU, few redundant rows.
StripTiling strip_tiling(const ProblemShape& shape, const Gpu& gpu);

/// In rows that one warp walks alone on a scheduler: how long a launch takes in chunks of that many rows.
double launch_rows(const StripTiling& tiling, const Gpu& gpu);

/// Empty when passes of several steps in 2D can run the problem, else one sentence why not.
std::string strips_why_not(const StencilProblem& problem, const Gpu& gpu);

/// What moves single steps between passes: passes give its bits.
RegionForms single_steps_in_2d();

/// Device memory beside that of single steps [bytes].
std::int64_t strip_bytes(const StencilProblem& problem, const StripTiling& tiling, const ActingSources& sources);

/// The whole grid as one region.
std::vector<Region> strip_regions(const StencilProblem& problem, const StripTiling& tiling);

}  // namespace wavesim
