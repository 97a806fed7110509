// SPDX-License-Identifier: MIT
#include "solvers/run/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "solvers/accuracy/time_correction.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/survey.hpp"
#include "stencils/problem/state_section.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/slabs/slab_backend.hpp"

namespace wavesim {

namespace {

/// Creates the planned backend; the report gets its name and the time this needed.
std::unique_ptr<StencilBackend> make_backend(const Plan& plan, const RunControl& control, RunReport& report) {
    const std::string& name = plan.decision.backend;
    const BackendEntry* entry = find_backend(name);
    if (!entry) throw EnvironmentError(EnvironmentError::Kind::device, "there is no backend '" + name + "' here");
    BackendOptions options = control.backend;
    if (options.isa.empty()) options.isa = plan.decision.regions.at(0).isa;
    report.backend = entry->name;
    report.isa = options.isa;
    const Stopwatch setup;
    std::unique_ptr<StencilBackend> backend;
    if (control.open)
        backend = control.open(plan, *entry, options);
    else if (plan.decision.slabs.any())
        backend = std::make_unique<SlabBackend>(plan.problem, plan.decision.slabs, *entry, options,
                                                std::max(control.lost_after_s, 20 * plan.decision.slabs.step_s()));
    else
        backend = entry->open(plan.problem, options, plan.proposal);
    report.setup_s = setup.seconds();
    report.facts = backend->facts();
    return backend;
}

}  // namespace

Simulation::Simulation(const Plan& plan, Recorder& recorder, const RunControl& control)
    : plan_(plan),
      recorder_(recorder),
      control_(control),
      backend_(make_backend(plan, control, report_)),
      stability_(plan),
      step_pace_(plan, control.report_interval_s, control.states.every),
      snapshots_(plan.decision.snapshots, *backend_, recorder),
      eights_(eights()) {}

SlopeIntegral Simulation::eights() const {
    std::vector<std::size_t> columns;
    for (std::size_t r = 0; r < plan_.scene.receivers.size(); ++r)
        if (plan_.scene.receivers[r].eight) columns.push_back(r);
    return {std::move(columns), plan_.decision.time_step_s,
            plan_.decision.time_correction.on ? SlopeIntegral::Time::scheme : SlopeIntegral::Time::exact};
}

void Simulation::advance() {
    const Part part = do_steps();
    const bool finite = record(part);
    if (!finite || complete() || step() == next_check(part.first_step)) look_at_field();
    if (complete() || loop_.seconds() - told_s_ >= control_.report_interval_s) tell_progress();
}

/// Meanwhile the snapshot that is being copied is passed to the recorder.
Simulation::Part Simulation::do_steps() {
    const Part part{step(), step_pace_.next(step())};
    const Stopwatch stepping;
    backend_->start_advance(part.steps);
    const double started_s = stepping.seconds();
    hand_over_snapshot();
    const double on_device_s = backend_->finish_advance();
    const double took_s = on_device_s > 0 ? on_device_s : started_s;
    if (part.first_step == begun_at_) report_.first_step_s += took_s;
    report_.step_loop_s += took_s;
    step_pace_.took(part.steps, took_s);
    return part;
}

void Simulation::hand_over_snapshot() {
    const Stopwatch writing;
    snapshots_.hand_over();
    report_.output_s += writing.seconds();
}

bool Simulation::record(const Part& part) {
    const Stopwatch writing;
    samples_.clear();
    backend_->take_traces(samples_);
    set_apart_sources();
    eights_.apply(samples_, plan_.scene.receivers.size());
    stability_.add(part.first_step, part.steps, at_sources_);
    if (!samples_.empty()) recorder_.traces(part.first_step, part.steps, samples_);
    for (const double p : samples_) report_.peak_pa = std::max(report_.peak_pa, std::abs(p));
    const auto all_finite = [](const std::vector<double>& values) {
        return std::ranges::all_of(values, [](double p) { return std::isfinite(p); });
    };
    const bool finite = all_finite(samples_) && all_finite(at_sources_);
    snapshots_.start_if_due();
    report_.output_s += writing.seconds();
    return finite;
}

/// The receivers of the problem are those of the scene, followed by one per source.
void Simulation::set_apart_sources() {
    const std::size_t sources = common_part(plan_.problem).sources.size();
    const std::size_t all = common_part(plan_.problem).receivers.size(), receivers = all - sources;
    at_sources_.clear();
    if (sources == 0) return;
    const std::size_t steps = samples_.size() / all;
    for (std::size_t n = 0; n < steps; ++n) {
        const auto of_step = samples_.begin() + static_cast<std::ptrdiff_t>(n * all);
        const auto at_sources = of_step + static_cast<std::ptrdiff_t>(receivers);
        at_sources_.insert(at_sources_.end(), at_sources, at_sources + static_cast<std::ptrdiff_t>(sources));
        std::copy(of_step, at_sources, samples_.begin() + static_cast<std::ptrdiff_t>(n * receivers));
    }
    samples_.resize(steps * receivers);
}

void Simulation::look_at_field() {
    hand_over_snapshot();
    const Stopwatch looking;
    try {
        field_peak_pa_ = std::max(field_peak_pa_, stability_.check(*backend_));
    } catch (const UnstableError& error) {
        close_report();
        report_.unstable = true;
        throw UnstableRun(error.what(), report_);
    }
    report_.health_s += looking.seconds();
}

void Simulation::tell_progress() {
    told_s_ = loop_.seconds();
    if (!control_.on_progress) return;
    const auto done = static_cast<double>(step());
    const auto done_here = static_cast<double>(step() - begun_at_);
    const auto left = static_cast<double>(plan_.decision.steps_run() - step());
    const auto nodes = static_cast<double>(plan_.grid().nodes());
    control_.on_progress({step(), plan_.decision.steps_run(), told_s_, told_s_ / std::max(done_here, 1.0) * left,
                          report_.step_loop_s > 0 ? done * nodes / report_.step_loop_s : 0, field_peak_pa_,
                          plan_.decision.shot, shot_count(plan_.scene)});
}

void Simulation::close_report() {
    report_.steps_done = std::min(step(), plan_.decision.steps);
    report_.steps_run = step();
    report_.resumed_at = begun_at_;
    const double updates = static_cast<double>(step()) * static_cast<double>(plan_.grid().nodes());
    report_.ctpn_s = updates > 0 ? report_.step_loop_s / updates : 0;
}

RunReport Simulation::end() {
    hand_over_snapshot();
    report_.stopped = !complete();
    close_report();
    if (!plan_.decision.time_correction.on) return report_;
    const TraceCorrection correction(plan_);
    report_.steps_done = correction.kept(step());
    report_.peak_pa = recorder_.correct_traces(correction);
    return report_;
}

/// Calls act(section, part) for every part with a state.
template <class Act>
void Simulation::for_each_part(const Act& act) {
    struct Sums {
        std::vector<StateArray> arrays;
        void save(StateSink& sink) { save_state(sink, arrays); }
        void load(StateSource& source) { load_state(source, arrays); }
    };
    Sums sums{{state_value("peak_pa", report_.peak_pa), state_value("field_peak_pa", field_peak_pa_),
               state_value("setup_s", report_.setup_s), state_value("first_step_s", report_.first_step_s),
               state_value("step_loop_s", report_.step_loop_s), state_value("output_s", report_.output_s),
               state_value("health_s", report_.health_s)}};
    act("backend/", *backend_);
    act("stability/", stability_);
    act("report/", sums);
    if (eights_.any()) act("eights/", eights_);
    act("recorder/", recorder_);
}

void Simulation::save(StateSink& sink) {
    hand_over_snapshot();
    const Stopwatch writing;
    for_each_part([&sink](const char* section, auto& part) {
        SinkSection into(sink, section);
        part.save(into);
    });
    report_.output_s += writing.seconds();
}

void Simulation::load(StateSource& source) {
    if (step() > 0) throw std::logic_error("a simulation that has advanced cannot load a state");
    const double setup_s = report_.setup_s;
    std::size_t loaded = 0;
    for_each_part([&](const char* section, auto& part) {
        SourceSection from(source, section);
        part.load(from);
        loaded += from.arrays().size();
    });
    if (loaded != source.arrays().size()) throw StateError("the state has arrays that are no part of a simulation");
    if (step() > plan_.decision.steps_run())
        throw StateError(
            fmt::format("the state is that of step {} of a run of {}", step(), plan_.decision.steps_run()));
    report_.setup_s += setup_s;
    begun_at_ = step();
}

RunReport simulate(const Plan& plan, Recorder& recorder, const RunControl& control) {
    Simulation run(plan, recorder, control);
    const auto stop_asked = [&control] { return control.stop && control.stop->load(); };
    if (control.states.first) run.load(*control.states.first);
    while (!run.complete() && !stop_asked()) {
        run.advance();
        if (control.states.after_part) control.states.after_part(run);
    }
    const bool saved = !run.complete() && control.states.on_stop;
    if (saved) control.states.on_stop(run);
    RunReport report = run.end();
    report.resumable = saved;
    return report;
}

}  // namespace wavesim
