// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// A value on one line of YAML, in the form for `--set KEY=VALUE`.
std::string flow_text(const SceneNode& node);

/// The SI number of a value with or without a unit; no value for other texts.
std::optional<double> plain_number(const std::string& text);
/// The shortest text that reads back as the same number.
std::string number_text(double value);

}  // namespace wavesim
