// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The user's word for one of several runs over a scene: `source` if the scene lists sources to be run one by one.
inline const char* shot_word(const Scene& scene) {
    return scene.survey && !scene.survey->source_names.empty() ? "source" : "shot";
}

}  // namespace wavesim
