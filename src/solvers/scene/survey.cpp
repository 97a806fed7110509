// SPDX-License-Identifier: MIT
#include "solvers/scene/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace wavesim {

namespace {

Point sum(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Point difference(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double product(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Displacement from the positions in the text of the scene to those of a shot.
Point shift(const Survey& survey, std::int64_t shot) {
    return difference(survey.shots.at(static_cast<std::size_t>(shot)), survey.sources.at(0));
}

void name_channels(Scene& scene, std::int64_t channels) {
    scene.receivers.resize(static_cast<std::size_t>(channels));
    for (std::size_t i = 0; i < scene.receivers.size(); ++i)
        scene.receivers[i].name = "channel " + std::to_string(i + 1);
}

}  // namespace

Survey make_survey(const Scene& scene, std::vector<Point> shots, Survey::Spread spread) {
    Survey survey;
    survey.shots = std::move(shots);
    survey.spread = spread;
    for (const SourceRequest& source : scene.sources) survey.sources.push_back(source.position);
    for (const ReceiverRequest& receiver : scene.receivers) survey.receivers.push_back(receiver.position);
    return survey;
}

Survey make_rolling_survey(Scene& scene, std::vector<Point> shots, std::int64_t channels) {
    Survey survey = make_survey(scene, std::move(shots), Survey::Spread::rolling);
    const auto stations = static_cast<std::int64_t>(survey.receivers.size());
    for (const Point& shot : survey.shots) {
        std::int64_t nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::int64_t i = 0; i < stations; ++i) {
            const Point line = difference(survey.receivers[static_cast<std::size_t>(i)], shot);
            const double square = line.x * line.x + line.y * line.y;  // along the ground
            if (square < least) least = square, nearest = i;
        }
        survey.first_station.push_back(std::clamp<std::int64_t>(nearest - channels / 2, 0, stations - channels));
    }
    name_channels(scene, channels);
    return survey;
}

Survey make_listed_survey(Scene& scene, std::vector<Point> shots, std::vector<Point> stations,
                          std::vector<std::int64_t> first_station, std::vector<std::int64_t> channels) {
    Survey survey = make_survey(scene, std::move(shots), Survey::Spread::listed);
    survey.receivers = std::move(stations);
    survey.first_station = std::move(first_station);
    survey.channels = std::move(channels);
    name_channels(scene, *std::ranges::max_element(survey.channels));
    return survey;
}

std::int64_t receivers_of_shot(const Scene& scene, std::int64_t shot) {
    if (!scene.survey || scene.survey->spread != Survey::Spread::listed)
        return static_cast<std::int64_t>(scene.receivers.size());
    return scene.survey->channels.at(static_cast<std::size_t>(shot));
}

std::string source_key(const Scene& scene, std::size_t source) {
    return "sources[" + std::to_string(scene.sources.at(source).entry.value_or(source)) + ']';
}

std::int64_t shot_count(const Scene& scene) {
    return scene.survey ? static_cast<std::int64_t>(scene.survey->shots.size()) : 1;
}

Point source_position(const Scene& scene, std::size_t source, std::int64_t shot) {
    if (!scene.survey) return scene.sources.at(source).position;
    const Survey& survey = *scene.survey;
    // The first source is at the position of the shot, without rounding.
    return source == 0 ? survey.shots.at(static_cast<std::size_t>(shot))
                       : sum(survey.sources.at(source), shift(survey, shot));
}

Point receiver_position(const Scene& scene, std::size_t receiver, std::int64_t shot) {
    if (!scene.survey) return scene.receivers.at(receiver).position;
    const Survey& survey = *scene.survey;
    if (survey.spread == Survey::Spread::rolling || survey.spread == Survey::Spread::listed) {
        const std::int64_t last = receivers_of_shot(scene, shot) - 1;
        const std::int64_t first = survey.first_station.at(static_cast<std::size_t>(shot));
        return survey.receivers.at(
            static_cast<std::size_t>(first + std::min(static_cast<std::int64_t>(receiver), last)));
    }
    return survey.spread == Survey::Spread::fixed ? survey.receivers.at(receiver)
                                                  : sum(survey.receivers.at(receiver), shift(survey, shot));
}

void move_to_shot(Scene& scene, std::int64_t shot) {
    if (!scene.survey || scene.survey->shots.empty() || scene.survey->sources.empty()) return;  // faults
    for (std::size_t i = 0; i < scene.sources.size(); ++i) scene.sources[i].position = source_position(scene, i, shot);
    for (std::size_t i = 0; i < scene.receivers.size(); ++i)
        scene.receivers[i].position = receiver_position(scene, i, shot);
}

Point line_direction(const Scene& scene) {
    if (product(scene.boat_way, scene.boat_way) > 0) return scene.boat_way;
    const auto last = shot_count(scene) - 1;
    const Point line = difference(source_position(scene, 0, last), source_position(scene, 0, 0));
    if (product(line, line) > 0) return line;
    return difference(receiver_position(scene, scene.receivers.size() - 1, 0), receiver_position(scene, 0, 0));
}

double signed_offset(const Scene& scene, std::size_t receiver, std::int64_t shot) {
    const Point line = difference(receiver_position(scene, receiver, shot), source_position(scene, 0, shot));
    const double distance = std::sqrt(product(line, line));
    return product(line, line_direction(scene)) < 0 ? -distance : distance;
}

}  // namespace wavesim
