// SPDX-License-Identifier: MIT
#include "boundary/port_branches.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace wavesim {

namespace {

/// For as many points per wavelength, or more.
struct Fit {
    std::string_view stencil;
    double points;
    std::array<PortBranch, 2> branches;
};

/// Fitted to the rate at which an exact wall of g = 0.1 takes energy, head-on and from 42 directions, at ten
/// frequencies from a quarter of the highest one on; one pair serves all admittances. The finest row of a stencil comes
/// first, the last one is the coarsest that it may have.
constexpr auto fits = std::to_array<Fit>({
    {"leggy-1", 8, {{{0.35275, 0.99901, 0}, {1.05209, 2.03662, 2.66802}}}},
    {"leggy-1", 6, {{{0.38584, 0.99489, 0}, {0.95036, 1.67546, 2.44442}}}},
    {"leggy-2", 8, {{{0.35104, 0.99901, 0}, {0.94401, 1.96592, 2.61702}}}},
    {"leggy-2", 6, {{{0.37249, 0.99589, 0}, {0.79459, 1.59679, 2.37982}}}},
    {"leggy-2", 4, {{{0.30329, 0.97381, 0}, {0.57765, 1.01603, 2.34032}}}},
    {"leggy-4", 8, {{{0.37283, 0.99888, 0}, {0.91957, 1.89535, 2.45757}}}},
    {"leggy-4", 6, {{{0.38715, 0.99548, 0}, {0.77992, 1.55434, 2.26684}}}},
    {"leggy-4", 4, {{{0.30521, 0.97499, 0}, {0.53553, 0.99619, 2.21623}}}},
});

/// Its walls need no fit: at the largest time step they take the right share of energy at every angle.
constexpr std::string_view unfitted = "compact-27-iwb";
constexpr double least_points_unfitted = 4;

}  // namespace

const std::vector<std::string>& stencils_with_ports() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Fit& fit : fits)
            if (all.empty() || all.back() != fit.stencil) all.emplace_back(fit.stencil);
        all.emplace_back(unfitted);
        return all;
    }();
    return names;
}

double least_port_points(const Stencil& stencil) {
    if (stencil.name == unfitted) return least_points_unfitted;
    const auto last =
        std::find_if(fits.rbegin(), fits.rend(), [&](const Fit& fit) { return fit.stencil == stencil.name; });
    return last == fits.rend() ? std::numeric_limits<double>::infinity() : last->points;
}

std::vector<PortBranch> branches_of(std::vector<PortBranch> unit, double admittance) {
    for (PortBranch& branch : unit)
        branch = {branch.mass / admittance, branch.resistance / admittance, branch.stiffness / admittance};
    return unit;
}

std::vector<PortBranch> unit_branches(const Stencil& stencil, double points_per_wavelength) {
    for (const Fit& fit : fits)
        if (fit.stencil == stencil.name && points_per_wavelength >= fit.points * (1 - 1e-9))
            return {fit.branches.begin(), fit.branches.end()};
    return {{0, 1, 0}};
}

}  // namespace wavesim
