// SPDX-License-Identifier: MIT
#include "app/scene_summary_text.hpp"

#include <fmt/core.h>

#include <cmath>

#include "app/quantity_text.hpp"
#include "solvers/accuracy/wave_summary.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/ways/room_summary.hpp"

namespace wavesim {

namespace {

using Rows = std::vector<ReportRow>;

void add_room(Rows& rows, const RoomSummary& room, std::size_t rooms) {
    const char* whole = rooms > 1 ? " that sound reaches from a source" : "";
    rows.push_back({"Room", fmt::format("{:.4g} m3 of air inside {:.4g} m2 of surfaces{}", room.volume_m3,
                                        room.surface_m2, whole)});
    if (!(room.absorption_area_m2 > 0))
        return rows.push_back({"", "nothing in it absorbs sound, which never dies away"});
    const std::string at = room.octaves.empty() ? "" : " at " + si_text(room.highest_hz, "Hz");
    rows.push_back({"", fmt::format("mean absorption {:.3g} (random incidence){}, equal to {:.3g} m2 of open window",
                                    room.mean_absorption(), at, room.absorption_area_m2)});
    for (const RoomSummary::Octave& octave : room.octaves) {
        const std::string middle = si_text(octave.hz, "Hz");
        rows.push_back(
            {"", std::isfinite(octave.eyring_s)
                     ? fmt::format("{:>9}: reverberation time {} by Sabine, {} by Eyring; absorption {:.3g}", middle,
                                   si_text(octave.sabine_s, "s"), si_text(octave.eyring_s, "s"), octave.mean_absorption)
                     : fmt::format("{:>9}: no reverberation time by Sabine; absorption {:.3g}", middle,
                                   octave.mean_absorption)});
    }
    if (!room.not_diffuse.empty()) return rows.push_back({"", "no reverberation time by Sabine: " + room.not_diffuse});
    rows.push_back(
        {"", fmt::format("reverberation time{} {} by Sabine, {} by Eyring; Schroeder frequency {}", at,
                         si_text(room.sabine_s, "s"), si_text(room.eyring_s, "s"), si_text(room.schroeder_hz, "Hz"))});
}

/// "30.0 m", or "30.0 m to 60.0 m".
std::string range_text(double least, double most, const char* unit) {
    const std::string from = si_text(least, unit);
    const std::string to = si_text(most, unit);
    return from == to ? from : from + " to " + to;
}

void add_waves(Rows& rows, const WaveSummary& waves, const PlanOutline& plan) {
    const auto length = [&](double frequency) {
        return range_text(waves.slowest_m_s / frequency, waves.fastest_m_s / frequency, "m");
    };
    std::string lengths = fmt::format("{} long at {}", length(waves.frequency_hz), si_text(waves.frequency_hz, "Hz"));
    if (waves.peak_hz)
        lengths += fmt::format(", {} at the source's {}", length(*waves.peak_hz), si_text(*waves.peak_hz, "Hz"));
    rows.push_back({"Waves", lengths});
    if (!waves.offsets_m) return;
    std::string arrivals = fmt::format("{}ffsets {}", shot_count(plan.scene) > 1 ? "first shot: o" : "o",
                                       range_text(waves.offsets_m->least, waves.offsets_m->most, "m"));
    if (waves.arrivals_s) {
        arrivals += fmt::format("; first arrivals travel about {}",
                                range_text(waves.arrivals_s->least, waves.arrivals_s->most, "s"));
        if (waves.peak_delay_s)
            arrivals +=
                fmt::format(", their peaks come at {}", range_text(waves.arrivals_s->least + *waves.peak_delay_s,
                                                                   waves.arrivals_s->most + *waves.peak_delay_s, "s"));
    }
    rows.push_back({"", arrivals});
}

}  // namespace

Rows scene_summary_lines(const PlanOutline& plan) {
    Rows rows;
    const std::vector<RoomSummary> rooms = room_summaries(plan);
    for (const RoomSummary& room : rooms) add_room(rows, room, rooms.size());
    if (const auto waves = wave_summary(plan)) add_waves(rows, *waves, plan);
    return rows;
}

}  // namespace wavesim
