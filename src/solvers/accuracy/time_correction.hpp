// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Why `auto` leaves the time dispersion in the traces of a scene whatever its stencil, as a reason without a subject;
/// empty where it may be removed. What is not linear and constant in time, or knows the time step, forbids it: walls
/// with losses, sponges, averaged signals.
std::string why_not_corrected(const Scene& scene);

/// Dispersion of a plan in the worst direction, relative, with time dispersion removed or not.
double worst_speed_error(PlanOutline plan, bool corrected);

/// Decides whether time dispersion is removed from the traces (TimeDispersion), and why: `auto` does where nothing
/// forbids it and waves then keep their speed better in the worst direction. Adds faults where `on` cannot be, warnings
/// where it costs something. Needs stencil and time step, and the dispersion's frequency.
void decide_time_correction(PlanDraft& draft, std::vector<Fault>& faults);

/// Whether a source's signal is averaged over two steps: never where time dispersion is removed.
bool averages_in_time(const PlanOutline& plan, const SourceRequest& source);

/// What a source plays in the steps of a run, Pa m: averaged or with time dispersion where the plan says so. Ends where
/// it is 0 from then on.
std::vector<double> signal_in_steps(const PlanOutline& plan, const SourceRequest& source);

/// What making signals with time dispersion holds, B.
std::int64_t signal_bytes(const PlanOutline& plan);

/// Removes the time dispersion from the traces of a run.
class TraceCorrection {
  public:
    explicit TraceCorrection(const PlanOutline& plan) : plan_(plan) {}

    /// Samples (step, receiver) of a run become those of the plan's steps without dispersion; of a run that was stopped
    /// before its end those that are not touched by it. Returns the largest |sample|. All samples must be finite.
    double operator()(std::vector<double>& samples) const;

    /// Steps that are left of so many recorded ones.
    std::int64_t kept(std::int64_t recorded) const;

    /// What a call holds beside the samples, B.
    static std::int64_t bytes(const PlanOutline& plan);

  private:
    const PlanOutline& plan_;
};

}  // namespace wavesim
