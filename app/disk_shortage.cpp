// SPDX-License-Identifier: MIT
#include "app/disk_shortage.hpp"

#include <fmt/core.h>

#include "app/quantity_text.hpp"
#include "io/result/disk_space.hpp"

namespace wavesim {

std::string disk_shortage(std::int64_t need, const std::filesystem::path& folder) {
    const auto room = room_for_result(folder);
    if (!room || need <= *room) return {};
    return fmt::format("the results need {} of disk space, {} are free for {}", bytes_text(need), bytes_text(*room),
                       folder.string());
}

}  // namespace wavesim
