// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "stencils/measure/tile_tuner.hpp"

namespace wavesim {

/// How long a tuning takes at most, and how many tiles it measures how often.
struct TuneEffort {
    double budget_s = 600;
    int tries = 5;
    int repeats = 5;
};

/// Tunes shapes one after the other and keeps what it finds in a file as soon as it is measured.
class TuneSession {
  public:
    /// `profile`: of an earlier call, or an empty one of this GPU. `say`: prints a line for people.
    TuneSession(GpuProfile profile, std::filesystem::path file, const TuneEffort& effort, TileTimer timer,
                std::function<void(const std::string&)> say)
        : profile_(std::move(profile)),
          file_(std::move(file)),
          effort_(effort),
          timer_(std::move(timer)),
          say_(std::move(say)) {}

    /// Called before a shape is measured, for example to compile its kernels at once.
    std::function<void(const ProblemShape&, const std::vector<TileCandidate>&)> prepare = {};

    /// Measures the shapes of which the file has no rows yet. Returns how many are left because the time is over.
    std::size_t run(const std::vector<ProblemShape>& shapes, const Machine& machine);
    const GpuProfile& profile() const { return profile_; }

  private:
    bool has(const ProblemShape& shape) const;
    void keep(const TunedShape& tuned);

    GpuProfile profile_;
    std::filesystem::path file_;
    TuneEffort effort_;
    TileTimer timer_;
    std::function<void(const std::string&)> say_;
};

/// `tile 128x16 0.94 of 128x24`: what was found for a backend.
std::string tuned_row_text(const TunedRow& row);
/// How much was gained, and how well the model of times ranks and predicts. Empty without rows.
std::string tuned_summary(const std::vector<TunedRow>& rows);

}  // namespace wavesim
