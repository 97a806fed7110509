// SPDX-License-Identifier: MIT
#include "io/result/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "io/atomic_file.hpp"

namespace wavesim {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw io_error("open folder", folder, errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int reason = errno;
    ::close(descriptor_);
    if (reason != EWOULDBLOCK) throw io_error("lock folder", folder, reason);
    throw EnvironmentError(EnvironmentError::Kind::io, "folder " + folder.string() +
                                                           " is in use by another run of wavesim; wait for it, or "
                                                           "choose another folder with --output");
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
