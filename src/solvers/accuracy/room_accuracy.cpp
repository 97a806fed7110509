// SPDX-License-Identifier: MIT
#include "solvers/accuracy/room_accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "boundary/angle_fit.hpp"
#include "boundary/port_fit.hpp"
#include "boundary/wall_bounds.hpp"
#include "boundary/walls.hpp"
#include "solvers/accuracy/octave_limits.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/ways/room_summary.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;
using std::numbers::sqrt2;

constexpr std::array octave_middles{31.5, 63.0, 125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 16000.0};
/// The error at the worst of several seats, in standard deviations.
constexpr double largest_seat = 2;
/// Smaller errors at seats are not reported: a tenth of what is audible (5 %, 1 dB).
constexpr double least_seat_db = 0.1;

/// Relative excess absorption of stairs with the area of their slope, averaged over the modes of rooms. It was measured
/// with 6 to 22 cells per wavelength, in discs and rooms with slopes of 10 and 30 degrees. Stencils with neighbours off
/// the axes slow waves along stairs less.
double excess_of_stairs(const PlanOutline& plan, double hz) {
    const double cells = plan.decision.slowest_m_s / (hz * plan.decision.spacing_m);
    return (acts_along_axes(plan.decision.shape.stencil) ? 1.4 : 0.65) / cells;
}

/// The mean free path between walls is this many times volume / area; in 2D area / length (Kuttruff, Room Acoustics,
/// 6th ed., 5.2).
double per_free_path(const PlanOutline& plan) { return plan.scene.dims == 2 ? pi : 4; }

/// Directions mix in some rooms more than in others.
double worse_reverberation(const WallLoss& loss) {
    return std::abs(loss.box_reverberation) > std::abs(loss.random_reverberation) ? loss.box_reverberation
                                                                                  : loss.random_reverberation;
}

/// Adds the errors of the surfaces of a room at the centre frequency of an octave.
void add_walls(const PlanOutline& plan, bool diffuse, OctaveAccuracy& octave) {
    const GeometryReport& geometry = plan.report.geometry;
    double asked = 0, gridded = 0;
    for (const GeometryReport::Area& area : geometry.areas) {
        if (area.admittance < least_admittance || area.admittance > 1 / least_admittance) continue;
        const WallScheme scheme = wall_scheme(plan, area.admittance, area.bands);
        const double omega_t = 2 * pi * octave.middle_hz * plan.decision.time_step_s;
        const WallLoss loss = wall_loss(scheme, scheme.exact.empty() ? area.admittance : 1, omega_t);
        double absorption = random_absorption(area.admittance), fit = 1;
        if (!scheme.exact.empty()) {
            const std::complex<double> impedance = impedance_of(scheme.exact, {0, omega_t / scheme.courant});
            absorption = random_absorption_of(impedance);
            fit = wanted_absorption(area.bands, octave.middle_hz) /
                  (area.bands.incidence == Incidence::random ? absorption : normal_absorption_of(impedance));
        }
        asked += area.asked_m2 * absorption * fit;
        const double stairs = area.stairs_m2 * excess_of_stairs(plan, octave.middle_hz);
        gridded += (area.m2 + stairs) * absorption / (1 + worse_reverberation(loss));
        if (area.m2 > 0 && std::abs(loss.normal_reverberation) > std::abs(octave.head_on))
            octave.head_on = loss.normal_reverberation;
    }
    const double volume = geometry.volume_asked_m3 > 0 ? geometry.volume_m3 / geometry.volume_asked_m3 : 1;
    octave.reverberation = diffuse && gridded > 0 ? volume * asked / gridded - 1 : octave.head_on;
}

/// Area of solids in contact with air: the surfaces after those of the six sides.
double solid_area(const GeometryReport& geometry) {
    double area = 0;
    for (std::size_t s = 6; s < geometry.areas.size(); ++s) area += geometry.areas[s].asked_m2;
    return area;
}

