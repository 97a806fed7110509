// SPDX-License-Identifier: MIT
#include "solvers/ways/sealed_air.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "boundary/air_regions.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::node;
using test::receiver;
using test::ricker;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> warnings_of(const Scene& scene) { return sealed_air_warnings(draft_plan(scene, {})); }

SolidBox solid(Point from, Point to) {
    const auto scaled = [](Point p) { return Point{p.x * cell, p.y * cell, p.z * cell}; };
    return {"", scaled(from), scaled(to), {}};
}

/// A room of 20 x 16 x 12 cells in two halves, with a wall of one cell at x = 10.
Scene halves() {
    Scene scene = box_scene({20, 16, 12}, "leggy-1", 0.1);
    scene.solids = {solid({10, 0, 0}, {11, 16, 12})};
    scene.sources = {ricker(node(3, 3, 3), 26)};
    scene.receivers = {receiver("near", node(7, 3, 3)), receiver("far", node(12, 3, 3))};
    return scene;
}

TEST(SealedAir, NamesReceiversThatNoSoundReaches) {
    EXPECT_THAT(
        warnings_of(halves()),
        ElementsAre("no sound reaches receiver 'far': solids on the grid seal off the air there from every source"));
    Scene scene = halves();
    scene.receivers.push_back(receiver("farther", node(13, 4, 4)));
    EXPECT_THAT(warnings_of(scene), ElementsAre(HasSubstr("reaches 2 receivers ('far' is the first)")));
    scene.sources.push_back(scene.sources[0]);
    scene.sources.back().position = node(15, 12, 3);
    EXPECT_THAT(warnings_of(scene), IsEmpty());
}

TEST(SealedAir, NamesSourcesThatNobodyHears) {
    Scene scene = halves();
    scene.receivers.pop_back();
    scene.sources.push_back(scene.sources[0]);
    scene.sources.back().name = "hidden";
    scene.sources.back().position = node(15, 12, 3);
    EXPECT_THAT(warnings_of(scene),
                ElementsAre(HasSubstr("no receiver hears source 'hidden': solids on the grid seal off")));
    scene.receivers.clear();
    EXPECT_THAT(warnings_of(scene), IsEmpty());
}

TEST(SealedAir, AHoleOfOneCellLetsSoundThrough) {
    Scene scene = halves();
    scene.solids = {solid({10, 0, 0}, {11, 16, 5}), solid({10, 0, 6}, {11, 16, 12}), solid({10, 0, 5}, {11, 7, 6}),
                    solid({10, 8, 5}, {11, 16, 6})};
    EXPECT_THAT(warnings_of(scene), IsEmpty());
    scene.solids.back().from.y -= 0.4 * cell;  // closes less than half of it
    EXPECT_THAT(warnings_of(scene), IsEmpty());
    scene.solids.back().from.y -= 0.2 * cell;  // now its centre
    EXPECT_EQ(warnings_of(scene).size(), 1u);
}

TEST(SealedAir, InASurveyOneShotIsEnough) {
    Scene scene = halves();
    scene.survey = make_survey(scene, {node(3, 3, 3), node(5, 3, 3)}, Survey::Spread::fixed);
    EXPECT_THAT(warnings_of(scene), ElementsAre(HasSubstr("receiver 'far'")));
    scene.survey->shots.push_back(node(14, 3, 3));
    EXPECT_THAT(warnings_of(scene), IsEmpty());
    scene.survey->shots.pop_back();
    scene.survey->shots[1] = node(5, 9, 3);
    scene.survey->spread = Survey::Spread::towed;
    EXPECT_THAT(warnings_of(scene), ElementsAre(HasSubstr("receiver 'far'")));
}

TEST(SealedAir, CutsAgreeWithTheMaskOfRandomRooms) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> share(-0.1, 1.1), thin(0.02, 0.5);
    int sealed = 0;
    for (int room = 0; room < 60; ++room) {
        Scene scene = box_scene({14, 12, 10}, "leggy-1", 0.1);
        for (int i = 0; i < 14; ++i) {
            const Point from{14 * share(random), 12 * share(random), 10 * share(random)};
            scene.solids.push_back(
                solid(from, {from.x + 14 * thin(random), from.y + 12 * thin(random), from.z + 10 * thin(random)}));
            if (i % 2 == 0) (i % 4 == 0 ? scene.solids.back().from.x : scene.solids.back().from.z) = -1;
            if (i % 3 == 0) scene.solids.back().to.y = 20;
        }
        GridChoice grid{{14, 12, 10}, cell, 0};
        const VoxelRoom mask = voxelise(scene, grid, make_surfaces(scene));
        const AirRegions regions(mask);
        if (count_air_nodes(mask) < 2) continue;
        std::vector<Node> air;
        for (std::int64_t i = 0; i < grid.extent.nodes(); ++i)
            if (regions.of(node_at(grid.extent, i)) >= 0) air.push_back(node_at(grid.extent, i));
        const auto at = [](const Node& n) {
            return node(static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z));
        };
        const Node from = air[random() % air.size()];
        scene.sources = {ricker(at(from), 26)};
        PlanDraft draft = draft_plan(scene, {});
        for (const Node& n : air) {
            draft.plan.scene.receivers = {receiver("r", at(n))};
            const bool silent = regions.of(n) != regions.of(from);
            sealed += silent ? 1 : 0;
            ASSERT_EQ(sealed_air_warnings(draft).empty(), !silent) << "room " << room;
        }
    }
    EXPECT_GT(sealed, 100);
}

TEST(SealedAir, IsLeftToThePlanWhereSolidsCutTheDomainIntoTooManyCells) {
    const PlanDraft draft = draft_plan(halves(), {});
    EXPECT_EQ(sealed_air_warnings(draft, 3).size(), 1u);
    EXPECT_THAT(sealed_air_warnings(draft, 2), IsEmpty());
}

TEST(SealedAir, CheckAndPlanSaySo) {
    const std::vector<std::string> checked = check_plan(halves(), test::small_machine(), {}).warnings;
    EXPECT_THAT(checked, testing::Contains(HasSubstr("no sound reaches receiver 'far'")));
    EXPECT_THAT(test::plan_of(halves()).report.warnings,
                testing::Contains(HasSubstr("no sound reaches receiver 'far'")));
}

}  // namespace
}  // namespace wavesim
