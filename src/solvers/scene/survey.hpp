// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// A survey of the scene's sources and receivers, whose positions it remembers.
Survey make_survey(const Scene& scene, std::vector<Point> shots, Survey::Spread spread);

/// A split spread that rolls along. The scene's receivers are the stations of a line. Each shot records `channels` of
/// them, half before and half behind the station next to its first source. At the ends of the line the spread stays and
/// the source moves through it. Makes the receivers of the scene the channels. `channels` is at least 1 and at most the
/// number of stations.
Survey make_rolling_survey(Scene& scene, std::vector<Point> shots, std::int64_t channels);

/// A survey whose shots each have receivers of their own: `channels[k]` of the stations from `first_station[k]` on.
/// Makes the receivers of the scene as many channels as the largest spread has.
Survey make_listed_survey(Scene& scene, std::vector<Point> shots, std::vector<Point> stations,
                          std::vector<std::int64_t> first_station, std::vector<std::int64_t> channels);

/// Receivers that a shot records: the first so many of the scene. The others of a listed spread stand where the last of
/// them stands, and what they hear is not kept.
std::int64_t receivers_of_shot(const Scene& scene, std::int64_t shot);

/// Scene key of a source, e.g. sources[1].
std::string source_key(const Scene& scene, std::size_t source);

/// Shots of a scene; 1 without a survey.
std::int64_t shot_count(const Scene& scene);

/// Position of a source or receiver in a shot, m; without a survey its position in the scene. It does not matter to
/// which shot the scene was moved.
Point source_position(const Scene& scene, std::size_t source, std::int64_t shot);
Point receiver_position(const Scene& scene, std::size_t receiver, std::int64_t shot);

/// Moves sources and receivers to their places in a shot; does nothing without a survey.
void move_to_shot(Scene& scene, std::int64_t shot);

/// The way that the line of the survey goes, of any length: that of the boat, of the shots, or of the receivers of a
/// single shot; all zero where these are one point.
Point line_direction(const Scene& scene);

/// Signed distance from the first source of a shot to a receiver, m: negative against the way of the line
/// (line_direction). Source: SEG-Y rev 1, trace header bytes 37-40.
double signed_offset(const Scene& scene, std::size_t receiver, std::int64_t shot);

}  // namespace wavesim
