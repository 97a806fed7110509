// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solvers/plan.hpp"
#include "stencils/state.hpp"

namespace wavesim {

/// Traces that grow at the end of a run though nothing feeds them any more: a field that is not stable, long before it
/// reaches pressure_bound().
struct LateGrowth {
    std::int64_t traces = 0;
    std::int64_t shot = 0;  ///< of the first one
    std::string receiver;   ///< of the first one
};

/// Looks at the traces of a run as they come. A trace grows where
///   - every source has ended and its direct sound has gone by before the last fifth of the run,
///   - that fifth is at least twice as long as the longest pulse, so that no arrival rises that slowly,
///   - each of its five parts has an RMS 1.1 to 10 times that of the part before (more comes after silence: an
///   arrival),
///   - the last two parts have twice the RMS of the first two,
///   - growth does not slow down as that of a ramp, the mean pressure of a closed room, does, and
///   - it is louder than all before; or each part has 1.5 times the RMS of the part before, to more than 1 % of that.
/// Growth that beats shows over the whole run. Its direct sound has passed before the second fifth. Each later fifth
/// has 1.2 times the peak of the one before, and the last one six times that of the second and 0.3 of the first. Growth
/// too slow for the last fifth alone also shows over the whole run. Each later fifth has 1.3 times the peak of the one
/// before, and the last one 2.5 times that of the second and more than 1 % of the first. Its growth does not slow down
/// either, as that of sound that piles up or beats does.
class LateGrowthWatch {
  public:
    explicit LateGrowthWatch(const Plan& plan);

    /// As Recorder::traces.
    void add(std::int64_t first_step, std::int64_t steps, std::span<const double> values);

    /// Receivers whose traces are watched.
    static std::int64_t bytes(const PlanOutline& plan);

    /// Of a run that all of its steps have gone through; else nothing.
    LateGrowth found() const;

    void save(StateSink& sink) { save_state(sink, state()); }
    /// Throws StateError and changes nothing where the state does not fit.
    void load(StateSource& source) { load_state(source, state()); }

  private:
    static constexpr std::int64_t parts = 5;
    struct Trace {
        std::array<double, parts> peak{};    ///< of each fifth of the run
        std::array<double, parts> energy{};  ///< of each part of the last one
    };
    std::vector<StateArray> state();
    bool grows(const Trace& trace) const;
    static bool grows_all_along(const Trace& trace);
    double last_direct_s(std::size_t receiver) const;

    const Plan& plan_;
    std::int64_t late_;  ///< first step of the last fifth
    std::int64_t seen_ = 0;
    std::vector<Trace> traces_;  ///< empty where the run is too short to judge
};

/// One sentence, empty where nothing grows; `shots` of the survey.
std::string late_growth_warning(const LateGrowth& growth, std::int64_t shots);

}  // namespace wavesim
