// SPDX-License-Identifier: MIT
#include "io/result/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "io/atomic_file.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

std::string this_process() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
    return fmt::format("process {} on {} since {:%Y-%m-%d %H:%M:%S}", ::getpid(), host.data(),
                       fmt::localtime(std::time(nullptr)));
}

/// The first line of the file, without characters that could disturb a terminal.
std::string owner_in(int descriptor) {
    std::array<char, 400> bytes{};
    const ssize_t got = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    std::string owner;
    for (ssize_t i = 0; i < got && static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]) >= ' '; ++i)
        owner += bytes[static_cast<std::size_t>(i)];
    return owner.empty() ? "a process that did not write its name" : owner;
}

bool write_owner(int descriptor) {
    const std::string text = this_process() + '\n';
    return ::ftruncate(descriptor, 0) == 0 &&
           ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

/// Whether the name still refers to the open file: the process that held the lock may have removed the file.
bool is_named(int descriptor, const fs::path& file) {
    struct stat open {
    }, named{};
    return ::fstat(descriptor, &open) == 0 && ::stat(file.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

struct OpenedFile {
    int descriptor;
    bool created;
};

OpenedFile open_or_create(const fs::path& file) {
    for (;;) {
        constexpr int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
        const int created = ::open(file.c_str(), flags | O_CREAT | O_EXCL, 0666);
        if (created >= 0) return {created, true};
        if (errno != EEXIST) throw io_error("write", file, errno);
        const int found = ::open(file.c_str(), flags);
        if (found >= 0) return {found, false};
        if (errno != ENOENT) throw io_error("write", file, errno);
    }
}

/// Closes the file and returns the error with the owner of the folder.
FolderInUse in_use(const fs::path& file, int descriptor, const std::string& way_on) {
    const std::string owner = owner_in(descriptor);
    ::close(descriptor);
    return FolderInUse(fmt::format(
        "folder {} is in use by another run of wavesim ({}); wait for it, or choose another folder with --output{}",
        file.parent_path().string(), owner, way_on));
}

/// Error number inside the Linux kernel that some file systems (Cray DVS and others) pass on to programs. The C library
/// has no text for it.
constexpr int kernel_enotsupp = 524;

std::string words_of(int error_number) {
    return std::generic_category().message(error_number == kernel_enotsupp ? EOPNOTSUPP : error_number);
}

/// Tries several times: a process that tests whether a folder is locked holds its lock for a moment.
int lock_soon(int descriptor, int operation) {
    int result = ::flock(descriptor, operation | LOCK_NB);
    for (int attempt = 0; attempt < 5 && result != 0 && (errno == EWOULDBLOCK || errno == EINTR); ++attempt) {
        ::usleep(2000);
        result = ::flock(descriptor, operation | LOCK_NB);
    }
    return result;
}

}  // namespace

bool lacks_locks(int error_number) {
    return error_number == ENOLCK || error_number == ENOSYS || error_number == EOPNOTSUPP ||
           error_number == kernel_enotsupp;
}

EnvironmentError cannot_share(const fs::path& folder, int error_number) {
    return {EnvironmentError::Kind::io,
            fmt::format("file locks do not work in {} ({}), so several processes cannot share that folder; run all of "
                        "it in one process, or choose a folder on another file system with --output",
                        folder.string(), words_of(error_number))};
}

FolderLock::FolderLock(const fs::path& folder, Mode mode) : mode_(mode), file_(folder / lock_name) {
    for (;;) {
        const auto [descriptor, created] = open_or_create(file_);
        if (lock_soon(descriptor, mode == Mode::shared ? LOCK_SH : LOCK_EX) == 0) {
            if (is_named(descriptor, file_)) {
                descriptor_ = descriptor;
                write_owner(descriptor);  // may fail on a full disk; the lock holds without it
                return;
            }
            ::close(descriptor);
            continue;
        }
        const int reason = errno;
        if (reason == EWOULDBLOCK) throw in_use(file_, descriptor, "");
        if (lacks_locks(reason) && mode == Mode::shared) {
            if (created) ::unlink(file_.c_str());
            ::close(descriptor);
            throw cannot_share(folder, reason);
        }
        if (lacks_locks(reason) && !created)
            throw in_use(
                file_, descriptor,
                fmt::format("; if that process has ended, remove {} (file locks do not work there)", file_.string()));
        if (!lacks_locks(reason) || !write_owner(descriptor)) {
            const int failure = lacks_locks(reason) ? errno : reason;
            if (created) ::unlink(file_.c_str());
            ::close(descriptor);
            throw io_error(lacks_locks(reason) ? "write" : "lock", file_, failure);
        }
        descriptor_ = descriptor;
        warning_ = fmt::format(
            "file locks do not work in {} ({}): {} keeps other runs out; a run that is killed leaves "
            "it there, and you then have to remove it",
            folder.string(), words_of(reason), file_.string());
        return;
    }
}

FolderLock::~FolderLock() {
    // The last process removes the file before others can lock it.
    if (mode_ == Mode::alone || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) ::unlink(file_.c_str());
    ::close(descriptor_);
}

bool is_locked(const fs::path& folder) {
    const fs::path file = folder / lock_name;
    // On network file systems, locking requires a writable file. Other file systems can lock read-only files, e.g. in
    // folders of other users.
    int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return false;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || lacks_locks(errno));
    ::close(descriptor);
    return locked;
}

}  // namespace wavesim
