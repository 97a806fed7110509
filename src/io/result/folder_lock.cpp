// SPDX-License-Identifier: MIT
#include "io/result/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>

#include "io/atomic_file.hpp"
#include "io/result/manifest.hpp"

namespace wavesim {

namespace {

/// Empty in the moment before a run has said so.
std::string who_runs(const std::filesystem::path& folder) {
    const std::optional<ResultManifest> manifest = read_manifest(folder);
    if (!manifest || manifest->state != ResultManifest::State::running || manifest->host.empty()) return {};
    return " (process " + std::to_string(manifest->process) + " on " + manifest->host + ")";
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw io_error("open folder", folder, errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int reason = errno;
    ::close(descriptor_);
    if (reason != EWOULDBLOCK) throw io_error("lock folder", folder, reason);
    throw EnvironmentError(EnvironmentError::Kind::io, "folder " + folder.string() +
                                                           " is in use by another run of wavesim" + who_runs(folder) +
                                                           "; wait for it, or choose another folder with --output");
}

FolderLock::~FolderLock() { ::close(descriptor_); }

bool is_locked(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return locked;
}

}  // namespace wavesim
