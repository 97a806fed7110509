// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// A survey with the positions of the scene's sources and receivers.
Survey make_survey(const Scene& scene, std::vector<Point> shots, Survey::Spread spread);

/// A rolling split spread. The scene's receivers are the stations of a line. Each shot records `channels` of them, half
/// before and half after the station nearest to its first source. At the ends of the line the spread stays and the
/// source moves through it. Replaces the receivers of the scene by the channels. `channels` is at least 1 and at most
/// the number of stations.
Survey make_rolling_survey(Scene& scene, std::vector<Point> shots, std::int64_t channels);

/// A survey in which each shot has its own receivers: `channels[k]` of the stations from `first_station[k]` on. The
/// scene gets as many receivers as the largest spread has channels.
Survey make_listed_survey(Scene& scene, std::vector<Point> shots, std::vector<Point> stations,
                          std::vector<std::int64_t> first_station, std::vector<std::int64_t> channels);

/// Number of receivers that a shot records, the first ones of the scene. In a listed spread the others are at the
/// position of the last one, and their traces are not kept.
std::int64_t receivers_of_shot(const Scene& scene, std::int64_t shot);

/// Scene key of a source, e.g. sources[1].
std::string source_key(const Scene& scene, std::size_t source);

/// Shots of a scene; 1 without a survey.
std::int64_t shot_count(const Scene& scene);

/// Position of a source or receiver in a shot, m; without a survey its position in the scene. It does not depend on the
/// shot to which the scene was moved.
Point source_position(const Scene& scene, std::size_t source, std::int64_t shot);
Point receiver_position(const Scene& scene, std::size_t receiver, std::int64_t shot);

/// Moves sources and receivers to their positions in a shot; does nothing without a survey.
void move_to_shot(Scene& scene, std::int64_t shot);

/// Direction of the line of the survey, of any length: that of the boat, of the shots, or of the receivers of a single
/// shot. Zero if these coincide.
Point line_direction(const Scene& scene);

/// Signed distance from the first source of a shot to a receiver, m; negative against the direction of the line
/// (line_direction). Source: SEG-Y rev 1, trace header bytes 37-40.
double signed_offset(const Scene& scene, std::size_t receiver, std::int64_t shot);

}  // namespace wavesim
