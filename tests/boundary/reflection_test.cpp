// SPDX-License-Identifier: MIT
#include "boundary/reflection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;

struct Wall {
    WallTime time;
    WallPosition position;
    bool lumped = false;
};
constexpr Wall be{WallTime::explicit_form, WallPosition::half};
constexpr Wall bi{WallTime::branch, WallPosition::half};
constexpr Wall whole{WallTime::branch, WallPosition::whole};
constexpr Wall lumped{WallTime::branch, WallPosition::half, true};

struct Case {
    std::string name;
    Wall wall;
    double degrees;
};

/// |R - R_exact| of a wave of the exact frequency and trace wavenumber.
double reflection_error(const Case& c, double g, double points_per_wavelength) {
    const Stencil stencil = make_stencil(c.name, 3);
    const double courant = 0.9999 * StencilAnalysis(stencil).courant_max();
    const double k = 2 * std::numbers::pi / points_per_wavelength, theta = c.degrees * std::numbers::pi / 180;
    const WallLaw law{1 / g, c.wall.lumped ? 0 : half_cell_air_mass(stencil, c.wall.position), 1, 1};
    const Complex r =
        wall_reflection(stencil, courant, law, c.wall.time, c.wall.position, {k * courant, k * std::sin(theta), 0})
            .coefficient;
    return std::abs(r - (std::cos(theta) - g) / (std::cos(theta) + g));
}

TEST(Reflection, SevenPointClosedForms) {
    const Stencil stencil = make_stencil("leggy-1", 3);
    const double courant = 0.57, omega_t = 0.6;
    for (const double ky : {0.0, 0.4, 0.8})
        for (const double g : {0.05, 0.5, 3.0}) {
            const auto solve = [&](const Wall& wall) {
                const WallLaw law{1 / g, wall.lumped || wall.position == WallPosition::whole ? 0 : 0.5, 1, 1};
                return wall_reflection(stencil, courant, law, wall.time, wall.position, {omega_t, ky, 0.2});
            };
            const double k = solve(be).kx, half = omega_t / 2;
            EXPECT_NEAR(std::pow(std::sin(half) / courant, 2),
                        std::pow(std::sin(k / 2), 2) + std::pow(std::sin(ky / 2), 2) + std::pow(std::sin(0.1), 2),
                        1e-14);
            const double q = g * std::tan(half) / (courant * std::tan(k / 2));
            EXPECT_LT(std::abs(solve(be).coefficient - (1 - q) / (1 + q)), 1e-13);
            const double qw = g * std::sin(omega_t) / (courant * std::sin(k));
            EXPECT_LT(std::abs(solve(whole).coefficient - (1 - qw) / (1 + qw)), 1e-13);
            const double a = courant * std::sin(k / 2) / (g * std::sin(half) * std::cos(half));
            const Complex ib(0, std::sin(k / 2) * std::pow(std::tan(half), 2));
            const double c = std::cos(k / 2);
            EXPECT_LT(std::abs(solve(bi).coefficient - (a + ib - c) / (a + ib + c)), 1e-13);
            const double ql = g * std::sin(half) * std::cos(half) / (courant * std::sin(k / 2));
            const Complex shift = std::polar(1.0, k / 2);
            EXPECT_LT(std::abs(solve(lumped).coefficient - (1.0 - ql * shift) / (1.0 + ql * std::conj(shift))), 1e-13);
        }
}

TEST(Reflection, ExplicitSevenPointWallsAreExactAtTheMagicTimeStep) {
    Stencil line = make_stencil("leggy-1", 3);  // along an axis the 7-point scheme is exact at courant 1
    for (const double g : {0.1, 1.0, 4.0}) {
        const WallReflection r =
            wall_reflection(line, 1.0, {1 / g, 0.5, 1, 1}, WallTime::explicit_form, WallPosition::half, {0.7, 0, 0});
        EXPECT_NEAR(r.kx, 0.7, 1e-14);
        EXPECT_LT(std::abs(r.coefficient - (1 - g) / (1 + g)), 1e-14);
    }
}

