// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Channels of ambisonics of first order.
inline constexpr std::size_t ambisonic_channels = 4;

/// Index of the first channel of each ambisonic receiver. It consists of four receivers at one place, one after the
/// other: the pressure (W), and figures of eight along y (Y), upwards (Z) and along x (X), in the order of ACN.
std::vector<std::size_t> ambisonic_receivers(const std::vector<ReceiverRequest>& receivers);

}  // namespace wavesim
