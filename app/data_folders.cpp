// SPDX-License-Identifier: MIT
#include "app/data_folders.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "solvers/scene/fault.hpp"

namespace wavesim {

std::vector<std::filesystem::path> data_folders(const std::vector<std::string>& names) {
    std::vector<std::filesystem::path> folders;
    for (const std::string& name : names) {
        std::error_code error;
        if (!std::filesystem::is_directory(name, error))
            throw EnvironmentError(EnvironmentError::Kind::io, fmt::format("--data: there is no folder {}", name));
        folders.emplace_back(name);
    }
    const char* const more = ::secure_getenv("WAVESIM_DATA");
    std::istringstream list(more == nullptr ? "" : more);
    for (std::string name; std::getline(list, name, ':');)
        if (!name.empty()) folders.emplace_back(name);
    return folders;
}

}  // namespace wavesim
