// SPDX-License-Identifier: MIT
#include "app/bench/kept_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "solvers/scene/fault.hpp"

namespace wavesim {

using nlohmann::ordered_json;

void refuse_kept_file(const std::string& file, const std::string& why) {
    throw EnvironmentError(EnvironmentError::Kind::io,
                           fmt::format("{} {}; remove it or name another file with --output", file, why));
}

ordered_json kept_file(const std::string& file, const ordered_json& here) {
    std::ifstream in(file);
    if (!in) return {};
    const ordered_json json = ordered_json::parse(in, nullptr, false);
    for (const auto& [key, value] : here.items()) {
        if (!json.is_object() || !json.contains(key)) refuse_kept_file(file, "is no benchmark file");
        if (json.at(key) != value)
            refuse_kept_file(file, fmt::format("holds rows of another machine or version ({})", key));
    }
    return json;
}

}  // namespace wavesim
