// SPDX-License-Identifier: MIT
// What planning takes beside what it leaves: media are as large as a field.
#include <gtest/gtest.h>
#include <malloc.h>

#include <fstream>
#include <string>

#include "physics/scene_builder.hpp"

namespace wavesim::test {
namespace {

/// A status line of this process [bytes].
double status(const std::string& key) {
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;)
        if (word == key + ":") {
            double kib = 0;
            in >> kib;
            return 1024 * kib;
        }
    return 0;
}

/// Two rocks between absorbing layers, 12 million nodes.
Scene rocks() {
    Scene scene = box_scene({200, 200, 200}, "leggy-2", 0.0005);
    scene.medium.layers = Medium::Layers{2, {100 * cell}, {sound_speed, sound_speed / 2}};
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 15;
    scene.sources = {ricker(node(100, 100, 100), 26)};
    scene.receivers = {receiver("a", node(120, 100, 100))};
    return scene;
}

class PlannedMemory : public testing::TestWithParam<bool> {};

/// In arrays of a float per node. The plan keeps one for the speed, or one for the moduli and one for the buoyancies of
/// each axis; slabs of each come on top.
TEST_P(PlannedMemory, IsOneCopyOfTheMediumAndSlabs) {
    Scene scene = rocks();
    const bool densities = GetParam();
    if (densities) scene.medium.layers->densities_kg_m3 = {1.0, 2.0};
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << '5';
    const double before = status("VmRSS");

    const Plan plan = plan_of(scene, Precision::float32);

    const double array = 4.0 * static_cast<double>(plan.grid().nodes());
    ASSERT_EQ(plan.grid().nodes(), 230 * 230 * 230);
    const double kept = densities ? 4 : 1;
    const double slabs = densities ? 1.25 : 0.5;  // the bound of the time step has slabs in double
    EXPECT_GT(status("VmRSS") - before, 0.9 * kept * array);
    EXPECT_LT(status("VmHWM") - before, (kept + slabs) * array);
}

INSTANTIATE_TEST_SUITE_P(Densities, PlannedMemory, testing::Bool());

}  // namespace
}  // namespace wavesim::test
