// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// What users call one of several runs over a scene: a source where they list sources that sound one by one.
inline const char* shot_word(const Scene& scene) {
    return scene.survey && !scene.survey->source_names.empty() ? "source" : "shot";
}

}  // namespace wavesim
