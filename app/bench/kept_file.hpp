// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace wavesim {

/// The JSON that an earlier, interrupted measurement kept; null where there is no file. Throws EnvironmentError (io)
/// for a file that is no benchmark, or whose values differ from those of `here`: it comes from another machine or
/// version.
nlohmann::ordered_json kept_file(const std::string& file, const nlohmann::ordered_json& here);

/// What says that a file's rows cannot be read.
[[noreturn]] void refuse_kept_file(const std::string& file, const std::string& why);

}  // namespace wavesim
