// SPDX-License-Identifier: MIT
#include "solvers/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "solvers/fault.hpp"
#include "solvers/stability_watch.hpp"
#include "solvers/survey.hpp"

namespace wavesim {

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Steps per call to the backend: about half a report interval, never past a snapshot, bounded trace memory.
class ChunkSize {
  public:
    ChunkSize(const Plan& plan, double report_interval_s) : plan_(plan), target_s_(report_interval_s / 2) {
        constexpr std::int64_t most_values = most_chunk_bytes / 8;
        const auto receivers = std::max<std::int64_t>(1, static_cast<std::int64_t>(plan.problem.receivers.size()));
        most_ = std::max<std::int64_t>(1, most_values / receivers);
    }
    std::int64_t next(std::int64_t step) const {
        std::int64_t chunk = std::min({steps_, most_, plan_.steps - step});
        if (plan_.snapshots) {
            const std::int64_t index = plan_.snapshots->taken_before(step + 1);
            if (index < plan_.snapshots->count) chunk = std::min(chunk, plan_.snapshots->step_of(index) - step);
        }
        return chunk;
    }
    void took(std::int64_t steps, double seconds) {
        const double per_step = std::max(seconds / static_cast<double>(steps), 1e-9);
        const auto wanted = static_cast<std::int64_t>(std::clamp(target_s_ / per_step, 1.0, 1e9));
        steps_ = std::clamp<std::int64_t>(wanted, 1, 4 * steps_);
    }

  private:
    const Plan& plan_;
    double target_s_;
    std::int64_t most_;
    std::int64_t steps_ = 1;
};

}  // namespace

