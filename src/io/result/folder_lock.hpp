// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace wavesim {

/// The file in a folder that says which process uses it, in words.
inline constexpr const char* lock_name = ".wavesim.lock";

/// Keeps other runs out of a folder. `.wavesim.lock` in it is locked (flock): on network file systems locks of folders
/// do not reach other computers, those of files do. The kernel drops the lock when the process ends, however it ends,
/// and a file that is left then is in nobody's way. Where the file system has no locks, whoever creates the file has
/// the folder, and one that a killed process has left must be removed by hand.
class FolderLock {
  public:
    /// Throws EnvironmentError (io) when another process has the folder or the file cannot be written.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// One sentence where the file system has no locks; else empty.
    const std::string& warning() const { return warning_; }

  private:
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::string warning_;
};

/// Whether a run holds the lock of a folder.
bool is_locked(const std::filesystem::path& folder);

/// Whether flock failed with this errno value because the file system has no locks.
bool lacks_locks(int error_number);

}  // namespace wavesim
