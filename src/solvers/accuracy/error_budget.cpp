// SPDX-License-Identifier: MIT
#include "solvers/accuracy/error_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/facing_echoes.hpp"
#include "solvers/accuracy/gridded_solids.hpp"
#include "solvers/accuracy/layer_echo.hpp"
#include "solvers/accuracy/solid_echoes.hpp"
#include "solvers/accuracy/sound_behind_solids.hpp"
#include "solvers/accuracy/tilted_echo.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/accuracy/wall_echoes.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/scene/model_grid.hpp"
#include "solvers/signal/time_step.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/reach.hpp"
#include "solvers/ways/shot_points.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

/// got / asked - 1, or 0 if the difference is rounding noise.
double relative(double got, double asked) {
    const double difference = asked > 0 ? got / asked - 1 : 0;
    return std::abs(difference) < 1e-9 ? 0 : difference;
}

struct NamedDirection {
    const char* name;
    double speed_error;
    std::array<double, 3> direction;
};

/// Directions along an axis and the diagonals, and the one with the largest speed error.
std::vector<NamedDirection> directions(const PlanOutline& plan) {
    const DispersionReport& dispersion = plan.report.dispersion;
    const bool flat = plan.scene.dims == 2;
    const double half = std::sqrt(0.5), third = std::sqrt(1.0 / 3);
    std::vector<NamedDirection> all{{"along an axis", dispersion.axis, {1, 0, 0}},
                                    {flat ? "along the diagonal" : "along a face diagonal",
                                     dispersion.face_diagonal,
                                     {half, flat ? 0 : half, flat ? half : 0}}};
    if (!flat) all.push_back({"along a body diagonal", dispersion.body_diagonal, {third, third, third}});
    all.push_back({"where speed is worst", dispersion.worst, dispersion.worst_direction});
    return all;
}

/// Lengths of direct paths between sources and receivers over all shots: those that sound completes within the run,
/// limited to the path of the slowest sound. Around solids the upper bounds of the paths are used. All are 0 if there
/// are none.
DirectWays direct_ways(const PlanOutline& plan, std::int64_t steps, double run_path_m) {
    std::vector<double> within;
    for (const SourceRequest& source : plan.scene.sources) within.push_back(reach(plan, source, steps));
    const ShotPoints all(plan);
    DirectWays ways{std::numeric_limits<double>::infinity(), 0};
    for (std::int64_t shot = 0; shot < all.shots(); ++shot) {
        const ShotPoints::Points points = all.of(shot);
        for (std::size_t i = 0; i < points.sources.size(); ++i)
            for (std::size_t k = 0; k < points.receivers.size(); ++k) {
                const WayBounds way = all.way(points, i, k);
                if (!(way.least <= within[i])) continue;
                ways = {std::min(ways.shortest, way.most), std::max(ways.longest, way.most)};
            }
    }
    ways.longest = std::min(ways.longest, run_path_m);
    ways.shortest = std::min(ways.shortest, ways.longest);
    return ways;
}

/// The side with the largest length error, among axes with a wall or free surface.
ErrorBudget::Side worst_side(const PlanOutline& plan, const ErrorBudget& budget) {
    ErrorBudget::Side worst;
    for (int axis = 0; axis < 3; ++axis) {
        const auto side = static_cast<std::size_t>(2 * axis);
        const auto& kind = plan.scene.boundaries.kind;
        if (kind[side] == SideKind::absorbing && kind[side + 1] == SideKind::absorbing) continue;
        if (plan.scene.dims == 2 && axis == 1) continue;
        const double error =
            relative(plan.report.geometry.size_m.along(axis), plan.report.geometry.size_asked_m.along(axis));
        if (std::abs(error) > std::abs(worst.length_error)) worst = {"xyz"[axis], error, 0, 0};
    }
    const double late_s = budget.run_path_m * worst.length_error / plan.decision.slowest_m_s;
    worst.run_delay_ms = 1e3 * late_s;
    worst.run_phase_deg = 360 * budget.frequency_hz * late_s;
    return worst;
}

/// Largest errors of points between nodes over all shots, separately for points with plain interpolation and for points
/// beside steps, surfaces and solids.
void add_points(const PlanOutline& plan, ErrorBudget& budget) {
    const ShotPoints all(plan);
    const double plain = largest_spectral_error(plan.report.dispersion.points_per_wavelength);
    const auto look = [&](const PlannedPoint& point) {
        const auto error = static_cast<double>(point.error);
        double& worst = error > plain * (1 + 1e-6) ? budget.beside_steps_error : budget.interpolation_error;
        worst = std::max(worst, error);
    };
    for (std::int64_t shot = 0; shot < all.shots(); ++shot) {
        const ShotPoints::Points points = all.of(shot);
        for (const PlannedPoint& source : points.sources) look(source);
        for (const PlannedPoint& receiver : points.receivers) look(receiver);
    }
}

