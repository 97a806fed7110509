// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "io/scene/gpu_profile_file.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

/// Where `wavesim tune` writes the profile of a GPU: $XDG_CONFIG_HOME/wavesim/gpus, else ~/.config/wavesim/gpus. Empty
/// without a home.
std::filesystem::path own_profile_file(const std::string& card);

/// The GPU of a machine, with the kernels of this program.
ProfileOwner profile_owner(const Machine& machine);

/// Gives the machine the profile of its GPU: the user's own, else the shipped one. A profile that cannot be used is
/// skipped, and the next one says so (GpuProfile::refused).
void take_profile(Machine& machine);

}  // namespace wavesim
