// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// Units of lengths in files of triangles.
std::vector<std::string> mesh_unit_words();
/// Size of such a unit in metres.
std::optional<double> metres_of_mesh_unit(std::string_view word);

}  // namespace wavesim
