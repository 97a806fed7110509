// SPDX-License-Identifier: MIT
#include "stencils/measure/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace wavesim {

std::int64_t repetitions(double seconds_each) {
    return std::max<std::int64_t>(1, std::lround(sample_seconds / std::max(seconds_each, 1e-9)));
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

std::vector<double> noise(const StencilProblem& problem) {
    std::vector<double> values(static_cast<std::size_t>(problem.extent.nodes()));
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (double& value : values) {
        state = state * 6364136223846793005 + 1442695040888963407;
        value = static_cast<double>(state >> 11) * 0x1p-52 - 1;
    }
    for (const SolidSpan& span : problem.walls.solids) std::fill_n(values.begin() + span.node, span.count, 0.0);
    return values;
}

Stepper::Stepper(const Problem& problem, const BackendEntry& entry, const BackendOptions& options, std::int64_t steps)
    : backend_(entry.open(problem, options)), nodes_(static_cast<double>(common_part(problem).extent.nodes())) {
    if (!backend_->fill_with_noise()) {
        const std::vector<double> values = noise(common_part(problem));
        backend_->write(FieldLevel::previous, values);
        backend_->write(FieldLevel::current, values);
    }
    // Only complete passes. Graphs have two steps, and the CPU does two steps at a time.
    const std::int64_t together = std::lcm<std::int64_t>(2, backend_->facts().steps_per_pass);
    const std::int64_t trial = entry.on_gpu() ? std::max<std::int64_t>(4, together) : 2;
    backend_->advance(entry.on_gpu() ? trial : 0);
    const double trial_s = backend_->advance_timed(trial);
    steps_ = steps > 0 ? steps : repetitions(trial_s / static_cast<double>(trial));
    steps_ = (steps_ + together - 1) / together * together;
}

}  // namespace wavesim
