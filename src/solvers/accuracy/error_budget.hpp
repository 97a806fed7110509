// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/accuracy/edge_errors.hpp"
#include "solvers/accuracy/medium_columns.hpp"
#include "solvers/accuracy/near_source.hpp"
#include "solvers/accuracy/room_accuracy.hpp"
#include "solvers/accuracy/slow_wave.hpp"
#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

/// Estimated causes of error of a run.
struct ErrorBudget {
    double frequency_hz = 0;  ///< the dispersion is that of this frequency
    /// Longest direct path from a source to a receiver, around solids, among those that sound completes within the run;
    /// 0 if there is none.
    double longest_path_m = 0;
    double run_path_m = 0;  ///< path of sound in the complete run
    struct Direction {
        std::string name;         ///< axis, face diagonal, body diagonal, worst
        double speed_error = 0;   ///< relative, positive: too fast
        double level_error = 0;   ///< relative, far from a source; infinite for focused waves; 0 in TTI media
        double delay_ms = 0;      ///< over longest_path_m; negative: too early
        double phase_deg = 0;     ///< at frequency_hz over longest_path_m
        double run_delay_ms = 0;  ///< over run_path_m
    };
    std::vector<Direction> directions;
    /// Speed error of waves in snapshots, if dispersion is removed from the traces but not from them (TimeDispersion);
    /// else 0.
    double snapshot_speed_error = 0;
    std::optional<FrequencyBand> band;  ///< contains nine tenths of the energy of each source with a band
    double carried_hz = 0;              ///< above it waves have fewer than 2 points per wavelength
    double aliased_share = 0;           ///< largest share of a source's energy above that
    /// Error in the worst direction, at the highest frequency within both the spectrum of the sources and the range of
    /// the grid.
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
        double area_error = 0;  ///< area on the grid / requested area - 1
    };
    std::vector<Wall> walls;
    std::vector<WallLoss> wall_losses;     ///< losses of the walls of the plan
    std::optional<WallLoss> with_ports{};  ///< the worst with `walls: vertex`, where that is much better
    double volume_error = 0;
    /// The side of the domain with the largest length error, and the resulting delay of reflections at the end of the
    /// run.
    struct Side {
        char axis = 'x';
        double length_error = 0;  ///< length on the grid / requested length - 1
        double run_delay_ms = 0;  ///< negative: too early
        double run_phase_deg = 0;
    } side;
    double solid_shift_m = 0;         ///< largest displacement of a face of a solid
    double solid_error = 0;           ///< error from displaced and resized solids, relative to the loudest sound
    double facing_error = 0;          ///< error of sound between facing solids, relative to the loudest sound
    EdgeError edges;                  ///< error of sound around edges of solids, relative to the loudest sound
    std::size_t solids_left_out = 0;  ///< solids beyond the most that the three errors above count, the farthest
    double wall_echo_error = 0;       ///< error of reflections at lossy walls, relative to the loudest sound
    WaveErrors waves;                 ///< errors of pulses, relative to the loudest sound
    MediumError medium;               ///< interfaces between nodes and details finer than the grid, relative to the
                                      ///< loudest sound
    bool finer_medium = false;        ///< a file has more values than the grid nodes, or a layer is thinner than a cell
    TaperLead taper_lead;             ///< of sources in a TTI medium; 0 s without one
    PWaveErrors p_wave_points;        ///< of sources and receivers in a TTI medium (PlanReport)
    SlowWave slow_wave;               ///< the second wave of TTI media
    bool may_grow = false;            ///< no conserved energy bounds the field, see k73_may_grow
    bool second_wave = false;         ///< sources excite it in an anelliptical TTI medium that is not tapered
    double interpolation_error = 0;   ///< largest error of a point between nodes, up to frequency_hz
    double beside_steps_error = 0;    ///< the same for points beside density steps, surfaces and solids
    NearSource near_source;           ///< the receiver with the largest error due to a nearby source
    /// Relative error, grid against request, of V / sum(area x random absorption), to which the reverberation time is
    /// proportional. 0 if nothing absorbs.
    double reverberation_error = 0;
    std::optional<RoomAccuracy> room;           ///< for closed rooms with losses
    std::optional<double> layer_reflection_db;  ///< relative to the loudest sound; only if there are layers
    double layers_more_db = 0;  ///< in runs of random TTI rocks: how much more than that came back at most
    double layers_less_db = 0;  ///< and how much less
    struct Layer {
        std::string side;
        std::int64_t cells = 0;
        double db = 0;  ///< its reflection
    };
    std::vector<Layer> layers;     ///< empty if the scheme has no value for each layer
    double layer_points = 0;       ///< points per wavelength of the pulses, for the fastest sound
    double interface_shift_m = 0;  ///< largest displacement of an interface of the medium
    /// Rounding at the end of the run relative to the loudest sound: unit roundoff x steps, an upper estimate.
    double rounding = 0;
    bool isotropic = true;  ///< isotropic medium: level errors are known
    Precision precision = Precision::float32;
    std::int64_t steps = 0;
    double run_s = 0;      ///< duration to which the budget applies
    double planned_s = 0;  ///< planned duration; longer than run_s if the run was stopped
};

/// Whether the level at the highest frequency is unbounded in one of the directions of the budget.
bool level_is_unbounded(const PlanOutline& plan);

/// The budget of the complete run, before it starts.
ErrorBudget error_budget(const PlanOutline& plan);
/// The budget of a partial run with `steps_done` recorded steps over all shots.
ErrorBudget error_budget(const PlanOutline& plan, std::int64_t steps_done);

/// The budget as sentences, one per line of output.
std::vector<std::string> describe(const ErrorBudget& budget);

}  // namespace wavesim
