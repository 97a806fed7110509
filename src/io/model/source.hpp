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

/// Throws InputFileError (model_file).
std::unique_ptr<ModelSource> open_model(const std::filesystem::path& path, const ModelFileRequest& request);

}  // namespace wavesim
