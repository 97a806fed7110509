// SPDX-License-Identifier: MIT
#include "io/result/heard_traces.hpp"

#include <algorithm>
#include <optional>

#include "solvers/medium/air.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

HeardTraces::HeardTraces(const PlanOutline& plan, const TraceSource& recorded)
    : plan_(plan), recorded_(recorded), most_steps_(recorded.most_steps()), filter_(filter_of(most_steps_)) {}

AirFilter HeardTraces::filter_of(std::int64_t steps) const {
    const Air& air = plan_.scene.medium.air.value();
    return {steps, plan_.decision.time_step_s, when_heard(plan_.scene.sources.at(0).signal).centre,
            [&air](double hz) { return absorption_rate(air, hz); }};
}

std::vector<double> HeardTraces::block(std::int64_t shot, std::int64_t first, std::int64_t count) const {
    std::vector<double> values = recorded_.block(shot, first, count);
    const std::int64_t n = steps(shot);
    if (n == 0) return values;
    std::optional<AirFilter> shorter;  // filter for a shot that was cut off
    if (n != most_steps_) shorter.emplace(filter_of(n));
    const AirFilter& filter = shorter ? *shorter : filter_;
    for (std::int64_t r = 0; r < count; ++r) {
        const std::vector<double> heard =
            filter(std::span(values).subspan(static_cast<std::size_t>(r * n), static_cast<std::size_t>(n)));
        std::ranges::copy(heard, values.begin() + r * n);
    }
    return values;
}

}  // namespace wavesim
