// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// What does not go with a program: other kinds of media, sides that absorb, solids, outputs that know the wave
/// equation. Nothing where the scene has none.
void find_program_faults(const Scene& scene, std::vector<Fault>& faults);

}  // namespace wavesim
