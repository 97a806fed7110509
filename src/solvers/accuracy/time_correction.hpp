// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Why `auto` does not remove the time dispersion from the traces of a scene, for any stencil; a reason without a
/// subject, or empty. The scheme must be linear and constant in time and must not depend on the time step. Lossy walls
/// that are not fitted to it, sponges and averaged signals violate this.
std::string why_not_corrected(const Scene& scene);

/// Relative speed error of a plan in the worst direction, with or without removal of time dispersion.
double worst_speed_error(PlanOutline plan, bool corrected);

/// Decides whether time dispersion is removed from the traces (TimeDispersion), and why. `auto` does so if nothing
/// prevents it and the speed error in the worst direction becomes smaller. Adds faults if `on` is impossible, and
/// warnings if it has drawbacks. Needs stencil, time step and the frequency of the dispersion.
void decide_time_correction(PlanDraft& draft, std::vector<Fault>& faults);

/// Whether a source's signal is averaged over two steps: never where time dispersion is removed.
bool averages_in_time(const PlanOutline& plan, const SourceRequest& source);

/// Signal of a source in the steps of a run, Pa m, averaged or with time dispersion according to the plan. It ends
/// where all further values are 0.
std::vector<double> signal_in_steps(const PlanOutline& plan, const SourceRequest& source);

/// Memory for making signals with time dispersion, bytes.
std::int64_t signal_bytes(const PlanOutline& plan);

/// Removes the time dispersion from the traces of a run.
class TraceCorrection {
  public:
    /// Number of traces that are corrected together: the samples of a step that share a cache line.
    static constexpr std::int64_t usual_at_once = 8;

    explicit TraceCorrection(const PlanOutline& plan, std::int64_t at_once = usual_at_once)
        : plan_(plan), at_once_(at_once) {}

    /// Converts the samples (step, receiver) of a run to those of the plan's steps without dispersion. If the run was
    /// stopped early, only samples that the missing end does not affect remain. Returns the largest |sample|. All
    /// samples must be finite.
    double operator()(std::vector<double>& samples) const;

    /// Number of steps that remain of `recorded` steps.
    std::int64_t kept(std::int64_t recorded) const;

    /// Memory of a call in addition to the samples, bytes.
    static std::int64_t bytes(const PlanOutline& plan, std::int64_t at_once = usual_at_once);

  private:
    const PlanOutline& plan_;
    std::int64_t at_once_;
};

}  // namespace wavesim
