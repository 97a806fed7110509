// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/kernels/layer_arguments.cuh"
#include "stencils/launch/node_table.hpp"

namespace wavesim {

/// Where the memory of the absorbing layers stands on a device, and the nodes that they act on.
struct LayerPlan {
    struct Axis {
        std::int64_t low = 0, high = 0;  ///< nodes of the layers
        std::int64_t pitch = 0, plane = 0;
        std::int64_t values = 0;  ///< of psi, and of zeta
    };
    std::array<Axis, 3> axes;
    /// Layers and what feels them, without overlap: across z, across y between those, then across x.
    std::vector<kernels::LayerBox> boxes;
    int blocks = 0;
    int axes_mask = 0;  ///< bit d: axis d has a layer
};
LayerPlan plan_layers(const StencilProblem& problem, const DeviceLayout& layout);

/// The kernels of the layers as one translation unit: wavesim_psi and wavesim_layers.
std::string layer_source(const StencilProblem& problem, const LayerPlan& plan);

}  // namespace wavesim
