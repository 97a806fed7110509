// SPDX-License-Identifier: MIT
#include "solvers/medium/unit_doubts.hpp"

#include <gmock/gmock.h>

#include "physics/scene_builder.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

namespace wavesim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(UnitDoubts, NoneOfAirWaterRockAndMetal) {
    Scene scene = test::small_room();
    for (const auto& [speed, density] : {std::pair{134.0, 6.2}, {343.0, 1.2}, {1500.0, 1000.0}, {4500.0, 22'590.0}}) {
        scene.medium.sound_speed_m_s = speed;
        scene.medium.density_kg_m3 = density;
        EXPECT_THAT(unit_doubts(scene), IsEmpty()) << speed;
    }
    scene.size_m = {100'000, 100'000, 10'000};
    EXPECT_THAT(unit_doubts(scene), IsEmpty()) << "rock is as large as this";
}

TEST(UnitDoubts, OfEveryQuantity) {
    Scene scene = test::small_room();
    scene.medium.sound_speed_m_s = 1.5;
    scene.medium.density_kg_m3 = 31'000;
    scene.size_m = {6000, 4200, 2700};
    scene.duration_s = 1500;

    EXPECT_THAT(unit_doubts(scene),
                ElementsAre("the slowest speed of sound is 1.5 m/s: is it in km/s? then write '1.5 km/s'",
                            "the largest density is 31000 kg/m3, more than that of any metal: is its unit right?",
                            "the smallest side of this room is 2700 m long: is domain.size in mm? then write '2700 mm'",
                            "the run lasts 1500 s: is time.duration in ms? then write '1500 ms'"));
    scene.boundaries.kind[0] = SideKind::absorbing;
    EXPECT_EQ(unit_doubts(scene).size(), 3U) << "space that goes on is no room";
}

TEST(UnitDoubts, StandInWarningsAndInARefusalForMemory) {
    Scene scene = test::small_room();
    scene.duration_s = 100;
    EXPECT_THAT(check_plan(scene, test::small_machine(), {}).warnings,
                testing::Contains(HasSubstr("is time.duration in ms?")));

    Machine machine = test::small_machine();
    machine.memory_available = 1 << 20;
    try {
        check_plan(scene, machine, {});
        FAIL() << "a megabyte is enough";
    } catch (const EnvironmentError& error) {
        EXPECT_THAT(error.what(), HasSubstr("; the run lasts 100 s: is time.duration in ms?"));
    }
}

}  // namespace
}  // namespace wavesim
