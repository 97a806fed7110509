// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Says in words of a user what the YAML parser complains about.
std::string explain_yaml_error(const std::string& parser_message);

}  // namespace wavesim
