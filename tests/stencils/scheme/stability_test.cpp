// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "stencils/grid/grid.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

/// Largest |u| of one Fourier mode after `steps` steps of u+ = (2 - courant^2 symbol) u - u-, u-1 = -u0 = -1.
double grow_mode(double symbol, double courant, int steps) {
    const double s = 2 - courant * courant * symbol;
    double old = -1;
    double now = 1;
    double largest = 1;
    for (int n = 0; n < steps; ++n) {
        const double next = s * now - old;
        old = now;
        now = next;
        largest = std::max(largest, std::abs(now));
    }
    return largest;
}

/// Largest |u| over a periodic grid of 4^d nodes after `steps` steps from random data.
double grow_field(const Stencil& stencil, double courant, int steps) {
    const std::int64_t n = 4;
    const Extent extent{n, stencil.dims == 2 ? 1 : n, n};
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> old(static_cast<std::size_t>(extent.nodes()));
    for (double& u : old) u = uniform(random);
    std::vector<double> now = old;
    for (int step = 0; step < steps; ++step) {
        for (std::int64_t i = 0; i < extent.nodes(); ++i) {
            const Node node = node_at(extent, i);
            const double centre = now[static_cast<std::size_t>(i)];
            double laplacian = 0;
            for (std::size_t p = 0; p < stencil.shells.size(); ++p)
                for (const Offset l : shell_points(stencil.shells[p], stencil.dims)) {
                    const auto wrap = [](std::int64_t t, std::int64_t size) { return (t % size + size) % size; };
                    const auto j = extent.index(wrap(node.x + l.x, extent.nx), wrap(node.y + l.y, extent.ny),
                                                wrap(node.z + l.z, extent.nz));
                    laplacian += stencil.a[p] * (now[static_cast<std::size_t>(j)] - centre);
                }
            auto& u = old[static_cast<std::size_t>(i)];
            u = 2 * centre + courant * courant * laplacian - u;
        }
        std::swap(old, now);
    }
    double largest = 0;
    for (const double u : now) largest = std::max(largest, std::abs(u));
    return largest;
}

TEST(Stability, EveryStencilIsBoundedAtItsLimitAndGrowsAboveIt) {
    for (const auto& entry : stencil_catalogue()) {
        const Stencil stencil = make_stencil(entry.name, 3);
        const StencilAnalysis analysis(stencil);
        const double worst = analysis.symbol(analysis.worst_wave_vector());
        EXPECT_LT(grow_mode(worst, entry.courant_max, 500), 2) << entry.name;
        EXPECT_GT(grow_mode(worst, 1.01 * entry.courant_max, 500), 1e3) << entry.name;
    }
}

TEST(Stability, FieldsBehaveAsTheAnalysisSays) {
    for (const char* name : {"leggy-1", "leggy-4", "compact-19-isotropic", "compact-27-iwb", "compact-33-opt"})
        for (const int dims : {2, 3}) {
            const double limit = courant_limit(name, dims);
            const Stencil stencil = make_stencil(name, dims);
            const int steps = dims == 2 ? 500 : 200;
            // Just below the limit a mode beats with amplitude up to 1 / sqrt(1 - S~), here about 22 times its start.
            EXPECT_LT(grow_field(stencil, 0.999 * limit, steps), 60) << name << " in " << dims << "D";
            EXPECT_GT(grow_field(stencil, 1.01 * limit, steps), 1e3) << name << " in " << dims << "D";
        }
}

TEST(Stability, NegativeSymbolsAreFound) {
    // The fourth moment is right and the symbol is negative near Nyquist whatever the time step.
    const StencilAnalysis analysis(make_explicit_stencil({{1, 0, 0}, {2, 0, 0}}, {-1.0, 0.5}, 3));

    EXPECT_LT(analysis.symbol_min(), -1);
    EXPECT_EQ(analysis.courant_max(), 0);
}

TEST(Stability, MaximaBetweenTheNodesOfTheScanAreFound) {
    // 1-D symbol 2 a1 (1 - cos k) + 2 a2 (1 - cos 2k) per axis: extremum at cos k = -a1 / (4 a2).
    const double a1 = 0.5;
    const double a2 = 0.125 * 1.7;
    const StencilAnalysis analysis(make_explicit_stencil({{1, 0, 0}, {2, 0, 0}}, {a1, a2}, 3));
    const double c = -a1 / (4 * a2);
    const double exact = 3 * (2 * a1 * (1 - c) + 4 * a2 * (1 - c * c));

    EXPECT_NEAR(analysis.symbol_max(), exact, 1e-7 * exact);
    for (const double k : analysis.worst_wave_vector()) EXPECT_NEAR(k, std::acos(c), 1e-3);
}

}  // namespace
}  // namespace wavesim
