// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>

#include "stencils/measure/measure.hpp"
#include "stencils/measure/triad_rate.hpp"

namespace wavesim {

namespace {

/// Shortest time of one sample; below it the clock and the start of the threads would be seen.
constexpr double sample_seconds = 0.05;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double time_steps(StencilBackend& backend, std::int64_t steps) {
    const auto start = std::chrono::steady_clock::now();
    backend.advance(steps);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(steps);
}

std::int64_t repetitions(double seconds_each) {
    return std::max<std::int64_t>(1, std::lround(sample_seconds / std::max(seconds_each, 1e-9)));
}

/// Both levels hold the same random values in [-1, 1]: a field at rest.
void fill_with_noise(StencilBackend& backend, const StencilProblem& problem) {
    std::vector<double> values(static_cast<std::size_t>(problem.extent.nodes()));
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (double& value : values) {
        state = state * 6364136223846793005 + 1442695040888963407;
        value = static_cast<double>(state >> 11) * 0x1p-52 - 1;
    }
    for (const SolidSpan& span : problem.walls.solids) std::fill_n(values.begin() + span.node, span.count, 0.0);
    backend.write(FieldLevel::previous, values);
    backend.write(FieldLevel::current, values);
}

}  // namespace

StepTiming measure_step(const StencilProblem& problem, const BackendEntry& backend, const BackendOptions& options,
                        int repeats) {
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const auto stepper = backend.make(problem, options);
    fill_with_noise(*stepper, problem);
    const auto triad = make_triad_rate(problem.extent.nodes(), problem.precision, options.threads);

    const std::int64_t steps = repetitions(time_steps(*stepper, 1));
    const auto sweeps = static_cast<int>(repetitions(triad->run(1) * nodes));
    std::vector<double> floors;
    std::vector<double> times;
    std::vector<double> ratios;
    for (int i = 0; i < std::max(1, repeats); ++i) {
        const double before = triad->run(sweeps);
        times.push_back(time_steps(*stepper, steps) / nodes);
        // The machine may change pace meanwhile: compare with the mean of the floors on both sides.
        floors.push_back(0.5 * (before + triad->run(sweeps)));
        ratios.push_back(times.back() / floors.back());
    }

    StepTiming timing;
    timing.stencil = problem.stencil.name;
    timing.backend = backend.name;
    timing.isa = options.isa;
    timing.extent = problem.extent;
    timing.precision = problem.precision;
    timing.threads = options.threads;
    timing.points = point_count(problem.stencil);
    timing.ctpn_s = median(times);
    timing.ctpn_min_s = *std::min_element(times.begin(), times.end());
    timing.ctpn_max_s = *std::max_element(times.begin(), times.end());
    timing.nodes_per_s = 1 / timing.ctpn_s;
    timing.bytes_per_s = 3.0 * static_cast<double>(bytes_of(problem.precision)) / timing.ctpn_s;
    timing.floor_ctpn_s = median(floors);
    timing.ratio_to_floor = median(ratios);
    return timing;
}

}  // namespace wavesim
