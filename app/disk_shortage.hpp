// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace wavesim {

/// If a result of `need` bytes does not fit into the folder, a sentence with the needed and the free space; else empty.
std::string disk_shortage(std::int64_t need, const std::filesystem::path& folder);

}  // namespace wavesim
