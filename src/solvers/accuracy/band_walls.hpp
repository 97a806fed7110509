// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "boundary/port_fit.hpp"
#include "boundary/vertex_ports.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// The bands of a surface and those that it lacks, in octaves from one below its first up to the highest frequency;
/// values of these are those of the bands beside.
AbsorptionBands completed_bands(const AbsorptionBands& bands, double highest_hz);

/// Ports of a plan with walls at the vertices. Throws std::domain_error where its scheme has no wave, or several, at
/// some angle.
BandFit band_fit(const PlanOutline& plan, const AbsorptionBands& bands);
VertexLaw band_law(const PlanOutline& plan, const AbsorptionBands& bands);

/// Of all surfaces whose absorption depends on frequency. Throws as band_fit() does.
std::vector<BandAbsorption> planned_absorption(const PlanOutline& plan, const SurfaceTable& surfaces);
/// Values that no wall can have, and bands that are missing.
std::vector<std::string> absorption_warnings(const std::vector<BandAbsorption>& absorption, double highest_hz);

}  // namespace wavesim
