// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "stencils/grid.hpp"

namespace wavesim {

class Hdf5Reader;

/// The recorded traces of a run, shot by shot and some receivers at a time, so that a survey need not fit into memory.
class TraceSource {
  public:
    virtual ~TraceSource() = default;
    /// Shots that have something recorded.
    virtual std::int64_t shots() const = 0;
    virtual std::int64_t receivers() const = 0;
    /// Steps recorded of a shot.
    virtual std::int64_t steps(std::int64_t shot) const = 0;
    /// Samples (receiver, time) of `count` receivers from `first` on, Pa.
    virtual std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const = 0;

    /// The longest shot.
    std::int64_t most_steps() const;
    /// Receivers of a shot to take at once, so that a block stays at some megabytes.
    std::int64_t receivers_at_once(std::int64_t shot) const;
};

/// One shot in memory, samples (step, receiver).
class RecordedTraces final : public TraceSource {
  public:
    RecordedTraces(std::span<const double> samples, std::size_t receivers)
        : samples_(samples), receivers_(static_cast<std::int64_t>(receivers)) {}
    std::int64_t shots() const override { return 1; }
    std::int64_t receivers() const override { return receivers_; }
    std::int64_t steps(std::int64_t shot) const override;
    std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const override;

  private:
    std::span<const double> samples_;
    std::int64_t receivers_;
};

/// The finished shots of a survey, one HDF5 file each: `/traces/pressure` (1, receiver, time) as in result.h5.
class ShotFiles final : public TraceSource {
  public:
    /// `computed_by` goes into every file.
    ShotFiles(std::filesystem::path folder, std::size_t receivers, Precision storage, double time_step_s,
              std::string computed_by);
    ~ShotFiles() override;
    /// Path of a shot's file relative to the result folder: shots/shot_000001.h5 is that of shot 0.
    static std::string name(std::int64_t shot);
    /// Writes the next shot, samples (step, receiver). Throws EnvironmentError (io).
    void add(std::span<const double> samples);
    /// Takes over the files of `shots` whole shots of an earlier run; before any add().
    void adopt(std::int64_t shots, std::int64_t steps) { steps_.assign(static_cast<std::size_t>(shots), steps); }
    /// Removes the files: their content stands elsewhere.
    void remove() noexcept;

    std::int64_t shots() const override { return static_cast<std::int64_t>(steps_.size()); }
    std::int64_t receivers() const override { return receivers_; }
    std::int64_t steps(std::int64_t shot) const override { return steps_.at(static_cast<std::size_t>(shot)); }
    std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const override;

  private:
    std::filesystem::path folder_;
    std::int64_t receivers_;
    Precision storage_;
    double time_step_s_;
    std::string computed_by_;
    std::vector<std::int64_t> steps_;
    mutable std::int64_t open_shot_ = -1;  ///< of the file that is open for reading
    mutable std::unique_ptr<Hdf5Reader> open_;
};

class Hdf5Writer;

/// Writes the samples of one shot of `from` into `shot` of the dataset, which is (shot, receiver, time).
void write_shot(Hdf5Writer& file, const std::string& dataset, std::int64_t shot, const TraceSource& from,
                std::int64_t shot_of_source);

}  // namespace wavesim
