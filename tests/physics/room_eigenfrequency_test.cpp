// SPDX-License-Identifier: MIT
// Complex eigenfrequencies of rooms: the scheme's own one, found by Newton's method and confirmed in the time loop,
// converges to the exact one with order 2.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "boundary/room_cases.hpp"
#include "scheme_mode.hpp"

namespace wavesim::test {
namespace {

constexpr double length_x = 1, length_z = 0.75;  // sound speed 1

/// Solves two complex equations in two unknowns by Newton's method with a difference Jacobian.
std::array<Complex, 2> newton(const std::function<std::array<Complex, 2>(Complex, Complex)>& f, Complex a, Complex b) {
    for (int i = 0; i < 60; ++i) {
        constexpr double h = 1e-7;
        const auto at = f(a, b), da = f(a + h, b), db = f(a, b + h);
        const Complex j00 = (da[0] - at[0]) / h, j10 = (da[1] - at[1]) / h;
        const Complex j01 = (db[0] - at[0]) / h, j11 = (db[1] - at[1]) / h;
        const Complex determinant = j00 * j11 - j01 * j10;
        a -= (at[0] * j11 - at[1] * j01) / determinant;
        b -= (at[1] * j00 - at[0] * j10) / determinant;
    }
    return {a, b};
}

/// The exact mode of the box with admittance g on all sides: s^2 = -(kx^2 + kz^2) and per axis
/// k tan(k L / 2) = s g (even modes) or -k cot(k L / 2) = s g (odd ones).
struct ExactMode {
    Complex s, kx, kz;
    int mx, mz;
    Complex field(double x, double z) const {
        const auto along = [](Complex k, int m, double t) { return m % 2 == 0 ? std::cos(k * t) : std::sin(k * t); };
        return along(kx, mx, x - length_x / 2) * along(kz, mz, z - length_z / 2);
    }
};

ExactMode exact_mode(int mx, int mz, double g) {
    ExactMode mode{0, std::numbers::pi * mx / length_x, std::numbers::pi * mz / length_z, mx, mz};
    const auto frequency = [](Complex kx, Complex kz) { return Complex(0, 1) * std::sqrt(kx * kx + kz * kz); };
    const auto wall = [](Complex k, double length, int m, Complex sg) {
        const Complex half = k * length / 2.0;
        return m % 2 == 0 ? k * std::sin(half) - sg * std::cos(half) : k * std::cos(half) + sg * std::sin(half);
    };
    const int stages = g == 0 ? 0 : 20;  // walk from the rigid room to the lossy one
    for (int stage = 1; stage <= stages; ++stage) {
        const double now = g * stage / stages;
        const auto k = newton(
            [&](Complex kx, Complex kz) -> std::array<Complex, 2> {
                const Complex s = frequency(kx, kz);
                return {wall(kx, length_x, mx, s * now), wall(kz, length_z, mz, s * now)};
            },
            mode.kx + 1e-3, mode.kz + 1e-3);
        mode.kx = k[0];
        mode.kz = k[1];
    }
    mode.s = frequency(mode.kx, mode.kz);
    return mode;
}

struct EigenCase {
    std::string stencil;
    WallForm form;
    double admittance;
    int mx, mz;
};

SchemeMode scheme_mode(const EigenCase& c, int cells, const ExactMode& exact) {
    const bool whole = c.form == WallForm::whole;
    const Extent extent{cells + (whole ? 1 : 0), 1, cells * 3 / 4 + (whole ? 1 : 0)};
    const double spacing = length_x / cells, shift = whole ? 0 : 0.5;
    const VoxelRoom room = empty_room(extent, 2);
    const Stencil stencil = make_stencil(c.stencil, 2);
    SchemeMode mode;
    const double courant = 0.8 * limit_of(stencil, room);
    mode.problem = problem_in(stencil, courant, room, {c.admittance}, c.form);

    std::vector<double> masses(static_cast<std::size_t>(extent.nodes()), 1.0);
    mode.field.resize(extent.nodes());
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node n = node_at(extent, i);
        const double mx = whole && (n.x == 0 || n.x == extent.nx - 1) ? 0.5 : 1;
        const double mz = whole && (n.z == 0 || n.z == extent.nz - 1) ? 0.5 : 1;
        masses[static_cast<std::size_t>(i)] = mx * mz;
        mode.field[i] =
            exact.field((static_cast<double>(n.x) + shift) * spacing, (static_cast<double>(n.z) + shift) * spacing);
    }
    mode.z = std::exp(exact.s * courant * spacing);
    find_mode(mode, masses);
    mode.s /= spacing;
    return mode;
}

/// Relative errors of s with 16, 32 and 64 cells along the room.
std::array<double, 3> eigenfrequency_errors(const EigenCase& c) {
    const ExactMode exact = exact_mode(c.mx, c.mz, c.admittance);
    std::array<double, 3> errors{};
    for (int level = 0; level < 3; ++level) {
        const SchemeMode mode = scheme_mode(c, 16 << level, exact);
        EXPECT_LE(time_loop_error(mode, 40 << level), 1e-11) << c.stencil << " level " << level;
        errors[static_cast<std::size_t>(level)] = std::abs(mode.s - exact.s) / std::abs(exact.s);
    }
    return errors;
}

void expect_order_two(const EigenCase& c) {
    const std::array<double, 3> errors = eigenfrequency_errors(c);
    EXPECT_GE(std::log2(errors[0] / errors[1]), 1.85) << c.stencil;
    EXPECT_GE(std::log2(errors[1] / errors[2]), 1.95) << c.stencil;
}

TEST(RoomEigenfrequency, TheExactModesAreThoseOfTheTable) {
    EXPECT_LT(std::abs(exact_mode(2, 0, 0.5).s - Complex(-1.866, 6.426)), 1e-3);
    const ExactMode mode = exact_mode(1, 1, 0.5);
    const double h = 1e-5;  // the wall condition du/dn = -s g u at x = 0 and x = 1
    EXPECT_LT(std::abs((mode.field(h, 0.2) - mode.field(-h, 0.2)) / (2 * h) - mode.s * 0.5 * mode.field(0, 0.2)), 1e-8);
    EXPECT_LT(std::abs((mode.field(1 + h, 0.2) - mode.field(1 - h, 0.2)) / (2 * h) + mode.s * 0.5 * mode.field(1, 0.2)),
              1e-8);
}

TEST(RoomEigenfrequency, RigidRoomsConvergeWithOrderTwo) {
    expect_order_two({"leggy-1", WallForm::half, 0, 2, 1});
    expect_order_two({"leggy-4", WallForm::half, 0, 2, 1});
    expect_order_two({"compact-57-opt", WallForm::whole, 0, 2, 1});
}

TEST(RoomEigenfrequency, LossyRoomsConvergeWithOrderTwo) {
    for (const auto& [mx, mz] : {std::pair{2, 0}, {1, 1}, {3, 1}}) {
        expect_order_two({"leggy-1", WallForm::half, 0.5, mx, mz});
        expect_order_two({"leggy-4", WallForm::half, 0.5, mx, mz});
        expect_order_two({"compact-27-opt", WallForm::half, 0.5, mx, mz});
        expect_order_two({"leggy-1", WallForm::whole, 0.5, mx, mz});
    }
}

TEST(RoomEigenfrequency, LumpedWallsAreFirstOrder) {
    const std::array<double, 3> errors = eigenfrequency_errors({"leggy-1", WallForm::lumped, 0.5, 2, 0});
    EXPECT_LE(std::log2(errors[1] / errors[2]), 1.2);
}

}  // namespace
}  // namespace wavesim::test
