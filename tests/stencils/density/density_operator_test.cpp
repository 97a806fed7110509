// SPDX-License-Identifier: MIT
#include "stencils/density/density_operator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "stencils/density/density_bound.hpp"
#include "stencils/problem/fluids.hpp"
#include "stencils/scheme/stencil_analysis.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {
namespace {

double sum_of_sizes(const std::vector<double>& s) {
    return std::accumulate(s.begin(), s.end(), 0.0, [](double sum, double w) { return sum + std::abs(w); });
}

TEST(StaggeredWeights, AreThoseOfTheClosedForm) {
    const std::vector<double> one = staggered_weights(1);
    EXPECT_EQ(one, (std::vector<double>{1}));
    const std::vector<double> two = staggered_weights(2);
    EXPECT_NEAR(two[0], 9.0 / 8, 1e-15);
    EXPECT_NEAR(two[1], -1.0 / 24, 1e-15);
    const std::vector<double> three = staggered_weights(3);
    EXPECT_NEAR(three[0], 75.0 / 64, 1e-15);
    EXPECT_NEAR(three[1], -25.0 / 384, 1e-15);
    EXPECT_NEAR(three[2], 3.0 / 640, 1e-15);
}

/// sum_m (2m - 1)^{2j + 1} s_m = 1 for j = 0, else 0: exact for polynomials up to order 2M.
TEST(StaggeredWeights, FulfilTheirMoments) {
    for (int order = 1; order <= most_density_half_order; ++order) {
        const std::vector<double> s = staggered_weights(order);
        for (int j = 0; j < order; ++j) {
            double sum = 0;
            double size = 0;
            for (int m = 1; m <= order; ++m) {
                const double term = std::pow(2 * m - 1, 2 * j + 1) * s[static_cast<std::size_t>(m - 1)];
                sum += term;
                size += std::abs(term);
            }
            EXPECT_NEAR(sum, j == 0 ? 1 : 0, 1e-13 * size) << "M = " << order << ", j = " << j;
        }
    }
}

TEST(DensityStencil, IsASecondDifferenceOfItsOrder) {
    EXPECT_EQ(density_stencil(1, 3).a, leggy_weights(1));
    for (int order = 1; order <= most_density_half_order; ++order) {
        const Stencil stencil = density_stencil(order, 3);
        for (int j = 1; j <= order; ++j) {
            double sum = 0;
            double size = 0;
            for (std::size_t k = 0; k < stencil.a.size(); ++k) {
                const double term = std::pow(static_cast<double>(k + 1), 2 * j) * stencil.a[k];
                sum += term;
                size += std::abs(term);
            }
            EXPECT_NEAR(sum, j == 1 ? 1 : 0, 1e-12 * size) << "M = " << order << ", moment " << 2 * j;
        }
    }
}

/// 2 sum |s_m| bounds D of the shortest wave; published to four digits, the last cut off.
TEST(DensityStencil, HasTheLimitOfItsDifferences) {
    const std::vector<double> published{2, 2.3333, 2.4833, 2.5726, 0, 2.6781, 0, 2.7407};
    for (int order = 1; order <= 8; ++order)
        for (const int dims : {2, 3}) {
            const double size = 2 * sum_of_sizes(staggered_weights(order));
            if (published[static_cast<std::size_t>(order - 1)] > 0) {
                EXPECT_NEAR(size, published[static_cast<std::size_t>(order - 1)], 1e-4);
            }
            EXPECT_NEAR(StencilAnalysis(density_stencil(order, dims)).courant_max(), 2 / (std::sqrt(dims) * size),
                        1e-9);
        }
}

/// kappa D- b D+ of one line of nodes, straight from its definition.
std::vector<double> apply(const DensityProblem& medium, const std::vector<double>& p,
                          const std::array<HaloRule, 6>& sides) {
    const std::vector<double> s = staggered_weights(medium.kind().half_order);
    const auto n = static_cast<std::int64_t>(p.size());
    const auto pressure = [&](std::int64_t t) {
        const HaloImage image = halo_image(t, n, sides[0], sides[1]);
        return image.sign == 0 ? 0 : image.sign * p[static_cast<std::size_t>(image.node)];
    };
    const auto flux = [&](std::int64_t j) {
        double slope = 0;
        for (std::size_t m = 0; m < s.size(); ++m) {
            const auto reach = static_cast<std::int64_t>(m);
            slope += s[m] * (pressure(j + reach + 1) - pressure(j - reach));
        }
        const Node before{test::face_of(j, n, sides[0], sides[1]), 0, 0};
        return test::buoyancy_of(medium.fluid, medium.extent, 0, before) * slope;
    };
    std::vector<double> result(p.size());
    for (std::int64_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t m = 0; m < s.size(); ++m) {
            const auto reach = static_cast<std::int64_t>(m);
            sum += s[m] * (flux(i + reach) - flux(i - reach - 1));
        }
        result[static_cast<std::size_t>(i)] =
            static_cast<double>(medium.fluid.modulus[static_cast<std::size_t>(i)]) * sum;
    }
    return result;
}

