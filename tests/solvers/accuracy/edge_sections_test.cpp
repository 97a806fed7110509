// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_sections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/edge_errors.hpp"
#include "solvers/accuracy/pulse_tones.hpp"

namespace wavesim {
namespace {

using test::cell;

/// Air without sides, a source at (10, 20, 18) cells and a receiver at (70, 26, 22) cells.
Scene between_points(std::vector<SolidBox> solids) {
    Scene scene = test::box_scene({80, 48, 40}, "leggy-2", 0.02);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 12;
    scene.sources = {test::ricker({10 * cell, 20 * cell, 18 * cell}, 16)};
    scene.receivers = {test::receiver("a", {70 * cell, 26 * cell, 22 * cell})};
    scene.solids = std::move(solids);
    return scene;
}

SolidBox box(double x, double y0, double y1, double z0, double z1) {
    return {"", {x * cell, y0 * cell, z0 * cell}, {(x + 2) * cell, y1 * cell, z1 * cell}, {}};
}

double apart(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

/// Past the end of an edge the path is that by its end: here a vertical edge that ends at 9 cells, below both points.
TEST(EdgeSections, SoundGoesAroundTheEndOfAnEdge) {
    const Plan plan = test::plan_of(between_points({box(38, 22, 26, 4, 9)}));
    const EdgeSections sections(plan);
    const Point from = plan.decision.sources[0].position, to = plan.decision.receivers[0].position;
    int looked = 0;
    sections.each_section(sections.boxes().at(0), [&](const EdgeSection& section) {
        if (section.edge != 2) return;
        const FlatPoint at = section.asked.corner(1), p = section.flat(from), q = section.flat(to);
        WayAround way;
        way.before = std::hypot(at.a - p.a, at.b - p.b);
        way.behind = std::hypot(at.a - q.a, at.b - q.b);
        way.length = way.before + way.behind;
        const Point end{40 * cell, 22 * cell, 9 * cell};
        const double longer = apart(from, end) + apart(end, to) - apart(from, to);
        EXPECT_NEAR(sections.longer(section, from, to, way) * sections.wavelength_m(), longer, 1e-9);
        ++looked;
    });
    EXPECT_EQ(looked, 1);
}

/// Behind a wide wall little sound is left, and so little of the error of another wall. An edge that a third box hides
/// from the source sends out nothing.
TEST(EdgeError, IsLessWhereOtherBoxesLeaveLess) {
    const SolidBox low = box(30.3, 12.3, 33.7, 6.2, 23.4), wide = box(50, 4, 44, 4, 36);
    const auto error = [](std::vector<SolidBox> solids) {
        return edge_error(test::plan_of(between_points(std::move(solids))), {60 * cell, 60 * cell});
    };
    const double alone = error({low}).hidden, of_wide = error({wide}).hidden, both = error({low, wide}).hidden;
    EXPECT_GT(alone, 0.02);
    EXPECT_LT(of_wide, alone);
    EXPECT_LT(both, 0.6 * alone);
    const SolidBox beside = box(34.4, 27.3, 31.6, 16.4, 22.3), before = box(22, 21, 46, 10, 30);
    const double free = error({beside}).visible, shaded = error({beside, before}).visible;
    EXPECT_GT(free, 1e-3);
    EXPECT_LT(shaded, error({before}).visible + 1e-12);
}

}  // namespace
}  // namespace wavesim
