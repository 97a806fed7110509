// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "acoustics/room_quantities.hpp"
#include "app/room_responses.hpp"

namespace wavesim {

/// Decays of a response in the bands that have any number, as PNG; false and nothing where there are none. Throws
/// EnvironmentError (io).
bool write_decay_picture(const std::filesystem::path& file, const RoomResponse& response,
                         const ResponseNumbers& numbers);

}  // namespace wavesim
