// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/backend.hpp"

namespace wavesim {

/// Best rate of the in-place triad a = k b - a (bytes/s, 3 x value size per element) over two arrays of
/// `elements` values with that many threads; `seconds` bounds the time spent.
double measure_triad(std::int64_t elements, Precision precision, int threads, double seconds);

/// One row of a benchmark table. CTPN = step-loop time / (steps x nodes).
struct StepTiming {
    std::string stencil;
    std::string backend;
    std::string isa;
    Extent extent;
    Precision precision;
    int threads = 0;
    int points = 0;     ///< K
    double ctpn_s = 0;  ///< median of the repeats
    double ctpn_min_s = 0;
    double ctpn_max_s = 0;
    double nodes_per_s = 0;
    double bytes_per_s = 0;     ///< effective: 3 values per node
    double floor_ctpn_s = 0;    ///< triad per element, same size and threads, interleaved with the repeats
    double ratio_to_floor = 0;  ///< median of per-repeat ratios
};

/// Times whole steps on random data, triad and steps interleaved, `repeats` times.
StepTiming measure_step(const StencilProblem& problem, const BackendEntry& backend, const BackendOptions& options,
                        int repeats);

/// What walls, solids, sources and receivers cost beside the bulk step.
struct WholeStepTiming {
    StepTiming whole;
    double bulk_ctpn_s = 0;    ///< the same grid, stencil and halo without any pass
    double ratio_to_bulk = 0;  ///< median of per-repeat ratios
};

/// Times the whole step of a problem and its bulk step, interleaved, on random data.
WholeStepTiming measure_whole_step(const StencilProblem& problem, const BackendEntry& backend,
                                   const BackendOptions& options, int repeats);

}  // namespace wavesim
