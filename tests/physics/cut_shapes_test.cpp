// SPDX-License-Identifier: MIT
// Cut cells in rooms with slopes and curves: modes at several spacings against exact ones. Rows have the largest errors
// of another implementation of the same elements, in two dimensions and without triangles, with the time step that the
// stencil has in three dimensions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "mesh_scheme.hpp"
#include "trapezoid_modes.hpp"

namespace wavesim::test {
namespace {

using Complex = std::complex<double>;
using Form = MeshWalls::Form;
using std::numbers::pi;

/// Errors allowed, as a multiple of those of a row.
constexpr double slack = 1.5;

/// Largest errors of time and frequency over some modes, both in per cent.
struct ShapeErrors {
    double time = 0, frequency = 0;
    void add(const Errors& e) {
        time = std::max(time, 100 * std::abs(e.time));
        frequency = std::max(frequency, 100 * std::abs(e.frequency));
    }
};

struct Row {
    const char* stencil;
    double g;
    int cells;  ///< 4 m hold so many
    double time, frequency;
};

void expect_row(const std::string& shape, const Row& row, const ShapeErrors& found) {
    const std::string what = fmt::format("{} {} g {} {} cm", shape, row.stencil, row.g, 400.0 / row.cells);
    ::testing::Test::RecordProperty(what, fmt::format("T {:.3f} %, f {:.3f} %", found.time, found.frequency));
    EXPECT_LE(found.time, slack * row.time) << what;
    EXPECT_LE(found.frequency, slack * row.frequency) << what;
}

/// The ten lowest modes of a room of 4 m x 1.9 m whose ceiling rises and takes sound.
ShapeErrors slope(const Row& row, double degrees) {
    const double n = row.cells, low = 1.9 / 4 * n, rise = std::tan(degrees * pi / 180);
    const TriangleMesh mesh = prism({{2, 2}, {2 + n, 2}, {2 + n, 2 + low + rise * n}, {2, 2 + low}}, 2, 2, 1);
    const Extent extent{row.cells + 5, 6, static_cast<std::int64_t>(low + rise * n) + 6};
    const MeshScheme scheme(mesh, extent, {2.3 + n / 2, 3.2, 2.2 + low / 2}, row.stencil,
                            {{}, {}, {}, real_law(row.g), {}}, Form::cut);
    const TrapezoidModes exact(n, low, rise, row.g, 10);
    ShapeErrors worst;
    for (std::size_t m = 0; m < 10; ++m) {
        const Errors e = errors(
            scheme.mode(exact.s()[m], [&](const Point& p) { return exact.shape(m, p.x - 2, p.z - 2); }), exact.s()[m]);
        worst.add(e);
    }
    return worst;
}

void expect_slopes(double degrees, const std::vector<Row>& rows) {
    for (const Row& row : rows) expect_row(fmt::format("{} degrees", degrees), row, slope(row, degrees));
}

TEST(CutShapes, CeilingsThatRiseByTenDegrees) {
    expect_slopes(10, {{"compact-27-iwb", 0.02, 40, 1.56, 0.09},
                       {"compact-27-iwb", 0.02, 80, 0.64, 0.03},
                       {"compact-27-iwb", 0.3, 40, 0.69, 0.11},
                       {"compact-27-iwb", 0.3, 80, 0.42, 0.04},
                       {"leggy-1", 0.02, 40, 0.51, 0.287},
                       {"leggy-1", 0.02, 80, 0.15, 0.076},
                       {"leggy-1", 0.3, 40, 0.99, 0.298},
                       {"leggy-1", 0.3, 80, 0.43, 0.074}});
}

TEST(CutShapes, CeilingsThatRiseByThirtyDegrees) {
    expect_slopes(30, {{"compact-27-iwb", 0.02, 40, 0.53, 0.07},
                       {"compact-27-iwb", 0.02, 80, 0.21, 0.02},
                       {"compact-27-iwb", 0.3, 40, 0.80, 0.07},
                       {"compact-27-iwb", 0.3, 80, 0.34, 0.02},
                       {"leggy-1", 0.02, 40, 0.30, 0.152},
                       {"leggy-1", 0.02, 80, 0.09, 0.039},
                       {"leggy-1", 0.3, 40, 0.65, 0.153},
                       {"leggy-1", 0.3, 80, 0.36, 0.035}});
}

TEST(ExhaustiveCutShapes, CeilingsOfCellsOfTwoAndAHalfCentimetres) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    expect_slopes(10, {{"compact-27-iwb", 0.02, 160, 0.31, 0.01}, {"leggy-1", 0.02, 160, 0.15, 0.021}});
    expect_slopes(30, {{"compact-27-iwb", 0.02, 160, 0.09, 0.01}, {"leggy-1", 0.02, 160, 0.04, 0.010}});
}

/// J_m(z) by its power series.
Complex bessel(int m, Complex z) {
    Complex term = 1;
    for (int i = 1; i <= m; ++i) term *= z / 2.0 / static_cast<double>(i);
    Complex sum = 0;
    for (int k = 0; k < 60; ++k) {
        sum += term;
        term *= -z * z / 4.0 / ((k + 1.0) * (k + m + 1.0));
    }
    return sum;
}
Complex bessel_slope(int m, Complex z) { return m == 0 ? -bessel(1, z) : 0.5 * (bessel(m - 1, z) - bessel(m + 1, z)); }

/// J_m'(k R) + i g J_m(k R) = 0 near a rigid k R, by steps of g.
Complex disc_root(int m, double rigid, double g) {
    Complex z = rigid;
    for (int stage = 1; stage <= 20; ++stage)
        for (int round = 0; round < 20; ++round) {
            const auto f = [&](Complex at) { return bessel_slope(m, at) + Complex(0, g * stage / 20) * bessel(m, at); };
            z -= f(z) / ((f(z + 1e-6) - f(z - 1e-6)) / 2e-6);
        }
    return z;
}

/// The ten lowest modes of a quarter of a disc of 2.73 m with rigid radii.
ShapeErrors disc(const Row& row) {
    constexpr int parts = 160;
    const double radius = 2.73 / 4 * row.cells;
    std::vector<std::array<double, 2>> outline{{2, 2}};
    for (int i = 0; i <= parts; ++i) {
        const double angle = pi / 2 * i / parts;
        outline.push_back({2 + radius * std::cos(angle), 2 + radius * std::sin(angle)});
    }
    TriangleMesh mesh = prism(outline, 2, 2, 1);
    for (TriangleMesh::Triangle& t : mesh.triangles)  // one material around, one for what is rigid
        t.material = t.material >= 2 && t.material < 2 + parts ? 1 : 0;
    const auto cells = static_cast<std::int64_t>(radius) + 6;
    const MeshScheme scheme(mesh, {cells, 6, cells}, {6.3, 3.2, 5.4}, row.stencil, {{}, real_law(row.g)}, Form::cut);
    ShapeErrors worst;
    for (const auto& [m, rigid] : {std::pair{2, 3.054237},
                                   {0, 3.831706},
                                   {4, 5.317553},
                                   {2, 6.706133},
                                   {0, 7.015587},
                                   {6, 7.501266},
                                   {4, 9.282396},
                                   {8, 9.647422},
                                   {2, 9.969468},
                                   {0, 10.173468}}) {
        const Complex z = disc_root(m, rigid, row.g), s = Complex(0, 1) * z / radius;
        const Complex found = scheme.mode(s, [&, order = m](const Point& p) {
            const double r = std::hypot(p.x - 2, p.z - 2), angle = std::atan2(p.z - 2, p.x - 2);
            return bessel(order, z * r / radius) * std::cos(order * angle);
        });
        worst.add(errors(found, s));
    }
    return worst;
}

TEST(CutShapes, QuarterDiscs) {
    for (const Row& row : {Row{"compact-27-iwb", 0.02, 40, 0.64, 0.20},
                           {"compact-27-iwb", 0.02, 80, 0.20, 0.06},
                           {"compact-27-iwb", 0.3, 40, 0.85, 0.30},
                           {"compact-27-iwb", 0.3, 80, 0.25, 0.10},
                           {"leggy-1", 0.02, 40, 1.24, 0.350},
                           {"leggy-1", 0.02, 80, 0.34, 0.092},
                           {"leggy-1", 0.3, 40, 1.53, 0.300},
                           {"leggy-1", 0.3, 80, 0.46, 0.071}})
        expect_row("disc", row, disc(row));
}

TEST(ExhaustiveCutShapes, AQuarterDiscOfCellsOfTwoAndAHalfCentimetres) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    for (const Row& row : {Row{"compact-27-iwb", 0.02, 160, 0.08, 0.02}, {"leggy-1", 0.02, 160, 0.05, 0.029}})
        expect_row("disc", row, disc(row));
}

