// SPDX-License-Identifier: MIT
#include "solvers/room_summary.hpp"

#include <cmath>

namespace wavesim {

std::optional<RoomSummary> room_summary(const PlanOutline& plan) {
    const GeometryReport& geometry = plan.report.geometry;
    const double c = plan.decision.fastest_m_s;
    if (plan.scene.dims != 3 || !plan.scene.boundaries.all_walls() || !(geometry.volume_asked_m3 > 0)) return {};
    if (!(c > 0) || plan.decision.slowest_m_s != c) return {};
    RoomSummary room;
    room.volume_m3 = geometry.volume_asked_m3;
    for (const GeometryReport::Area& area : geometry.areas) {
        room.surface_m2 += area.asked_m2;
        room.absorption_area_m2 += area.asked_m2 * random_absorption(area.admittance);
    }
    const double per_area = 24 * std::log(10.0) * room.volume_m3 / c;  // 0 / 0 never occurs: V > 0
    room.sabine_s = per_area / room.absorption_area_m2;
    room.eyring_s = per_area / (-room.surface_m2 * std::log1p(-room.mean_absorption()));
    room.schroeder_hz = std::sqrt(std::pow(c, 3) * room.eyring_s / (4 * std::log(10.0) * room.volume_m3));
    return room;
}

}  // namespace wavesim
