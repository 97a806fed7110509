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

/// The stencil of a run, its Courant number and the reason for it.
struct StencilChoice {
    Stencil stencil;  ///< weights for `courant`
    double courant = 0;
    double courant_limit = 0;  ///< von Neumann limit of these weights
    std::string reason;
};

/// Tuned time per node of a stencil, relative to an in-place triad: the larger of a minimum and constant + point K.
/// Measured with two threads of an AMD Zen 4 core, for the kernel that adds the nodes of a class before weighting them.
struct NodeCost {
    double least, constant, point;
};
inline constexpr NodeCost node_cost{.least = 1.3, .constant = 0.55, .point = 0.0255};

/// Relative time per node of a stencil of K points, used only for the choice.
double relative_node_cost(int points);

/// Courant number of a run: the requested fraction of the limit, else the smaller of the default and the tuned one (0:
/// none).
double planned_courant(const Scene& scene, double limit, double tuned);

/// The choice for a stencil of the catalogue in this scene; without a reason.
StencilChoice catalogue_choice(const Scene& scene, const CatalogueEntry& entry);

/// Resolves the stencil request; `auto` as choose_automatically(). Adds faults and returns nothing when no stencil
/// fulfils the request.
std::optional<StencilChoice> choose_stencil(const Scene& scene, double points_per_wavelength,
                                            std::vector<Fault>& faults);

}  // namespace wavesim
