// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <vector>

#include "app/room_analysis.hpp"
#include "app/room_responses.hpp"

namespace wavesim {

/// The numbers as HDF5: one dataset (response, band) per quantity, NaN where it does not hold, and beside it `_fault`
/// with the number of the reason in the attribute `faults`. Throws EnvironmentError (io).
void write_analysis(const std::filesystem::path& file, const std::vector<ResponseNumbers>& responses);

/// Decays of a response in the bands that have any number, as PNG; false and nothing where there are none. Throws
/// EnvironmentError (io).
bool write_decay_picture(const std::filesystem::path& file, const RoomResponse& response,
                         const ResponseNumbers& numbers);

}  // namespace wavesim
