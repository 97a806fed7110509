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

/// One backend with random fields, and how many steps one sample takes.
struct Stepper {
    Stepper(const StencilProblem& problem, const BackendEntry& entry, const BackendOptions& options)
        : backend(entry.make(problem, options)), nodes(static_cast<double>(problem.extent.nodes())) {
        fill_with_noise(*backend, problem);
        steps = repetitions(time_steps(*backend, 1));
    }
    double ctpn() { return time_steps(*backend, steps) / nodes; }

    std::unique_ptr<StencilBackend> backend;
    double nodes;
    std::int64_t steps = 1;
};

StepTiming describe(const StencilProblem& problem, const BackendEntry& backend, const BackendOptions& options) {
    StepTiming timing;
    timing.stencil = problem.stencil.name;
    timing.backend = backend.name;
    timing.isa = options.isa;
    timing.extent = problem.extent;
    timing.precision = problem.precision;
    timing.threads = options.threads;
    timing.points = point_count(problem.stencil);
    return timing;
}

void summarise(StepTiming& timing, const std::vector<double>& times, const std::vector<double>& floors,
               const std::vector<double>& ratios) {
    timing.ctpn_s = median(times);
    timing.ctpn_min_s = *std::min_element(times.begin(), times.end());
    timing.ctpn_max_s = *std::max_element(times.begin(), times.end());
    timing.nodes_per_s = 1 / timing.ctpn_s;
    timing.bytes_per_s = 3.0 * static_cast<double>(bytes_of(timing.precision)) / timing.ctpn_s;
    timing.floor_ctpn_s = median(floors);
    timing.ratio_to_floor = median(ratios);
}

/// Measures `act` between two looks at the floor: the machine may change pace meanwhile.
template <class Act>
void sample(TriadRate& triad, int sweeps, int repeats, std::vector<double>& floors, const Act& act) {
    double before = triad.run(sweeps);
    for (int i = 0; i < std::max(1, repeats); ++i) {
        act();
        const double after = triad.run(sweeps);
        floors.push_back(0.5 * (before + after));
        before = after;
    }
}

}  // namespace

StepTiming measure_step(const StencilProblem& problem, const BackendEntry& backend, const BackendOptions& options,
                        int repeats) {
    Stepper stepper(problem, backend, options);
    const auto triad = make_triad_rate(problem.extent.nodes(), problem.precision, options.threads);
    const auto sweeps = static_cast<int>(repetitions(triad->run(1) * stepper.nodes));
    std::vector<double> floors;
    std::vector<double> times;
    sample(*triad, sweeps, repeats, floors, [&] { times.push_back(stepper.ctpn()); });
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / floors[i]);
    StepTiming timing = describe(problem, backend, options);
    summarise(timing, times, floors, ratios);
    return timing;
}

WholeStepTiming measure_whole_step(const StencilProblem& problem, const BackendEntry& backend,
                                   const BackendOptions& options, int repeats) {
    StencilProblem bare = problem;
    bare.walls = {};
    bare.walls.halo = problem.walls.halo;
    bare.sources.clear();
    bare.receivers.clear();
    Stepper whole(problem, backend, options);
    Stepper bulk(bare, backend, options);
    const auto triad = make_triad_rate(problem.extent.nodes(), problem.precision, options.threads);
    const auto sweeps = static_cast<int>(repetitions(triad->run(1) * whole.nodes));
    std::vector<double> floors;
    std::vector<double> times;
    std::vector<double> bulk_times;
    std::vector<double> to_bulk;
    sample(*triad, sweeps, repeats, floors, [&] {
        const double before = bulk.ctpn();
        times.push_back(whole.ctpn());
        bulk_times.push_back(0.5 * (before + bulk.ctpn()));
        to_bulk.push_back(times.back() / bulk_times.back());
    });
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / floors[i]);
    WholeStepTiming timing{describe(problem, backend, options), median(bulk_times), median(to_bulk)};
    summarise(timing.whole, times, floors, ratios);
    return timing;
}

}  // namespace wavesim
