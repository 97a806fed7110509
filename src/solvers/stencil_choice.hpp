// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/fault.hpp"
#include "solvers/scene.hpp"
#include "stencils/stencil.hpp"

namespace wavesim {

/// The stencil of a run, its Courant number and why it was taken.
struct StencilChoice {
    Stencil stencil;  ///< weights for `courant`
    double courant = 0;
    double courant_limit = 0;  ///< von Neumann limit of these weights
    std::string reason;
};

/// Worst-direction dispersion at the highest frequency that `auto` accepts.
inline constexpr double accepted_dispersion = 0.01;

/// Time per node of a stencil of K points relative to an in-place triad, for choosing only: rows of the class-sum
/// kernel measure about 1.3 up to 27 points and rise by about 0.026 per point beyond.
double relative_node_cost(int points);

/// Resolves the stencil request. `auto` takes the cheapest (time per simulated second) catalogue stencil whose
/// worst dispersion is at most 1 % among those with a proven wall treatment for this room, else the most
/// accurate. Adds faults and returns nothing when no stencil fulfils the request.
std::optional<StencilChoice> choose_stencil(const Scene& scene, double points_per_wavelength,
                                            std::vector<Fault>& faults);

}  // namespace wavesim
