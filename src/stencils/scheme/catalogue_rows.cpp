// SPDX-License-Identifier: MIT
#include "stencils/scheme/catalogue_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/courant_limits.hpp"

namespace wavesim {
namespace {

int points_of(const std::vector<Shell>& shells) {
    std::size_t count = 1;
    for (const Shell shell : shells) count += shell_points(shell, 3).size();
    return static_cast<int>(count);
}

int largest_coordinate(const std::vector<Shell>& shells) {
    int largest = 0;
    for (const Shell shell : shells) largest = std::max(largest, shell.q1);
    return largest;
}

void add_leggy(std::vector<CatalogueRow>& rows) {
    for (int m = 1; m <= largest_leggy; ++m) {
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

/// Sizes whose weights have the plain norm; they are published reference values. All others are graded.
bool has_plain_norm(int points) {
    constexpr std::array plain{7, 33, 57, 81, 123, 147, 257, 305};
    return std::find(plain.begin(), plain.end(), points) != plain.end();
}

CatalogueRow by_moments(const std::string& family, const std::vector<Shell>& shells, int half_order, MomentKind kind) {
    const int points = points_of(shells);
    const std::string order = std::to_string(2 * half_order);
    CatalogueRow row;
    row.name = family + "-" + std::to_string(points);
    row.family = family;
    row.shells = shells;
    row.recipe = WeightRecipe::moments;
    row.half_order = half_order;
    row.kind = kind;
    row.norm = has_plain_norm(points) ? MomentNorm::points : MomentNorm::graded;
    const std::string norm = row.norm == MomentNorm::points ? ", least norm" : ", least graded norm";
    switch (kind) {
        case MomentKind::space_only: row.weights = "moments, order " + order + " in space" + norm; break;
        case MomentKind::isotropic: row.weights = "moments, isotropic at fourth order" + norm; break;
        case MomentKind::modified_equation:
            row.name += "-me" + order;
            row.weights = "modified equation, order " + order + " in space and time" + norm;
            row.time_accurate = true;
            break;
    }
    row.courant_max = tabulated_courant_limit(row.name);
    return row;
}

/// Every row of one family and one set of shells. Order 2N needs shells that reach N nodes along an axis.
void add_set(std::vector<CatalogueRow>& rows, const std::string& family, const std::vector<Shell>& shells) {
    const int points = points_of(shells);
    const int half_order = largest_coordinate(shells);
    const bool isotropic = half_order == 1 && shells.size() > 1;
    rows.push_back(by_moments(family, shells, half_order, isotropic ? MomentKind::isotropic : MomentKind::space_only));
    if (family == "compact" && points == 19)
        rows.push_back(classic("compact-19-isotropic", shells, {1.0 / 3, 1.0 / 6}, "isotropic at fourth order, exact",
                               std::sqrt(0.75)));
    if (family == "compact" && points == 27)
        rows.push_back(classic("compact-27-iwb", shells, {1.0 / 4, 1.0 / 8, 1.0 / 16},
                               "interpolated wideband: largest Courant number, order 2 in space", 1));
    // Two sets also have a lower order, which allows Courant numbers well above 1.
    if (family == "compact" && (points == 123 || points == 257))
        rows.push_back(by_moments(family, shells, half_order - 1, MomentKind::modified_equation));
    if (half_order > 1) rows.push_back(by_moments(family, shells, half_order, MomentKind::modified_equation));
    for (const OptimisedWeights& set : optimised_weights())
        if (set.points == points && (points == 125) == (family == "box")) rows.push_back(optimised(set, family));
}

}  // namespace

const std::vector<CatalogueRow>& catalogue_rows() {
    static const std::vector<CatalogueRow> rows = [] {
        std::vector<CatalogueRow> list;
        add_leggy(list);
        for (const int r2 : compact_radii2()) add_set(list, "compact", compact_shells(r2));
        for (const Shell q : box_corners()) add_set(list, "box", box_shells(q));
        return list;
    }();
    return rows;
}

}  // namespace wavesim