/// Displaced solids change the phase of each of their reflections by 2 k shift cos(angle), with cos^2 = 1/2 on average.
/// After `hits` reflections the correlation of the exact and the simulated field is exp(-hits phase^2 / 2), that of the
/// energies its square. Standard deviations of one diffuse field in a band of width B: reverberation time 0.96 / sqrt(B
/// T) (ISO 3382-2, 7.1, T20 of integrated responses), level of an energy of n = B t samples 4.34 / sqrt(n) dB.
void add_seats(const PlanOutline& plan, double shift_m, double seconds_60, OctaveAccuracy& octave) {
    const AirPart& part = plan.report.geometry.parts.front();
    const double c = plan.decision.fastest_m_s;
    const double hits_per_s = c * solid_area(plan.report.geometry) / (per_free_path(plan) * part.volume);
    const double phase = 2 * (2 * pi * octave.middle_hz / c) * shift_m / sqrt2;
    const auto spread_factor = [&](double time_s) {
        return std::sqrt(2 * -std::expm1(-hits_per_s * time_s * phase * phase));
    };
    const double band = octave.middle_hz / sqrt2, decay_s = seconds_60 / (6 * std::numbers::ln10);
    const double early_s = 0.08;
    octave.seat_reverberation = largest_seat * spread_factor(seconds_60 / 4) * 0.96 / std::sqrt(band * seconds_60);
    octave.seat_clarity_db = largest_seat * spread_factor(early_s) * 4.34 *
                             std::sqrt(1 / (band * std::min(early_s, 2 * decay_s)) + 1 / (2 * band * decay_s));
    octave.seat_level_db = largest_seat * spread_factor(decay_s) * 4.34 / std::sqrt(2 * band * decay_s);
}

std::string hertz(double hz) { return hz >= 1000 ? fmt::format("{:g} kHz", hz / 1000) : fmt::format("{:g} Hz", hz); }

}  // namespace

std::string RoomAccuracy::text() const {
    const std::string grid = fmt::format("the grid is valid to {}", hertz(std::round(grid_hz)));
    if (octaves.empty()) return grid + ", and no octave band of the pulses and the room lies below";
    std::string times;
    const OctaveAccuracy* worst = &octaves.front();
    for (const OctaveAccuracy& octave : octaves) {
        times += fmt::format("{} {:+.2g} % at {}", times.empty() ? "" : ",", 100 * octave.reverberation,
                             hertz(octave.middle_hz));
        if (octave.seat_clarity_db > worst->seat_clarity_db) worst = &octave;
    }
    std::string all = grid + "; reverberation time" + times;
    if (worst->seat_clarity_db > least_seat_db)
        all += fmt::format(
            "; at single seats up to {:.2g} % at {}, clarity C80 up to {:.1f} dB and level up to {:.1f} dB, "
            "since faces of solids are up to {:.2g} m off",
            100 * worst->seat_reverberation, hertz(worst->middle_hz), worst->seat_clarity_db, worst->seat_level_db,
            solid_shift_m);
    return all;
}

std::optional<RoomAccuracy> room_accuracy(const PlanOutline& plan) {
    const std::vector<AirPart>& parts = plan.report.geometry.parts;
    if (!is_room(plan) || parts.empty() || !(parts.front().absorbed() > 0)) return {};
    const AirPart& air = parts.front();
    const std::vector<RoomSummary> summaries = room_summaries(plan);
    const bool diffuse = !summaries.empty() && summaries.front().not_diffuse.empty();
    RoomAccuracy room;
    room.grid_hz = plan.report.dispersion.frequency_hz;
    room.solid_shift_m = plan.report.geometry.solid_shift_m;
    const double c = (plan.decision.slowest_m_s + plan.decision.fastest_m_s) / 2;
    const OctaveLimits limits(plan.scene, room.grid_hz, {air.volume, air.surface(), c});
    const double seconds_60 = 6 * std::log(10.0) * per_free_path(plan) * air.volume / (c * air.absorbed());
    for (const double hz : octave_middles) {
        if (limits.fault(hz) != OctaveFault::none) continue;
        OctaveAccuracy octave;
        octave.middle_hz = hz;
        try {
            add_walls(plan, diffuse, octave);
        } catch (const std::domain_error&) {
            continue;  // the scheme has no wave, or two, at this frequency
        }
        if (room.solid_shift_m > 0) add_seats(plan, room.solid_shift_m, seconds_60, octave);
        room.octaves.push_back(octave);
    }
    return room;
}

}  // namespace wavesim
