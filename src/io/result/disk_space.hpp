// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace wavesim {

/// Bytes available for a result in a folder, which need not exist yet: the free space of its disk, and the files of an
/// earlier result that the new one replaces. No value if the system gives none.
std::optional<std::int64_t> room_for_result(const std::filesystem::path& folder);

}  // namespace wavesim
