// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace wavesim {

/// A sentence with need and room where a result of `need` bytes does not fit into the folder, else empty.
std::string disk_shortage(std::int64_t need, const std::filesystem::path& folder);

}  // namespace wavesim
