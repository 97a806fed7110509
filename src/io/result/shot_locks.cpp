// SPDX-License-Identifier: MIT
#include "io/result/shot_locks.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "io/atomic_file.hpp"
#include "io/result/folder_lock.hpp"

namespace wavesim {

ShotLocks::ShotLocks(const std::filesystem::path& folder) : folder_(folder) {
    const std::filesystem::path file = folder / shot_locks_name;
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) throw io_error("write", file, errno);
}

ShotLocks::~ShotLocks() { ::close(descriptor_); }

bool ShotLocks::take(std::int64_t shot) { return lock(shot + 1, F_WRLCK, false); }
void ShotLocks::give_back(std::int64_t shot) { lock(shot + 1, F_UNLCK, false); }
void ShotLocks::take_list() { lock(0, F_WRLCK, true); }
void ShotLocks::give_back_list() { lock(0, F_UNLCK, false); }

bool ShotLocks::lock(std::int64_t byte, short type, bool wait) const {
    struct flock range {};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_start = byte;
    range.l_len = 1;
    // Locks belong to the open file, not to the process, so that closing another descriptor does not release them.
    while (::fcntl(descriptor_, wait ? F_OFD_SETLKW : F_OFD_SETLK, &range) != 0) {
        if (errno == EAGAIN || errno == EACCES) return false;
        if (lacks_locks(errno)) throw cannot_share(folder_, errno);
        if (errno != EINTR) throw io_error("lock", folder_ / shot_locks_name, errno);
    }
    return true;
}

}  // namespace wavesim
