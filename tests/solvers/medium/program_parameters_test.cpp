// SPDX-License-Identifier: MIT
// Values of the parameters of programs at nodes.
#include "solvers/medium/program_parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solvers/plan/program_scene.hpp"

namespace wavesim::test {
namespace {

using testing::ElementsAre;

/// Parameters c, from the speed, and g.
std::vector<std::vector<double>> values_along_z(const Scene& scene, std::int64_t x) {
    const GridChoice grid{{24, 1, 16}, cell};
    return ProgramParameters(scene, grid, WallPosition::half).at({{x, 0, 6}, {x + 1, 1, 10}});
}

TEST(ProgramParameters, AreThoseOfTheNode) {
    Scene scene = friction_scene(3);
    EXPECT_THAT(values_along_z(scene, 2)[0], testing::Each(sound_speed));
    scene.medium.layers = Medium::Layers{2, {8 * cell}, {300, 400}};
    scene.medium.boxes = {{{0, 0, 9 * cell}, {5 * cell, 0, 16 * cell}, 500, {}}};
    scene.medium.physics->parameters[1].layers = {7, 9};
    scene.medium.physics->parameters[1].boxes = {{{2 * cell, 0, 0}, {3 * cell, 0, 7 * cell}, 11}};

    EXPECT_THAT(values_along_z(scene, 2)[0], ElementsAre(300, 300, 400, 500));
    EXPECT_THAT(values_along_z(scene, 2)[1], ElementsAre(11, 7, 9, 9));
    EXPECT_THAT(values_along_z(scene, 3)[1], ElementsAre(7, 7, 9, 9));
}

TEST(ProgramParameters, AreOneValueWhereNothingVaries) {
    Scene scene = friction_scene(3);
    const GridChoice grid{{24, 1, 16}, cell};
    const ProgramParameters even(scene, grid, WallPosition::half);
    EXPECT_EQ(even.varying(), 0);
    EXPECT_THAT(even.everywhere(), ElementsAre(ElementsAre(sound_speed), ElementsAre(3.0)));
    EXPECT_THAT(even.sets(), ElementsAre(ElementsAre(sound_speed, 3.0)));
    scene.medium.physics->parameters[1].boxes = {{{0, 0, 0}, {cell, 0, cell}, 5}};
    const ProgramParameters uneven(scene, grid, WallPosition::half);
    EXPECT_EQ(uneven.varying(), 1);
    EXPECT_EQ(uneven.everywhere()[1].size(), 24U * 16U);
    EXPECT_THAT(uneven.sets(), ElementsAre(ElementsAre(sound_speed, 3.0), ElementsAre(sound_speed, 5.0)));
}

/// Values that differ at every node are more sets than are looked at: the ends are among them.
TEST(ProgramParameters, TakeTheEndsOfWhatChangesEverywhere) {
    Scene scene = friction_scene(0);
    scene.medium.gradient = Medium::Gradient{2, 2.5 * cell, 13.5 * cell, {200, 310}, {}};
    const GridChoice grid{{24, 1, 16}, cell};
    const auto sets = ProgramParameters(scene, grid, WallPosition::half).sets();
    EXPECT_EQ(sets.front()[0], 200);
    EXPECT_EQ(sets.back()[0], 310);
    EXPECT_LE(sets.size(), 30U);
}

}  // namespace
}  // namespace wavesim::test
