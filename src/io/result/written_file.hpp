// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace wavesim {

/// The result folder that a folder is: itself, or the one above for its shots/, snapshots/, pictures/ and audio/.
/// Anything else comes back as it is.
std::filesystem::path result_folder(const std::filesystem::path& path);

/// What is in a file or folder that wavesim wrote beside result.h5; none for a result.h5 and for a result
/// folder with one. SI numbers, keys that end in their unit, and `kind`:
/// `shot` (a survey's file of one shot), `snapshot`, `segy`, or `unfinished` (a result folder without result.h5).
/// HDF5 files are read as by read_result_summary. Throws EnvironmentError (io) with one sentence for anything else.
std::optional<nlohmann::ordered_json> summarise_written_file(const std::filesystem::path& path);

}  // namespace wavesim
