// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "boundary/vertex_ports.hpp"
#include "solvers/accuracy/wall_loss.hpp"
#include "solvers/decision/draft.hpp"

namespace wavesim {

/// The form in which walls of that specific admittance are computed in a plan.
WallScheme wall_scheme(const PlanOutline& plan, double admittance);
/// The same for a surface. If its absorption depends on frequency, it is the wall of admittance 1 of that scheme.
WallScheme wall_scheme(const PlanOutline& plan, double admittance, const AbsorptionBands& bands);

/// Points per wavelength of a plan at its highest frequency.
double points_per_wavelength(const PlanOutline& plan);
/// The port law of each surface, for plans with `walls: vertex`; else empty.
std::vector<VertexLaw> vertex_laws(const PlanDraft& draft);

/// Whether walls on the nodes (whole) are more accurate than half-cell walls, if the scene does not choose. This
/// requires an empty box with losses, one speed and one density. Its largest error of reverberation time at the highest
/// frequency must exceed 1 % and be smaller with walls on the nodes. The cost per step is the same, but a GPU cannot
/// combine several steps in a pass with them.
bool whole_walls_are_better(const PlanDraft& draft);

/// The surface with the largest error of its reverberation time.
const WallLoss& worst_of(const std::vector<WallLoss>& losses);
/// Worst losses with walls at the vertices, for a plan with other walls that could have them with its stencil. Empty
/// unless the largest error of reverberation time at the highest frequency exceeds 1 % and would be less than half.
std::optional<WallLoss> better_with_ports(const PlanOutline& plan);

}  // namespace wavesim
