// SPDX-License-Identifier: MIT
// A wave packet meets a wall in the time loop: it comes back with the exact discrete reflection coefficient.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "boundary/reflection.hpp"
#include "boundary/room_cases.hpp"
#include "stencils/scheme/stencil_symbol.hpp"
#include "wall_run.hpp"

namespace wavesim::test {
namespace {

using Complex = std::complex<double>;

/// A 2D duct: lossy wall at x_min, rigid elsewhere. The packet is a mode across z and runs towards the wall.
struct PacketCase {
    std::string stencil;
    WallForm form;
    double admittance;
    double points_per_wavelength;
    int mode_across = 0;  ///< half waves across the duct: oblique incidence
    std::int64_t length = 900;
    std::int64_t width = 12;
};

struct Packet {
    double courant;
    double kx;
    double kz;
    double omega_t;
    Complex coefficient;  ///< measured
    Complex formula;
};

/// Spatial Fourier integral along x of one mode across the duct; x is measured from the wall.
Complex transform(const std::vector<double>& field, const Extent& extent, double kx, double kz, double node_shift) {
    Complex sum = 0;
    for (std::int64_t z = 0; z < extent.nz; ++z) {
        const double end = node_shift == 0 && (z == 0 || z == extent.nz - 1) ? 0.5 : 1.0;
        const double across = end * std::cos(kz * (static_cast<double>(z) + node_shift));
        for (std::int64_t x = 0; x < extent.nx; ++x)
            sum += field[static_cast<std::size_t>(extent.index(x, 0, z))] * across *
                   std::polar(1.0, -kx * (static_cast<double>(x) + node_shift));
    }
    return sum;
}

Packet send_packet(const PacketCase& c, Precision precision) {
    const Stencil stencil = make_stencil(c.stencil, 2);
    VoxelRoom room = empty_room({c.length, 1, c.width}, 2);
    room.side_surface = {1, 0, 0, 0, 0, 0};
    Packet p{};
    p.courant = 0.98 * limit_of(stencil, room);
    const bool whole = c.form == WallForm::whole;
    const double shift = whole ? 0 : 0.5, k = 2 * std::numbers::pi / c.points_per_wavelength;
    p.kz = std::numbers::pi * c.mode_across / static_cast<double>(whole ? c.width - 1 : c.width);
    p.kx = std::sqrt(k * k - p.kz * p.kz);
    const StencilSymbol symbol(stencil);
    const auto omega = [&](double kx) { return 2 * std::asin(p.courant / 2 * std::sqrt(symbol({kx, 0, p.kz}))); };
    p.omega_t = omega(p.kx);

    ScalarProblem problem = problem_in(stencil, p.courant, room, {0, c.admittance}, c.form);
    problem.precision = precision;
    const WallPlan walls = build_walls(stencil, p.courant, room, {0, c.admittance}, c.form);
    const bool explicit_form = !problem.walls.explicit_walls.nodes.empty();
    p.formula = wall_reflection(stencil, p.courant, {1 / c.admittance, walls.air_mass, 1, 1},
                                explicit_form ? WallTime::explicit_form : WallTime::branch,
                                whole ? WallPosition::whole : WallPosition::half, {p.omega_t, 0, p.kz})
                    .coefficient;

    // A Gaussian of waves around kx, each at its own discrete frequency: it runs to x = 0 and nowhere else.
    const double middle = static_cast<double>(c.length) / 2, spread = static_cast<double>(c.length) / 14;
    std::vector<double> line_now(static_cast<std::size_t>(c.length)), line_before(line_now);
    const double step = std::numbers::pi / static_cast<double>(c.length);
    const int count = static_cast<int>(std::ceil(7.5 / spread / step));
    for (int j = -count; j <= count; ++j) {
        const double q = p.kx + j * step, amplitude = std::exp(-0.5 * std::pow(j * step * spread, 2));
        const double w = omega(q);
        for (std::int64_t x = 0; x < c.length; ++x) {
            const double phase = q * (static_cast<double>(x) + shift - middle);
            line_now[static_cast<std::size_t>(x)] += amplitude * std::cos(phase);
            line_before[static_cast<std::size_t>(x)] += amplitude * std::cos(phase - w);
        }
    }
    std::vector<double> now(static_cast<std::size_t>(room.extent.nodes())), before(now);
    for (std::int64_t z = 0; z < c.width; ++z)
        for (std::int64_t x = 0; x < c.length; ++x) {
            const auto i = static_cast<std::size_t>(room.extent.index(x, 0, z));
            const double across = std::cos(p.kz * (static_cast<double>(z) + shift)) / (2.0 * count + 1);
            now[i] = line_now[static_cast<std::size_t>(x)] * across;
            before[i] = line_before[static_cast<std::size_t>(x)] * across;
        }

    WallRun run(problem);
    run.write(FieldLevel::previous, before);
    run.write(FieldLevel::current, now);
    const Complex sent = transform(run.read(FieldLevel::current), room.extent, p.kx, p.kz, shift);
    const double group_velocity = (omega(p.kx + 1e-5) - omega(p.kx - 1e-5)) / 2e-5;  // nodes per step
    const auto steps = static_cast<std::int64_t>(2 * middle / group_velocity);
    run.advance(steps);
    const Complex back = transform(run.read(FieldLevel::current), room.extent, -p.kx, p.kz, shift);
    p.coefficient = back / sent * std::polar(1.0, -p.omega_t * static_cast<double>(steps));
    return p;
}

void expect_formula(const PacketCase& c) {
    const Packet exact = send_packet(c, Precision::float64);
    EXPECT_LE(std::abs(exact.coefficient - exact.formula), 1e-9) << c.stencil << ' ' << c.mode_across;
    const Packet rounded = send_packet(c, Precision::float32);
    EXPECT_LE(std::abs(rounded.coefficient - rounded.formula), 1e-3) << c.stencil << ' ' << c.mode_across;
}

TEST(WallReflection, ExplicitSevenPointWalls) {
    for (const double g : {0.1, 0.5, 1.0, 4.0}) expect_formula({"leggy-1", WallForm::half, g, 8});
    expect_formula({"leggy-1", WallForm::half, 0.5, 8, 2});
}

TEST(WallReflection, ExplicitLeggyWalls) {
    expect_formula({"leggy-4", WallForm::half, 0.5, 8});
    expect_formula({"leggy-4", WallForm::half, 1.0, 8, 2});
}

TEST(WallReflection, BranchWallsOfCompactStencils) {
    expect_formula({"compact-57-opt", WallForm::half, 0.5, 8});
    expect_formula({"compact-57-opt", WallForm::half, 0.5, 8, 2});
    expect_formula({"compact-27-opt", WallForm::half, 1.0, 8, 1});
}

TEST(WallReflection, WallsOnTheNodes) {
    expect_formula({"leggy-1", WallForm::whole, 0.5, 8, 2});
    expect_formula({"compact-57-opt", WallForm::whole, 0.5, 8});
    expect_formula({"compact-57-opt", WallForm::whole, 1.0, 8, 2});
}

TEST(WallReflection, LumpedWalls) { expect_formula({"leggy-1", WallForm::lumped, 0.5, 8}); }

TEST(WallReflection, TheMeasuredErrorFallsWithTheSquareOfTheSpacing) {
    const auto error = [](const std::string& stencil, WallForm form, double points_per_wavelength) {
        const auto length = static_cast<std::int64_t>(60 * points_per_wavelength);
        const Packet p = send_packet({stencil, form, 0.5, points_per_wavelength, 0, length, 2}, Precision::float64);
        return std::abs(p.coefficient - (1 - 0.5) / (1 + 0.5));
    };
    const auto order = [&](const std::string& stencil, WallForm form) {
        return std::log2(error(stencil, form, 16) / error(stencil, form, 32));
    };
    EXPECT_GE(order("leggy-1", WallForm::half), 1.9);
    EXPECT_GE(order("leggy-4", WallForm::half), 1.9);
    EXPECT_GE(order("compact-57-opt", WallForm::half), 1.9);
    EXPECT_GE(order("compact-57-opt", WallForm::whole), 1.9);
    EXPECT_LE(order("leggy-1", WallForm::lumped), 1.2);
}

}  // namespace
}  // namespace wavesim::test
