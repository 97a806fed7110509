// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/backend/machine.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// Boxes that `wavesim tune` measures without a scene.
struct TuneBoxes {
    std::vector<std::string> stencils;
    std::vector<Precision> precisions;
    std::vector<SpeedShape> media;
    std::vector<Extent> extents;
};

/// Every combination that fits the memory of the GPU and that a backend with a choice of tiles can run. `left_out` gets
/// one sentence per reason for the others.
std::vector<ProblemShape> tuned_shapes(const TuneBoxes& boxes, const Machine& machine,
                                       std::vector<std::string>& left_out);

}  // namespace wavesim
