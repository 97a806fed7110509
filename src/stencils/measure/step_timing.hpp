// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/measure/kernel_counters.hpp"

namespace wavesim {

/// One row of a benchmark table. CTPN = step-loop time / (steps x nodes), by device events on a GPU.
struct StepTiming {
    std::string stencil;
    std::string shape;  ///< leggy, compact-in-space, box-compact, general
    std::string backend;
    std::string isa;  ///< CPU only
    Extent extent;
    Precision precision;
    int threads = 0;         ///< CPU only
    int points = 0;          ///< K
    std::int64_t steps = 0;  ///< in one sample
    double ctpn_s = 0;       ///< median over the repeats
    double ctpn_min_s = 0;
    double ctpn_max_s = 0;
    double nodes_per_s = 0;
    std::int64_t node_bytes = 0;   ///< bytes that a step must move per node: 3 values, and its factor where the medium
                                   ///< varies
    double bytes_per_s = 0;        ///< effective: node_bytes per node
    double floor_ctpn_s = 0;       ///< F per element, measured on the same device in the same run, interleaved with the
                                   ///< repeats
    double floor_bytes_per_s = 0;  ///< rate of F
    double ratio_to_floor = 0;     ///< median of the ratios of single repeats
    std::optional<double> error;   ///< relative to the CPU backend in double, see measure_error; GPU only
    BackendFacts facts;
    std::optional<double> joule_per_step;  ///< if requested and if the driver reports it
    std::vector<KernelCounters> counters;  ///< if requested
};

/// Host and device bytes that a measurement needs: the backend's own and two arrays for F.
struct MeasureBytes {
    std::int64_t host = 0;
    std::int64_t device = 0;
};
MeasureBytes measure_bytes(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine);

/// Called with the name of the next part of a measurement, for example "bulk step".
using StageNotice = std::function<void(const std::string& what)>;

/// Measures whole steps on random data, F and steps interleaved, `repeats` times; `steps`: per sample, 0 for as many as
/// the clock needs.
StepTiming measure_step(const Problem& problem, const BackendEntry& backend, const BackendOptions& options, int repeats,
                        std::int64_t steps = 0);

/// Cost of walls, solids, sources and receivers besides the bulk step.
struct WholeStepTiming {
    StepTiming whole;
    double bulk_ctpn_s = 0;    ///< the same grid, stencil and halo without passes
    double ratio_to_bulk = 0;  ///< median of the ratios of single repeats
    struct Phase {
        std::string name;  ///< bulk, walls, solids, sources, receivers
        double seconds_per_step = 0;
    };
    /// Bulk step, then the additional time of each kind of pass alone with the bulk step; phases that the problem does
    /// not have are left out. Passes share launches and caches, so the sum is close to the time of the whole step, but
    /// not equal.
    std::vector<Phase> phases;
};

/// Measures the whole step of a problem and its bulk step, interleaved, on random data, then its phases.
WholeStepTiming measure_whole_step(
    const Problem& problem, const BackendEntry& backend, const BackendOptions& options, int repeats,
    const StageNotice& notice = [](const std::string&) {});

}  // namespace wavesim
