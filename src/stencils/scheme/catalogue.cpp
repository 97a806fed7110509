// SPDX-License-Identifier: MIT
#include "stencils/scheme/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "stencils/scheme/catalogue_rows.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

CatalogueEntry describe(const CatalogueRow& row) {
    std::size_t points = 1;
    for (const Shell shell : row.shells) points += shell_points(shell, 3).size();
    const double tuned = std::min(row.tuned_courant, row.courant_max);
    return {row.name, row.family, row.weights, static_cast<int>(points), row.courant_max, tuned};
}

const CatalogueRow& row_named(std::string_view name) {
    for (const CatalogueRow& row : catalogue_rows())
        if (row.name == name) return row;
    throw std::out_of_range("there is no stencil named '" + std::string(name) + "'");
}

}  // namespace

const std::vector<CatalogueEntry>& stencil_catalogue() {
    static const std::vector<CatalogueEntry> entries = [] {
        std::vector<CatalogueEntry> list;
        for (const CatalogueRow& row : catalogue_rows()) list.push_back(describe(row));
        return list;
    }();
    return entries;
}

Stencil make_stencil(std::string_view name, int dims, double courant) {
    const CatalogueRow& row = row_named(name);
    Stencil stencil;
    stencil.name = row.name;
    stencil.shells = row.shells;
    stencil.accuracy_order = 2 * row.half_order;
    stencil.time_accurate = row.time_accurate;
    stencil.weights_source = row.weights;
    stencil.tuned_courant = std::min(row.tuned_courant, row.courant_max);
    switch (row.recipe) {
        case WeightRecipe::leggy: stencil.a = leggy_weights(row.half_order); break;
        case WeightRecipe::fixed: stencil.a = row.a; break;
        case WeightRecipe::moments: {
            double at = 0;
            if (row.kind == MomentKind::modified_equation) at = courant > 0 ? courant : row.courant_max;
            stencil.a = solve_moments(row.shells, row.half_order, row.kind, row.norm).at(at);
            stencil.tuned_courant = at;
            break;
        }
    }
    return dims == 2 ? project_to_2d(stencil) : stencil;
}

double courant_limit(std::string_view name, int dims) {
    const CatalogueRow& row = row_named(name);
    if (dims == 3 || row.kind == MomentKind::modified_equation) return row.courant_max;
    return StencilAnalysis(make_stencil(name, dims)).courant_max();
}

Stencil make_explicit_stencil(std::vector<Shell> shells, std::vector<double> a, int dims) {
    if (shells.empty() || shells.size() != a.size())
        throw std::invalid_argument("a stencil needs at least one shell and one weight per shell");
    for (std::size_t p = 0; p < shells.size(); ++p) {
        const Shell q = shells[p];
        if (q.q1 < 1 || q.q1 < q.q2 || q.q2 < q.q3 || q.q3 < 0 || (dims == 2 && q.q3 != 0))
            throw std::invalid_argument("a shell needs q1 >= q2 >= q3 >= 0, q1 >= 1, and q3 = 0 in 2D");
        if (std::count(shells.begin(), shells.end(), q) > 1)
            throw std::invalid_argument("a shell may stand in a stencil once only");
        if (!std::isfinite(a[p])) throw std::invalid_argument("the weights of a stencil must be finite");
    }
    Stencil stencil;
    stencil.name = "explicit";
    stencil.dims = dims;
    stencil.shells = std::move(shells);
    stencil.a = std::move(a);
    stencil.weights_source = "explicit shells and weights of the scene";
    return stencil;
}

}  // namespace wavesim
