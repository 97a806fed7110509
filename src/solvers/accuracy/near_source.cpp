// SPDX-License-Identifier: MIT
#include "solvers/accuracy/near_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "solvers/accuracy/layered_sound.hpp"
#include "solvers/accuracy/near_field.hpp"
#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/space/point_placer.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/point_grid.hpp"
#include "solvers/ways/reach.hpp"
#include "solvers/ways/shot_points.hpp"

namespace wavesim {

namespace {

constexpr double farthest_cells = 6.5;
constexpr double farthest_image_cells = 13;  // there an image has no such error
constexpr std::size_t most_receivers = 16;   // in which the loudest sound is looked for

bool spread(const NearField::Place& place) {
    return std::ranges::any_of(place.weights, [](const auto& line) { return line.size() > 1; });
}

NearField::Place place_of(const PlanOutline& plan, PointPlacer& placer, const PlannedPoint& point) {
    const Point in_grid = from_grid_corner(plan.scene, plan.decision.spacing_m, point.position);
    const bool on_node = point.half_width == 0;  // then its position is that of the node
    NearField::Place place;
    place.weights = placer.lines(in_grid, on_node ? Placement::nearest_node : Placement::interpolated);
    for (const int axis : {0, 1, 2})
        if (!(axis == 1 && plan.scene.dims == 2))
            place.at[static_cast<std::size_t>(axis)] =
                node_coordinate(plan.decision.shape.halo, plan.decision.spacing_m, in_grid.along(axis));
    return place;
}

/// Of a source in a free surface near both points; its nodes are mirrored.
std::optional<NearField::Place> image_of(const PlanOutline& plan, const NearField::Place& source,
                                         const NearField::Place& receiver) {
    for (const Side side : all_sides) {
        if (plan.scene.boundaries.kind[static_cast<std::size_t>(side)] != SideKind::free_surface) continue;
        const int axis = axis_of(side);
        const auto cells = static_cast<double>(is_max(side) ? domain_grid(plan).extent.along(axis) : 0);
        const double at =
            from_grid_corner(plan.scene, plan.decision.spacing_m, {}).along(axis) + plan.decision.spacing_m * cells;
        const auto twice = std::llround(2 * node_coordinate(plan.decision.shape.halo, plan.decision.spacing_m, at));
        NearField::Place image = source;
        const auto of_axis = static_cast<std::size_t>(axis);
        image.at[of_axis] = static_cast<double>(twice) - source.at[of_axis];
        if (std::abs(image.at[of_axis] - receiver.at[of_axis]) > farthest_image_cells) continue;
        for (AxisWeight& weight : image.weights[of_axis]) weight.node = twice - weight.node;
        return image;
    }
    return {};
}

double apart_m(const PlannedPoint& a, const PlannedPoint& b) {
    return std::hypot(a.position.x - b.position.x, a.position.y - b.position.y, a.position.z - b.position.z);
}

/// Wave number of the pulse at its middle frequency, radians per cell.
double wave_number(const PlanOutline& plan) {
    return 2 * std::numbers::pi * middle_frequency(pulse_tones(plan)) * plan.decision.spacing_m /
           plan.decision.slowest_m_s;
}

/// Where sound is slowest, of averaged signals.
std::optional<double> courant(const PlanOutline& plan, bool averaged) {
    if (!averaged) return {};
    return plan.decision.slowest_m_s / plan.decision.fastest_m_s * plan.courant();
}

/// The direct sound of a pair over the loudest sound of all receivers, at least 1. What surfaces and layers send back
/// at once weakens the sound beside a source, but not the error, whose waves are shorter.
double direct_over_loudest(const PlanOutline& plan, const Point& source, const Point& receiver) {
    const std::optional<LayeredSound> sound = layered_sound(plan, source, receiver);
    if (!sound || !(sound->all > 0)) return 1;
    double loudest = sound->all;
    for (std::size_t r = 0; r < std::min(most_receivers, plan.decision.receivers.size()); ++r)
        loudest = std::max(loudest, layered_sound(plan, source, plan.decision.receivers[r].position)->all);
    return std::max(1.0, sound->direct / loudest);
}

}  // namespace

NearSource near_source(const PlanOutline& plan) {
    const ShotPoints all(plan);
    NearSource worst;
    Point worst_source, worst_receiver;
    std::array<std::optional<NearField>, 2> fields;  // of signals as they are, and of averaged ones
    std::optional<PointPlacer> placer;
    for (std::int64_t shot = 0; shot < all.shots(); ++shot) {
        const ShotPoints::Points points = all.of(shot);
        for (std::size_t s = 0; s < points.sources.size(); ++s) {
            if (is_silent(plan.scene.sources[s].signal)) continue;
            const PlannedPoint& source = points.sources[s];
            for (const PlannedPoint& receiver : points.receivers) {
                const double cells = apart_m(source, receiver) / plan.decision.spacing_m;
                if (cells > farthest_cells) continue;
                // The interpolation is computed without solids, which are seldom beside both points.
                if (!placer) placer.emplace(point_grid(plan, [](const Node&) { return true; }));
                const NearField::Place from = place_of(plan, *placer, source), to = place_of(plan, *placer, receiver);
                if (!spread(from) && !spread(to)) continue;
                const bool averaged = averages_in_time(plan, plan.scene.sources[s]);
                std::optional<NearField>& field = fields[averaged ? 1 : 0];
                if (!field) field.emplace(plan.decision.shape.stencil, wave_number(plan), courant(plan, averaged));
                const double error = field->error(from, to, image_of(plan, from, to));
                if (error <= worst.error) continue;
                worst = {cells, error};
                worst_source = source.position;
                worst_receiver = receiver.position;
            }
        }
    }
    if (worst.error > 0) worst.error *= direct_over_loudest(plan, worst_source, worst_receiver);
    return worst;
}

}  // namespace wavesim
