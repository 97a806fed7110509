// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Difference between one recorded trace and the exact solution.
struct ReceiverComparison {
    std::string receiver;
    double distance_m = 0;  ///< to the nearest source
    double until_s = 0;     ///< compared for t < until_s, when the first reflection may arrive
    std::int64_t compared_steps = 0;
    double peak_pa = 0;         ///< max |exact| over the compared steps
    double relative_error = 0;  ///< max |recorded - exact| / peak_pa; 0 without any sound
    bool heard() const { return peak_pa > 0; }
};

/// Recorded traces and the exact solution of the scene as requested.
struct Comparison {
    std::string reference;  ///< "free_field" or "shoebox"
    std::int64_t steps = 0;
    std::vector<double> exact;  ///< (step, receiver), Pa
    std::vector<ReceiverComparison> receivers;
    double worst() const;  ///< largest relative error of all receivers with sound
};

/// Exact pressure at every receiver, (step, receiver): the sum over all sources of free field or image sources. A
/// receiver at a source has no exact free field; its values are 0. Calls `look` many times a second with the completed
/// fraction; it may throw to stop.
std::vector<double> exact_traces(const PlanOutline& plan, ExactReference reference, std::int64_t steps,
                                 const std::function<void(double)>& look = {});

/// Compares `recorded`, (step, receiver), with the reference that the scene requests (`outputs.compare`). Free field is
/// compared until the first reflection from a side or a solid could arrive. `look` as above.
Comparison compare_with_exact(const PlanOutline& plan, std::span<const double> recorded,
                              const std::function<void(double)>& look = {});

}  // namespace wavesim
