// SPDX-License-Identifier: MIT
#include "stencils/measure/step_timing.hpp"

#include <algorithm>
#include <functional>

#include "stencils/measure/floor.hpp"
#include "stencils/measure/stepper.hpp"

namespace wavesim {

namespace {

StepTiming describe(const StencilProblem& problem, const BackendEntry& backend, const BackendOptions& options,
                    const StencilBackend& running) {
    StepTiming timing;
    timing.stencil = problem.stencil.name;
    timing.shape = to_string(shape_of(problem.stencil));
    timing.backend = backend.name;
    if (!backend.on_gpu()) timing.isa = options.isa, timing.threads = options.threads;
    timing.extent = problem.extent;
    timing.precision = problem.precision;
    const NodeWork work = backend.work(problem);
    if (!work.shape.empty()) timing.shape = work.shape;
    timing.points = work.points;
    timing.node_bytes = work.bytes;
    timing.facts = running.facts();
    return timing;
}

void summarise(StepTiming& timing, const std::vector<double>& times, const std::vector<double>& floors,
               const std::vector<double>& ratios) {
    const double floor_bytes = 3.0 * static_cast<double>(bytes_of(timing.precision));
    timing.ctpn_s = median(times);
    timing.ctpn_min_s = *std::min_element(times.begin(), times.end());
    timing.ctpn_max_s = *std::max_element(times.begin(), times.end());
    timing.nodes_per_s = 1 / timing.ctpn_s;
    timing.bytes_per_s = static_cast<double>(timing.node_bytes) / timing.ctpn_s;
    timing.floor_ctpn_s = median(floors);
    timing.floor_bytes_per_s = floor_bytes / timing.floor_ctpn_s;
    timing.ratio_to_floor = median(ratios);
}

/// The floor F beside a backend, and the number of sweeps of one sample.
struct Floor {
    Floor(const StencilProblem& problem, const BackendEntry& backend, const BackendOptions& options)
        : rate(make_floor(problem.extent.nodes(), problem.precision, backend, options)) {
        const auto elements = static_cast<double>(floor_elements(problem.extent.nodes(), backend));
        rate->run(1);
        sweeps = static_cast<int>(repetitions(rate->run(1) * elements));
    }
    std::unique_ptr<TriadRate> rate;
    int sweeps = 1;
};

std::vector<double> sample(Floor& floor, int repeats, const std::function<void()>& act) {
    return floors_beside(*floor.rate, floor.sweeps, std::max(1, repeats), act);
}

std::vector<double> ratios_of(const std::vector<double>& times, const std::vector<double>& floors) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / floors[i]);
    return ratios;
}

/// The problem without passes.
Problem bulk_of(const Problem& problem) {
    Problem bare = problem;
    common_part(bare).layers = {};
    static_cast<PassLists&>(common_part(bare)) = {};
    return bare;
}

double step_seconds(const Problem& problem, const BackendEntry& backend, const BackendOptions& options, int repeats) {
    Stepper stepper(problem, backend, options);
    std::vector<double> times;
    for (int i = 0; i < std::max(1, repeats); ++i) times.push_back(stepper.seconds_per_step());
    return median(times);
}

/// Additional time of each kind of pass, relative to the bulk step.
std::vector<WholeStepTiming::Phase> phases_of(const Problem& whole, const BackendEntry& backend,
                                              const BackendOptions& options, int repeats, const StageNotice& notice) {
    notice("the step without any pass");
    const Problem bulk = bulk_of(whole);
    const StencilProblem& problem = common_part(whole);
    const double bulk_seconds = step_seconds(bulk, backend, options, repeats);
    std::vector<WholeStepTiming::Phase> phases{{"bulk", bulk_seconds}};
    const auto add = [&](const char* name, bool there, const auto& put) {
        if (!there) return;
        notice(std::string("the step with ") + name);
        Problem one = bulk;
        put(common_part(one));
        phases.push_back({name, std::max(0.0, step_seconds(one, backend, options, repeats) - bulk_seconds)});
    };
    add("layers", problem.layers.any(), [&](StencilProblem& one) { one.layers = problem.layers; });
    const WallPasses& w = problem.walls;
    add("walls", !w.corrections.empty() || !w.explicit_walls.nodes.empty() || !w.branch_walls.nodes.empty(),
        [&](StencilProblem& one) {
            one.walls = problem.walls;
            one.walls.solids.clear();
            one.walls.ports = {};
        });
    add("ports", !w.ports.empty(), [&](StencilProblem& one) { one.walls.ports = w.ports; });
    add("solids", !w.solids.empty(), [&](StencilProblem& one) { one.walls.solids = problem.walls.solids; });
    add("sources", !problem.sources.empty(), [&](StencilProblem& one) { one.sources = problem.sources; });
    add("receivers", !problem.receivers.empty(), [&](StencilProblem& one) { one.receivers = problem.receivers; });
    return phases;
}

}  // namespace

MeasureBytes measure_bytes(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine) {
    const std::int64_t floor = 2 * floor_elements(problem.extent.nodes(), backend) * bytes_of(problem.precision);
    const Proposal proposal = backend.propose(problem, machine);
    const std::int64_t host = proposal.host_bytes + proposal.making_bytes;
    if (backend.on_gpu()) return {host, proposal.device_bytes + floor};
    // Random values are generated as doubles while both fields exist.
    const std::int64_t values = 8 * problem.extent.nodes();
    return {host + std::max(floor, values), 0};
}

StepTiming measure_step(const Problem& problem, const BackendEntry& backend, const BackendOptions& options, int repeats,
                        std::int64_t steps) {
    Stepper stepper(problem, backend, options, steps);
    Floor floor(common_part(problem), backend, options);
    std::vector<double> times;
    const std::vector<double> floors = sample(floor, repeats, [&] { times.push_back(stepper.ctpn()); });
    StepTiming timing = describe(common_part(problem), backend, options, stepper.backend());
    timing.steps = stepper.steps();
    summarise(timing, times, floors, ratios_of(times, floors));
    return timing;
}

WholeStepTiming measure_whole_step(const Problem& problem, const BackendEntry& backend, const BackendOptions& options,
                                   int repeats, const StageNotice& notice) {
    WholeStepTiming timing;
    {
        notice("the whole step");
        Stepper whole(problem, backend, options);
        notice("the whole step beside the one without any pass");
        Stepper bulk(bulk_of(problem), backend, options);
        Floor floor(common_part(problem), backend, options);
        std::vector<double> times;
        std::vector<double> bulk_times;
        std::vector<double> to_bulk;
        const std::vector<double> floors = sample(floor, repeats, [&] {
            const double before = bulk.ctpn();
            times.push_back(whole.ctpn());
            bulk_times.push_back(0.5 * (before + bulk.ctpn()));
            to_bulk.push_back(times.back() / bulk_times.back());
        });
        timing.whole = describe(common_part(problem), backend, options, whole.backend());
        timing.bulk_ctpn_s = median(bulk_times);
        timing.ratio_to_bulk = median(to_bulk);
        summarise(timing.whole, times, floors, ratios_of(times, floors));
    }
    timing.phases = phases_of(problem, backend, options, repeats, notice);
    return timing;
}

}  // namespace wavesim
