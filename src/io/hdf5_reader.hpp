// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace wavesim {

/// A HDF5 file from an unknown source, read-only. Opening walks every link and object and refuses soft, external and
/// user-defined links, links that make a loop, external or virtual storage, filters, datasets larger than the file, and
/// more than 1000 objects. Failures are EnvironmentError (io), one sentence with the file.
class Hdf5Reader {
  public:
    /// If `roots` are given, a file whose root has none of these objects is refused first, since wavesim did not write
    /// it.
    explicit Hdf5Reader(std::filesystem::path file, const std::vector<std::string>& roots = {});
    /// Reads one dataset, which may be compressed, and the links that lead to it. Other parts of the file may be
    /// damaged.
    static Hdf5Reader of_dataset(const std::filesystem::path& file, const std::string& dataset);

    bool has(const std::string& path) const;
    /// Shape of a dataset.
    std::vector<std::int64_t> shape(const std::string& path) const;
    /// A complete dataset of numbers as doubles; at most `most` values.
    std::vector<double> numbers(const std::string& path, std::int64_t most) const;
    /// Number of entries of the first axis in one chunk; 1 if the dataset is not divided into chunks.
    std::int64_t chunk_depth(const std::string& path) const;
    /// Part of a dataset.
    std::vector<double> block(const std::string& path, const std::vector<std::int64_t>& start,
                              const std::vector<std::int64_t>& count) const;
    /// Attribute of an object: `count` numbers.
    std::vector<double> attribute(const std::string& path, const std::string& name, std::int64_t count) const;
    /// Strings of fixed length of a scalar or 1-D dataset.
    std::vector<std::string> strings(const std::string& path) const;

    /// EnvironmentError (io) "cannot read <file>: <why>".
    EnvironmentError refusal(const std::string& why) const;

  private:
    Hdf5Reader() = default;
    void open(std::filesystem::path file);
    std::int64_t file_size() const;
    std::int64_t check(std::int64_t result, const std::string& what) const;
    Hdf5Id open_object(const std::string& path) const;
    Hdf5Id open_dataset(const std::string& path) const;
    void vet() const;
    void vet(const std::string& dataset) const;
    std::filesystem::path file_name_;
    Hdf5Id file_;
};

}  // namespace wavesim
