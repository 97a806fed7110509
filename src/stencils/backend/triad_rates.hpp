// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/precision.hpp"

namespace wavesim {

/// Memory rates of the in-place triad a = k b - a [bytes/s], 3 values per element; 0: not measured.
struct TriadRates {
    double float32 = 0;
    double float64 = 0;
    double& of(Precision precision) { return precision == Precision::float32 ? float32 : float64; }
    double of(Precision precision) const { return precision == Precision::float32 ? float32 : float64; }
};

}  // namespace wavesim
