// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "stencils/gpu/common/cuda/field_update.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// Fills the first field of both levels with random values, for measurements; solid nodes get 0. It copies one block of
/// values repeatedly: making gigabytes on the host would take longer than the measurement.
template <class Real>
void fill_levels_with_noise(std::array<DeviceLevel<Real>, 2>& levels, const DeviceLayout& layout,
                            const std::vector<SolidSpan>& solids) {
    std::vector<Real> block(static_cast<std::size_t>(std::min<std::int64_t>(layout.values, (1 << 20) + 7)));
    std::mt19937 random(1);
    for (Real& value : block) value = static_cast<Real>(static_cast<double>(random()) * 0x1p-31 - 1);
    for (DeviceLevel<Real>& level : levels) {
        fill_with_copies(level[0], block);
        for (const SolidSpan& span : solids)
            cuda_check(cudaMemsetAsync(level[0].data() + layout.offset(span.node), 0,
                                       static_cast<std::size_t>(span.count) * sizeof(Real), nullptr),
                       "cudaMemsetAsync");
    }
    cuda_check(cudaDeviceSynchronize(), "filling the field");
}

}  // namespace wavesim
