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
#include "solvers/run/snapshot_queue.hpp"
#include "solvers/run/stability_watch.hpp"
#include "solvers/signal/slope_integral.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

struct Progress {
    std::int64_t step = 0;
    std::int64_t steps = 0;
    double elapsed_s = 0;  ///< time of the step loop
    double eta_s = 0;
    double nodes_per_s = 0;
    double peak_pa = 0;  ///< max |u| of the field checks so far
    std::int64_t shot = 0;
    std::int64_t shots = 1;          ///< number of shots of the survey
    const char* shot_word = "shot";  ///< the user's word for them
};

class Simulation;

struct RunControl {
    const std::atomic<bool>* stop = nullptr;           ///< set to stop the run at the next report interval
    std::function<void(const Progress&)> on_progress;  ///< about every 0.2 s
    BackendOptions backend;
    /// Makes the planned backend where this process is one of several that share the grid; empty: it is alone.
    std::function<std::unique_ptr<StencilBackend>(const Plan&, const BackendEntry&, const BackendOptions&)> open = {};
    double report_interval_s = 0.2;  ///< 0: after every step (for tests)
    /// One of several GPUs that makes no progress for so long, and for 20 predicted steps, is lost.
    double lost_after_s = 10;

    /// States from which a run continues and which it saves.
    struct States {
        StateSource* first = nullptr;                 ///< initial state; nullptr: at rest
        std::int64_t every = 0;                       ///< steps: no part passes a multiple of it; 0: no such limit
        std::function<void(Simulation&)> after_part;  ///< may save; also after the last part
        std::function<void(Simulation&)> on_stop;     ///< called before the end of a run that has been stopped by
                                                      ///< request
    };
    States states = {};
};

/// A run that advances in parts of some steps: the only place where time advances. Between two parts the recorder has
/// received everything except a snapshot that is still being copied.
class Simulation {
  public:
    /// Creates the backend. `plan`, `recorder` and what `control` points to must outlive the simulation.
    Simulation(const Plan& plan, Recorder& recorder, const RunControl& control);

    std::int64_t step() const { return backend_->step(); }
    const Plan& plan() const { return plan_; }
    /// Whether all steps of the plan are done.
    bool complete() const { return step() == plan_.decision.steps_run(); }
    /// Computes some of the remaining steps: the backend advances, samples are recorded, and the field is checked and
    /// progress reported when due. Throws UnstableRun if the field is no longer finite or holds more energy than its
    /// sources gave. The message names the step, the node and the likely cause; recorded data is kept.
    void advance();
    /// Ends the run at the present step, early if it was asked to stop. Corrects its traces if the plan requests it.
    RunReport end();

    /// Saves everything that the run needs to continue, in sections: backend/, stability/, report/ and recorder/. A
    /// snapshot that is being copied is passed to the recorder first.
    void save(StateSink& sink);
    /// Continues from the state of another simulation of the same plan. Traces, snapshots, results of the checks and
    /// the peak in the report are those of an uninterrupted run; times are added up. Only before the first advance().
    /// Throws StateError if the state does not fit; the simulation cannot be used then.
    void load(StateSource& source);

  private:
    struct Part {
        std::int64_t first_step;
        std::int64_t steps;
    };
    // The phases of advance(), in their order.
    Part do_steps();
    bool record(const Part& part);  ///< returns whether all samples are finite
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
    SnapshotQueue snapshots_;
    SlopeIntegral eights_;            ///< integrals for receivers that record the derivative of the pressure
    std::vector<double> samples_;     ///< samples of the current part, (step, receiver)
    std::vector<double> at_sources_;  ///< likewise, (step, source)
    double field_peak_pa_ = 0;        ///< largest of the field checks so far
    Stopwatch loop_;
    double told_s_ = 0;          ///< time of the last progress report
    std::int64_t begun_at_ = 0;  ///< the step of the state that was loaded
};

/// Runs a plan from its first step, or from control.states.first, to its last step or until it is asked to stop. Throws
/// like Simulation::advance and load.
RunReport simulate(const Plan& plan, Recorder& recorder, const RunControl& control);

}  // namespace wavesim
