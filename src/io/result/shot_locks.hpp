// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>

namespace wavesim {

/// The file in a folder whose bytes are the locks of its shots.
inline constexpr const char* shot_locks_name = ".wavesim.shots";

/// Locks of the shots that several processes compute in one folder. Byte N of a file, counted from 1, is the lock of
/// shot N; the first byte is that of the folder's list of files. The kernel releases the locks whenever the process
/// ends; the remaining file does no harm.
class ShotLocks {
  public:
    /// Throws EnvironmentError (io) if the file cannot be created.
    explicit ShotLocks(const std::filesystem::path& folder);
    ~ShotLocks();
    ShotLocks(const ShotLocks&) = delete;
    ShotLocks& operator=(const ShotLocks&) = delete;

    /// Locks a shot, counted from 0; false if another process has it. Throws EnvironmentError (io).
    bool take(std::int64_t shot);
    void give_back(std::int64_t shot);
    /// Waits until no other process changes the list of files.
    void take_list();
    void give_back_list();

  private:
    bool lock(std::int64_t byte, short type, bool wait) const;
    std::filesystem::path folder_;
    int descriptor_;
};

}  // namespace wavesim
