// SPDX-License-Identifier: MIT
// Rooms whose walls lie beside the faces of cells, against their exact modes.
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "mesh_scheme.hpp"

namespace wavesim::test {
namespace {

using Complex = std::complex<double>;
using Form = MeshWalls::Form;
using std::numbers::pi;

/// k sin(k a) = s g cos(k a) or k cos(k a) = -s g sin(k a) for even and odd half waves over a rectangle of half sides
/// a, s^2 = -k1^2 - k2^2, by steps from the rigid one.
struct RectangleMode {
    std::array<Complex, 2> k;
    Complex s;
};
RectangleMode rectangle_mode(std::array<int, 2> m, std::array<double, 2> a, std::array<double, 2> g) {
    RectangleMode mode;
    const auto s_of = [&] {
        const Complex s = Complex(0, 1) * std::sqrt(mode.k[0] * mode.k[0] + mode.k[1] * mode.k[1]);
        return s.imag() < 0 ? -s : s;
    };
    const double rigid = std::hypot(m[0] * pi / (2 * a[0]), m[1] * pi / (2 * a[1]));
    for (std::size_t d = 0; d < 2; ++d)
        mode.k[d] = m[d] > 0 ? Complex(m[d] * pi / (2 * a[d])) : std::sqrt(Complex(0, rigid) * g[d] / 50.0 / a[d]);
    for (int stage = 1; stage <= 50; ++stage)
        for (int round = 0; round < 40; ++round) {
            const Complex s = s_of();
            for (std::size_t d = 0; d < 2; ++d) {
                const auto f = [&](Complex k) {
                    const Complex sg = s * g[d] * (stage / 50.0);
                    return m[d] % 2 == 0 ? k * std::sin(k * a[d]) - sg * std::cos(k * a[d])
                                         : k * std::cos(k * a[d]) + sg * std::sin(k * a[d]);
                };
                if (g[d] == 0) continue;
                const Complex slope = (f(mode.k[d] + 1e-7) - f(mode.k[d] - 1e-7)) / 2e-7;
                mode.k[d] -= f(mode.k[d]) / slope;
            }
        }
    mode.s = s_of();
    return mode;
}

Complex rectangle_shape(const RectangleMode& mode, std::array<int, 2> m, std::array<double, 2> at) {
    Complex p = 1;
    for (std::size_t d = 0; d < 2; ++d) p *= m[d] % 2 == 0 ? std::cos(mode.k[d] * at[d]) : std::sin(mode.k[d] * at[d]);
    return p;
}

/// Right triangle with two equal rigid legs of `cells`: its mode (m, n) is one of a square whose half it is.
Errors triangle(const std::string& stencil, int cells, double g, std::array<int, 2> mn, Form form,
                double* t60 = nullptr) {
    const double n = cells;
    const TriangleMesh mesh = prism({{2, 2}, {2 + n, 2}, {2, 2 + n}}, 2, 2, 1);
    const MeshScheme scheme(mesh, {cells + 5, 6, cells + 5}, {2 + n / 5, 3.2, 2 + n / 4}, stencil,
                            {{}, {}, real_law(g), {}}, form);
    const double a = n / std::numbers::sqrt2;
    const std::array<int, 2> m{mn[0] + mn[1], mn[0] - mn[1]};
    const RectangleMode exact = rectangle_mode(m, {a, a}, {g, g});
    const Complex s = scheme.mode(exact.s, [&](const Point& p) {
        const double x = p.x - 2, z = p.z - 2;
        const double u = (x + z) / std::numbers::sqrt2, v = (x - z) / std::numbers::sqrt2;
        return rectangle_shape(exact, m, {u, v}) + rectangle_shape(exact, m, {v, u});
    });
    if (t60 != nullptr) *t60 = 3 * std::log(10.0) / (-s.real() / (4.0 / n) * 343);
    return errors(s, exact.s);
}

/// A room of 36 x 24 cells turned by an angle about y, walls of admittances `g` across its two axes.
Errors turned(const std::string& stencil, double scale, double degrees, const BoxAdmittances& g,
              const std::vector<VertexLaw>& laws, std::array<int, 2> m, Form form) {
    const double turn = degrees * pi / 180, a = 18 * scale, b = 12 * scale;
    const double size = 2 * (a + b) + 4, middle = size / 2 + 0.13;
    const auto at = [&](double u, double v) {
        return std::array{middle + u * std::cos(turn) - v * std::sin(turn),
                          middle + u * std::sin(turn) + v * std::cos(turn)};
    };
    const TriangleMesh mesh = prism({at(-a, -b), at(a, -b), at(a, b), at(-a, b)}, 2, 2, 1);
    const auto cells = static_cast<std::int64_t>(size);
    const MeshScheme scheme(mesh, {cells, 6, cells}, {middle + 2.2, 3.2, middle + 1.3}, stencil,
                            {laws[2], laws[1], laws[0], laws[1], laws[0]}, form);
    const BoxMode exact = exact_box_mode({m[0], 0, m[1]}, {2 * a, 2, 2 * b}, {g[0], g[2], g[1]});
    const Complex s = scheme.mode(exact.s, [&](const Point& p) {
        const double x = p.x - middle, z = p.z - middle;
        const double u = x * std::cos(turn) + z * std::sin(turn), v = -x * std::sin(turn) + z * std::cos(turn);
        return rectangle_shape({{exact.k[0], exact.k[2]}, exact.s}, m, {u, v});
    });
    return errors(s, exact.s);
}

TEST(CutCells, ARightTriangleDecaysAsTheExactOne) {
    for (const std::string stencil : {"compact-27-iwb", "leggy-1"}) {
        double t60 = 0;
        for (const std::array<int, 2> m : {std::array{1, 1}, {1, 0}}) {
            const std::string mode = fmt::format("{} mode {} {}", stencil, m[0], m[1]);
            expect_errors(mode + " at 10 cm", triangle(stencil, 40, 0.02, m, Form::cut), 0.009, 0.003);
            expect_errors(mode + " at 5 cm", triangle(stencil, 80, 0.02, m, Form::cut, &t60), 0.0022, 0.0007);
            expect_errors(mode + " g .3", triangle(stencil, 40, 0.3, m, Form::cut), 0.009, 0.005);
        }
        EXPECT_NEAR(t60, 1.4237, 0.003 * 1.4237) << stencil;
    }
}

/// What is left with other treatments: stairs for ever, stairs with true areas by first order.
TEST(CutCells, StairsOfARightTriangleDoNot) {
    for (const std::string stencil : {"compact-27-iwb", "leggy-1"}) {
        const Errors stairs = triangle(stencil, 40, 0.02, {1, 0}, Form::voxel);
        EXPECT_LT(stairs.time, -0.26) << stencil;
        const Errors areas = triangle(stencil, 40, 0.02, {1, 0}, Form::areas);
        expect_errors(stencil + " areas", areas, 0.06, 0.03);
        EXPECT_GT(std::abs(areas.time), 0.001);
    }
}

TEST(CutCells, RoomsTurnedByTenAndThirtyDegreesDecayAsTheExactOnes) {
    for (const std::string stencil : {"compact-27-iwb", "leggy-1"})
        for (const double degrees : {10.0, 30.0})
            for (const double g : {0.02, 0.3})
                for (const std::array<int, 2> m : {std::array{1, 0}, {2, 1}})
                    expect_errors(fmt::format("{} {} degrees g {} mode {} {}", stencil, degrees, g, m[0], m[1]),
                                  turned(stencil, 1, degrees, {real_wall(g), real_wall(g / 2), real_wall(0)},
                                         {real_law(g), real_law(g / 2), {}}, m, Form::cut),
                                  0.025, 0.008);
}

/// A wall of two branches, one with a mass and a spring.
TEST(CutCells, WallsThatDependOnFrequencyDecayAsTheExactOnes) {
    const std::vector<PortBranch> branches{{8, 12, 0.01}, {0, 30, 0}};
    const auto wall = [branches](Complex s) {
        Complex sum = 0;
        for (const PortBranch& b : branches) sum += 1.0 / (b.mass * s + b.resistance + b.stiffness / s);
        return sum;
    };
    for (const std::string stencil : {"compact-27-iwb", "leggy-1"})
        expect_errors(stencil,
                      turned(stencil, 1, 30, {wall, real_wall(0.05), real_wall(0)},
                             {{branches, 12}, real_law(0.05), {}}, {1, 1}, Form::cut),
                      0.025, 0.008);
}

}  // namespace
}  // namespace wavesim::test
