// SPDX-License-Identifier: MIT
#include "solvers/run/run_pace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wavesim {

std::int64_t next_check(std::int64_t step) {
    const auto rounded = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(step)));
    const std::int64_t between = std::max<std::int64_t>(128, rounded / 8);
    return (step / between + 1) * between;
}

StepPace::StepPace(const Plan& plan, double report_interval_s, std::int64_t never_past, std::int64_t part_bytes)
    : plan_(plan), target_s_(report_interval_s / 2), never_past_(never_past) {
    const auto receivers =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(common_part(plan.problem).receivers.size()));
    most_ = std::max<std::int64_t>(1, part_bytes / static_cast<std::int64_t>(sizeof(double)) / receivers);
}

std::int64_t StepPace::next(std::int64_t step) const {
    std::int64_t steps = std::min({steps_, most_, next_check(step) - step, plan_.decision.steps_run() - step});
    if (never_past_ > 0) steps = std::min(steps, never_past_ - step % never_past_);
    if (!plan_.decision.snapshots) return steps;
    const std::int64_t index = plan_.decision.snapshots->taken_before(step + 1);
    return index < plan_.decision.snapshots->count ? std::min(steps, plan_.decision.snapshots->step_of(index) - step)
                                                   : steps;
}

void StepPace::took(std::int64_t steps, double seconds) {
    const double per_step = std::max(seconds / static_cast<double>(steps), 1e-9);
    const auto wanted = static_cast<std::int64_t>(std::clamp(target_s_ / per_step, 1.0, 1e9));
    steps_ = std::clamp<std::int64_t>(wanted, 1, 4 * steps_);
}

}  // namespace wavesim