/// An eighth of a ball with rigid flat sides. The round one has 2304 triangles.
TriangleMesh octant(double radius) {
    constexpr int parts = 48;
    TriangleMesh mesh;
    const auto at = [&](int i, int j) {  // parts - i - j, i, j: shares of the three corners
        const double x = parts - i - j, y = i, z = j, r = std::sqrt(x * x + y * y + z * z) / radius;
        return Point{2 + x / r, 2 + y / r, 2 + z / r};
    };
    const auto add = [&](const std::array<Point, 3>& corners, std::uint32_t material) {
        const auto first = static_cast<std::uint32_t>(mesh.corners.size());
        mesh.corners.insert(mesh.corners.end(), corners.begin(), corners.end());
        mesh.triangles.push_back({{first, first + 1, first + 2}, material, 0});
    };
    for (int i = 0; i < parts; ++i)
        for (int j = 0; j < parts - i; ++j) {
            add({at(i, j), at(i + 1, j), at(i, j + 1)}, 1);
            if (i + j + 2 <= parts) add({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, 1);
        }
    for (int i = 0; i < parts; ++i) {
        add({Point{2, 2, 2}, at(i, 0), at(i + 1, 0)}, 0);
        add({Point{2, 2, 2}, at(0, i), at(0, i + 1)}, 0);
        add({Point{2, 2, 2}, at(parts - i, i), at(parts - i - 1, i + 1)}, 0);
    }
    return mesh;
}

/// Modes of a ball that are even in x, y and z: angular parts of order l, and how many modes share each frequency.
struct BallMode {
    int l;
    double rigid;  ///< k R of the rigid ball, j_l'(k R) = 0
    int share;
    std::function<double(double, double, double)> part;
};
const std::vector<BallMode>& ball_modes() {
    const auto second = [](double x, double y, double) { return x * x - y * y; };
    static const std::vector<BallMode> modes{
        {2, 3.342094, 2, second},
        {0, 4.493409, 1, [](double, double, double) { return 1.0; }},
        {4, 5.646704, 1,
         [](double x, double y, double z) { return std::pow(x, 4) + std::pow(y, 4) + std::pow(z, 4) - 0.6; }},
        {4, 5.646704, 2,
         [](double x, double y, double) { return std::pow(x, 4) - std::pow(y, 4) - 6.0 / 7 * (x * x - y * y); }},
        {2, 7.289932, 2, second},
    };
    return modes;
}

/// Decay to first order in g: g / (R (1 - l (l + 1) / (k R)^2)), averaged over the modes of one order.
ShapeErrors ball(const std::string& stencil, double radius) {
    constexpr double g = 0.002;
    const auto cells = static_cast<std::int64_t>(radius) + 6;
    const MeshScheme scheme(octant(radius), {cells, cells, cells}, {5.3, 4.2, 5.4}, stencil, {{}, real_law(g)},
                            Form::cut);
    ShapeErrors worst;
    std::map<double, std::pair<double, int>> decays;
    for (const BallMode& mode : ball_modes()) {
        const double k = mode.rigid / radius;
        const double decay = g / (radius * (1 - mode.l * (mode.l + 1) / (mode.rigid * mode.rigid)));
        const Complex s = scheme.mode({-decay, k}, [&](const Point& p) {
            const double x = p.x - 2, y = p.y - 2, z = p.z - 2, r = std::sqrt(x * x + y * y + z * z);
            return std::sph_bessel(static_cast<unsigned>(mode.l), k * r) * mode.part(x / r, y / r, z / r);
        });
        worst.frequency = std::max(worst.frequency, 100 * std::abs(s.imag() / k - 1));
        auto& [sum, count] = decays[mode.rigid];
        sum += mode.share * -s.real() / decay, count += mode.share;
    }
    for (const auto& [rigid, one] : decays)
        worst.time = std::max(worst.time, 100 * std::abs(one.second / one.first - 1));
    return worst;
}

void expect_ball(const std::string& stencil, double radius, double time, double frequency) {
    const ShapeErrors found = ball(stencil, radius);
    const std::string what = fmt::format("ball {} R {}", stencil, radius);
    ::testing::Test::RecordProperty(what, fmt::format("T {:.3f} %, f {:.3f} %", found.time, found.frequency));
    EXPECT_LE(found.time, 1.5 * time) << what;
    EXPECT_LE(found.frequency, 1.5 * frequency) << what;
}

/// Cells of 20 cm, and of 10 cm below.
TEST(CutShapes, AnEighthOfABallOfTwoMetres) {
    expect_ball("compact-27-iwb", 10, 1.6, 0.82);
    expect_ball("leggy-1", 10, 1.9, 1.4);
}

TEST(ExhaustiveCutShapes, AnEighthOfABallOfMoreCells) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    expect_ball("compact-27-iwb", 20, 0.36, 0.21);
    expect_ball("leggy-1", 20, 0.41, 0.30);
}

}  // namespace
}  // namespace wavesim::test
