// SPDX-License-Identifier: MIT
#include "solvers/plan/stencil_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/plan/automatic_stencil.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/standing_wave.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {

namespace {

constexpr double default_fraction = 0.999;  // at the limit itself the highest mode may grow linearly

const CatalogueEntry* find_entry(const std::string& name) {
    const auto& catalogue = stencil_catalogue();
    const auto entry =
        std::find_if(catalogue.begin(), catalogue.end(), [&](const CatalogueEntry& e) { return e.name == name; });
    return entry == catalogue.end() ? nullptr : &*entry;
}

/// Order of a stencil that approximates the Laplacian: its moments of the degrees 4 ... order vanish within the
/// precision of seven-digit weights.
int order_in_space(const Stencil& stencil) {
    constexpr double rounding = 1e-6;
    const auto power = [](int base, int exponent) { return std::pow(static_cast<double>(base), 2 * exponent); };
    const auto vanishes = [&](int alpha, int beta, int gamma) {
        double sum = 0;
        double size = 0;
        for (std::size_t p = 0; p < stencil.shells.size(); ++p)
            for (const Offset& l : shell_points(stencil.shells[p], stencil.dims)) {
                const double term = stencil.a[p] * power(l.x, alpha) * power(l.z, beta) * power(l.y, gamma);
                sum += term;
                size += std::abs(term);
            }
        return std::abs(sum) <= rounding * size;
    };
    for (int n = 2; n <= radius(stencil); ++n)
        for (int alpha = n; alpha >= 0; --alpha)
            for (int beta = n - alpha; beta >= 0; --beta) {
                const int gamma = n - alpha - beta;
                if (stencil.dims == 2 && gamma > 0) continue;
                if (!vanishes(alpha, beta, gamma)) return 2 * (n - 1);
            }
    return 2 * radius(stencil);
}

/// A choice from explicit shells: they must approximate the Laplacian and be stable for some time step.
std::optional<StencilChoice> from_shells(const Scene& scene, std::vector<Fault>& faults) {
    const StencilRequest& request = scene.grid.stencil;
    if (request.shells.empty() || request.shells.size() != request.weights.size()) {
        faults.push_back(
            {"grid.stencil",
             fmt::format("{} shells need as many weights ({} given)", request.shells.size(), request.weights.size()),
             ""});
        return std::nullopt;
    }
    StencilChoice choice;
    choice.stencil = make_explicit_stencil(request.shells, request.weights, scene.dims);
    double moment = 0;  // sum_m m^2 a_m of the stencil along one axis; 1 for X^2 times the Laplacian
    const std::vector<double> line = collapse_to_axis(choice.stencil);
    for (std::size_t m = 0; m < line.size(); ++m) moment += static_cast<double>((m + 1) * (m + 1)) * line[m];
    if (!(std::abs(moment - 1) < 1e-6)) {
        faults.push_back({"grid.stencil.weights",
                          fmt::format("the weights approximate {:.6g} times the Laplacian instead of 1 times", moment),
                          "divide every weight by that number"});
        return std::nullopt;
    }
    choice.courant_limit = StencilAnalysis(choice.stencil).courant_max();
    if (!(choice.courant_limit > 0)) {
        faults.push_back({"grid.stencil.weights",
                          "no time step is stable (the symbol of the stencil is negative for some waves)", ""});
        return std::nullopt;
    }
    if (const auto k = standing_wave(choice.stencil)) {
        faults.push_back({"grid.stencil",
                          fmt::format("the wave that turns by {} from node to node does not move (the nodes fall into "
                                      "grids that hardly act on each other)",
                                      wave_text(*k, scene.dims)),
                          "add the shell [1, 0, 0]"});
        return std::nullopt;
    }
    choice.stencil.accuracy_order = order_in_space(choice.stencil);
    choice.courant = planned_courant(scene, choice.courant_limit, 0);
    choice.reason = "asked for";
    return choice;
}

}  // namespace

double planned_courant(const Scene& scene, double limit, double tuned) {
    if (scene.grid.courant_fraction) return *scene.grid.courant_fraction * limit;
    const double safe = default_fraction * limit;
    return tuned > 0 ? std::min(safe, tuned) : safe;
}

StencilChoice catalogue_choice(const Scene& scene, const CatalogueEntry& entry) {
    StencilChoice choice;
    if (density_varies(scene.medium) && entry.family == "leggy" && !scene.tti) {
        // Differences of order 2M at half nodes replace the second difference.
        const int half_order = radius(make_stencil(entry.name, scene.dims));
        choice.stencil = density_stencil(std::min(half_order, most_density_half_order), scene.dims);
        choice.courant_limit = StencilAnalysis(choice.stencil).courant_max();
        choice.courant = planned_courant(scene, choice.courant_limit, 0);
        return choice;
    }
    choice.courant_limit = courant_limit(entry.name, scene.dims);
    choice.courant = planned_courant(scene, choice.courant_limit, entry.tuned_courant);
    choice.stencil = make_stencil(entry.name, scene.dims, choice.courant);
    return choice;
}

double relative_node_cost(int points) {
    return std::max(node_cost.least, node_cost.constant + node_cost.point * points);
}

std::optional<StencilChoice> choose_stencil(const Scene& scene, double points_per_wavelength,
                                            std::vector<Fault>& faults) {
    const StencilRequest& request = scene.grid.stencil;
    if (scene.grid.courant_fraction && !(*scene.grid.courant_fraction > 0 && *scene.grid.courant_fraction <= 1)) {
        faults.push_back({"grid.courant_fraction",
                          fmt::format("{:.6g} of the stability limit is {}", *scene.grid.courant_fraction,
                                      *scene.grid.courant_fraction > 1 ? "unstable" : "no time step"),
                          "use a number above 0 and up to 1"});
        return std::nullopt;
    }
    if (request.name == "explicit" && !scene.tti) return from_shells(scene, faults);
    StencilChoice choice;
    if (scene.tti) {
        choice = catalogue_choice(scene, *find_entry("leggy-4"));
        choice.courant_limit /= std::sqrt(anisotropy_factor(scene));
        choice.courant = planned_courant(scene, choice.courant_limit, 0);
        choice.reason = "its differences make up the TTI operator";
    } else if (request.name == "auto") {
        choice = choose_automatically(scene, points_per_wavelength);
    } else {
        const CatalogueEntry* entry = find_entry(request.name);
        if (entry == nullptr) {
            faults.push_back({"grid.stencil", "there is no stencil '" + request.name + "'", "see `wavesim stencils`"});
            return std::nullopt;
        }
        choice = catalogue_choice(scene, *entry);
        choice.reason = density_varies(scene.medium)
                            ? "the order asked for (" + request.name + "), in the form for a density that varies"
                            : "asked for";
    }
    // The enforced limit is that of the actual weights, not the value in a table.
    const double analysed = StencilAnalysis(choice.stencil).courant_max();
    if (choice.courant > analysed * (1 + 1e-9)) {
        faults.push_back({"grid.stencil",
                          fmt::format("{} is unstable at Courant number {:.6g} (limit {:.6g})", choice.stencil.name,
                                      choice.courant, analysed),
                          "use a smaller grid.courant_fraction"});
        return std::nullopt;
    }
    return choice;
}

}  // namespace wavesim
