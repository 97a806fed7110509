// SPDX-License-Identifier: MIT
#include "io/result/disk_space.hpp"

#include <sys/statvfs.h>

#include "io/result/manifest.hpp"

namespace wavesim {

namespace fs = std::filesystem;

std::optional<std::int64_t> room_for_result(const fs::path& folder) {
    std::error_code error;
    fs::path there = fs::absolute(folder, error);
    while (!error && !fs::exists(there, error) && there != there.parent_path()) there = there.parent_path();
    struct statvfs space {};
    if (error || statvfs(there.c_str(), &space) != 0 || space.f_blocks == 0) return {};
    auto room = static_cast<std::int64_t>(space.f_bavail) * static_cast<std::int64_t>(space.f_frsize);
    const auto old = read_manifest(folder);
    if (!old) return room;
    for (const std::string& name : old->files)
        if (const auto size = fs::file_size(folder / name, error); !error) room += static_cast<std::int64_t>(size);
    return room;
}

}  // namespace wavesim