TiltedEnd tilted_end(const PlanOutline& plan) {
    if (has_sponge(plan.scene)) return TiltedEnd::sponge;
    if (plan.scene.tti->form == TtiForm::k73) return TiltedEnd::k73_layers;
    return plan.report.axes_turn_far ? TiltedEnd::self_adjoint_far_layers : TiltedEnd::self_adjoint_layers;
}

/// Points per wavelength of the pulse for the fastest sound.
double layer_points(const PlanOutline& plan) {
    return plan.decision.fastest_m_s / (layer_frequency(plan) * plan.decision.spacing_m);
}

/// Reflection of the thinnest layer.
std::optional<double> tilted_reflection_db(const PlanOutline& plan) {
    constexpr double most_db = -1;
    if (!plan.scene.boundaries.any_absorbing()) return {};
    const std::int64_t cells = plan.scene.boundaries.thinnest_layer();
    const TiltedEnd end = tilted_end(plan);
    const double expected_db =
        measured_tilted_reflection_db(cells, end) +
        more_of_tilted_pulses_db(end, cells, layer_points(plan), layer_strength(plan.scene, end));
    if (end == TiltedEnd::sponge || end == TiltedEnd::k73_layers) return std::min(most_db, expected_db);
    const double turns = SelfAdjointLayer::tilted * static_cast<double>(cells) / layer_points(plan);
    return std::min(most_db, std::max(expected_db, 20 * std::log10(layer_speed_echo(plan.scene, turns))));
}

/// Reflection of all layers together, and of each layer if the scheme has a value for it.
void add_layers(const PlanOutline& plan, ErrorBudget& budget) {
    const std::optional<LayerEchoes> echoes = plan.scene.tti ? tilted_echoes(plan) : layer_echoes(plan);
    const TiltedDoubt doubt = tilted_doubt(plan.scene, echoes.has_value());
    budget.layers_more_db = doubt.more_db;
    budget.layers_less_db = doubt.less_db;
    if (!echoes) {
        if (plan.scene.tti) budget.layer_reflection_db = tilted_reflection_db(plan);
        return;
    }
    budget.layer_reflection_db = echoes->all_db;
    for (const LayerEchoes::OfSide& one : echoes->sides)
        budget.layers.push_back({std::string(word_of(plan.scene.frame.users(one.side))),
                                 plan.scene.boundaries.layer[static_cast<std::size_t>(one.side)].cells, one.db});
}

/// Whether a file holds more values than the grid has nodes, or a layer is thinner than a cell.
bool is_finer(const PlanOutline& plan) {
    const Medium& medium = plan.scene.medium;
    const double cell = plan.decision.spacing_m * (1 - 1e-6);
    for (const auto* grid : {&medium.grid, &medium.density_grid})
        if (*grid)
            for (const int axis : {0, 1, 2}) {
                const ModelGrid& values = *(*grid)->values;
                if (values.extent.along(axis) > 1 && values.spacing_m.along(axis) < cell) return true;
            }
    if (!medium.layers) return false;
    const auto& at = medium.layers->interfaces_m;
    for (std::size_t i = 1; i < at.size(); ++i)
        if (at[i] - at[i - 1] < cell) return true;
    return false;
}

/// Delay per metre of a wave whose speed is too high by `speed_error`, s/m.
double delay_per_metre(double speed_error, double speed_m_s) { return (1 / (1 + speed_error) - 1) / speed_m_s; }

/// The frequency band of the sources, and the errors at its upper end.
void add_sources(const PlanOutline& plan, ErrorBudget& budget) {
    budget.carried_hz = carried_frequency(plan);
    budget.sound_stays = sound_stays(plan.scene);
    for (const SourceRequest& source : plan.scene.sources) {
        if (is_silent(source.signal)) continue;
        const SignalEnergy energy(source.signal, plan.scene.duration_s);
        const std::optional<FrequencyBand> band = energy.band();
        if (!band) continue;
        budget.aliased_share = std::max(budget.aliased_share, energy.above(budget.carried_hz));
        const FrequencyBand before = budget.band.value_or(*band);
        budget.band = {std::min(before.low_hz, band->low_hz), std::max(before.high_hz, band->high_hz)};
    }
    ErrorBudget::Heard& heard = budget.heard;
    heard.frequency_hz = budget.band ? std::min(budget.frequency_hz, budget.band->high_hz) : budget.frequency_hz;
    const DispersionReport dispersion = dispersion_at(plan, heard.frequency_hz);
    heard.speed_error = dispersion.worst;
    heard.level_error = level_error(plan, dispersion.points_per_wavelength, dispersion.worst_direction);
    const double per_metre = delay_per_metre(heard.speed_error, plan.decision.slowest_m_s);
    heard.direct_delay_s = budget.longest_path_m * per_metre;
    heard.run_delay_s = budget.run_path_m * per_metre;
}

