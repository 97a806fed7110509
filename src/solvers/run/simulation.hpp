// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "solvers/run/recorder.hpp"
#include "solvers/run/run_pace.hpp"
#include "solvers/run/run_report.hpp"
#include "solvers/run/snapshot_relay.hpp"
#include "solvers/run/stability_watch.hpp"
#include "solvers/signal/slope_integral.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

struct Progress {
    std::int64_t step = 0;
    std::int64_t steps = 0;
    double elapsed_s = 0;  ///< of the step loop
    double eta_s = 0;
    double nodes_per_s = 0;
    double peak_pa = 0;  ///< max |u| of the looks at the whole field so far
    std::int64_t shot = 0;
    std::int64_t shots = 1;          ///< of the survey
    const char* shot_word = "shot";  ///< what they are called
};

class Simulation;

struct RunControl {
    const std::atomic<bool>* stop = nullptr;           ///< ask to stop at the next report interval
    std::function<void(const Progress&)> on_progress;  ///< about every 0.2 s
    BackendOptions backend;
    double report_interval_s = 0.2;  ///< 0: after every step (for tests)

    /// Asks for states of a run that goes on.
    struct States {
        StateSource* first = nullptr;                 ///< that it begins with; nullptr: at rest
        std::int64_t every = 0;                       ///< steps: no part goes past a multiple of it; 0: no matter
        std::function<void(Simulation&)> after_part;  ///< may save; also after the last part
        std::function<void(Simulation&)> on_stop;     ///< called before the end of a run that was asked to stop
    };
    States states = {};
};

/// A run that advances in parts of some steps: the only place where time advances. Between two parts everything that
/// was recorded has reached the recorder, but for a snapshot that is still on its way.
class Simulation {
  public:
    /// Makes the backend. `plan`, `recorder` and what `control` points to must outlive the simulation.
    Simulation(const Plan& plan, Recorder& recorder, const RunControl& control);

    std::int64_t step() const { return backend_->step(); }
    const Plan& plan() const { return plan_; }
    /// Whether all steps of the plan are done.
    bool complete() const { return step() == plan_.decision.steps_run(); }
    /// Computes some of the remaining steps: the backend advances, samples are recorded and, when due, the field is
    /// checked and progress is reported. Throws UnstableRun that names the step, the node and the likely cause when the
    /// field stops being finite or holds more energy than its sources gave it; what was recorded stays recorded.
    void advance();
    /// Ends the run here, before its end where it was asked to stop. Its traces are corrected where the plan says so.
    RunReport end();

    /// Saves all that the run needs to continue, in sections: backend/, stability/, report/ and recorder/. A snapshot
    /// that is on its way reaches the recorder first.
    void save(StateSink& sink);
    /// Continues from what another simulation of the same plan saved: traces, snapshots, what the watches find and the
    /// peak of the report are those of a run without interruption; times are added up. Only before the first advance().
    /// Throws StateError where the state does not fit; the simulation is of no use then.
    void load(StateSource& source);

  private:
    struct Part {
        std::int64_t first_step;
        std::int64_t steps;
    };
    // The phases of advance(), in their order.
    Part do_steps();
    bool record(const Part& part);  ///< whether all samples are finite
    void set_apart_sources();
    SlopeIntegral eights() const;
    void look_at_field();
    void tell_progress();

    void hand_over_snapshot();
    void close_report();
    template <class Act>
    void for_each_part(const Act& act);

    const Plan& plan_;
    Recorder& recorder_;
    RunControl control_;
    RunReport report_;
    std::unique_ptr<StencilBackend> backend_;
    StabilityWatch stability_;
    StepPace step_pace_;
    SnapshotRelay snapshots_;
    SlopeIntegral eights_;            ///< of the receivers that hear the slope of the pressure
    std::vector<double> samples_;     ///< of the part at hand, (step, receiver)
    std::vector<double> at_sources_;  ///< likewise, (step, source)
    double field_peak_pa_ = 0;        ///< of the looks so far
    Stopwatch loop_;
    double told_s_ = 0;          ///< when progress was told last
    std::int64_t begun_at_ = 0;  ///< the step of the state that was loaded
};

/// Runs a plan from its first step, or that of control.states.first, to its last, or until it is asked to stop. Throws
/// what Simulation::advance and load throw.
RunReport simulate(const Plan& plan, Recorder& recorder, const RunControl& control);

}  // namespace wavesim
