// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string_view>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Seconds of a duration: `90s`, `10m`, `3h50m`, `1d 12h`, `200ms`. Units are d, h, m (or min), s and ms or their words
/// (`10 minutes`), each once, the largest first. Also `02:00:00` and `1-12:00:00`. No value for other texts and for 0.
std::optional<double> parse_wall_time(std::string_view text);

/// `10m` or `500 steps`; no value for other texts.
std::optional<CheckpointInterval> parse_checkpoint_interval(std::string_view text);

}  // namespace wavesim
