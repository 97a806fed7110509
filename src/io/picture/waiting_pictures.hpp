// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>

namespace wavesim {

/// Keeps bytes of a run on disk until pictures can be made of them: planes, and pictures drawn before the pressure of
/// the darkest colour is final. The file has no name, so that nothing remains after a crash. Several threads may use it
/// at once.
class WaitingPictures {
  public:
    /// Throws EnvironmentError (io) naming `shown`.
    WaitingPictures(const std::filesystem::path& folder, std::filesystem::path shown);
    ~WaitingPictures();
    WaitingPictures(const WaitingPictures&) = delete;
    WaitingPictures& operator=(const WaitingPictures&) = delete;

    /// Stores bytes and returns their position in the file.
    std::int64_t add(std::span<const std::byte> bytes);
    void read(std::int64_t place, std::span<std::byte> bytes) const;

  private:
    std::filesystem::path shown_;
    int descriptor_;
    std::mutex mutex_;  ///< protects the members below
    std::int64_t end_ = 0;
};

}  // namespace wavesim
