// SPDX-License-Identifier: MIT
#include "boundary/port_branches.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "boundary/unit_fit.hpp"

namespace wavesim {

namespace {

/// Branches for the given number of points per wavelength, or more.
struct Fit {
    std::string_view stencil;
    double points;
    std::array<PortBranch, 2> branches;
};

/// Fitted to the rate at which an exact wall of g = 0.1 absorbs energy, at normal incidence and from 42 directions (19
/// points: the 48 of angle_fit.hpp). Ten frequencies from a quarter of the highest one on were used; one pair serves
/// all admittances. For each stencil the entry with the most points per wavelength comes first, the last is the
/// coarsest allowed. Entries are also the starts of fits for finer grids.
constexpr auto fits = std::to_array<Fit>({
    {"leggy-1", 8, {{{0.35275, 0.99901, 0}, {1.05209, 2.03662, 2.66802}}}},
    {"leggy-1", 6, {{{0.38584, 0.99489, 0}, {0.95036, 1.67546, 2.44442}}}},
    {"leggy-2", 8, {{{0.35104, 0.99901, 0}, {0.94401, 1.96592, 2.61702}}}},
    {"leggy-2", 6, {{{0.37249, 0.99589, 0}, {0.79459, 1.59679, 2.37982}}}},
    {"leggy-2", 4, {{{0.30329, 0.97381, 0}, {0.57765, 1.01603, 2.34032}}}},
    {"leggy-4", 8, {{{0.37283, 0.99888, 0}, {0.91957, 1.89535, 2.45757}}}},
    {"leggy-4", 6, {{{0.38715, 0.99548, 0}, {0.77992, 1.55434, 2.26684}}}},
    {"leggy-4", 4, {{{0.30521, 0.97499, 0}, {0.53553, 0.99619, 2.21623}}}},
    {"compact-19-isotropic", 8, {{{0.26792, 0.99974, 0}, {0.50558, 1.84599, 3.61914}}}},
    {"compact-19-isotropic", 6, {{{0.26404, 0.99921, 0}, {0.48684, 1.74404, 3.57512}}}},
    {"compact-57-fine", 8, {{{0.05209, 0.99981, 0}, {3.2208, 10.51545, 17.44657}}}},
    {"compact-57-fine", 6, {{{0.05959, 0.99971, 0}, {1.68902, 7.46169, 14.50331}}}},
    {"compact-57-fine", 4.5, {{{0.09095, 0.99932, 0}, {0.50514, 3.57323, 9.52989}}}},
    {"compact-57-opt", 8, {{{0.05574, 0.99979, 0}, {3.11944, 10.22084, 15.80003}}}},
    {"compact-57-opt", 6, {{{0.06491, 0.99966, 0}, {1.50061, 6.96878, 12.87476}}}},
    {"compact-57-opt", 4.5, {{{0.0867, 0.99923, 0}, {0.54897, 3.97781, 9.47244}}}},
    {"compact-123-me6", 8, {{{0.0378, 0.99968, 0}, {2.98733, 10.02102, 26.04744}}}},
    {"compact-123-me6", 6, {{{0.02672, 0.9997, 0}, {2.5684, 15.99468, 32.43081}}}},
    {"compact-123-me6", 4, {{{0.03097, 0.99908, 0}, {0.87699, 9.34772, 25.77928}}}},
});

/// Whole cells that fill a domain make the spacing up to 3 % smaller than requested.
constexpr double slightly_finer = 1.03;

/// Walls of this stencil need no fit: at the largest time step they absorb the correct fraction of energy at every
/// angle.
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

std::vector<PortBranch> unit_branches(const Stencil& stencil, const PortGrid& grid) {
    for (const Fit& fit : fits) {
        if (fit.stencil != stencil.name || grid.points_per_wavelength < fit.points * (1 - 1e-9)) continue;
        const bool usual = grid.traces == TraceTime::steps && grid.points_per_wavelength <= fit.points * slightly_finer;
        return usual ? std::vector<PortBranch>{fit.branches.begin(), fit.branches.end()}
                     : fit_unit_branches(stencil, grid, {fit.branches.begin(), fit.branches.end()});
    }
    return {{0, 1, 0}};
}

}  // namespace wavesim
