// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace wavesim {

/// Keeps planes of a run on disk until it is known which pressure the darkest colour stands for. The file has no
/// name, so nothing stays whatever happens.
class PictureSpool {
  public:
    /// `values` per plane. Throws EnvironmentError (io) naming `shown`.
    PictureSpool(const std::filesystem::path& folder, std::size_t values, std::filesystem::path shown);
    ~PictureSpool();
    PictureSpool(const PictureSpool&) = delete;
    PictureSpool& operator=(const PictureSpool&) = delete;

    void add(std::span<const float> plane);
    /// Plane number `index` in the order of add.
    std::vector<float> read(std::size_t index) const;

  private:
    std::size_t values_;
    std::filesystem::path shown_;
    int descriptor_;
};

}  // namespace wavesim
