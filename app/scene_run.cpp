// SPDX-License-Identifier: MIT
#include "app/scene_run.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <algorithm>

#include "app/comparison_text.hpp"
#include "app/errors.hpp"
#include "app/exact_comparison.hpp"
#include "app/exit_code.hpp"
#include "app/ranks/checkpoint_left.hpp"
#include "io/result/room_numbers_text.hpp"
#include "solvers/plan/forecast.hpp"
#include "solvers/scene/survey.hpp"
#include "stencils/gpu/common/energy_meter.hpp"
#include "stencils/ranks/rank_link.hpp"
#include "stencils/slabs/slab_lost.hpp"

namespace wavesim {

namespace {

/// Measures the energy of the GPUs from its construction on, if the run uses GPUs.
class EnergyMeter {
  public:
    explicit EnergyMeter(const RunCost& cost) {
        if (cost.gpu) gpus_.push_back(cost.gpu->index);
        for (const Gpu& gpu : cost.other_gpus) gpus_.push_back(gpu.index);
        before_ = read();
    }
    void stop(RunCost& cost) const {
        if (gpus_.empty()) return;
        const EnergyReading after = read();
        if (before_.joules && after.joules)
            cost.joules = *after.joules - *before_.joules;
        else
            cost.no_joules = after.why_not;
    }

  private:
    EnergyReading read() const {
        EnergyReading all{0.0, ""};
        for (const int gpu : gpus_) {
            EnergyReading one = read_energy(gpu);
            if (!one.joules) return one;
            *all.joules += *one.joules;
        }
        return all;
    }

    std::vector<int> gpus_;
    EnergyReading before_;
};

}  // namespace

SceneRun::SceneRun(PreparedRun& prepared, Takeover takeover, RunConsole& console)
    : prepared_(prepared),
      console_(console),
      writer_(prepared.folder, prepared.plan, takeover, prepared.machine.threads),
      shots_(prepared.loaded, prepared.machine, prepared.choices.plan_options(), prepared.plan, writer_, console) {
    console_.start(prepared_.plan, prepared_.folder, writer_);
    signals_.emplace(prepared_.checkpoints.on() ? Kept::record_and_state : Kept::record);
    writer_.stop_on(signals_->requested());
    checkpointing_ = std::make_unique<Checkpointing>(
        prepared_.checkpoints, writer_, *signals_, prepared_.total,
        waiting_state_bytes(prepared_.plan, prepared_.plan.forecast.memory, prepared_.machine), console_);
}

SceneRun::~SceneRun() = default;

void SceneRun::run() {
    try {
        compute();
        if (!finish(!shots_.report().stopped)) throw EndProgram{exit_code(false)};
    } catch (const EnvironmentError& error) {
        throw EnvironmentError(error.kind(), fmt::format("{}; {}", error.what(), writer_.give_up()));
    } catch (const RankLost& lost) {
        throw RankLost(lost.rank(), lost.code(), with_what_is_left(lost));
    } catch (const SlabLost& lost) {
        throw SlabLost(with_what_is_left(lost));
    }
}

/// The message of the error with the checkpoint and the record that are left.
std::string SceneRun::with_what_is_left(const std::exception& error) {
    const std::string left = checkpoint_left(prepared_.folder, prepared_.loaded.scene.hash);
    return fmt::format("{}; {}; {}", error.what(), left, writer_.give_up());
}

void SceneRun::compute() {
    RunControl control;
    control.stop = &signals_->requested();
    control.open = prepared_.open;
    control.lost_after_s = prepared_.lost_after_s;
    control.backend.threads = prepared_.machine.threads;
    control.backend.device = prepared_.machine.gpu.index;
    const EnergyMeter energy(prepared_.cost);
    try {
        shots_.run(control, *checkpointing_);
        energy.stop(prepared_.cost);
        checkpointing_->end();
    } catch (const UnstableError&) {
        energy.stop(prepared_.cost);
        finish(false);
        throw;
    }
}

bool SceneRun::finish(bool complete) {
    console_.end_progress();
    const Stopwatch writing;
    complete = complete && compare();
    const std::string text = summary();
    std::int64_t peak_bytes = 0;
    Bound bound = Bound::steps;
    std::string effort;
    complete = writer_.finish(shots_.report(), text, complete, [&] {
        peak_bytes = std::max(prepared_.cost.draft_peak_bytes, peak_memory());
        bound = bound_of(shots_.report(), writing.seconds() - compared_s_, writer_.effort());
        effort = effort_text(prepared_.plan, peak_bytes, prepared_.total.seconds(), writing.seconds(), bound);
        return effort;
    });
    const std::string numbers = writer_.numbers().empty() ? "" : '\n' + mean_numbers_text(writer_.numbers());
    console_.end({prepared_.plan, shots_.report(), prepared_.folder, writer_.files(), text + numbers, effort,
                  prepared_.total.seconds(), writing.seconds(), peak_bytes, bound, complete, exit_code(complete)});
    return complete;
}

/// Compares with the exact solution if the scene requests it, after all other files have been saved. False when it was
/// stopped.
bool SceneRun::compare() {
    if (!wants_comparison(prepared_.plan, writer_)) return true;
    const bool kept = writer_.keep(shots_.report(), summary());
    const Stopwatch comparing;
    if (kept) comparison_ = compare_result(prepared_.plan, writer_, console_, signals_->requested());
    compared_s_ = comparing.seconds();
    console_.end_progress();
    return comparison_.has_value();
}

/// Text of the final summary: cost, comparison, error budget.
std::string SceneRun::summary() const {
    const Plan& plan = prepared_.plan;
    const RunReport& report = shots_.report();
    std::string text = cost_text(plan, report, prepared_.cost);
    if (comparison_) text += '\n' + comparison_text(*comparison_);
    return text + '\n' + accuracy_text(accuracy_of(plan, report));
}

int SceneRun::exit_code(bool complete) const {
    if (shots_.report().unstable) return static_cast<int>(ExitCode::unstable);
    if (complete) return 0;
    const bool by_user = signals_->signal() == SIGINT;
    if (checkpointing_->goes_on() && !by_user) return static_cast<int>(ExitCode::stopped);
    return exit_code_of_signal(signals_->signal());
}

}  // namespace wavesim