RunReport simulate(const Plan& plan, Recorder& recorder, const RunControl& control) {
    RunReport report;
    const PlannedRegion& region = plan.regions.at(0);
    const BackendEntry* entry = find_backend(region.backend);
    if (!entry)
        throw EnvironmentError(EnvironmentError::Kind::device, "there is no backend '" + region.backend + "' here");
    BackendOptions options = control.backend;
    if (options.isa.empty()) options.isa = region.isa;
    report.backend = entry->name;
    report.isa = options.isa;

    const auto setup_start = Clock::now();
    const std::unique_ptr<StencilBackend> backend = entry->make(plan.problem, options);
    report.setup_s = seconds_since(setup_start);
    report.facts = backend->facts();

    StabilityWatch watch(plan);
    LateGrowthWatch late_growth(plan);
    ChunkSize chunk_size(plan, control.report_interval_s);
    const auto receivers = static_cast<std::int64_t>(plan.problem.receivers.size());
    const auto nodes = static_cast<double>(plan.grid.nodes());
    std::vector<double> traces;
    std::vector<double> snapshot;
    struct OnItsWay {
        std::int64_t index, step;
    };
    std::optional<OnItsWay> leaving;  // a snapshot that leaves the backend while time goes on
    const auto record_snapshot = [&] {
        if (!leaving) return;
        const auto start = Clock::now();
        backend->finish_read();
        recorder.snapshot(leaving->index, leaving->step, snapshot);
        leaving.reset();
        report.output_s += seconds_since(start);
    };

    const auto loop_start = Clock::now();
    double last_progress_s = 0;
    double last_health_s = 0;
    double look_s = std::numeric_limits<double>::infinity();  // shortest look so far: a busy machine must not count
    double field_peak_pa = 0;
    const auto look_at_field = [&] {
        const auto start = Clock::now();
        field_peak_pa = std::max(field_peak_pa, watch.check(*backend));
        const double cost = seconds_since(start);
        look_s = std::min(look_s, cost);
        report.health_s += cost;
        last_health_s = seconds_since(loop_start);
    };
    const auto tell_progress = [&] {
        const double elapsed = seconds_since(loop_start);
        last_progress_s = elapsed;
        if (!control.on_progress) return;
        const auto done = static_cast<double>(backend->step());
        const double eta = elapsed / std::max(done, 1.0) * static_cast<double>(plan.steps - backend->step());
        control.on_progress({backend->step(), plan.steps, elapsed, eta,
                             report.step_loop_s > 0 ? done * nodes / report.step_loop_s : 0, field_peak_pa, plan.shot,
                             shot_count(plan.scene)});
    };

    const auto close_report = [&] {
        report.steps_done = backend->step();
        report.growth = late_growth.found();
        report.ctpn_s =
            report.steps_done > 0 ? report.step_loop_s / (static_cast<double>(report.steps_done) * nodes) : 0;
    };

    while (backend->step() < plan.steps) {
        if (control.stop && control.stop->load()) {
            report.stopped = true;
            break;
        }
        const std::int64_t first = backend->step();
        const std::int64_t steps = chunk_size.next(first);
        const auto step_start = Clock::now();
        backend->start_advance(steps);
        const double started = seconds_since(step_start);
        record_snapshot();
        const double on_device = backend->finish_advance();
        const double took = on_device > 0 ? on_device : started;
        if (report.step_loop_s == 0) report.first_step_s = took;
        report.step_loop_s += took;
        chunk_size.took(steps, took);

        const auto output_start = Clock::now();
        traces.clear();
        backend->take_traces(traces);
        if (receivers > 0) recorder.traces(first, steps, traces);
        late_growth.add(first, steps, traces);
        for (const double p : traces) report.peak_pa = std::max(report.peak_pa, std::abs(p));
        const bool trace_bad = std::any_of(traces.begin(), traces.end(), [](double p) { return !std::isfinite(p); });
        const std::int64_t index = plan.snapshots ? plan.snapshots->taken_before(backend->step()) : 0;
        if (plan.snapshots && index < plan.snapshots->count && plan.snapshots->step_of(index) == backend->step()) {
            snapshot.resize(static_cast<std::size_t>(plan.snapshots->box.extent().nodes()));
            backend->start_read(plan.snapshots->box, snapshot);
            leaving = {index, backend->step()};
        }
        report.output_s += seconds_since(output_start);

        // A look reads the whole field: on large grids it happens less often, so that it costs at most 0.5 %.
        const double elapsed = seconds_since(loop_start);
        const double interval = control.report_interval_s > 0 && std::isfinite(look_s)
                                    ? std::max(control.report_interval_s, 200 * look_s)
                                    : control.report_interval_s;
        const bool due = elapsed - last_health_s >= interval;
        if (trace_bad || due || backend->step() == plan.steps) {
            record_snapshot();
            try {
                look_at_field();
            } catch (const UnstableError& error) {
                close_report();
                report.unstable = true;
                throw UnstableRun(error.what(), report);
            }
        }
        if (elapsed - last_progress_s >= control.report_interval_s || backend->step() == plan.steps) tell_progress();
    }
    record_snapshot();
    close_report();
    return report;
}

void add_shot(RunReport& sum, const RunReport& shot, std::int64_t nodes) {
    if (sum.steps_done == 0) {
        const RunReport before = sum;
        sum = shot;
        sum.steps_before = before.steps_before;
        sum.peak_pa = std::max(shot.peak_pa, before.peak_pa);
        return;
    }
    sum.steps_done += shot.steps_done;
    sum.stopped = shot.stopped;
    sum.unstable = shot.unstable;
    sum.setup_s += shot.setup_s;
    sum.step_loop_s += shot.step_loop_s;
    sum.output_s += shot.output_s;
    sum.health_s += shot.health_s;
    sum.peak_pa = std::max(sum.peak_pa, shot.peak_pa);
    if (sum.growth.traces == 0)
        sum.growth = shot.growth;
    else
        sum.growth.traces += shot.growth.traces;
    sum.ctpn_s = sum.step_loop_s / (static_cast<double>(sum.steps_done) * static_cast<double>(nodes));
}

}  // namespace wavesim
