// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"
#include "app/run_scene.hpp"

namespace wavesim {

/// By how much `run --refine` makes a grid finer.
inline constexpr double refinement_factor = 1.5;

/// The same run with that many times the points per wavelength and the same stencil, in a folder beside the other.
RunRequest refined(const RunRequest& request, const PreparedRun& coarse);

/// By how much the numbers of the same responses differ on the finer grid, in just noticeable differences (ISO 3382-1,
/// table A.1): the mean of all responses, and the largest difference of one. Bands that both have.
std::string refinement_text(const std::vector<ResponseNumbers>& coarse, const std::vector<ResponseNumbers>& fine);

}  // namespace wavesim
