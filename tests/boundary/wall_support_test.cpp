// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include <Eigen/Eigenvalues>

#include "boundary/wall_bounds.hpp"
#include "boundary/walls.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {
namespace {

double free_limit(const std::string& name) {
    for (const CatalogueEntry& entry : stencil_catalogue())
        if (entry.name == name) return entry.courant_max;
    throw std::out_of_range(name);
}

TEST(WallSupport, EveryLeggyStencilIsExplicitAtItsFreeSpaceLimit) {
    for (int m = 1; m <= 20; ++m) {
        const WallSupport support = wall_support(make_stencil("leggy-" + std::to_string(m), 3));
        EXPECT_TRUE(support.explicit_form) << m;
        EXPECT_TRUE(support.solids) << m;
        EXPECT_EQ(support.solids_method, "segment mirror");
        EXPECT_NEAR(support.solids_courant_max, 2 / std::sqrt(3 * leggy_symbol_max(m)), 1e-12) << m;
    }
}

TEST(WallSupport, NearestNeighbourStencilsTakeSolidsByCompletion) {
    for (const char* name : {"compact-19-isotropic", "compact-27-iwb", "compact-27-opt"}) {
        const WallSupport support = wall_support(make_stencil(name, 3));
        EXPECT_TRUE(support.solids) << name;
        EXPECT_FALSE(support.explicit_form) << name;
        EXPECT_EQ(support.solids_method, "tangential completion");
        EXPECT_NEAR(support.solids_courant_max, free_limit(name), 1e-5) << name;
    }
}

TEST(WallSupport, TheOptimised19PointsLoseALittleOfTheirLimitAtSolids) {
    EXPECT_NEAR(wall_support(make_stencil("compact-19-opt", 3)).solids_courant_max / free_limit("compact-19-opt"),
                0.985, 1e-3);
}

TEST(WallSupport, LargerStencilsTakeSolidsByReflectingWalks) {
    for (const auto& [name, reach] :
         {std::pair{"compact-57-fine", 2}, {"compact-57-me4", 2}, {"box-125-opt", 2}, {"compact-123-me6", 4}}) {
        const WallSupport support = wall_support(make_stencil(name, 3));
        EXPECT_TRUE(support.solids) << name;
        EXPECT_FALSE(support.explicit_form) << name;
        EXPECT_EQ(support.solids_method, "reflecting walks");
        EXPECT_EQ(support.solids_reach, reach) << name;
        EXPECT_NEAR(support.solids_courant_max, free_limit(name), 2e-6) << name;
    }
    EXPECT_NEAR(wall_support(make_stencil("compact-57-opt", 3)).solids_courant_max / free_limit("compact-57-opt"),
                0.999912, 2e-6);
}

TEST(WallSupport, NegativeWeightsOfTheNearestNodesAreProvenByWalksWhereTheyCanBe) {
    Stencil negative;
    negative.shells = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
    negative.a = {1.4, -0.2, 0.1};
    EXPECT_EQ(wall_support(negative).solids_method, "reflecting walks");
    EXPECT_LE(wall_support(negative).solids_courant_max, StencilAnalysis(negative).courant_max() * (1 + 1e-9));
}

TEST(WallSupport, OthersSayWhyNot) {
    const WallSupport support = wall_support(make_stencil("compact-461-me8", 3));
    EXPECT_TRUE(support.empty_box);
    EXPECT_FALSE(support.solids);
    EXPECT_EQ(support.solids_courant_max, 0);
    EXPECT_EQ(support.solids_method, "it reaches too far for the matrices that prove it there");
}

/// Largest eigenvalue of a mirrored run with explicit walls at both ends.
double run_eigenvalue(const std::vector<double>& a, double air_mass, int n) {
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i)
        for (int m = 1; m <= static_cast<int>(a.size()); ++m)
            for (const int t : {i - m, i + m}) {
                k(i, i) += a[static_cast<std::size_t>(m - 1)];
                k(i, halo_image(t, n, HaloRule::mirror_half, HaloRule::mirror_half).node) -=
                    a[static_cast<std::size_t>(m - 1)];
            }
    k(0, 0) += 1 / air_mass;
    k(n - 1, n - 1) += 1 / air_mass;
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k).eigenvalues().maxCoeff();
}

TEST(WallBounds, TheSecularSumAgreesWithEigenvaluesOfRuns) {
    for (const int m : {1, 2, 3, 4, 7, 12, 20}) {
        const std::vector<double> a = leggy_weights(m);
        const double air_mass = half_cell_air_mass(make_stencil("leggy-" + std::to_string(m), 3), WallPosition::half);
        // The air mass at which the longest-looking run just touches the bound: load 1.
        const double critical = explicit_wall_load(a, 1.0);
        double at_critical = 0, below_critical = 0;
        for (int n = 1; n <= 40; ++n) {
            EXPECT_LE(run_eigenvalue(a, air_mass, n), leggy_symbol_max(m) * (1 + 1e-12)) << m << ' ' << n;
            at_critical = std::max(at_critical, run_eigenvalue(a, critical, n));
            below_critical = std::max(below_critical, run_eigenvalue(a, 0.99 * critical, n));
        }
        EXPECT_LE(at_critical, leggy_symbol_max(m) * (1 + 1e-12)) << m;
        EXPECT_GT(below_critical, leggy_symbol_max(m) * (1 + 1e-6)) << m;
    }
}

TEST(WallBounds, AnAxisSymbolThatPeaksElsewhereRulesOutExplicitWalls) {
    EXPECT_TRUE(std::isinf(explicit_wall_load({0.0, 0.25}, 0.5)));
}

TEST(WallBounds, TheCompletionRangeHoldsTheFreeSpectrum) {
    const SpectralRange iwb = completion_range(make_stencil("compact-27-iwb", 3));
    EXPECT_NEAR(iwb.lowest, 0, 1e-13);
    EXPECT_NEAR(iwb.highest, 4, 1e-13);
    EXPECT_NEAR(completion_range(make_stencil("compact-27-opt", 3)).highest, 5.2244897959, 1e-8);
    EXPECT_NEAR(completion_range(make_stencil("leggy-1", 3)).highest, 12, 1e-12);
    EXPECT_NEAR(completion_range(make_stencil("leggy-1", 2)).highest, 8, 1e-12);
    EXPECT_NEAR(completion_range(make_stencil("compact-27-iwb", 2)).highest, 4, 1e-12);
}

}  // namespace
}  // namespace wavesim
