// SPDX-License-Identifier: MIT
#include "app/folder_check.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "app/quantity_text.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/manifest.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

std::string free_space(const fs::path& folder) {
    struct statvfs space {};
    if (statvfs(folder.c_str(), &space) != 0) return fmt::format("unknown free space in {}", folder.string());
    const auto free = static_cast<std::int64_t>(space.f_bavail) * static_cast<std::int64_t>(space.f_frsize);
    return fmt::format("{} free in {}", bytes_text(free), folder.string());
}

}  // namespace

FolderCheck check_folder(const fs::path& folder) {
    FolderCheck check;
    std::string name = (folder / ".wavesim_doctor_XXXXXX").string();
    const int file = mkstemp(name.data());
    if (file < 0) {
        check.disk = fmt::format("{} cannot be written: {}", folder.string(), std::strerror(errno));
        check.locks = "not tried";
        return check;
    }
    check.disk = free_space(folder);
    const int reason = flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    check.ok = reason == 0 || lacks_locks(reason);
    check.locks = fmt::format("work in {}", folder.string());
    if (reason != 0) check.locks = fmt::format("fail in {}: {}", folder.string(), std::strerror(reason));
    if (lacks_locks(reason))
        check.locks += fmt::format(
            "; a file {} keeps other runs out of a result folder, and a run that is killed "
            "leaves it there",
            lock_name);
    close(file);
    unlink(name.c_str());
    return check;
}

std::vector<std::string> folders_in_use(const fs::path& parent) {
    std::vector<std::string> used;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(parent, error)) {
        const fs::path& folder = entry.path();
        if (fs::exists(folder / manifest_name, error) && is_locked(folder)) used.push_back(folder.string());
    }
    std::sort(used.begin(), used.end());
    return used;
}

}  // namespace wavesim
