// SPDX-License-Identifier: MIT
#include "studies/study_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "io/atomic_file.hpp"

namespace wavesim {

std::optional<StudyLock> StudyLock::take(const std::filesystem::path& folder, Mode mode) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw io_error("open folder", folder, errno);
    // Whoever asks whether a folder is locked holds its lock for a moment.
    for (int attempt = 0; attempt < 5; ++attempt) {
        if (::flock(descriptor, (mode == Mode::shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0)
            return StudyLock(descriptor);
        if (errno != EWOULDBLOCK) break;
        ::usleep(2000);
    }
    const int reason = errno;
    ::close(descriptor);
    if (reason != EWOULDBLOCK) throw io_error("lock folder", folder, reason);
    return {};
}

StudyLock StudyLock::wait_for(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw io_error("open folder", folder, errno);
    while (::flock(descriptor, LOCK_EX) != 0) {
        if (errno == EINTR) continue;
        const int reason = errno;
        ::close(descriptor);
        throw io_error("lock folder", folder, reason);
    }
    return StudyLock(descriptor);
}

bool StudyLock::is_taken(const std::filesystem::path& folder) {
    return std::filesystem::is_directory(folder) && !take(folder, Mode::exclusive);
}

StudyLock::~StudyLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

StudyLock::StudyLock(StudyLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

}  // namespace wavesim