/// Largest eigenvalue of minus the operator, from below.
double spectral_radius(const DensityProblem& medium, std::size_t n, const std::array<HaloRule, 6>& sides) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> value(-1, 1);
    std::vector<double> p(n);
    for (double& v : p) v = value(random);
    double largest = 0;
    for (int i = 0; i < 500; ++i) {
        const std::vector<double> next = apply(medium, p, sides);
        double before = 0;
        double after = 0;
        for (std::size_t k = 0; k < n; ++k) {
            const double weight = 1 / static_cast<double>(medium.fluid.modulus[k]);
            before += weight * p[k] * p[k];
            after += weight * next[k] * next[k];
        }
        largest = std::sqrt(after / before);
        for (std::size_t k = 0; k < n; ++k) p[k] = next[k] / std::sqrt(after);
    }
    return largest;
}

/// One medium: the limit of the stencil. Any moduli and buoyancies: never below what power iteration finds. dims = 1 in
/// effect.
TEST(DensityBound, HoldsForEveryMedium) {
    constexpr std::size_t n = 40;
    for (const HaloRule rule : {HaloRule::mirror_half, HaloRule::odd_half, HaloRule::zero})
        for (int order = 1; order <= 5; ++order)
            for (const float contrast : {1.0F, 2.5F, 1000.0F}) {
                std::array<HaloRule, 6> sides;
                sides.fill(rule);
                DensityProblem medium;
                medium.extent = {static_cast<std::int64_t>(n), 1, 1};
                medium.stencil.dims = 2;
                medium.halo = sides;
                medium.speed.varies = true;
                medium.kind().half_order = order;
                medium.fluid = test::random_fluid(medium.extent, 2, contrast, 11);
                // the y and z axes of one node take no part: their differences vanish, but the bound counts them
                const double whole = density_spectral_bound(medium);
                const double found = spectral_radius(medium, n, sides);
                EXPECT_LE(found, whole * (1 + 1e-9)) << "M = " << order << ", contrast " << contrast;
                if (contrast == 1) {
                    EXPECT_NEAR(whole, 2 * std::pow(2 * sum_of_sizes(staggered_weights(order)), 2), 1e-6);
                }
            }
}

