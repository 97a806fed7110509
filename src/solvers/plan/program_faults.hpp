// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Finds settings that cannot be combined with a program: other kinds of media, absorbing sides, solids, outputs that
/// assume the wave equation. None if the scene has no program.
void find_program_faults(const Scene& scene, std::vector<Fault>& faults);

}  // namespace wavesim
