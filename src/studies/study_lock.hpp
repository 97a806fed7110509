// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace wavesim {

/// An advisory lock (flock) on a folder that several processes may share; the kernel drops it when the process ends.
class StudyLock {
  public:
    enum class Mode { shared, exclusive };
    /// Nothing where another process holds a lock that does not go with this one. Throws EnvironmentError (io) where
    /// the folder cannot be opened or locked.
    static std::optional<StudyLock> take(const std::filesystem::path& folder, Mode mode);
    /// Waits until no other process holds one. Throws EnvironmentError (io) as take() does.
    static StudyLock wait_for(const std::filesystem::path& folder);
    /// Whether another process holds a lock of the folder; false where there is no folder.
    static bool is_taken(const std::filesystem::path& folder);
    ~StudyLock();
    StudyLock(StudyLock&& other) noexcept;
    StudyLock& operator=(StudyLock&&) = delete;

  private:
    explicit StudyLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace wavesim
