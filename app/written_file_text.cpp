// SPDX-License-Identifier: MIT
#include "app/written_file_text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/field_text.hpp"
#include "app/quantity_text.hpp"
#include "io/shown_field.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

std::string si_of(const ordered_json& value, const std::string& unit) {
    return value.is_number() ? si_text(value.get<double>(), unit) : "not finite";
}

std::string count_of(const ordered_json& value) { return count_text(value.get<std::int64_t>()); }

std::string title_of(const ordered_json& file) { return file.at("field") == ShownField{}.name ? "Pressure" : "Field"; }

std::string value_of(const ordered_json& file, const char* key) {
    const ordered_json& value = file.at(key);
    return value.is_number() ? field_value_text(value.get<double>(), file.at("units").get<std::string>())
                             : "not finite";
}

std::vector<ReportRow> shot_lines(const ordered_json& shot) {
    return {{"Holds", fmt::format("shot {} of a survey (result.h5 holds all of them once the survey ends)",
                                  count_of(shot.at("shot")))},
            {"Traces", fmt::format("{} of {} samples, {} at a time step of {}", count_of(shot.at("receivers")),
                                   count_of(shot.at("samples")), si_of(shot.at("duration_s"), "s"),
                                   si_of(shot.at("time_step_s"), "s"))},
            {title_of(shot), fmt::format("peak {}, rms {}", value_of(shot, "peak_pa"), value_of(shot, "rms_pa"))}};
}

std::vector<ReportRow> snapshot_lines(const ordered_json& snapshot) {
    const ordered_json& nodes = snapshot.at("nodes");
    const ordered_json& origin = snapshot.at("first_node_m");
    const auto metres = [&origin](std::size_t axis) {
        const ordered_json& value = origin.at(axis);
        return value.is_number() ? fmt::format("{:.4g}", value.get<double>()) : "not finite";
    };
    return {{"Holds",
             fmt::format("the {} at {}", snapshot.at("field").get<std::string>(), si_of(snapshot.at("time_s"), "s"))},
            {"Nodes", fmt::format("{} x {} x {}, spacing {}, the first at ({}, {}, {}) m", count_of(nodes.at(0)),
                                  count_of(nodes.at(1)), count_of(nodes.at(2)), si_of(snapshot.at("spacing_m"), "m"),
                                  metres(0), metres(1), metres(2))},
            {title_of(snapshot), fmt::format("{} to {}, rms {}", value_of(snapshot, "least_pa"),
                                             value_of(snapshot, "most_pa"), value_of(snapshot, "rms_pa"))}};
}

std::vector<ReportRow> segy_lines(const ordered_json& segy) {
    return {{"Holds", fmt::format("{} traces in SEG-Y revision 1, IEEE floats", count_of(segy.at("traces")))},
            {"Samples", fmt::format("{} per trace, {} us apart, {}", count_of(segy.at("samples")),
                                    count_of(segy.at("interval_us")), si_of(segy.at("duration_s"), "s"))}};
}

std::vector<ReportRow> unfinished_lines(const ordered_json& folder) {
    const bool running = folder.at("running").get<bool>();
    const auto shots = folder.at("shots").get<std::int64_t>();
    const auto planned = folder.at("shots_planned").get<std::int64_t>();
    const std::string again = planned > 0 ? "the same run goes on with it" : "the same run replaces it";
    std::vector<ReportRow> rows{{"Scene", fmt::format("{} ({})", folder.at("scene_name").get<std::string>(),
                                                      folder.at("scene_hash").get<std::string>())},
                                {"State", running ? "a run is at work here; there is no result.h5 yet"
                                                  : "the run was ended before it could write result.h5; " + again}};
    if (planned > 0)
        rows.push_back({"Shots", fmt::format("{} of {} whole, in shots/", count_text(shots), count_text(planned))});
    bool first = true;
    for (const ordered_json& file : folder.at("files")) {
        rows.push_back({first ? "Files" : "", file.get<std::string>()});
        first = false;
    }
    return rows;
}

}  // namespace

std::vector<ReportRow> written_file_lines(const ordered_json& summary) {
    const std::string kind = summary.at("kind");
    if (kind == "shot") return shot_lines(summary);
    if (kind == "snapshot") return snapshot_lines(summary);
    if (kind == "segy") return segy_lines(summary);
    return unfinished_lines(summary);
}

}  // namespace wavesim
