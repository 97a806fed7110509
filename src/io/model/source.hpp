// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "io/model/model_file.hpp"

namespace wavesim {

/// A grid in a file, which is read slab by slab along its first axis.
class ModelSource {
  public:
    virtual ~ModelSource() = default;
    virtual const std::vector<std::int64_t>& shape() const = 0;
    /// Whether the scene names the axes in reverse order, since the file lists the fastest axis first.
    virtual bool reversed() const { return false; }
    /// Sentences about headers that contradict the file.
    virtual std::vector<std::string> doubts() const { return {}; }
    /// All values with this index on the first axis; the slowest axis comes first.
    virtual std::vector<double> slab(std::int64_t index) = 0;
};

/// Values of an HDF5 dataset that are in memory at a time, 128 MiB.
inline constexpr std::int64_t usual_read_values = std::int64_t{1} << 24;

/// Slabs in one chunk of an HDF5 file are read together as far as they have at most `read_values` values, but at least
/// one. Throws InputFileError (model_file).
std::unique_ptr<ModelSource> open_model(const std::filesystem::path& path, const ModelFileRequest& request,
                                        std::int64_t read_values = usual_read_values);

}  // namespace wavesim
