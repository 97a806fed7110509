// SPDX-License-Identifier: MIT
#include "stencils/catalogue_rows.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include "stencils/courant_limits.hpp"

namespace wavesim {
namespace {

int points_of(const std::vector<Shell>& shells) {
    std::size_t count = 1;
    for (const Shell shell : shells) count += shell_points(shell, 3).size();
    return static_cast<int>(count);
}

void add_leggy(std::vector<CatalogueRow>& rows) {
    for (int m = 1; m <= 20; ++m) {
        CatalogueRow row;
        row.name = "leggy-" + std::to_string(m);
        row.family = "leggy";
        row.weights = "closed form, order " + std::to_string(2 * m) + " in space";
        row.shells = leggy_shells(m);
        row.recipe = WeightRecipe::leggy;
        row.half_order = m;
        row.courant_max = 2 / std::sqrt(3 * leggy_symbol_max(m));
        rows.push_back(row);
    }
}

CatalogueRow classic(std::string name, std::vector<Shell> shells, std::vector<double> a, std::string weights,
                     double courant_max) {
    CatalogueRow row;
    row.name = std::move(name);
    row.family = "compact";
    row.weights = std::move(weights);
    row.shells = std::move(shells);
    row.a = std::move(a);
    row.courant_max = courant_max;
    return row;
}

CatalogueRow optimised(const OptimisedWeights& set, const std::string& family) {
    const bool fine = set.error < 0.01;
    const std::string percent = set.error == 0.02 ? "2 %" : set.error == 0.002 ? "0.2 %" : "0.1 %";
    CatalogueRow row;
    row.name = family + "-" + std::to_string(set.points) + (fine ? "-fine" : "-opt") +
               (set.half_order > 1 ? std::to_string(2 * set.half_order) : "");
    row.family = family;
    row.weights = "dispersion-optimised by linear programming, error <= " + percent + " up to " +
                  std::to_string(static_cast<int>(100 * set.kappa)) + " % of the Nyquist wavenumber";
    row.shells = set.shells;
    row.half_order = set.half_order;
    row.a = set.a;
    row.tuned_courant = set.courant;
    row.time_accurate = true;
    row.courant_max = tabulated_courant_limit(row.name);
    return row;
}

/// The rows of one family and size that are not made by the moment system.
void add_fixed(std::vector<CatalogueRow>& rows, const std::string& family, int points) {
    if (family == "compact" && points == 19)
        rows.push_back(classic("compact-19-isotropic", compact_shells(2), {1.0 / 3, 1.0 / 6},
                               "isotropic at fourth order", std::sqrt(0.75)));
    if (family == "compact" && points == 27)
        rows.push_back(classic("compact-27-iwb", compact_shells(3), {1.0 / 4, 1.0 / 8, 1.0 / 16},
                               "interpolated wideband: largest Courant number, second order", 1));
    for (const OptimisedWeights& set : optimised_weights())
        if (set.points == points && (points == 125) == (family == "box")) rows.push_back(optimised(set, family));
}

}  // namespace

const std::vector<CatalogueRow>& catalogue_rows() {
    static const std::vector<CatalogueRow> rows = [] {
        std::vector<CatalogueRow> list;
        add_leggy(list);
        for (const int r2 : compact_radii2()) add_fixed(list, "compact", points_of(compact_shells(r2)));
        for (const Shell q : box_corners()) add_fixed(list, "box", points_of(box_shells(q)));
        return list;
    }();
    return rows;
}

}  // namespace wavesim
