// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "solvers/scene/fault.hpp"

namespace wavesim {

/// The file in a folder that describes the process that uses it.
inline constexpr const char* lock_name = ".wavesim.lock";

/// Another process uses the folder.
class FolderInUse : public EnvironmentError {
  public:
    explicit FolderInUse(const std::string& sentence) : EnvironmentError(Kind::io, sentence) {}
};

/// The error for a folder that several processes should share, on a file system without locks.
EnvironmentError cannot_share(const std::filesystem::path& folder, int error_number);

/// Keeps other runs out of a folder. It locks the file `.wavesim.lock` in it (flock): on network file systems locks of
/// folders are not visible to other computers, but locks of files are. The kernel releases the lock whenever the
/// process ends; a file that remains then does no harm. On file systems without locks the process that creates the file
/// owns the folder. A file left by a killed process must then be removed by hand.
class FolderLock {
  public:
    /// One process uses the folder alone, or several share it.
    enum class Mode { alone, shared };
    /// Throws FolderInUse if another process uses the folder. Throws EnvironmentError (io) if the file cannot be
    /// written, or if a folder cannot be shared because its file system has no locks.
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
