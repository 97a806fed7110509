// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/accuracy/medium_columns.hpp"
#include "solvers/accuracy/near_source.hpp"
#include "solvers/accuracy/room_accuracy.hpp"
#include "solvers/accuracy/slow_wave.hpp"
#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

/// What limits the accuracy of a run, estimated.
struct ErrorBudget {
    double frequency_hz = 0;  ///< the dispersion is that of this frequency
    /// Longest direct way from a source to a receiver, around solids, that sound goes within the run; 0 where there is
    /// none.
    double longest_path_m = 0;
    double run_path_m = 0;  ///< way that sound travels in the whole run
    struct Direction {
        std::string name;         ///< axis, face diagonal, body diagonal, worst
        double speed_error = 0;   ///< relative, positive: too fast
        double level_error = 0;   ///< relative, far from a source; infinite where waves focus; 0 in TTI media
        double delay_ms = 0;      ///< over longest_path_m; negative: too early
        double phase_deg = 0;     ///< at frequency_hz over longest_path_m
        double run_delay_ms = 0;  ///< over run_path_m
    };
    std::vector<Direction> directions;
    /// The same speed error of waves in snapshots where traces are corrected and they are not (TimeDispersion); else 0.
    double snapshot_speed_error = 0;
    std::optional<FrequencyBand> band;  ///< nine tenths of the energy of each source lie within, where it has a band
    double carried_hz = 0;              ///< above it waves have fewer than 2 points per wavelength
    double aliased_share = 0;           ///< largest share of a source's energy above that
    /// The worst direction at the highest frequency that both the sources have and the grid is made for.
    struct Heard {
        double frequency_hz = 0;
        double speed_error = 0;
        double level_error = 0;     ///< 0 in TTI media
        double direct_delay_s = 0;  ///< over longest_path_m
        double run_delay_s = 0;     ///< over run_path_m
    } heard;
    bool sound_stays = false;  ///< walls or free surfaces face each other
    struct Wall {
        std::string surface;
        double area_error = 0;  ///< voxelised / asked - 1
    };
    std::vector<Wall> walls;
    std::vector<WallLoss> wall_losses;  ///< of the plan
    double volume_error = 0;
    /// The side of the domain with the largest error, and how much later reflections at the end of the run are for it.
    struct Side {
        char axis = 'x';
        double length_error = 0;  ///< on the grid / asked - 1
        double run_delay_ms = 0;  ///< negative: too early
        double run_phase_deg = 0;
    } side;
    double solid_shift_m = 0;        ///< largest, of faces of solids
    double solid_error = 0;          ///< what their places and sizes on the grid change, over the loudest sound
    double wall_echo_error = 0;      ///< what walls with losses send back wrongly, over the loudest sound
    WaveErrors waves;                ///< of pulses, over the loudest sound
    MediumError medium;              ///< steps off the nodes and what is finer than the grid, over the loudest sound
    bool finer_medium = false;       ///< a file has more values than the grid nodes, or a layer is thinner than a cell
    TaperLead taper_lead;            ///< of sources in a TTI medium; no seconds without one
    PWaveErrors p_wave_points;       ///< of sources and receivers in a TTI medium (PlanReport)
    SlowWave slow_wave;              ///< the second wave of TTI media
    bool may_grow = false;           ///< the scheme has no law that keeps its field bounded, see k73_may_grow
    bool second_wave = false;        ///< sources in an anelliptical TTI medium that is left as it is send it
    double interpolation_error = 0;  ///< of a source or receiver between nodes, at most, at frequency_hz and below
    double beside_steps_error = 0;   ///< the same of those beside steps of the density, surfaces and solids
    NearSource near_source;          ///< the receiver whose trace errs most since a source is near
    /// Voxelised / asked - 1 of V / sum(area x random absorption), to which reverberation time is proportional;
    /// 0 when nothing absorbs.
    double reverberation_error = 0;
    std::optional<RoomAccuracy> room;           ///< of closed rooms with losses
    std::optional<double> layer_reflection_db;  ///< of the loudest sound; layers only
    struct Layer {
        std::string side;
        std::int64_t cells = 0;
        double db = 0;  ///< what comes back of it
    };
    std::vector<Layer> layers;     ///< where the scheme says what comes back
    double layer_points = 0;       ///< per wavelength of the pulses, where sound is fastest
    double interface_shift_m = 0;  ///< largest, of interfaces of the medium
    /// Rounding at the end of the run relative to the loudest sound: unit roundoff x steps, an upper estimate.
    double rounding = 0;
    bool isotropic = true;  ///< level errors are known
    Precision precision = Precision::float32;
    std::int64_t steps = 0;
    double run_s = 0;      ///< time that it is for
    double planned_s = 0;  ///< of the run as planned; longer where it was stopped
};

/// Whether the level of the highest frequency is without bound in one of the directions of the budget.
bool level_is_unbounded(const PlanOutline& plan);

/// The budget of the whole run, before it starts.
ErrorBudget error_budget(const PlanOutline& plan);
/// The budget of a partial run, of which `steps_done` steps (over all shots) are recorded.
ErrorBudget error_budget(const PlanOutline& plan, std::int64_t steps_done);

/// The budget as sentences, one per line of output.
std::vector<std::string> describe(const ErrorBudget& budget);

}  // namespace wavesim
