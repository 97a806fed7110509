// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

constexpr double traces_max = 1e8;
constexpr std::size_t shots_max = 100'000;

}  // namespace

void SceneResolver::resolve_survey(const json& values, const InputFolders& folders) {
    if (!values.contains("survey") || !values["survey"].is_object()) return;
    const json& value = values["survey"];
    refuse_outputs_of_surveys(values);
    if (value.contains("file")) return resolve_survey_file(values, folders);
    std::vector<Point> shots;
    std::vector<std::string> keys;  // key of each shot
    if (value.contains("shots") && value["shots"].is_array()) {
        for (std::size_t i = 0; i < value["shots"].size(); ++i) {
            const std::string key = item_path("survey.shots", i);
            Point point;
            if (!value["shots"][i].is_array() || !read_coordinates(value["shots"][i], key, point)) continue;
            shots.push_back(scene_.frame.inner(point));
            keys.push_back(key);
        }
    } else if (value.contains("line")) {
        const json& line = value["line"];
        Point from;
        Point to;
        const bool has_from = read_position(line, "from", "survey.line", from);
        const bool has_to = read_position(line, "to", "survey.line", to);
        if (!has_from || !has_to || !line.contains("count")) return;
        const std::int64_t count = line["count"];
        for (std::int64_t i = 0; i < count; ++i) shots.push_back(point_on_line(from, to, i, count));
        keys.assign(shots.size(), "survey.line");
    }
    if (shots.empty()) return;  // fault reported elsewhere
    if (enum_value(value, "spread", Survey::Spread::fixed) == Survey::Spread::listed)
        return fault(Rule::bad_survey, "survey.spread", "only a file lists the receivers of each shot",
                     "give the key 'file'");
    if (!place_shots(value, std::move(shots))) return;
    scene_.survey->key = value.contains("line") ? "survey.line" : "survey.shots";
    check_shots(keys);
}

bool SceneResolver::place_shots(const json& survey, std::vector<Point> shots) {
    const Survey::Spread spread = enum_value(survey, "spread", Survey::Spread::fixed);
    const bool rolling = spread == Survey::Spread::rolling;
    const auto stations = static_cast<std::int64_t>(scene_.receivers.size());
    const std::int64_t channels = survey.value("channels", stations);
    if (survey.contains("channels") && !rolling)
        fault(Rule::bad_survey, "survey.channels", "is for a spread that rolls along", "write spread: rolling");
    if (rolling && !survey.contains("channels"))
        fault(Rule::needs_key, "survey", "a rolling spread has a number of channels", "give the key 'channels'");
    if (rolling && (channels < 1 || channels > stations)) {
        fault(Rule::bad_survey, survey.contains("channels") ? "survey.channels" : "survey",
              "a shot cannot hear " + std::to_string(channels) + " stations of " + std::to_string(stations));
        return false;
    }
    if (rolling)
        scene_.survey = make_rolling_survey(scene_, std::move(shots), channels);
    else
        scene_.survey = make_survey(scene_, std::move(shots), spread);
    return true;
}

void SceneResolver::resolve_survey_file(const json& values, const InputFolders& folders) {
    const json& value = values["survey"];
    const std::string key = "survey.file";
    const std::optional<PointFile> file = read_points(value, "survey", WantedPoints::sources, folders);
    if (!file) return;
    ShotList list = shots_of(*file);
    if (file->traces.empty()) list.shots = file->list;
    PointSet shots{key, true, {}};
    shots.rows = std::move(list.shots.rows);
    shots.file = PointFile{{}, {}, file->segy, file->elevations, file->name};
    if (list.shots.points.size() > shots_max)
        return fault(Rule::bad_survey, key, "there are more than " + std::to_string(shots_max) + " shots");
    const bool has_receivers = !scene_.receivers.empty();
    const bool asked = places_.contains("survey.spread");
    const bool listed = asked ? enum_value(value, "spread", Survey::Spread::fixed) == Survey::Spread::listed
                              : !has_receivers && !file->traces.empty();
    if (listed && file->traces.empty()) return fault(Rule::bad_survey, key, "the file lists no receivers of its shots");
    if (listed && has_receivers)
        return fault(Rule::bad_survey, "survey.spread",
                     "the file lists the receivers of each shot, and so does the scene",
                     "remove the key 'receivers', or write spread: fixed");
    if (listed) {
        if (value.contains("channels"))
            fault(Rule::bad_survey, "survey.channels", "is for a spread that rolls along", "write spread: rolling");
        if (!check_receiver_count(static_cast<double>(*std::ranges::max_element(list.count)), key)) return;
        for (std::size_t i = 0; i < list.stations.size(); ++i)
            if (!check_inside(list.stations[i], key, file->place_of(list.station_rows[i]) + ": the receiver")) return;
        scene_.survey = make_listed_survey(scene_, std::move(list.shots.points), std::move(list.stations),
                                           std::move(list.first_station), std::move(list.count));
        for (ReceiverRequest& receiver : scene_.receivers) receiver.key = key;
    } else if (!place_shots(value, std::move(list.shots.points))) {
        return;
    }
    scene_.survey->key = key;
    check_shots(std::vector<std::string>(scene_.survey->shots.size(), key), &shots);
}

void SceneResolver::refuse_outputs_of_surveys(const json& values) {
    const json outputs = values.value("outputs", json::object());
    if (places_.contains("outputs.traces.wav"))
        fault(Rule::bad_survey, "outputs.traces.wav", "sound files are for scenes without a survey", "use segy: true");
    if (enum_value(outputs, "compare", ExactReference::none) != ExactReference::none)
        fault(Rule::bad_survey, "outputs.compare", "comparisons are for scenes without a survey");
}

void SceneResolver::check_shots(const std::vector<std::string>& keys, const PointSet* file) {
    if (scene_.sources.empty() || !has_size_) return;
    const auto traces = static_cast<double>(shot_count(scene_)) * static_cast<double>(scene_.receivers.size());
    if (traces > traces_max) {
        fault(Rule::bad_survey, "survey", "there would be more than 100 million traces in all");
        return;
    }
    const bool towed = scene_.survey->spread == Survey::Spread::towed;
    for (std::int64_t shot = 0; shot < shot_count(scene_); ++shot) {
        const auto number = static_cast<std::size_t>(shot);
        const std::string& key = keys[number];
        const std::string who = "shot " + std::to_string(shot + 1) +
                                (file ? " (" + file->file->place_of(file->rows[number]) + ')' : "") + ": ";
        bool good = true;
        for (std::size_t i = 0; i < scene_.sources.size() && good; ++i)
            good = check_inside(source_position(scene_, i, shot), key, who + "the source");
        for (std::size_t i = 0; i < scene_.receivers.size() && good && towed; ++i)
            good = check_inside(receiver_position(scene_, i, shot), key,
                                who + "the receiver '" + scene_.receivers[i].name + '\'');
        if (!good && scene_.survey->key != "survey.shots") return;  // one fault per key
    }
}

}  // namespace wavesim
