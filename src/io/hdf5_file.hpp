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

/// Prepares the library. Once per process: no exit handler (1.10 crashes there after a failed close) and no plugins. In
/// each calling thread: no printed error stacks. Every function here that opens a file calls this.
void prepare_hdf5();

/// An HDF5 file that is being written under a temporary name chosen by the caller. Every return value is checked; a
/// failure becomes one EnvironmentError (io) that names `shown` and the reason. Object paths are absolute ("/plan").
/// Times of objects are not stored, so equal content gives equal bytes. The library supports one thread at a time:
/// writers in other threads wait until this one is destroyed. Nothing may be read from HDF5 while other threads write.
class Hdf5Writer {
  public:
    /// `user_block`: bytes before the HDF5 part that are reserved for other use, 0 or a power of 2 from 512 on.
    Hdf5Writer(const std::filesystem::path& file, std::filesystem::path shown, std::int64_t user_block = 0);
    ~Hdf5Writer();
    Hdf5Writer(const Hdf5Writer&) = delete;
    Hdf5Writer& operator=(const Hdf5Writer&) = delete;

    void group(const std::string& path);
    /// Numbers as a contiguous dataset of `shape`; float32 storage rounds.
    void numbers(const std::string& path, std::span<const double> values, const std::vector<std::int64_t>& shape,
                 Precision storage = Precision::float64);
    /// Integers; without `shape` a list.
    void integers(const std::string& path, std::span<const std::int64_t> values,
                  const std::vector<std::int64_t>& shape = {});
    /// UTF-8 strings of one fixed width, padded with NUL: the library crashes on damaged heaps of variable-length
    /// strings.
    void strings(const std::string& path, const std::vector<std::string>& values);
    /// One UTF-8 text as a scalar dataset.
    void text(const std::string& path, const std::string& value);

    /// An empty dataset, to be filled with write_block.
    void create(const std::string& path, const std::vector<std::int64_t>& shape, Precision storage);
    /// Creates a dataset and returns its position in the file, in bytes. The caller writes the values there after
    /// close().
    std::int64_t reserve(const std::string& path, const std::vector<std::int64_t>& shape, Precision storage);
    void write_block(const std::string& path, const std::vector<std::int64_t>& start,
                     const std::vector<std::int64_t>& count, std::span<const double> values);

    /// Variable-length UTF-8, which Python reads as `str`. wavesim itself never reads these attributes.
    void attribute(const std::string& path, const std::string& name, const std::string& value);
    /// Fixed-length ASCII, as VTK requires.
    void ascii_attribute(const std::string& path, const std::string& name, const std::string& value);
    void attribute(const std::string& path, const std::string& name, double value);
    void attribute(const std::string& path, const std::string& name, std::int64_t value);
    void attribute(const std::string& path, const std::string& name, std::span<const double> values);
    void attribute(const std::string& path, const std::string& name, std::span<const std::int64_t> values);

    /// Makes `scale` the dimension scale called `name` of dimension `axis` of `dataset`.
    void dimension_scale(const std::string& dataset, unsigned axis, const std::string& scale, const std::string& name);

    /// Flushes and closes; the file is complete only after this call has returned.
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
    Hdf5Id links_, creation_, transfer_, scalar_, any_text_;  ///< property lists, a dataspace and a type for all
                                                              ///< objects
    std::string path_;                                        ///< of the last object written, which is still open
    Hdf5Id open_;
};

}  // namespace wavesim
