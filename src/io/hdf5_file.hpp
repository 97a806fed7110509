// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "stencils/grid/precision.hpp"

namespace wavesim {

/// An open HDF5 object; closes itself.
class Hdf5Id {
  public:
    using Close = int (*)(std::int64_t);
    Hdf5Id() = default;
    Hdf5Id(std::int64_t id, Close close) : id_(id), close_(close) {}
    ~Hdf5Id() { reset(); }
    Hdf5Id(Hdf5Id&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
    Hdf5Id& operator=(Hdf5Id&& other) noexcept;
    std::int64_t get() const { return id_; }
    /// Closes now; false on failure.
    bool reset();

  private:
    std::int64_t id_ = -1;
    Close close_ = nullptr;
};

/// Prepares the library once: no exit handler (1.10 crashes there after a failed close), no plugins; and each thread
/// that calls it: no printed error stacks. Called by everything here that opens a file.
void prepare_hdf5();

/// A HDF5 file that is being written under a temporary name of the caller's. Thin: every return value is checked
/// and becomes one EnvironmentError (io) that names `shown` and the reason. Object paths are absolute ("/plan").
/// Times of objects are not tracked: equal content gives equal bytes. The library bears one thread at a time: the
/// writers of other threads wait until this one is gone. Nothing may be read from HDF5 while other threads write.
class Hdf5Writer {
  public:
    /// `user_block`: bytes before the HDF5 part that are left to others, 0 or a power of 2 from 512 on.
    Hdf5Writer(const std::filesystem::path& file, std::filesystem::path shown, std::int64_t user_block = 0);
    ~Hdf5Writer();
    Hdf5Writer(const Hdf5Writer&) = delete;
    Hdf5Writer& operator=(const Hdf5Writer&) = delete;

    void group(const std::string& path);
    /// Numbers as a contiguous dataset of `shape`; float32 storage rounds.
    void numbers(const std::string& path, std::span<const double> values, const std::vector<std::int64_t>& shape,
                 Precision storage = Precision::float64);
    /// Without `shape` a list.
    void integers(const std::string& path, std::span<const std::int64_t> values,
                  const std::vector<std::int64_t>& shape = {});
    /// UTF-8 of one fixed width, padded with NUL: the library crashes on damaged heaps of variable-length strings.
    void strings(const std::string& path, const std::vector<std::string>& values);
    /// One UTF-8 text as a scalar dataset.
    void text(const std::string& path, const std::string& value);

    /// An empty dataset to be filled with write_block.
    void create(const std::string& path, const std::vector<std::int64_t>& shape, Precision storage);
    /// The same with its place in the file, a byte: the caller writes the values there after close().
    std::int64_t reserve(const std::string& path, const std::vector<std::int64_t>& shape, Precision storage);
    void write_block(const std::string& path, const std::vector<std::int64_t>& start,
                     const std::vector<std::int64_t>& count, std::span<const double> values);

    /// Variable-length UTF-8, which Python reads as `str`; wavesim itself never reads these back.
    void attribute(const std::string& path, const std::string& name, const std::string& value);
    /// Fixed-length ASCII, as VTK wants it.
    void ascii_attribute(const std::string& path, const std::string& name, const std::string& value);
    void attribute(const std::string& path, const std::string& name, double value);
    void attribute(const std::string& path, const std::string& name, std::int64_t value);
    void attribute(const std::string& path, const std::string& name, std::span<const double> values);
    void attribute(const std::string& path, const std::string& name, std::span<const std::int64_t> values);

    /// Makes `scale` the dimension scale called `name` of dimension `axis` of `dataset`.
    void dimension_scale(const std::string& dataset, unsigned axis, const std::string& scale, const std::string& name);

    /// Flushes and closes; the file is complete only after this returned.
    void close();

  private:
    std::int64_t check(std::int64_t result) const;
    std::int64_t object(const std::string& path);
    void keep_open(const std::string& path, Hdf5Id id);
    void write_attribute(const std::string& path, const std::string& name, std::int64_t type, std::int64_t space,
                         const void* data);
    void close_checked(Hdf5Id id) const;
    Hdf5Id text_type(std::size_t width) const;
    void create_dataset(const std::string& path, std::int64_t type, std::int64_t space, bool reserved = false);
    std::unique_lock<std::recursive_mutex> turn_;
    std::filesystem::path shown_;
    Hdf5Id file_;
    Hdf5Id links_, creation_, transfer_, scalar_, any_text_;  ///< lists, a space and a type that many objects share
    std::string path_;                                        ///< of the object that was written last and is still open
    Hdf5Id open_;
};

}  // namespace wavesim