void add_walls(const PlanOutline& plan, ErrorBudget& budget) {
    const GeometryReport& geometry = plan.report.geometry;
    budget.side = worst_side(plan, budget);
    budget.wall_losses = plan.report.wall_losses;
    budget.with_ports = better_with_ports(plan);
    budget.room = room_accuracy(plan);
    budget.solid_shift_m = geometry.solid_shift_m;
    budget.volume_error = relative(geometry.volume_m3, geometry.volume_asked_m3);
    double absorbing_asked = 0;
    double absorbing = 0;
    for (const GeometryReport::Area& area : geometry.areas) {
        if (area.asked_m2 == 0 && area.m2 == 0) continue;
        budget.walls.push_back({area.surface, relative(area.m2, area.asked_m2)});
        absorbing_asked += area.asked_m2 * random_absorption(area.admittance);
        absorbing += area.m2 * random_absorption(area.admittance);
    }
    if (absorbing > 0 && absorbing_asked > 0)
        budget.reverberation_error = relative((1 + budget.volume_error) * absorbing_asked, absorbing);
}

}  // namespace

bool level_is_unbounded(const PlanOutline& plan) {
    return std::ranges::any_of(directions(plan), [&](const NamedDirection& named) {
        return std::isinf(level_error(plan, plan.report.dispersion.points_per_wavelength, named.direction));
    });
}

ErrorBudget error_budget(const PlanOutline& plan) { return error_budget(plan, plan.decision.steps); }

ErrorBudget error_budget(const PlanOutline& plan, std::int64_t steps_done) {
    ErrorBudget budget;
    const double c = plan.decision.slowest_m_s;  // speed of the shortest waves
    budget.frequency_hz = plan.report.dispersion.frequency_hz;
    budget.steps = std::min(plan.decision.steps, steps_done);
    budget.run_s = plan.decision.time_step_s * static_cast<double>(budget.steps);
    budget.planned_s = plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
    budget.interface_shift_m = plan.report.interface_shift_m;
    add_layers(plan, budget);
    budget.isotropic = !plan.scene.tti;
    budget.layer_points = layer_points(plan);
    budget.taper_lead = plan.report.taper_lead;
    budget.may_grow = k73_may_grow(plan.scene);
    budget.p_wave_points = plan.report.p_wave_points;
    budget.second_wave = plan.scene.tti && anellipticity(plan.scene) > 0 &&
                         plan.scene.tti->around_source == Anisotropy::AroundSource::as_is;
    budget.slow_wave = slow_wave(plan, budget.run_s);
    budget.precision = plan.decision.shape.precision;
    budget.run_path_m = c * budget.run_s;
    DirectWays ways = direct_ways(plan, budget.steps, budget.run_path_m);
    ways.weakened = path_as_loud(plan);
    budget.longest_path_m = ways.longest;
    budget.waves = wave_errors(plan, ways, budget.run_path_m);
    budget.solids_left_out = plan.scene.solids.size() - std::min(plan.scene.solids.size(), most_judged_solids);
    budget.solid_error = solid_error(plan, ways);
    budget.facing_error = facing_error(plan, ways, budget.run_path_m);
    budget.edges = edge_error(plan, ways);
    budget.wall_echo_error = wall_echo_error(plan, ways);
    budget.medium = medium_error(plan);
    budget.finer_medium = is_finer(plan);
    for (const auto& [name, error, direction] : directions(plan)) {
        const double per_metre = delay_per_metre(error, c);
        const double delay = budget.longest_path_m * per_metre;
        const double level = level_error(plan, plan.report.dispersion.points_per_wavelength, direction);
        budget.directions.push_back(
            {name, error, level, 1e3 * delay, 360 * budget.frequency_hz * delay, 1e3 * budget.run_path_m * per_metre});
    }
    if (plan.decision.time_correction.on && plan.decision.snapshots)
        budget.snapshot_speed_error = worst_speed_error(plan, false);
    add_sources(plan, budget);
    add_points(plan, budget);
    budget.near_source = near_source(plan);
    add_walls(plan, budget);
    const double unit_roundoff = budget.precision == Precision::float32 ? 0x1p-24 : 0x1p-53;
    // The second wave of the self-adjoint form has zero speed along the axis. There its rounding errors accumulate:
    // near layers 3 to 6 units per step, times the ratio of speeds (measured).
    const bool adds_up = plan.scene.tti && plan.scene.tti->form == TtiForm::self_adjoint;
    const double units = adds_up ? 10 * plan.decision.fastest_m_s / plan.decision.slowest_m_s : 1;
    budget.rounding = units * unit_roundoff * static_cast<double>(budget.steps);
    return budget;
}

}  // namespace wavesim
