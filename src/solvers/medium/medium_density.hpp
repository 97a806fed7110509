// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// True where the medium names densities that depend on the place.
bool names_densities(const Medium& medium);

/// True where they need the scheme of stencils/density/density_operator.hpp: programs have their own.
bool density_varies(const Medium& medium);

/// Smallest and largest density that a medium names, kg/m3.
struct DensityRange {
    double least = 0;
    double most = 0;
};
DensityRange density_range(const Medium& medium);

/// Lowers the Courant number of a plan where the densities of its problem allow less than its stencil does for one
/// density.
void limit_by_density(PlanOutline& plan, double spectral_bound);

/// Finds settings that cannot be combined with a varying density: TTI media, solids, lossy walls, walls on the nodes,
/// and other stencils.
void find_density_faults(const Scene& scene, std::vector<Fault>& faults);

}  // namespace wavesim
