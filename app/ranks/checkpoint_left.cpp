// SPDX-License-Identifier: MIT
#include "app/ranks/checkpoint_left.hpp"

#include <fmt/core.h>

#include "io/result/checkpoints.hpp"

namespace wavesim {

std::string checkpoint_left(const std::filesystem::path& folder, const std::string& scene_hash) {
    const std::optional<StateOrigin> newest = newest_origin(folder, scene_hash);
    if (!newest)
        return fmt::format("there is no checkpoint in {} to go on from (--checkpoint-every 10m saves some)",
                           folder.string());
    return fmt::format("the same command goes on from the checkpoint of step {}{} in {}", newest->step,
                       newest->shot > 0 ? fmt::format(" of shot {}", newest->shot + 1) : "", folder.string());
}

}  // namespace wavesim
