// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "solvers/scene/fault.hpp"

namespace wavesim {

/// The file in a folder that says which process uses it, in words.
inline constexpr const char* lock_name = ".wavesim.lock";

/// Another process has the folder.
class FolderInUse : public EnvironmentError {
  public:
    explicit FolderInUse(const std::string& sentence) : EnvironmentError(Kind::io, sentence) {}
};

/// The sentence for a file system without locks, where several processes were to share a folder.
EnvironmentError cannot_share(const std::filesystem::path& folder, int error_number);

/// Keeps other runs out of a folder. `.wavesim.lock` in it is locked (flock): on network file systems locks of folders
/// do not reach other computers, those of files do. The kernel drops the lock when the process ends, however it ends,
/// and a file that is left then does no harm. Where the file system has no locks, whoever creates the file has
/// the folder, and one that a killed process has left must be removed by hand.
class FolderLock {
  public:
    /// One process has the folder, or several that share it.
    enum class Mode { alone, shared };
    /// Throws FolderInUse when another process has the folder, EnvironmentError (io) where the file cannot be written,
    /// or a folder cannot be shared because its file system has no locks.
    explicit FolderLock(const std::filesystem::path& folder, Mode mode = Mode::alone);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// One sentence where the file system has no locks; else empty.
    const std::string& warning() const { return warning_; }

  private:
    Mode mode_;
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::string warning_;
};

/// Whether a run holds the lock of a folder.
bool is_locked(const std::filesystem::path& folder);

/// Whether flock failed with this errno value because the file system has no locks.
bool lacks_locks(int error_number);

}  // namespace wavesim
