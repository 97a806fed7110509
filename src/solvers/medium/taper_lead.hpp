// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/report.hpp"
#include "solvers/scene/scene.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// 1/V of a P wave along a ray at an angle from the symmetry axis, for a speed of 1 along the axis; accurate to 0.1 %.
/// Source: Fomel, Geophysical Prospecting 52 (2004), equation 27.
double ray_slowness(double epsilon, double delta, double cosine);

/// The lead for a source at a node, computed from the medium before the taper is applied. `fastest_m_s` is the speed of
/// nodes with the factor 1.
TaperLead taper_lead(const TtiProblem& problem, int dims, const Node& source, double spacing_m, double fastest_m_s);

}  // namespace wavesim