TEST(Reflection, FiguresMatchTheTable) {
    const auto at = [](const Case& c, double g) {
        return std::array<double, 3>{reflection_error(c, g, 8), reflection_error(c, g, 16), reflection_error(c, g, 32)};
    };
    const auto expect = [&](const Case& c, double g, std::array<double, 3> figures) {
        const std::array<double, 3> found = at(c, g);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(found[i], figures[i], figures[i] < 0.01 ? 6e-5 : 6e-4)
                << c.name << ' ' << c.degrees << " g " << g << " point " << i;
    };
    expect({"leggy-1", be, 0}, 0.5, {.025, .0058, .0014});
    expect({"leggy-1", be, 0}, 1.0, {.028, .0066, .0016});
    expect({"leggy-1", be, 45}, 0.5, {.0088, .0021, .0005});
    expect({"leggy-1", be, 70}, 0.5, {.039, .0106, .0027});
    expect({"leggy-1", bi, 0}, 0.5, {.047, .0115, .0029});
    expect({"leggy-1", whole, 0}, 0.5, {.025, .0059, .0014});
    expect({"leggy-1", lumped, 0}, 0.5, {.098, .045, .022});
    expect({"leggy-4", be, 0}, 0.5, {.062, .0154, .0038});
    expect({"leggy-4", whole, 0}, 0.5, {.0071, .0018, .0004});
    expect({"leggy-4", lumped, 0}, 0.5, {.121, .054, .026});
    expect({"compact-57-opt", bi, 0}, 0.5, {.076, .0191, .0048});
    expect({"compact-57-opt", whole, 0}, 0.5, {.0072, .0019, .0005});
    expect({"compact-57-opt", lumped, 0}, 0.5, {.113, .0495, .024});
    EXPECT_NEAR(reflection_error({"compact-57-opt", whole, 45}, 1.0, 8), .0069, 6e-5);
    EXPECT_NEAR(reflection_error({"compact-57-fine", whole, 70}, 1.0, 8), .0048, 6e-5);
    EXPECT_NEAR(reflection_error({"leggy-1", bi, 70}, 1.0, 8), .053, 6e-4);
}

TEST(Reflection, HalfCellsMakeEveryWallSecondOrder) {
    const auto order = [](const Case& c, double g) {
        return std::log2(reflection_error(c, g, 16) / reflection_error(c, g, 32));
    };
    for (const double g : {0.1, 0.5, 1.0}) {
        for (const double degrees : {0.0, 45.0, 70.0}) {
            for (const char* name : {"leggy-1", "leggy-2", "leggy-4", "leggy-8", "leggy-12"})
                EXPECT_GE(order({name, be, degrees}, g), 1.9) << name << ' ' << degrees << ' ' << g;
            for (const char* name : {"leggy-1", "leggy-4", "compact-27-iwb", "compact-57-opt"})
                EXPECT_GE(order({name, whole, degrees}, g), 1.9) << name << ' ' << degrees << ' ' << g;
            for (const char* name : {"compact-27-iwb", "compact-27-opt", "compact-57-opt"})
                EXPECT_GE(order({name, bi, degrees}, g), 1.9) << name << ' ' << degrees << ' ' << g;
        }
        // optimised for long bands, its asymptotic range starts later
        EXPECT_GE(std::log2(reflection_error({"box-125-opt", bi, 70}, g, 32) /
                            reflection_error({"box-125-opt", bi, 70}, g, 64)),
                  1.9);
        EXPECT_LE(order({"leggy-4", lumped, 0}, std::max(g, 0.5)), 1.2) << "the lumped wall is first order";
    }
}

TEST(Reflection, RigidWallsReflectAllAndPassiveWallsNoMore) {
    const Stencil stencil = make_stencil("compact-57-opt", 3);
    const WallWave wave{0.5, 0.3, 0.1};
    const WallReflection rigid =
        wall_reflection(stencil, 0.89, {1e300, 0.534193, 1, 1}, WallTime::branch, WallPosition::half, wave);
    EXPECT_LT(std::abs(rigid.coefficient - 1.0), 1e-13);
    for (const double g : {0.01, 0.3, 1.0, 10.0, 1e6})
        for (const WallPosition position : {WallPosition::half, WallPosition::whole}) {
            const WallLaw law{1 / g, half_cell_air_mass(stencil, position), 1, 1};
            EXPECT_LT(std::abs(wall_reflection(stencil, 0.89, law, WallTime::branch, position, wave).coefficient), 1.0);
        }
}

TEST(Reflection, FrequenciesWithoutAWaveAreRefused) {
    const Stencil stencil = make_stencil("leggy-1", 3);
    const WallLaw law{1, 0.5, 1, 1};
    EXPECT_THROW(wall_reflection(stencil, 0.5, law, be.time, be.position, {0.1, 1.0, 0}), std::domain_error);
    EXPECT_THROW(wall_reflection(stencil, 0.5, law, be.time, be.position, {3.0, 0, 0}), std::domain_error);
}

}  // namespace
}  // namespace wavesim
