// SPDX-License-Identifier: MIT
// Absorbing layers that meet another side: a rigid or lossy wall or a free surface that goes on through them, against
// the same scene with a domain so large that nothing comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::sound_speed;

struct Bottom {
    const char* name;
    const char* stencil;
    SideKind kind;
    double admittance;
    bool varies;  ///< two media, one above the other, and a lens
    double most_db;
};

constexpr std::int64_t wide = 60;
constexpr std::int64_t high = 40;

/// Traces (step, receiver) of wide x high cells, by `more` larger at the sides that absorb: left, right and above.
std::vector<double> traces(const Bottom& bottom, std::int64_t more, std::size_t& receivers) {
    Scene scene = test::box_scene({wide + 2 * more, 1, high + more}, bottom.stencil, 200 * cell / sound_speed);
    const double shift = static_cast<double>(more) * cell;
    scene.boundaries.kind = {SideKind::absorbing, SideKind::absorbing, SideKind::wall,
                             SideKind::wall,      bottom.kind,         SideKind::absorbing};
    for (const std::size_t s : {0U, 1U, 5U}) scene.boundaries.layer[s].cells = 20;
    if (bottom.admittance > 0) scene.boundaries.side[4] = test::admittance(bottom.admittance);
    if (bottom.varies) {
        scene.medium.layers = Medium::Layers{2, {25 * cell}, {0.8 * sound_speed, sound_speed}};
        scene.medium.lenses = {{{20.5 * cell + shift, 0, 10.5 * cell}, 7 * cell, 0.6 * sound_speed}};
    }
    scene.sources = {test::ricker({25.5 * cell + shift, 0, 12.5 * cell}, 10)};
    // Beside the layers and on the ground there, head-on, oblique and towards the upper corner.
    for (const auto& [x, z] : {std::pair{57.5, 1.5}, {57.5, 12.5}, {2.5, 2.5}, {25.5, 37.5}, {57.5, 37.5}})
        scene.receivers.push_back(
            test::receiver(std::to_string(x) + " " + std::to_string(z), {x * cell + shift, 0, z * cell}));
    receivers = scene.receivers.size();
    return test::run(test::plan_of(scene));
}

class LayersBeside : public ::testing::TestWithParam<Bottom> {};

TEST_P(LayersBeside, SendLittleBack) {
    std::size_t receivers = 0;
    const std::vector<double> near = traces(GetParam(), 0, receivers);
    const std::vector<double> far = traces(GetParam(), 110, receivers);

    ASSERT_EQ(near.size(), far.size());
    double worst = -300;
    for (std::size_t r = 0; r < receivers; ++r) {
        double error = 0;
        double peak = 0;
        for (std::size_t i = r; i < far.size(); i += receivers) {
            error = std::max(error, std::abs(near[i] - far[i]));
            peak = std::max(peak, std::abs(far[i]));
        }
        worst = std::max(worst, 20 * std::log10(error / peak));
        RecordProperty("receiver_" + std::to_string(r), std::to_string(20 * std::log10(error / peak)));
    }
    EXPECT_LT(worst, GetParam().most_db);
}

INSTANTIATE_TEST_SUITE_P(Bottoms, LayersBeside,
                         ::testing::Values(Bottom{"rigid", "leggy-4", SideKind::wall, 0, false, -84},
                                           Bottom{"lossy", "leggy-4", SideKind::wall, 0.4, false, -84},
                                           Bottom{"free", "leggy-4", SideKind::free_surface, 0, false, -84},
                                           Bottom{"rigid_varied", "leggy-4", SideKind::wall, 0, true, -84},
                                           Bottom{"lossy_varied", "leggy-4", SideKind::wall, 0.4, true, -84},
                                           Bottom{"free_varied", "leggy-4", SideKind::free_surface, 0, true, -84},
                                           Bottom{"rigid_leggy1", "leggy-1", SideKind::wall, 0, false, -62},
                                           Bottom{"free_leggy1", "leggy-1", SideKind::free_surface, 0, false, -62},
                                           Bottom{"lossy_57", "compact-57-opt", SideKind::wall, 0.4, false, -56},
                                           Bottom{"free_57", "compact-57-opt", SideKind::free_surface, 0, false, -56}),
                         [](const ::testing::TestParamInfo<Bottom>& bottom) { return std::string(bottom.param.name); });

}  // namespace
}  // namespace wavesim
