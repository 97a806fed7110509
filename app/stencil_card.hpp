// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "boundary/walls.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

/// The output of `wavesim stencils` for one stencil of the catalogue, in 3D at its own Courant number.
struct StencilCard {
    CatalogueEntry entry;
    Stencil stencil;
    double courant = 0;     ///< recommended: tuned_courant, else the limit
    double lambda_max = 0;  ///< largest stable Courant number
    WallSupport walls;
    std::string asked_for_as;                            ///< key in scenes, if it differs from its name
    std::optional<std::array<double, 3>> standing_wave;  ///< wave vector, rad per node, if there is one
    struct Dispersion {
        double points_per_wavelength;
        double axis;  ///< signed relative error of the phase velocity
        double face_diagonal;
        double body_diagonal;
        double worst;  ///< error in the direction where its magnitude is largest
    };
    std::array<Dispersion, 4> dispersion;  ///< at 4, 6, 8 and 10 points per wavelength
};

StencilCard stencil_card(const CatalogueEntry& entry);
/// "staggered-M", M from 1 on: the name in plans for leggy-M in a medium with variable density; not in the catalogue.
const std::vector<std::string>& staggered_names();
StencilCard staggered_card(const std::string& name);
/// One row per stencil, without header.
std::string table_row(const StencilCard& card);
std::string table_header();
/// The complete card as text.
std::string card_text(const StencilCard& card);
nlohmann::ordered_json card_json(const StencilCard& card);

}  // namespace wavesim
