// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/vertex_ports.hpp"
#include "solvers/accuracy/wall_loss.hpp"
#include "solvers/decision/draft.hpp"

namespace wavesim {

/// How the lossy walls of a plan are computed.
WallScheme wall_scheme(const PlanOutline& plan);
/// The same of a surface: where its absorption depends on frequency, the wall of admittance 1 of that scheme is it.
WallScheme wall_scheme(const PlanOutline& plan, const AbsorptionBands& bands);

/// Points per wavelength of a plan at its highest frequency.
double points_per_wavelength(const PlanOutline& plan);
/// The port law of each surface, for plans with `walls: vertex`; else empty.
std::vector<VertexLaw> vertex_laws(const PlanDraft& draft);

/// Whether walls on the nodes (whole) serve better than half-cell walls where the scene leaves the choice to the
/// program. They do in an empty box with losses, one speed and one density, if its worst reverberation time at the
/// highest frequency errs by more than 1 %, and by less with them. A step costs the same, but a GPU takes no passes of
/// several steps for them.
bool whole_walls_are_better(const PlanDraft& draft);

}  // namespace wavesim
