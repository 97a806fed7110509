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

/// Traces that grow at the end of a run though nothing feeds them any more, or are louder than any sound of the
/// sources: a field that is not stable, long before it reaches pressure_bound().
struct LateGrowth {
    std::int64_t traces = 0;
    std::int64_t shot = 0;  ///< of the first one
    std::string receiver;   ///< of the first one
    double factor = 0;      ///< by which a trace grew, the largest
    bool too_loud = false;  ///< some trace is louder than LoudestSound
    /// No source explains it: too loud, or grown threefold where the scheme has no energy that forbids it.
    bool unstable = false;
};

/// Adds what was found in another shot.
void add_growth(LateGrowth& sum, const LateGrowth& shot);

/// Whether what a plan's scheme computes keeps an energy, so that sound cannot grow: all but k73 and what has absorbing
/// layers. A sponge only takes from it.
bool keeps_energy(const PlanOutline& plan);

/// Watches the traces of a run for growth that no source explains. Four tests look for it; any of them is enough.
///
/// 1. At the end, after short pulses. A trace grows where
///   - every source has ended and its direct sound has gone by before the last fifth of the run,
///   - that fifth is at least twice as long as the longest pulse, so that no arrival rises that slowly,
///   - each of its five parts has an RMS 1.1 to 10 times that of the part before (more comes after silence: an
///   arrival),
///   - the last two parts have twice the RMS of the first two,
///   - growth does not slow down as that of a ramp, the mean pressure of a closed room, does, and
///   - it is louder than all before; or each part has 1.5 times the RMS of the part before, to more than 1 % of that.
/// 2. Over the whole run, after short pulses. The run is cut into fifths, and the direct sound has passed before the
/// second one. A trace grows in one of two ways:
///   - beating: from the second fifth on each has 1.2 times the peak of the one before. The last fifth has six times
///     the peak of the second and more than 0.3 times that of the first.
///   - slowly: each has 1.3 times the peak of the one before. The last fifth has 2.5 times the peak of the second and
///     more than 1 % of that of the first. Growth does not slow down, as that of sound that piles up does.
///
/// 3. k73 where the tilt varies, whose field may grow without bound. The last fifth is three times louder than all
/// before it and gets louder within. Every source has ended before it, and the middle of its pulse has gone by.
///
/// 4. At the end, after pulses of any length. Windows of half the longest pulse, but at least a fortieth of the run,
/// are counted back from the end. A trace grows where
///   - the last four windows, or the last eight in pairs, each have 2 to 30 times the RMS of the one before,
///   - no such factor is more than four times another one, as that of an arrival is,
///   - the direct sound has passed before the second of them, and
///   - the last one has three times the peak of all that came before the second.
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
    static constexpr std::int64_t windows = 8;
    struct Trace {
        std::array<double, parts> peak{};             ///< of each fifth of the run
        std::array<double, parts> energy{};           ///< of each part of the last one
        std::array<double, windows> window_peak{};    ///< of each window at the end of the run
        std::array<double, windows> window_energy{};  ///< likewise
        double earlier_peak = 0;                      ///< before the windows
    };
    std::vector<StateArray> state();
    /// By how much a trace grows in the last fifth, over the fifths, in windows of so many; 0: it does not.
    double growth_at_the_end(const Trace& trace) const;
    static double growth_all_along(const Trace& trace);
    static double growth_in_windows(const Trace& trace, std::int64_t together);
    double growth_of(std::size_t receiver) const;
    double last_direct_s(std::size_t receiver) const;
    std::int64_t window_of(std::int64_t step) const {
        return windows - 1 - (plan_.decision.steps - 1 - step) / window_;
    }

    const Plan& plan_;
    std::int64_t late_;    ///< first step of the last fifth
    std::int64_t window_;  ///< steps
    bool short_pulses_;
    std::int64_t seen_ = 0;
    std::vector<Trace> traces_;  ///< one per receiver
};

/// One sentence, empty where nothing grows; `shots` of the survey. Its end says that the field is not stable.
std::string late_growth_warning(const LateGrowth& growth, std::int64_t shots);

}  // namespace wavesim
