// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "studies/collected.hpp"

namespace wavesim {

/// Writes the collected data to an HDF5 file, atomically: datasets (case, receiver, ...) whose first axis has the names
/// of the cases and every parameter as dimension scales. Traces are copied from the results. Throws EnvironmentError
/// (io).
void write_collected_hdf5(const std::filesystem::path& file, const Study& study, const CaseScenes& scenes,
                          const StudyFolder& folder, const Collected& collected);
}  // namespace wavesim
