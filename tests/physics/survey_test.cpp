// SPDX-License-Identifier: MIT
// A shot of a survey is the run of a scene whose points stand where the shot wants them, bit for bit.
#include "solvers/scene/survey.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::admittance;
using test::cell;
using test::plan_of;
using test::run;
using test::small_machine;
using test::small_room;

/// A room with walls, a block and a point source in float; every length is exact in binary.
Scene lossy_room() {
    Scene scene = small_room("leggy-2");
    for (SurfaceLaw& law : scene.boundaries.side) law = admittance(0.25);
    scene.solids = {{"block", {9 * cell, 6 * cell, 0}, {11 * cell, 9 * cell, 4 * cell}, admittance(0.5)}};
    return scene;
}

void absorb_at_all_sides(Scene& scene) {
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 8;
}

/// A tilted medium that ends in layers; elliptical around the source of each shot.
Scene tilted_medium() {
    Scene scene = small_room("auto");
    scene.tti = Anisotropy{};
    scene.tti->everywhere = {0.2, 0.1, 30, 20};
    scene.duration_s = 0.02;
    absorb_at_all_sides(scene);
    return scene;
}

/// Two fluids of different densities that end in layers.
Scene two_fluids() {
    Scene scene = small_room("leggy-2");
    scene.medium.layers = Medium::Layers{2, {6 * cell}, {256, 128}, {1, 2}};
    absorb_at_all_sides(scene);
    return scene;
}

class SurveyOf : public testing::TestWithParam<Scene (*)()> {};
INSTANTIATE_TEST_SUITE_P(Media, SurveyOf, testing::Values(&lossy_room, &tilted_medium, &two_fluids));

TEST_P(SurveyOf, AShotEqualsTheSingleRunBitForBit) {
    const std::vector<Point> shots{{4.25 * cell, 4 * cell, 3 * cell}, {6 * cell, 4.5 * cell, 3.5 * cell}};
    for (const auto spread : {Survey::Spread::fixed, Survey::Spread::towed, Survey::Spread::rolling}) {
        Scene survey = GetParam()();
        const std::vector<ReceiverRequest> stations = survey.receivers;
        ASSERT_EQ(stations.size(), 2U);
        survey.survey = spread == Survey::Spread::rolling ? make_rolling_survey(survey, shots, 1)
                                                          : make_survey(survey, shots, spread);
        std::vector<std::vector<double>> traces;
        for (std::size_t shot = 0; shot < shots.size(); ++shot) {
            PlanOptions options;
            options.shot = static_cast<std::int64_t>(shot);
            traces.push_back(run(make_plan(survey, small_machine(), options)));

            Scene single = GetParam()();
            const Point was = single.sources[0].position;
            single.sources[0].position = shots[shot];
            if (spread == Survey::Spread::rolling)
                single.receivers = {stations[static_cast<std::size_t>(survey.survey->first_station[shot])]};
            for (ReceiverRequest& receiver : single.receivers) {
                if (spread != Survey::Spread::towed) continue;
                receiver.position.x += shots[shot].x - was.x;
                receiver.position.y += shots[shot].y - was.y;
                receiver.position.z += shots[shot].z - was.z;
            }
            EXPECT_EQ(traces.back(), run(plan_of(single, Precision::float32))) << shot;
        }
        EXPECT_NE(traces[0], traces[1]);
    }
}

}  // namespace
}  // namespace wavesim
