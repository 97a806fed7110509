// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"
#include "app/run_scene.hpp"

namespace wavesim {

/// The factor by which `run --refine` refines a grid.
inline constexpr double refinement_factor = 1.5;

/// The same run with the same stencil and refinement_factor times as many points per wavelength. Its folder is beside
/// the folder of the coarse run.
RunRequest refined(const RunRequest& request, const PreparedRun& coarse);

/// Differences between the room-acoustic numbers on the two grids, in just noticeable differences (ISO 3382-1, table
/// A.1): their mean over all responses, and the largest one. Only bands that both grids have are compared.
std::string refinement_text(const std::vector<ResponseNumbers>& coarse, const std::vector<ResponseNumbers>& fine);

/// The same as a list of bands, each with mean, largest change and number of responses by the keys of the numbers.
nlohmann::ordered_json refinement_json(const std::vector<ResponseNumbers>& coarse,
                                       const std::vector<ResponseNumbers>& fine);

}  // namespace wavesim
