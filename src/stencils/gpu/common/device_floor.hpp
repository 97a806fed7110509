// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>

#include "stencils/backend/triad_rate.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// The floor F on the device: a = k b - a over two arrays of random values, timed by events. Throws KernelError.
std::unique_ptr<TriadRate> make_device_floor(std::int64_t elements, Precision precision, int device);

}  // namespace wavesim
