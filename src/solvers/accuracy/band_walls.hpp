// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "boundary/port_fit.hpp"
#include "boundary/vertex_ports.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// The bands of a surface with missing ones filled in, in octaves from one below its first band up to the highest
/// frequency. Missing values are those of the adjacent bands.
AbsorptionBands completed_bands(const AbsorptionBands& bands, double highest_hz);

/// The time of the traces of a plan. Walls at the vertices are fitted in it.
TraceTime trace_time(const PlanOutline& plan);

/// Fits the ports of a plan with walls at the vertices. Throws std::domain_error if its scheme has no wave, or several,
/// at some angle of incidence.
BandFit band_fit(const PlanOutline& plan, const AbsorptionBands& bands);
VertexLaw band_law(const PlanOutline& plan, const AbsorptionBands& bands);

/// The absorption of all surfaces that depends on frequency. Throws like band_fit().
std::vector<BandAbsorption> planned_absorption(const PlanOutline& plan, const SurfaceTable& surfaces);
/// Warnings about values that no wall can have, and about missing bands.
std::vector<std::string> absorption_warnings(const std::vector<BandAbsorption>& absorption, double highest_hz);

}  // namespace wavesim
