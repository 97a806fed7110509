// SPDX-License-Identifier: MIT
#include "app/checkpointing.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "app/quantity_text.hpp"
#include "solvers/plan/forecast.hpp"

namespace wavesim {

namespace {

/// Passes a state to `sink` and reports the progress.
class ReportingSink final : public StateSink {
  public:
    ReportingSink(StateSink& sink, SavingConsole& console, const Checkpoints& checkpoints)
        : sink_(sink), console_(console), checkpoints_(checkpoints) {}
    void begin(const ArrayInfo& info) override { sink_.begin(info); }
    void write(std::span<const std::byte> part) override {
        sink_.write(part);
        console_.handed_over(std::ssize(part));
        console_.tell(checkpoints_.waiting_bytes());
    }

  private:
    StateSink& sink_;
    SavingConsole& console_;
    const Checkpoints& checkpoints_;
};

ElementType type_of(Precision precision) {
    return precision == Precision::float64 ? ElementType::float64 : ElementType::float32;
}

}  // namespace

Checkpointing::Checkpointing(const CheckpointRequest& request, ResultWriter& writer, StopSignals& signals,
                             const Stopwatch& total, std::int64_t most_waiting_bytes, RunConsole& console)
    : request_(request),
      writer_(writer),
      signals_(signals),
      total_(total),
      console_(console),
      checkpoints_(writer.folder(), writer.checkpoint(), most_waiting_bytes),
      saving_(console),
      last_s_(total.seconds()) {
    if (!writer.checkpoint().file.empty()) first_.emplace(writer.folder() / writer.checkpoint().file);
}

RunControl::States Checkpointing::states(const PlanOutline& plan) {
    RunControl::States states;
    if (first_ && first_->origin().shot == plan.decision.shot)
        states.first = &first_as_planned_.emplace(*first_, "backend/", type_of(plan.decision.shape.precision));
    if (!request_.on()) return states;
    states.every = request_.every ? request_.every->steps : 0;
    states.after_part = [this](Simulation& run) { after_part(run); };
    states.on_stop = [this](Simulation& run) {
        save(run);
        wait_telling();
    };
    // Estimate until a save has been measured: a disk of 200 MB/s.
    constexpr double slow_disk_bytes_per_s = 200e6;
    estimated_save_s_ = static_cast<double>(plan.forecast.memory.total()) / slow_disk_bytes_per_s;
    const TimeForecast& time = plan.forecast.time;
    reserve_s_ = time.total() - time.steps + 1;
    part_began_s_ = total_.seconds();
    return states;
}

void Checkpointing::after_part(Simulation& run) {
    const double now_s = total_.seconds();
    longest_part_s_ = std::max(longest_part_s_, now_s - part_began_s_);
    if (checkpoints_.idle_within(0)) wait();  // reports a failure early
    if (run.complete()) return;
    if (time_is_up()) {
        console_.stopping(fmt::format("the time limit of {} is near", duration_text(*request_.time_limit_s)));
        signals_.request_stop();
        return;
    }
    if (due(run)) {
        writer_.settle();  // a failed snapshot ends the run, a failed checkpoint does not
        try {
            save(run);
        } catch (const EnvironmentError& error) {  // the run is worth more than its checkpoint
            tell_failure(error);
        }
    }
    part_began_s_ = total_.seconds();
}

void Checkpointing::tell_failure(const EnvironmentError& error) {
    if (!warned_) console_.warn(fmt::format("no checkpoint was saved, and the run goes on: {}", error.what()));
    warned_ = true;
}

void Checkpointing::wait_telling() {
    while (!checkpoints_.idle_within(0.2)) saving_.tell(checkpoints_.waiting_bytes());
    checkpoints_.wait();
}

/// Waits for the previous save. Its failure does not affect the next one.
void Checkpointing::wait() {
    try {
        wait_telling();
    } catch (const EnvironmentError& error) {
        tell_failure(error);
    }
}

void Checkpointing::save(Simulation& run) {
    wait();
    last_s_ = total_.seconds();
    StateOrigin origin = origin_of(run.plan());
    origin.step = run.step();
    if (writer_.checkpoint().origin.shot == origin.shot) origin.earlier = writer_.checkpoint().earlier;
    saving_.begin(run.step(), state_bytes(run.plan(), run.plan().forecast.memory));
    checkpoints_.save(origin, [&](StateSink& sink) {
        ReportingSink reporting(sink, saving_, checkpoints_);
        run.save(reporting);
    });
}

bool Checkpointing::due(const Simulation& run) const {
    if (!request_.every) return false;
    if (request_.every->steps > 0) return run.step() % request_.every->steps == 0;
    return total_.seconds() - last_s_ >= request_.every->seconds;
}

bool Checkpointing::time_is_up() const {
    if (!request_.time_limit_s) return false;
    const double save_s = checkpoints_.longest_s() > 0 ? checkpoints_.longest_s() : estimated_save_s_;
    return total_.seconds() >= last_moment_s(*request_.time_limit_s, save_s, longest_part_s_, reserve_s_);
}

void Checkpointing::end() { wait(); }

bool Checkpointing::goes_on() const {
    return request_.on() && (checkpoints_.newest() || writer_.shots_before() > 0 || writer_.shot() > 0);
}

}  // namespace wavesim
