// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"
#include "io/hdf5_file.hpp"

namespace wavesim {

/// Writes values and reasons (response, band) of at least one response, their means and deviations (band), and single
/// numbers below `group`, "" or "/name".
void write_room_numbers(Hdf5Writer& file, const std::string& group, const std::vector<ResponseNumbers>& responses);

/// Writes a file that contains only these. Throws EnvironmentError (io).
void write_analysis(const std::filesystem::path& path, const std::vector<ResponseNumbers>& responses);

}  // namespace wavesim
