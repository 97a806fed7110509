// SPDX-License-Identifier: MIT
// The free surface: exact modes of a box of them, and the ghost of a source in a half space that ends in layers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/tested_backend.hpp"
#include "scene_builder.hpp"
#include "solvers/exact/free_field.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::sound_speed;

/// -L^ of a wave with that many half waves along the axes of a box of `e`.
double symbol(const Stencil& stencil, const std::array<double, 3>& k) {
    double sum = 0;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& o : shell_points(stencil.shells[p], stencil.dims))
            sum += stencil.a[p] * (1 - std::cos(k[0] * o.x) * std::cos(k[1] * o.y) * std::cos(k[2] * o.z));
    return sum;
}

/// sin(pi m (i + 1/2) / N) vanishes half a cell beyond the end nodes: the box has its length to the last bit.
TEST(FreeSurface, SineModesRingAtTheirDiscreteFrequency) {
    const Extent e{13, 11, 9};
    const std::array<int, 3> halves{2, 1, 3};
    for (const char* name : {"leggy-1", "leggy-4", "compact-57-opt"}) {
        SCOPED_TRACE(name);
        ScalarProblem problem;
        problem.extent = e;
        problem.precision = Precision::float64;
        problem.courant = 0.999 * courant_limit(name, 3);
        problem.stencil = make_stencil(name, 3, problem.courant);
        problem.halo.fill(HaloRule::odd_half);
        std::array<double, 3> k{};
        for (std::size_t d = 0; d < 3; ++d)
            k[d] = std::numbers::pi * halves[d] / static_cast<double>(e.along(static_cast<int>(d)));
        const double angle = 2 * std::asin(problem.courant / 2 * std::sqrt(symbol(problem.stencil, k)));
        std::vector<double> mode;
        for (std::int64_t i = 0; i < e.nodes(); ++i) {
            const Node n = node_at(e, i);
            const auto sine = [&](std::size_t d, std::int64_t at) {
                return std::sin(k[d] * (static_cast<double>(at) + 0.5));
            };
            mode.push_back(sine(0, n.x) * sine(1, n.y) * sine(2, n.z));
        }
        auto backend = test::tested_backend(problem).open(problem, {1, ""});
        backend->write(FieldLevel::current, mode);
        for (double& v : mode) v *= std::cos(angle);
        backend->write(FieldLevel::previous, mode);
        for (double& v : mode) v /= std::cos(angle);

        backend->advance(2000);

        std::vector<double> field(mode.size());
        backend->read(FieldLevel::current, {{0, 0, 0}, {e.nx, e.ny, e.nz}}, field);
        double error = 0;
        for (std::size_t i = 0; i < mode.size(); ++i)
            error = std::max(error, std::abs(field[i] - mode[i] * std::cos(2000 * angle)));
        EXPECT_LT(error, 1e-11);
    }
}

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

/// G(r1) - G(r2): every side but the surface is an absorbing layer, off-grid points near the surface included.
TEST(FreeSurface, AddsTheGhostOfTheSource) {
    for (const Side surface : {Side::z_min, Side::z_max, Side::x_max, Side::y_min}) {
        SCOPED_TRACE(static_cast<int>(surface));
        Scene scene = test::box_scene({24, 20, 18}, "leggy-4", 0);
        scene.grid.courant_fraction = 0.25;
        scene.sources = {test::ricker({12.3 * cell, 9.1 * cell, 5.7 * cell}, 16)};
        const Point& source = scene.sources[0].position;
        scene.receivers = {test::receiver("below", {12.3 * cell, 9.1 * cell, 15 * cell}),
                           test::receiver("slanted", {20.5 * cell, 14.2 * cell, 12.8 * cell}),
                           test::receiver("shallow", {19.0 * cell, 9.1 * cell, 1.2 * cell})};
        scene.duration_s = 90 * cell / sound_speed;
        for (const Side side : all_sides) {
            const auto s = static_cast<std::size_t>(side);
            scene.boundaries.kind[s] = side == surface ? SideKind::free_surface : SideKind::absorbing;
            scene.boundaries.layer[s].cells = 16;
        }
        Point image = source;
        double& mirrored = axis_of(surface) == 0 ? image.x : axis_of(surface) == 1 ? image.y : image.z;
        mirrored = (is_max(surface) ? 2 * scene.size_m.along(axis_of(surface)) : 0) - mirrored;
        const Plan plan = test::plan_of(scene);
        const std::vector<double> samples = test::run(plan);
        const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
        for (std::size_t r = 0; r < scene.receivers.size(); ++r) {
            const Point& at = scene.receivers[r].position;
            const auto direct = free_field_3d(signal, distance(source, at), sound_speed, plan.decision.time_step_s,
                                              plan.decision.steps);
            const auto ghost =
                free_field_3d(signal, distance(image, at), sound_speed, plan.decision.time_step_s, plan.decision.steps);
            double error = 0;
            double peak = 0;
            for (std::size_t n = 0; n < direct.size(); ++n) {
                error = std::max(error, std::abs(samples[n * scene.receivers.size() + r] - (direct[n] - ghost[n])));
                peak = std::max(peak, std::abs(direct[n]));
            }
            EXPECT_LT(error / peak, 5e-3) << scene.receivers[r].name;
            RecordProperty(scene.receivers[r].name, std::to_string(error / peak));
        }
    }
}

}  // namespace
}  // namespace wavesim