/// Along z the bound takes slabs, which must see what lies beside them: the same medium turned on its side, in one
/// slab, has the same bound. The differences read five planes beside a slab, which may be less than that or end with
/// a part of one.
TEST(DensityBound, DoesNotDependOnSlabs) {
    DensityProblem upright;
    upright.extent = {9, 1, 40};
    upright.stencil.dims = 2;
    upright.halo = {HaloRule::mirror_half, HaloRule::odd_half, HaloRule::zero,
                    HaloRule::zero,        HaloRule::odd_half, HaloRule::mirror_half};
    upright.kind().half_order = 3;
    DensityProblem turned = upright;
    turned.extent = {40, 1, 9};
    turned.halo = {HaloRule::odd_half, HaloRule::mirror_half, HaloRule::zero,
                   HaloRule::zero,     HaloRule::mirror_half, HaloRule::odd_half};
    for (unsigned seed = 5; seed < 15; ++seed) {  // the node with the largest sum lies elsewhere
        upright.fluid = test::random_fluid(upright.extent, 2, 30, seed);
        const auto index = [&](const Node& n) { return static_cast<std::size_t>(upright.extent.index(n.z, 0, n.x)); };
        turned.fluid = test::make_fluid(
            turned.extent, 2, [&](const Node& n) { return upright.fluid.modulus[index(n)]; },
            [&](int axis, const Node& n) {
                const auto a = static_cast<std::size_t>(2 - axis);
                if (n.x < 0) return upright.fluid.low_side[a][static_cast<std::size_t>(n.z)];
                if (n.z < 0) return upright.fluid.low_side[a][static_cast<std::size_t>(n.x)];
                return upright.fluid.buoyancy[a][index(n)];
            });
        const double bound = density_spectral_bound(turned);
        for (const std::int64_t planes : {2, 3, 7, 13, 39, 40}) {
            std::int64_t next = 0;  // every plane is requested once
            const auto make = [&](std::int64_t from, std::int64_t to) {
                EXPECT_EQ(from, next);
                next = to;
                const FluidMedium& all = upright.fluid;
                const auto part = [&](const std::vector<float>& values, std::int64_t of_plane) {
                    return std::vector<float>(values.begin() + of_plane * from, values.begin() + of_plane * to);
                };
                return FluidMedium{part(all.modulus, 9),
                                   {part(all.buoyancy[0], 9), {}, part(all.buoyancy[2], 9)},
                                   {part(all.low_side[0], 1), {}, all.low_side[2]}};
            };
            EXPECT_NEAR(density_spectral_bound(upright, make, 9 * planes) / bound, 1, 1e-14)
                << planes << " planes, medium " << seed;
            EXPECT_EQ(next, 40);
        }
    }
}

TEST(FaceImage, IsThatOfMirrorsOneAfterTheOther) {
    for (const HaloRule low : {HaloRule::mirror_half, HaloRule::odd_half, HaloRule::zero, HaloRule::mirror_whole})
        for (const HaloRule high : {HaloRule::mirror_half, HaloRule::odd_half, HaloRule::zero, HaloRule::mirror_whole})
            for (const std::int64_t n : {1, 2, 3, 8})
                for (std::int64_t t = -13; t < n + 13; ++t) {
                    if (n == 1 && low == HaloRule::mirror_whole && high == low) continue;  // no face at all
                    const FaceImage face = face_image(t, n, low, high);
                    EXPECT_EQ(face.low_side ? -1 : face.node, test::face_of(t, n, low, high))
                        << t << " of " << n << ", rules " << static_cast<int>(low) << static_cast<int>(high);
                }
}

TEST(DensityFault, NamesWhatDoesNotGoTogether) {
    DensityProblem problem;
    problem.extent = {8, 8, 8};
    problem.kind().half_order = 2;
    problem.stencil = density_stencil(2, 3);
    EXPECT_EQ(density_fault(problem, problem.kind()), "");
    problem.walls.solids = {{0, 1}};
    EXPECT_EQ(density_fault(problem, problem.kind()),
              "solids in a medium whose density varies are not known to be stable");
    problem.walls.solids.clear();
    problem.walls.explicit_walls.nodes = {0};
    EXPECT_EQ(density_fault(problem, problem.kind()),
              "walls with losses beside a medium whose density varies are not known to be stable");
    problem.walls.explicit_walls.nodes.clear();
    problem.stencil = density_stencil(3, 3);
    EXPECT_EQ(density_fault(problem, problem.kind()),
              "a density that varies needs staggered differences, not the stencil staggered-3");
    problem.kind().half_order = 13;
    EXPECT_EQ(density_fault(problem, problem.kind()), "a density that varies takes differences of order 2 to 24");
}

}  // namespace
}  // namespace wavesim
