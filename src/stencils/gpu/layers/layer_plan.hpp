// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/gpu/common/kernel_text.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/layers/layer_arguments.cuh"

namespace wavesim {

/// Where the memory of the absorbing layers stands on a device, and the lines of nodes that they act on.
struct LayerPlan {
    struct Axis {
        std::int64_t low = 0, high = 0;  ///< nodes of the layers
        std::int64_t shift = 0;          ///< a node of the high layer is stored at its number less this
        std::int64_t stored = 0;         ///< places along the axis, those between both layers included
        std::int64_t pitch = 0, plane = 0;
        std::int64_t values = 0;  ///< of psi, and of zeta
        /// Nodes [from, to) across a layer and half_order nodes beside it; a single line where two would overlap.
        struct Line {
            int from, to;
        };
        std::vector<Line> lines;
        std::array<int, 2> image{};  ///< as in kernels::LayerAxis
        std::array<int, 2> sign{};
        int rows = 0;                 ///< nodes of the longer line, rounded up to what a block takes
        std::array<int, 3> blocks{};  ///< along x, along the next axis that the lines do not follow, lines
        int threads = 0;              ///< of a block
        int shared_bytes = 0;
    };
    std::array<Axis, 3> axes;
    bool meet = false;  ///< the layers of two sides share a line somewhere
    int axes_mask = 0;  ///< bit d: axis d has a layer
    int chunk = 1;      ///< nodes of a line along y or z that a warp takes at a time
    int rounds = 1;     ///< chunks that a warp takes one after the other
    /// Blocks for so many lines along x side by side along y.
    static int blocks_of_rows(std::int64_t lines);
};
LayerPlan plan_layers(const StencilProblem& problem, const DeviceLayout& layout);

/// For the kernels; memory and tables are still missing.
template <class Real>
kernels::LayerAxis<Real> layer_axis(const LayerPlan::Axis& plan);
/// The same for all axes, with the grid and the weights; fields and factors are missing, too.
template <class Real>
kernels::LayerArguments<Real> layer_arguments(const StencilProblem& problem, const DeviceLayout& layout,
                                              const LayerPlan& plan);
/// The entries of a table (AbsorbingLayers::decay, gain) that belong to layer nodes, low ones first.
template <class Real>
std::vector<Real> stored_entries(const std::vector<double>& table, const LayerPlan::Axis& axis);

/// Fields that layers change: that of an isotropic medium of one density, or where it varies, or both of k73 by the
/// same.
enum class LayeredFields { one, of_fluid, two };
/// The kernels of the layers as one translation unit: wavesim_layer_x, _y and _z, those of axes that have layers.
std::string layer_source(const StencilProblem& problem, const LayerPlan& plan, LayeredFields fields);

/// What compiling the kernels of layers takes, measured as usual_memory was.
inline constexpr CompilerMemory compiling_layers = mebibytes(66, 66);

/// The lines across the layers of `axis` in the slabs across another one.
struct LayerCorner {
    int axis = 0;
    int slab = 0;  ///< number of the slabs
    kernels::LineGap first, second;
    std::array<int, 3> blocks{};
};

}  // namespace wavesim
