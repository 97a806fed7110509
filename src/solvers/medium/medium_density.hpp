// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Whether the medium has densities that depend on position.
bool names_densities(const Medium& medium);

/// Whether they require the scheme of stencils/density/density_operator.hpp; programs have their own.
bool density_varies(const Medium& medium);

/// Smallest and largest density of a medium, kg/m3.
struct DensityRange {
    double least = 0;
    double most = 0;
};
DensityRange density_range(const Medium& medium);

/// Lowers the Courant number of a plan if the densities of its problem require this; the limit of the stencil is for
/// constant density.
void limit_by_density(PlanOutline& plan, double spectral_bound);

/// Finds settings that cannot be combined with variable density: TTI media, solids, lossy walls, walls on the nodes,
/// and other stencils.
void find_density_faults(const Scene& scene, std::vector<Fault>& faults);

}  // namespace wavesim
