// SPDX-License-Identifier: MIT
#include "app/gpu_profile.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "io/scene/marks.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/rtc/kernel_file.hpp"

namespace wavesim {

namespace {

/// Reads into `profile`, or adds the reason why it cannot.
void try_profile(GpuProfile& profile, const std::function<GpuProfile()>& read) {
    try {
        GpuProfile found = read();
        found.refused = std::move(profile.refused);
        profile = std::move(found);
    } catch (const SceneFileError& error) {
        profile.refused.push_back(to_string(error.faults().front()));
    } catch (const EnvironmentError& error) {
        profile.refused.emplace_back(error.what());
    }
}

}  // namespace

std::filesystem::path own_profile_file(const std::string& card) {
    const char* const config = ::secure_getenv("XDG_CONFIG_HOME");
    const char* const home = ::secure_getenv("HOME");
    const std::filesystem::path folder = config != nullptr && *config != '\0' ? std::filesystem::path(config)
                                         : home != nullptr                    ? std::filesystem::path(home) / ".config"
                                                                              : std::filesystem::path();
    return folder.empty() ? folder : folder / "wavesim" / "gpus" / gpu_profile_name(card);
}

ProfileOwner profile_owner(const Machine& machine) { return {machine.gpu.name, kernel_version()}; }

void take_profile(Machine& machine) {
    if (!machine.gpu.usable()) return;
    const ProfileOwner owner = profile_owner(machine);
    GpuProfile profile;
    const std::filesystem::path own = own_profile_file(owner.card);
    std::error_code error;
    if (!own.empty() && std::filesystem::exists(own, error))
        try_profile(profile, [&] { return read_gpu_profile(own, owner); });
    const auto shipped = std::ranges::find(shipped_profiles(), gpu_profile_name(owner.card), &ShippedProfile::name);
    if (profile.file.empty() && shipped != shipped_profiles().end())
        try_profile(profile, [&] { return parse_gpu_profile(shipped->text, "configs/gpus/" + shipped->name, owner); });
    if (!profile.file.empty() || !profile.refused.empty())
        machine.profile = std::make_shared<const GpuProfile>(std::move(profile));
}

}  // namespace wavesim
