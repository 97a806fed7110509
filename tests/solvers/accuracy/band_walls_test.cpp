// SPDX-License-Identifier: MIT
#include "solvers/accuracy/band_walls.hpp"
#include "solvers/accuracy/room_accuracy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "boundary/admittance_curve.hpp"
#include "boundary/porous_layer.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/ways/room_summary.hpp"

namespace wavesim {
namespace {

using test::plan_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// In rooms whose highest frequency is 512 Hz.
SurfaceLaw surface(std::vector<AbsorptionBand> bands) {
    SurfaceLaw law = test::absorbing(0);
    law.name = "felt";
    law.bands = std::move(bands);
    for (const AbsorptionBand& band : law.bands) law.value = std::max(law.value, band.absorption);
    return law;
}

/// A box of 20 x 16 x 12 cells whose sides absorb.
Scene room_of(const SurfaceLaw& law, const std::string& stencil = "leggy-4") {
    Scene scene = test::small_room(stencil);
    scene.medium = Medium{};
    scene.medium.sound_speed_m_s = test::sound_speed;
    scene.grid.points_per_wavelength = 8;
    scene.boundaries.side.fill(law);
    scene.boundaries.walls = WallForm::vertex;
    return scene;
}

TEST(BandWalls, FillGapsFromTheBandsBeside) {
    const AbsorptionBands bands = completed_bands({{{125, 0.1}, {500, 0.5}, {630, 0.4}}, Incidence::normal}, 3000);
    std::vector<double> hz, absorption;
    for (const AbsorptionBand& band : bands.values) hz.push_back(band.hz), absorption.push_back(band.absorption);
    EXPECT_THAT(hz, ElementsAre(62.5, 125, 250, 500, 630, 1260, 2520));
    EXPECT_THAT(absorption, ElementsAre(0.1, 0.1, testing::DoubleNear(0.3, 1e-12), 0.5, 0.4, 0.4, 0.4));
    EXPECT_EQ(bands.incidence, Incidence::normal);
}

TEST(BandWalls, TakeWhatTheSceneAsksForWithEveryStencilThatHasPorts) {
    for (const std::string stencil :
         {"leggy-1", "leggy-2", "leggy-4", "compact-27-iwb", "compact-57-fine", "compact-57-opt", "compact-123-me6"}) {
        const Plan plan = plan_of(room_of(surface({{64, 0.1}, {128, 0.2}, {256, 0.5}, {512, 0.4}}), stencil));
        ASSERT_EQ(plan.report.absorption.size(), 1U) << stencil;
        const BandAbsorption& felt = plan.report.absorption[0];
        EXPECT_EQ(felt.surface, "felt");
        ASSERT_EQ(felt.bands.size(), 5U) << stencil;
        EXPECT_FALSE(felt.bands[0].given);
        for (const BandAbsorption::Band& band : felt.bands)
            EXPECT_NEAR(band.got, band.asked, 0.01) << stencil << ' ' << band.hz;
        EXPECT_TRUE(plan.decision.shape.wall_ports);
    }
}

TEST(BandWalls, HaveSixBranchesAndSpringsAtEdges) {
    const Plan plan = plan_of(room_of(surface({{64, 0.1}, {256, 0.5}})));
    const WallPorts& ports = common_part(plan.problem).walls.ports;
    ASSERT_FALSE(ports.law.empty());
    for (const PortLaw& law : ports.law) {
        EXPECT_GE(law.branches.size(), 6U);
        EXPECT_LE(law.branches.size(), 7U);
    }
}

TEST(BandWalls, HaveAReverberationTimeInEachOctave) {
    const Plan plan = plan_of(room_of(surface({{63, 0.1}, {125, 0.2}, {500, 0.4}})));
    const std::vector<RoomSummary> rooms = room_summaries(plan);
    ASSERT_EQ(rooms.size(), 1U);
    std::vector<double> hz;
    for (const RoomSummary::Octave& octave : rooms[0].octaves) hz.push_back(octave.hz);
    EXPECT_THAT(hz, ElementsAre(31.5, 63, 125, 250, 500));
    EXPECT_NEAR(rooms[0].octaves[1].mean_absorption, 0.1, 1e-9);
    EXPECT_NEAR(rooms[0].octaves[2].mean_absorption, 0.2, 1e-9);
    EXPECT_NEAR(rooms[0].octaves[3].mean_absorption, 0.3, 1e-9);
    EXPECT_NEAR(rooms[0].octaves[1].sabine_s / rooms[0].octaves[2].sabine_s, 2, 1e-9);
    EXPECT_NEAR(rooms[0].mean_absorption(), 0.4, 1e-9);
}

/// A dip that six branches cannot follow: more is taken there than was asked for, and decays are shorter.
TEST(BandWalls, AreJudgedByWhatWasAskedFor) {
    const Plan plan = plan_of(room_of(surface({{125, 0.1}, {200, 0.9}, {250, 0.05}, {315, 0.9}, {400, 0.1}})));
    const BandAbsorption::Band& dip =
        *std::ranges::find(plan.report.absorption.at(0).bands, 250.0, &BandAbsorption::Band::hz);
    ASSERT_GT(dip.got, 1.05 * dip.asked);
    const auto room = room_accuracy(plan);
    ASSERT_TRUE(room);
    const auto octave = std::ranges::find(room->octaves, 250.0, &OctaveAccuracy::middle_hz);
    ASSERT_NE(octave, room->octaves.end());
    EXPECT_NEAR(octave->reverberation, dip.asked / dip.got - 1, 0.02);
}

TEST(BandWalls, SayWhatIsCappedAndWhatIsMissing) {
    const Plan plan = plan_of(room_of(surface({{64, 1.1}, {256, 0.5}})));
    EXPECT_THAT(plan.report.warnings,
                testing::Contains("the absorption of 'felt' is above 0.95 in some bands, where it "
                                  "counts as 0.95: no locally reacting wall takes more of sound "
                                  "from everywhere"));
    EXPECT_THAT(plan.report.warnings,
                testing::Contains("the absorption of 'felt' is not given at 128 Hz, 512 Hz: there "
                                  "it is as in the bands beside"));
    const Plan whole = plan_of(room_of(surface({{64, 0.9}, {128, 0.5}, {256, 0.5}, {512, 0.5}})));
    for (const std::string& warning : whole.report.warnings) EXPECT_THAT(warning, testing::Not(HasSubstr("felt")));
}

/// At 512 Hz, where they take 0.3, errors are those of walls that take 0.3 everywhere.
TEST(BandWalls, TellWhatTheyMakeOfLosses) {
    const Plan plan = plan_of(room_of(surface({{64, 0.1}, {128, 0.2}, {256, 0.3}, {512, 0.3}})));
    const Plan real = plan_of(room_of(test::absorbing(0.3)));
    ASSERT_EQ(plan.report.wall_losses.size(), 6U);
    const WallLoss &bands = plan.report.wall_losses[0], &number = real.report.wall_losses[0];
    EXPECT_NEAR(bands.random_reverberation, number.random_reverberation, 0.005);
    EXPECT_NEAR(bands.normal_reverberation, number.normal_reverberation, 0.005);
    EXPECT_NEAR(bands.normal_absorption, number.normal_absorption, 0.005);
    const WallScheme scheme = wall_scheme(plan, 1, plan.scene.boundaries.side[0].by_band());
    EXPECT_EQ(scheme.exact.size(), 6U);
    EXPECT_EQ(scheme.branches.size(), 6U);
}

/// 512 Hz is the highest frequency. A gap of 1 m has many resonances.
TEST(BandWalls, SayHowWellTheyFollowAnAdmittance) {
    const auto plan_with = [](std::vector<AdmittancePoint> curve) {
        SurfaceLaw law = law_of_curve(std::move(curve));
        law.name = "wool";
        return plan_of(room_of(law));
    };
    const Plan plan = plan_with(porous_curve({0.05, 10'000, 0}, test::sound_speed));
    ASSERT_EQ(plan.report.absorption.size(), 1U);
    const BandAbsorption& wool = plan.report.absorption[0];
    std::vector<double> hz;
    for (const BandAbsorption::Band& band : wool.bands) {
        hz.push_back(band.hz);
        EXPECT_TRUE(band.given);
        EXPECT_NEAR(band.asked,
                    random_absorption_with(porous_admittance({0.05, 10'000, 0}, test::sound_speed, band.hz)), 2e-3);
        EXPECT_NEAR(band.got / band.asked, 1, 0.01) << band.hz;
    }
    EXPECT_THAT(hz, ElementsAre(63, 125, 250, 500));
    ASSERT_TRUE(wool.curve);
    EXPECT_LT(std::abs(wool.curve->miss.got - wool.curve->miss.asked), 0.02);
    for (const std::string& warning : plan.report.warnings) EXPECT_THAT(warning, testing::Not(HasSubstr("wool")));

    EXPECT_THAT(plan_with(porous_curve({0.05, 10'000, 1}, test::sound_speed)).report.warnings,
                testing::Contains(testing::AllOf(HasSubstr("the admittance of 'wool' is wrong by "),
                                                 HasSubstr("six branches and this grid follow it no better"))));
    EXPECT_THAT(
        plan_with({{50, {0.1, 0.1}}, {250, {0.2, 0.15}}}).report.warnings,
        testing::Contains("the admittance of 'wool' is given up to 250 Hz: above, up to the 512 Hz of the grid, "
                          "it is as there"));
}

TEST(BandWalls, NeedWallsAtTheVertices) {
    Scene scene = room_of(surface({{64, 0.1}}));
    scene.boundaries.walls = WallForm::half;
    try {
        plan_of(scene);
        FAIL();
    } catch (const SceneError& error) {
        EXPECT_STREQ(error.faults().front().message.c_str(), "absorption by frequency needs walls at the vertices");
    }
}

}  // namespace
}  // namespace wavesim
