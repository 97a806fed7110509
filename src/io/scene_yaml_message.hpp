// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace wavesim {

/// Says in words of a user what the YAML parser complains about; `at` is the text from the place of the fault on.
std::string explain_yaml_error(const std::string& parser_message, std::string_view at);

}  // namespace wavesim
