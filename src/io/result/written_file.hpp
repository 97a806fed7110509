// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace wavesim {

/// The result folder of a path: the path itself, or its parent for shots/, snapshots/, pictures/ and audio/. Any other
/// path is returned unchanged.
std::filesystem::path result_folder(const std::filesystem::path& path);

/// Describes a file or folder that wavesim wrote in addition to result.h5; no value for a result.h5 or a result folder
/// with one. SI numbers with keys that end in their unit, and `kind`: `shot` (a survey's file of one shot), `snapshot`,
/// `segy`, or `unfinished` (a result folder without result.h5). HDF5 files are read as by read_result_summary. Throws
/// EnvironmentError (io) with one sentence for anything else.
std::optional<nlohmann::ordered_json> summarise_written_file(const std::filesystem::path& path);

}  // namespace wavesim
