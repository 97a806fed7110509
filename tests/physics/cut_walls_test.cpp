// SPDX-License-Identifier: MIT
// Cut cells whose walls come from octave tables, against exact modes, and in float for many steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "boundary/half_cell.hpp"
#include "boundary/port_branches.hpp"
#include "boundary/port_fit.hpp"
#include "mesh_scheme.hpp"
#include "stencils/scheme/stencil_analysis.hpp"
#include "wall_run.hpp"

namespace wavesim::test {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

/// The corners of a room of 2 a x 2 b cells, turned about its middle.
std::vector<std::array<double, 2>> turned_corners(double a, double b, double middle, double turn) {
    std::vector<std::array<double, 2>> corners;
    for (const auto& [u, v] : {std::pair{-a, -b}, {a, -b}, {a, b}, {-a, b}})
        corners.push_back(
            {middle + u * std::cos(turn) - v * std::sin(turn), middle + u * std::sin(turn) + v * std::cos(turn)});
    return corners;
}

/// Octave tables whose largest values lie at different ends, in a room of 36 x 24 cells at 30 degrees. The highest
/// frequency has 8 points per wavelength. Exact: the room with the walls in the air to which the ports were fitted.
TEST(CutWalls, OctaveTablesDecayAsTheExactOnes) {
    constexpr double highest_hz = 1000, cell_s = 1 / (8 * highest_hz), a = 18, b = 12, turn = pi / 6, middle = 32.13;
    const AbsorptionBands carpet{{{125, 0.05}, {250, 0.1}, {500, 0.2}, {1000, 0.35}}};
    const AbsorptionBands panel{{{125, 0.35}, {250, 0.25}, {500, 0.15}, {1000, 0.08}}};
    for (const std::string name : {"compact-27-iwb", "leggy-1"}) {
        const Stencil stencil = make_stencil(name, 3);
        const double courant = most_port_step * StencilAnalysis(stencil).courant_max();
        const double air_mass = half_cell_air_mass(stencil, WallPosition::half);
        std::array<VertexLaw, 2> laws;
        std::array<WallAdmittance, 2> exact_wall;
        for (std::size_t w = 0; w < 2; ++w) {
            const BandFit fit = fit_bands(stencil, courant, air_mass, w == 0 ? carpet : panel, cell_s, highest_hz);
            laws[w] = {fit.branches, 12};
            exact_wall[w] = [branches = fit.exact](Complex s) { return 1.0 / impedance_of(branches, s); };
        }
        const TriangleMesh mesh = prism(turned_corners(a, b, middle, turn), 2, 2, 1);
        const MeshScheme scheme(mesh, {64, 6, 64}, {middle + 2.2, 3.2, middle + 1.3}, name,
                                {{}, laws[1], laws[0], laws[1], laws[0]}, MeshWalls::Form::cut);
        for (const std::array<int, 2> m : {std::array{1, 0}, {0, 1}, {2, 1}}) {
            const BoxMode exact =
                exact_box_mode({m[0], 0, m[1]}, {2 * a, 2, 2 * b}, {exact_wall[0], real_wall(0), exact_wall[1]});
            const Complex s = scheme.mode(exact.s, [&](const Point& p) {
                const double x = p.x - middle, z = p.z - middle;
                const double u = x * std::cos(turn) + z * std::sin(turn), v = z * std::cos(turn) - x * std::sin(turn);
                const auto along = [](int half_waves, Complex k, double at) {
                    return half_waves % 2 == 0 ? std::cos(k * at) : std::sin(k * at);
                };
                return along(m[0], exact.k[0], u) * along(m[1], exact.k[2], v);
            });
            expect_errors(
                fmt::format("{} octaves mode {} {}, {:.0f} Hz", name, m[0], m[1], exact.s.imag() / (2 * pi * cell_s)),
                errors(s, exact.s), 0.012, 0.004);
        }
    }
}

/// 50,000 steps in float: a mode keeps the decay that it has in the scheme, and rounding adds nothing that grows. Walls
/// are real, or tables by octaves up to the frequency that has 8 points per wavelength.
void expect_decay_in_float(const std::string& name, const std::string& walls, const std::array<VertexLaw, 2>& laws) {
    constexpr double a = 9, b = 6, turn = pi / 18, middle = 17.13;
    constexpr std::int64_t steps = 50'000, part = 5'000;
    const TriangleMesh mesh = prism(turned_corners(a, b, middle, turn), 2, 2, 1);
    MeshScheme scheme(mesh, {34, 6, 34}, {middle + 2.2, 3.2, middle + 1.3}, name, {{}, laws[0], {}, laws[1], {}},
                      MeshWalls::Form::cut);
    const auto shape = [&](const Point& p) {
        const double x = p.x - middle, z = p.z - middle;
        return std::sin(pi / (2 * a) * (x * std::cos(turn) + z * std::sin(turn)));
    };
    const Complex s = scheme.mode({-4e-5, pi / (2 * a)}, shape);
    scheme.problem.precision = Precision::float32;
    WallRun run(scheme.problem);
    const Extent& e = scheme.problem.extent;
    std::vector<double> field(static_cast<std::size_t>(e.nodes())), weight(field.size());
    std::vector<bool> still(field.size(), false);
    for (const SolidSpan& span : scheme.problem.walls.solids) std::fill_n(still.begin() + span.node, span.count, true);
    for (std::size_t i = 0; i < field.size(); ++i) {
        if (still[i]) continue;
        const Node n = node_at(e, static_cast<std::int64_t>(i));
        weight[i] = shape({static_cast<double>(n.x) + 0.5, 3, static_cast<double>(n.z) + 0.5});
        field[i] = weight[i];
    }
    run.write(FieldLevel::current, field);
    run.write(FieldLevel::previous, field);
    std::vector<double> loudest;            // of parts of the run, of the mode and of the field
    double first_peak = 0, field_peak = 0;  // all over the room, in the first part and in the last
    for (std::int64_t done = 0; done < steps; done += part) {
        double peak = 0;
        field_peak = 0;
        const auto window = static_cast<std::int64_t>(std::ceil(2 * pi / std::abs(s.imag()) / scheme.problem.courant));
        for (std::int64_t n = 0; n < window; ++n) {
            run.advance(1);
            double sum = 0, norm = 0;
            const std::vector<double> now = run.read(FieldLevel::current);
            for (std::size_t i = 0; i < now.size(); ++i) sum += now[i] * weight[i], norm += weight[i] * weight[i];
            peak = std::max(peak, std::abs(sum / norm));
            for (const double u : now) field_peak = std::max(field_peak, std::abs(u));
        }
        run.advance(part - window);
        loudest.push_back(peak);
        if (done == 0) first_peak = field_peak;
    }
    const double parts = static_cast<double>(loudest.size()) - 1;
    const double rate = std::log(loudest.front() / loudest.back()) / (parts * part * scheme.problem.courant);
    ::testing::Test::RecordProperty(name + " " + walls, fmt::format("{:.3g} of {:.3g}", rate, -s.real()));
    EXPECT_NEAR(rate / -s.real(), 1, 0.01) << name << ' ' << walls;
    EXPECT_LT(loudest.back(), 0.5 * loudest.front()) << name;
    EXPECT_LT(field_peak, first_peak) << name;
}

TEST(CutWalls, DecayInFloatForManySteps) {
    constexpr double highest_hz = 1000;
    const AbsorptionBands rising{{{125, 0.003}, {250, 0.004}, {500, 0.005}, {1000, 0.006}}};
    const AbsorptionBands falling{{{125, 0.008}, {250, 0.006}, {500, 0.004}, {1000, 0.003}}};
    for (const std::string name : {"compact-27-iwb", "leggy-1"}) {
        expect_decay_in_float(name, "real", {real_law(0.0004), real_law(0.0006)});
        const Stencil stencil = make_stencil(name, 3);
        const double courant = most_port_step * StencilAnalysis(stencil).courant_max();
        const auto fitted = [&](const AbsorptionBands& bands) {
            const double air_mass = half_cell_air_mass(stencil, WallPosition::half);
            return VertexLaw{fit_bands(stencil, courant, air_mass, bands, 1 / (8 * highest_hz), highest_hz).branches,
                             300};
        };
        expect_decay_in_float(name, "octaves", {fitted(rising), fitted(falling)});
    }
}

}  // namespace
}  // namespace wavesim::test
