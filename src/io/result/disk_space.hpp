// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace wavesim {

/// Bytes that a result may take in a folder, which need not exist yet: what is free on its disk, and the files of an
/// earlier result there, which the new one replaces. None where the system does not say.
std::optional<std::int64_t> room_for_result(const std::filesystem::path& folder);

}  // namespace wavesim
