// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/kernel_tile.hpp"

#include "stencils/gpu/common/arguments.cuh"

namespace wavesim {

std::string to_string(const KernelTile& tile) {
    std::string text = std::to_string(tile.x) + "x" + std::to_string(tile.y);
    if (tile.z > 1) text.append("x").append(std::to_string(tile.z));
    if (tile.rows > 1) text.append(" rows ").append(std::to_string(tile.rows));
    return text;
}

int medium_kind(const SpeedShape& speed) {
    return speed.varies ? static_cast<int>(kernels::medium_float) + static_cast<int>(speed.storage)
                        : static_cast<int>(kernels::medium_one);
}

int factor_bytes(const KernelTile& tile) {
    return tile.medium == kernels::medium_float ? 4 : tile.medium == kernels::medium_index8 ? 1 : 2;
}

}  // namespace wavesim
