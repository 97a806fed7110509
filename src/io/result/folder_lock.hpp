// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

namespace wavesim {

/// Holds an advisory lock (flock) on a folder; the kernel drops it when the process ends, however it ends.
class FolderLock {
  public:
    /// Throws EnvironmentError (io) when another process holds the lock, which it names, or the folder cannot be
    /// opened.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int descriptor_;
};

/// Whether a run holds the lock of a folder.
bool is_locked(const std::filesystem::path& folder);

}  // namespace wavesim
