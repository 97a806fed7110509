// SPDX-License-Identifier: MIT
// Plane waves of every stencil of the catalogue: the time loop against the discrete dispersion relation
//   sin^2(omega T / 2) = courant^2 / 4 (-L^(k)).
#include <gtest/gtest.h>

#include <cmath>

#include "stencils/backend/backend.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {
namespace {

struct Wave {
    std::array<double, 3> k;
    double phase;  ///< omega T

    std::vector<double> at(const Extent& extent, double step) const {
        std::vector<double> field;
        for (std::int64_t i = 0; i < extent.nodes(); ++i) {
            const Node n = node_at(extent, i);
            field.push_back(std::cos(k[0] * static_cast<double>(n.x) + k[1] * static_cast<double>(n.y) +
                                     k[2] * static_cast<double>(n.z) - phase * step));
        }
        return field;
    }
};

/// Largest error where the sides are not known of after two steps.
double error_after_two_steps(const std::string& name, int dims, const std::array<double, 3>& k) {
    ScalarProblem problem;
    problem.stencil = make_stencil(name, dims);
    const std::int64_t reach = 2 * radius(problem.stencil);
    const std::int64_t size = 2 * reach + 3;
    problem.extent = {size, dims == 2 ? 1 : size, size};
    problem.precision = Precision::float64;
    problem.courant =
        problem.stencil.tuned_courant > 0 ? problem.stencil.tuned_courant : 0.95 * courant_limit(name, dims);
    problem.halo.fill(HaloRule::mirror_half);
    const double symbol = StencilSymbol(problem.stencil)(k);
    const Wave wave{k, 2 * std::asin(problem.courant / 2 * std::sqrt(symbol))};
    const auto backend = find_backend("cpu")->open(problem, {1, ""});
    backend->write(FieldLevel::previous, wave.at(problem.extent, -1));
    backend->write(FieldLevel::current, wave.at(problem.extent, 0));
    backend->advance(2);
    const NodeBox middle{{reach, dims == 2 ? 0 : reach, reach},
                         {size - reach, dims == 2 ? 1 : size - reach, size - reach}};
    std::vector<double> found(static_cast<std::size_t>(middle.extent().nodes()));
    backend->read(FieldLevel::current, middle, found);
    const std::vector<double> expected = wave.at(problem.extent, 2);
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Node n = node_at(middle.extent(), static_cast<std::int64_t>(i));
        const auto at = static_cast<std::size_t>(
            problem.extent.index(n.x + middle.from.x, n.y + middle.from.y, n.z + middle.from.z));
        worst = std::max(worst, std::abs(found[i] - expected[at]));
    }
    return worst;
}

TEST(PlaneWave, TravelsAsTheSymbolSaysInEveryStencil) {
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        if (radius(make_stencil(entry.name, 3)) > 12) continue;  // those have large grids: below
        for (const std::array<double, 3>& k : {std::array<double, 3>{0.5, 0.2, -0.4}, {1.3, -2.1, 0.7}}) {
            EXPECT_LT(error_after_two_steps(entry.name, 3, k), 4e-14) << entry.name;
            EXPECT_LT(error_after_two_steps(entry.name, 2, {k[0], 0, k[2]}), 4e-14) << entry.name << " in 2D";
        }
    }
}

TEST(PlaneWave, TravelsAsTheSymbolSaysInLongArms) {
    for (const char* name : {"leggy-13", "leggy-16", "leggy-20"}) {
        EXPECT_LT(error_after_two_steps(name, 3, {1.3, -2.1, 0.7}), 4e-14) << name;
        EXPECT_LT(error_after_two_steps(name, 2, {1.3, 0, 0.7}), 4e-14) << name;
    }
}

}  // namespace
}  // namespace wavesim
