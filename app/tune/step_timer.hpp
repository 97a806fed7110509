// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/measure/sample_medium.hpp"
#include "stencils/measure/tile_tuner.hpp"

namespace wavesim {

/// Takes samples on the GPU, as `wavesim bench` does.
class StepTimer {
  public:
    explicit StepTimer(BackendOptions options) : options_(std::move(options)) {}
    TileSample operator()(const ProblemShape& shape, const TileCandidate& candidate);

  private:
    BackendOptions options_;
    std::optional<Problem> problem_ = {};  ///< of the last shape
    std::optional<TunedRow> made_for_ = {};
};

}  // namespace wavesim
