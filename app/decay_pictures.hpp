// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "acoustics/room_quantities.hpp"
#include "app/room_responses.hpp"

namespace wavesim {

/// Writes a PNG picture of the decays of a response, for the bands that have any number. If there are none, it writes
/// nothing and returns false. Throws EnvironmentError (io).
bool write_decay_picture(const std::filesystem::path& file, const RoomResponse& response,
                         const ResponseNumbers& numbers);

}  // namespace wavesim
