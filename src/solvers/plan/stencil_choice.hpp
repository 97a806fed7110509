// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// The stencil of a run, its Courant number and why it was taken.
struct StencilChoice {
    Stencil stencil;  ///< weights for `courant`
    double courant = 0;
    double courant_limit = 0;  ///< von Neumann limit of these weights
    std::string reason;
};

/// Time per node of a stencil of K points relative to an in-place triad, for choosing only: rows of the class-sum
/// kernel measure about 1.3 up to 27 points and rise by about 0.026 per point beyond.
double relative_node_cost(int points);

/// Courant number to run at: the asked fraction of the limit, else the tuned one (0: none) where that is lower.
double planned_courant(const Scene& scene, double limit, double tuned);

/// The choice that a stencil of the catalogue makes, as this scene takes it; without a reason.
StencilChoice catalogue_choice(const Scene& scene, const CatalogueEntry& entry);

/// Resolves the stencil request; `auto` as choose_automatically(). Adds faults and returns nothing when no stencil
/// fulfils the request.
std::optional<StencilChoice> choose_stencil(const Scene& scene, double points_per_wavelength,
                                            std::vector<Fault>& faults);

}  // namespace wavesim
