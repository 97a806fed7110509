// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/problem/problem.hpp"

namespace wavesim::testing {

/// Stencil with random positive weights that are consistent (sum a N |q|^2 / (2 dims) = 1).
Stencil random_stencil(const std::vector<Shell>& shells, int dims, unsigned seed);
/// A Courant number below the limit of any stencil with non-negative weights: courant^2 * 2 sum a N <= 4.
double safe_courant(const Stencil& stencil);

/// A problem without walls, sources or receivers.
ScalarProblem bare_problem(const Extent& extent, const Stencil& stencil, Precision precision);
/// Adds random solids, corrections, explicit and branch walls, sources and receivers. Corrections read nodes within the
/// stencil's radius along each axis, or anywhere.
void add_random_passes(ScalarProblem& problem, unsigned seed, bool anywhere = false);
/// Adds a lossy face of one of twenty laws at every side that a node touches, explicit or branch.
void add_walls_on_all_sides(ScalarProblem& problem, bool explicit_form);
/// Adds ports of one to four laws and branches that read up to eight nodes of a random cube each; for 3D.
void add_random_ports(ScalarProblem& problem, unsigned seed);
/// Makes the medium vary: random factors in (0, 1], one of them 1.
void add_random_medium(ScalarProblem& problem, unsigned seed);
/// Random absorbing layers of that half order at random sides and random mirrors at the others.
void add_random_layers(ScalarProblem& problem, int half_order, bool averaged, unsigned seed);
/// Random values in [-1, 1], 0 at solid nodes.
std::vector<double> random_field(const ScalarProblem& problem, unsigned seed);

struct NamedStencil {
    std::string name;
    Stencil stencil;
};
/// One stencil of every shape that kernels may treat differently.
std::vector<NamedStencil> contract_stencils();

}  // namespace wavesim::testing
