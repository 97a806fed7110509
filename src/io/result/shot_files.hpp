// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/result/shot_identity.hpp"
#include "io/result/trace_source.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

class Hdf5Reader;

/// The completed shots of a survey, one HDF5 file with integrity record each: `/traces/pressure` (1, receiver, time) as
/// in result.h5. Shots of an earlier run may have larger numbers than shots that are still missing.
class ShotFiles final : public TraceSource {
  public:
    /// Uses the result folder `folder`. `plan` may be that of any shot and must outlive the object.
    ShotFiles(std::filesystem::path folder, const PlanOutline& plan);
    ~ShotFiles() override;
    /// Path of a shot's file relative to the result folder: shots/shot_000001.h5 for shot 0.
    static std::string name(std::int64_t shot);
    /// The first missing shot; the number of shots if all exist.
    std::int64_t next() const;
    /// Writes a shot, samples (step, receiver). Throws EnvironmentError (io).
    void add(std::int64_t shot, std::span<const double> samples, const std::string& computed_by);
    /// Takes over the files of complete shots of an earlier run.
    void adopt(std::span<const std::int64_t> shots);
    /// Removes the files, whose content is then in the result.
    void remove() noexcept;

    std::int64_t shots() const override;
    std::int64_t receivers() const override;
    std::int64_t steps(std::int64_t shot) const override { return steps_.at(static_cast<std::size_t>(shot)); }
    std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const override;

  private:
    std::filesystem::path folder_;
    const PlanOutline& plan_;
    ShotIdentities identities_;
    std::vector<std::int64_t> steps_;      ///< steps of every shot of the survey; 0 if it is missing
    mutable std::int64_t open_shot_ = -1;  ///< the shot whose file is open for reading
    mutable std::unique_ptr<Hdf5Reader> open_;
};

}  // namespace wavesim
