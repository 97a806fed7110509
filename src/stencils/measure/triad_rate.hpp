// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>

#include "stencils/backend/triad_rate.hpp"
#include "stencils/grid/precision.hpp"

namespace wavesim {

/// Throws std::bad_alloc.
std::unique_ptr<TriadRate> make_triad_rate(std::int64_t elements, Precision precision, int threads);

/// Best rate of the in-place triad a = k b - a (bytes/s, 3 x value size per element) over two arrays of `elements`
/// values with that many threads; `seconds` limits the duration.
double measure_triad(std::int64_t elements, Precision precision, int threads, double seconds);
/// The same on a GPU. Throws KernelError.
double measure_device_triad(std::int64_t elements, Precision precision, int device, double seconds);

}  // namespace wavesim
