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

/// Tuned numbers of the time per node of a stencil relative to an in-place triad: a least one, and constant + point K.
/// On two threads of an AMD Zen 4 core, from the kernel that adds the nodes of a class before it weights them.
struct NodeCost {
    double least, constant, point;
};
inline constexpr NodeCost node_cost{.least = 1.3, .constant = 0.55, .point = 0.0255};

/// That time of a stencil of K points, for choosing only.
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
