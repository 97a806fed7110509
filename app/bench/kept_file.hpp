// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace wavesim {

/// The JSON file of an earlier, interrupted measurement; null if there is none. Throws EnvironmentError (io) if the
/// file is not a benchmark. It also throws if its values differ from those of `here`, since it then comes from another
/// machine or version.
nlohmann::ordered_json kept_file(const std::string& file, const nlohmann::ordered_json& here);

/// Throws the error that the rows of a file cannot be read.
[[noreturn]] void refuse_kept_file(const std::string& file, const std::string& why);

}  // namespace wavesim
