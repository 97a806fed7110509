// SPDX-License-Identifier: MIT
#include "app/scene_summary_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "app/plan_text.hpp"
#include "physics/scene_builder.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

std::string summary_of(const Scene& scene) {
    Machine machine;
    machine.memory_total = machine.memory_available = std::int64_t{8} << 30;
    return report_text(scene_summary_lines(make_plan(scene, machine, {})));
}

/// 1.25 x 1 x 0.75 m; the sides absorb 10 % along x, 20 % along y, the floor 30 % and the ceiling 6 %.
TEST(SceneSummaryText, ARoomHasTheNumbersOfSabineEyringAndSchroeder) {
    Scene scene = small_room();
    const double absorptions[] = {0.1, 0.1, 0.2, 0.2, 0.3, 0.06}, areas[] = {1 * 0.75, 1.25 * 0.75, 1.25 * 1};
    double area = 0;
    for (std::size_t side = 0; side < 6; ++side) {
        scene.boundaries.side[side] = absorbing(absorptions[side]);
        area += absorptions[side] * areas[side / 2];
    }
    const double volume = 1.25 * 1 * 0.75, surface = 2 * (areas[0] + areas[1] + areas[2]), c = 256;
    const double sabine = 24 * std::log(10) * volume / (c * area);
    const double eyring = 24 * std::log(10) * volume / (-c * surface * std::log(1 - area / surface));
    const double schroeder = std::sqrt(c * c * c * eyring / (4 * std::log(10) * volume));

    const std::string text = summary_of(scene);

    EXPECT_THAT(text, HasSubstr(fmt::format("{:.4g} m3 of air inside {:.4g} m2 of surfaces\n", volume, surface)));
    EXPECT_THAT(text, HasSubstr(fmt::format("mean absorption {:.3g} (random incidence), equal to {:.3g} m2 of open "
                                            "window\n",
                                            area / surface, area)));
    EXPECT_THAT(text, HasSubstr(fmt::format("reverberation time {:.0f} ms by Sabine, {:.0f} ms by Eyring; Schroeder "
                                            "frequency {:.0f} Hz\n",
                                            1000 * sabine, 1000 * eyring, schroeder)));
}

TEST(SceneSummaryText, ARigidRoomNeverDiesAway) {
    Scene scene = small_room();
    scene.boundaries.side.fill(absorbing(0));
    EXPECT_THAT(summary_of(scene), HasSubstr("nothing in it absorbs sound, which never dies away\n"));
}

/// c = 256 m/s, a Ricker pulse of 256 / (26 / 16) = 157.5 Hz: 1.625 m. Receivers at 9 and 21 cells from the source.
TEST(SceneSummaryText, OpenSpaceHasWavelengthsDistancesAndArrivals) {
    Scene scene = box_scene({60, 40, 40}, "leggy-1", 0.1);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 10;
    scene.sources = {ricker(node(20, 20, 20), 26)};
    scene.receivers = {receiver("near", node(29, 20, 20)), receiver("far", node(41, 20, 20))};

    const std::string text = summary_of(scene);

    EXPECT_THAT(text, HasSubstr(fmt::format(", {:.2f} m at the source's 158 Hz\n", 26.0 / 16)));
    EXPECT_THAT(text,
                HasSubstr(fmt::format("offsets {:.0f} mm to {:.2f} m; first arrivals travel about {:.2f} ms to "
                                      "{:.2f} ms",
                                      1000 * 9.0 / 16, 21.0 / 16, 1000 * 9.0 / 16 / 256, 1000 * 21.0 / 16 / 256)));
}

}  // namespace
}  // namespace wavesim::test
