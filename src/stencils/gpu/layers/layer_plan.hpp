// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/layers/layer_arguments.cuh"

namespace wavesim {

/// Layout of the memory of the absorbing layers on a device, and the lines of nodes on which they act.
struct LayerPlan {
    struct Axis {
        std::int64_t low = 0, high = 0;  ///< nodes of the layers
        std::int64_t shift = 0;          ///< index of a node of the high layer minus its stored index
        std::int64_t stored = 0;         ///< stored nodes along the axis, including padding between both layers
        std::int64_t pitch = 0, plane = 0;
        std::int64_t values = 0;  ///< number of values of psi, and also of zeta
        /// Nodes [from, to) of a line: a layer and half_order nodes beside it. A single line where two would overlap.
        struct Line {
            int from, to;
        };
        std::vector<Line> lines;
        std::array<int, 2> image{};  ///< as in kernels::LayerAxis
        std::array<int, 2> sign{};
        int rows = 0;                 ///< nodes of the longer line, rounded up to the size of a block
        std::array<int, 3> blocks{};  ///< along both axes across the lines, and the number of lines
        int threads = 0;              ///< of a block
        int shared_bytes = 0;
    };
    std::array<Axis, 3> axes;
    bool overlap = false;  ///< the layers of two sides overlap in a line
    int axes_mask = 0;     ///< bit d: axis d has a layer
    int chunk = 1;         ///< nodes of a line along y or z that a warp processes at a time
    int rounds = 1;        ///< number of chunks that a warp processes one after the other
    /// Number of blocks of the x layers for `lines` lines along x that are neighbours in y.
    static int blocks_of_rows(std::int64_t lines);
};
LayerPlan plan_layers(const StencilProblem& problem, const DeviceLayout& layout);

/// Arguments of one axis for the kernels; pointers to memory and tables are not set.
template <class Real>
kernels::LayerAxis<Real> layer_axis(const LayerPlan::Axis& plan);
/// The same for all axes, with the grid and the weights; pointers to fields and factors are not set either.
template <class Real>
kernels::LayerArguments<Real> layer_arguments(const StencilProblem& problem, const DeviceLayout& layout,
                                              const LayerPlan& plan);
/// The entries of a table (AbsorbingLayers::decay, gain) that belong to layer nodes, low ones first.
template <class Real>
std::vector<Real> stored_entries(const std::vector<double>& table, const LayerPlan::Axis& axis);

/// Which fields the layers change: one field of a medium of constant density, one field of a medium of varying density,
/// or both fields of k73 by the same amount.
enum class LayeredFields { one, of_fluid, two };
/// The kernels of the layers as one translation unit: wavesim_layer_x, _y and _z for the axes that have layers.
std::string layer_source(const StencilProblem& problem, const LayerPlan& plan, LayeredFields fields);

/// Host memory for compiling the kernels of layers, measured like usual_memory.
inline constexpr CompilerMemory compiling_layers = mebibytes(66, 66);

/// The lines across the layers of `axis` in the slabs across another one.
struct LayerCorner {
    int axis = 0;
    int slab = 0;  ///< index of the slabs
    kernels::LineGap first, second;
    std::array<int, 3> blocks{};
};

}  // namespace wavesim
