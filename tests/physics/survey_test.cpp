// SPDX-License-Identifier: MIT
// A shot of a survey is the run of a scene whose points stand where the shot wants them, bit for bit.
#include "solvers/survey.hpp"

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

TEST(Survey, AShotEqualsTheSingleRunBitForBit) {
    const std::vector<Point> shots{{4.25 * cell, 4 * cell, 3 * cell}, {6 * cell, 4.5 * cell, 3.5 * cell}};
    for (const auto spread : {Survey::Spread::fixed, Survey::Spread::towed}) {
        Scene survey = lossy_room();
        survey.survey = make_survey(survey, shots, spread);
        std::vector<std::vector<double>> traces;
        for (std::size_t shot = 0; shot < shots.size(); ++shot) {
            PlanOptions options;
            options.shot = static_cast<std::int64_t>(shot);
            traces.push_back(run(make_plan(survey, small_machine(), options)));

            Scene single = lossy_room();
            const Point was = single.sources[0].position;
            single.sources[0].position = shots[shot];
            for (ReceiverRequest& receiver : single.receivers) {
                if (spread == Survey::Spread::fixed) continue;
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
