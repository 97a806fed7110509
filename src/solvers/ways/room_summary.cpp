// SPDX-License-Identifier: MIT
#include "solvers/ways/room_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "boundary/surface.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

namespace {

/// Two rooms are coupled if their slower decay is longer than that of one diffuse room by this factor.
constexpr double coupled_above = 1.1;
/// Absorption is uneven if the reverberation time of Arau-Puchades exceeds Eyring's by this factor.
constexpr double uneven_above = 1.5;

/// V / A of Arau-Puchades, Acustica 65 (1988) 163: the geometric mean of Eyring's formula evaluated with the absorption
/// of each pair of opposite surfaces, weighted with their areas. Infinite if a pair absorbs nothing.
double uneven_volume_per_area(const AirPart& part) {
    double exponent = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (part.area[axis] > 0)
            exponent -=
                part.area[axis] / part.surface() * std::log(-std::log1p(-part.absorption[axis] / part.area[axis]));
    return part.volume / part.surface() * std::exp(exponent);
}

/// The pair of opposite surfaces with the largest absorption coefficient.
std::size_t absorbing_axis(const AirPart& part) {
    std::size_t most = 0;
    for (std::size_t axis = 1; axis < 3; ++axis)
        if (part.absorption[axis] * part.area[most] > part.absorption[most] * part.area[axis]) most = axis;
    return most;
}

std::string why_not_diffuse(const AirPart& part) {
    static constexpr std::array<const char*, 3> axes{"x", "y", "z"};
    const double absorbed = part.absorbed();
    if (!(absorbed > 0)) return "";
    if (part.opening && part.opening->slow_volume_per_area() > coupled_above * part.volume / absorbed)
        return fmt::format(
            "rooms of {:.3g} and {:.3g} m3 are coupled through an opening of {:.3g} m2, and each decays in its "
            "own time",
            part.opening->volume[0], part.opening->volume[1], part.opening->area);
    const double eyring = part.volume / (-part.surface() * std::log1p(-absorbed / part.surface()));
    if (uneven_volume_per_area(part) > uneven_above * eyring) {
        const std::size_t axis = absorbing_axis(part);
        return fmt::format("the surfaces across {} take {:.0f} % of the sound, and sound along the others lasts longer",
                           axes[axis], 100 * part.absorption[axis] / absorbed);
    }
    return "";
}

RoomSummary summary_of(const AirPart& part, double c) {
    RoomSummary room;
    room.volume_m3 = part.volume;
    room.surface_m2 = part.surface();
    room.absorption_area_m2 = part.absorbed();
    room.not_diffuse = why_not_diffuse(part);
    if (!room.not_diffuse.empty()) {
        room.sabine_s = room.eyring_s = room.schroeder_hz = std::numeric_limits<double>::quiet_NaN();
        return room;
    }
    const double per_area = 24 * std::log(10.0) * room.volume_m3 / c;  // 0 / 0 never occurs: V > 0
    room.sabine_s = per_area / room.absorption_area_m2;
    room.eyring_s = per_area / (-room.surface_m2 * std::log1p(-room.mean_absorption()));
    room.schroeder_hz = std::sqrt(std::pow(c, 3) * room.eyring_s / (4 * std::log(10.0) * room.volume_m3));
    return room;
}

constexpr std::array octave_middles{31.5, 63.0, 125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 16000.0};

/// Numbers with the absorption of each surface at a frequency. Openings are judged at the highest frequency.
RoomSummary::Octave octave_of(AirPart part, const std::vector<SurfaceLaw>& laws, double hz, double c) {
    part.opening.reset();
    part.absorption = {};
    for (std::size_t s = 0; s < part.by_surface.size(); ++s)
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (const double area = part.by_surface[s][axis]; area > 0)
                part.absorption[axis] += area * random_absorption(admittance_at(laws[s], hz));
    const RoomSummary room = summary_of(part, c);
    return {hz, room.mean_absorption(), room.sabine_s, room.eyring_s};
}

}  // namespace

bool is_room(const PlanOutline& plan) {
    constexpr double least_ratio = 0.9;  // of speeds
    const double fastest = plan.decision.fastest_m_s;
    return !plan.scene.medium.physics && !plan.scene.tti && plan.scene.boundaries.all_walls() && fastest > 0 &&
           plan.decision.slowest_m_s >= least_ratio * fastest;
}

std::vector<RoomSummary> room_summaries(const PlanOutline& plan) {
    if (!is_room(plan) || plan.scene.dims != 3) return {};
    const double c = (plan.decision.slowest_m_s + plan.decision.fastest_m_s) / 2;
    std::vector<RoomSummary> rooms;
    for (const AirPart& part : plan.report.geometry.parts)
        if (part.volume > 0) rooms.push_back(summary_of(part, c));
    const std::vector<SurfaceLaw> laws = make_surfaces(plan.scene).laws;
    if (std::ranges::none_of(laws, &SurfaceLaw::by_frequency)) return rooms;
    auto part = plan.report.geometry.parts.begin();
    for (RoomSummary& room : rooms) {
        while (!(part->volume > 0)) ++part;
        room.highest_hz = plan.report.dispersion.frequency_hz;
        for (const double hz : octave_middles)
            if (hz <= room.highest_hz && part->by_surface.size() == laws.size())
                room.octaves.push_back(octave_of(*part, laws, hz, c));
        ++part;
    }
    return rooms;
}

}  // namespace wavesim
