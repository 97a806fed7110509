// SPDX-License-Identifier: MIT
#include "solvers/space/modal_density.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {
namespace {

/// Wave vectors of a lattice in a band of frequencies, over the volume (area) between two spheres (circles).
double counted(const Stencil& stencil, double courant, double omega_t, int nodes) {
    constexpr double band = 0.1;
    const StencilSymbol symbol(stencil);
    const double low = omega_t * (1 - band), high = omega_t * (1 + band);
    const double step = std::numbers::pi / nodes;
    const bool flat = stencil.dims == 2;
    double modes = 0;
    for (int i = 0; i < nodes; ++i)
        for (int j = 0; j < (flat ? 1 : nodes); ++j)
            for (int l = 0; l < nodes; ++l) {
                const double sine =
                    courant / 2 * std::sqrt(symbol({(i + 0.5) * step, flat ? 0 : (j + 0.5) * step, (l + 0.5) * step}));
                modes += sine < std::sin(high / 2) && sine > std::sin(low / 2) ? 1 : 0;
            }
    const auto volume = [&](double k) {
        return flat ? std::numbers::pi / 4 * k * k : std::numbers::pi / 6 * k * k * k;
    };
    return modes / ((volume(high / courant) - volume(low / courant)) / std::pow(step, stencil.dims));
}

TEST(ModalDensity, IsThatOfModesCounted) {
    struct Case {
        const char* name;
        int dims;
        double points;  ///< per wavelength
        double at_least;
        double at_most;
    };
    for (const Case& c :
         {Case{"leggy-1", 3, 6, 1.05, 1.1}, Case{"leggy-4", 3, 5, 0.8, 0.95}, Case{"compact-27-iwb", 3, 6, 1.02, 1.1},
          Case{"leggy-1", 2, 6, 1.0, 1.2}, Case{"compact-123-me6", 3, 6, 0.99, 1.01}}) {
        const double courant = 0.99 * courant_limit(c.name, c.dims);
        const Stencil stencil = make_stencil(c.name, c.dims, courant);
        const double omega_t = 2 * std::numbers::pi / c.points * courant;
        const double told = modal_density(stencil, courant, omega_t);
        EXPECT_NEAR(told, counted(stencil, courant, omega_t, c.dims == 2 ? 600 : 80), 0.02) << c.name << c.dims;
        EXPECT_GE(told, c.at_least) << c.name << c.dims;
        EXPECT_LE(told, c.at_most) << c.name << c.dims;
    }
}

TEST(ModalDensity, IsUnknownWhereADirectionHasNoWave) {
    const double courant = 0.5;
    EXPECT_THROW(modal_density(make_stencil("leggy-1", 3), courant, 2.2 * courant), std::domain_error);
}

}  // namespace
}  // namespace wavesim
