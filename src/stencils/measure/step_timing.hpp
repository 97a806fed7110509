// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "stencils/backend/backend.hpp"

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
    std::int64_t steps = 0;  ///< of a sample
    double ctpn_s = 0;       ///< median of the repeats
    double ctpn_min_s = 0;
    double ctpn_max_s = 0;
    double nodes_per_s = 0;
    std::int64_t node_bytes = 0;   ///< that a step must move per node: 3 values, and its factor where the medium varies
    double bytes_per_s = 0;        ///< effective: node_bytes per node
    double floor_ctpn_s = 0;       ///< F per element, same device and run, interleaved with the repeats
    double floor_bytes_per_s = 0;  ///< F's own rate
    double ratio_to_floor = 0;     ///< median of per-repeat ratios
    std::optional<double> error;   ///< relative to the CPU backend in double, see measure_error; GPU only
    BackendFacts facts;
    std::optional<double> joule_per_step;  ///< where asked for and the driver tells
};

/// Host and device bytes that a measurement needs: the backend's own and two arrays for F.
struct MeasureBytes {
    std::int64_t host = 0;
    std::int64_t device = 0;
};
MeasureBytes measure_bytes(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine);

/// Is told which part of a measurement comes next, "bulk step" for example.
using StageNotice = std::function<void(const std::string& what)>;

/// Times whole steps on random data, F and steps interleaved, `repeats` times; `steps`: of a sample, 0 for as many as
/// the clock needs.
StepTiming measure_step(const Problem& problem, const BackendEntry& backend, const BackendOptions& options, int repeats,
                        std::int64_t steps = 0);

/// What walls, solids, sources and receivers cost beside the bulk step.
struct WholeStepTiming {
    StepTiming whole;
    double bulk_ctpn_s = 0;    ///< the same grid, stencil and halo without any pass
    double ratio_to_bulk = 0;  ///< median of per-repeat ratios
    struct Phase {
        std::string name;  ///< bulk, walls, solids, sources, receivers
        double seconds_per_step = 0;
    };
    /// Bulk step, then what each kind of pass adds to it when it runs alone with the bulk step; phases that the problem
    /// lacks are left out. Passes share launches and caches, so the sum is near the whole step, not equal to it.
    std::vector<Phase> phases;
};

/// Times the whole step of a problem and its bulk step, interleaved, on random data, then its phases.
WholeStepTiming measure_whole_step(
    const Problem& problem, const BackendEntry& backend, const BackendOptions& options, int repeats,
    const StageNotice& notice = [](const std::string&) {});

}  // namespace wavesim
