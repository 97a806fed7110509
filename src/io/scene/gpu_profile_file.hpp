// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "stencils/backend/gpu_profile.hpp"

namespace wavesim {

/// Whose profile is looked for: a GPU by its name, and the kernels of this program (kernel_version()).
struct ProfileOwner {
    std::string card;
    std::string kernels;
};

/// The profile in a YAML text; `file` is its name in messages. Throws SceneFileError if the text is no profile, or if
/// it is that of another GPU or of other kernels.
GpuProfile parse_gpu_profile(const std::string& text, const std::filesystem::path& file, const ProfileOwner& owner);
/// The same of a file. Also throws EnvironmentError (io).
GpuProfile read_gpu_profile(const std::filesystem::path& file, const ProfileOwner& owner);

/// A profile as text that parse_gpu_profile() reads.
std::string gpu_profile_text(const GpuProfile& profile);

/// Name of the file with the profile of a GPU, e.g. nvidia-h200.yaml.
std::string gpu_profile_name(const std::string& card);

/// The profiles of configs/gpus, which are compiled into the program.
struct ShippedProfile {
    std::string name;  ///< gpu_profile_name()
    std::string text;
};
const std::vector<ShippedProfile>& shipped_profiles();

}  // namespace wavesim
