// SPDX-License-Identifier: MIT
#include "solvers/accuracy/place_doubts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wavesim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Scene with_line(double from_x, double to_x, int count) {
    Scene scene;
    scene.dims = 2;
    scene.size_m = {4000, 0, 1500};
    scene.frame = Frame({}, false, scene.size_m);
    for (int i = 0; i < count; ++i) {
        ReceiverRequest receiver;
        receiver.key = "receivers[0].line";
        receiver.position = {from_x + (to_x - from_x) * i / (count - 1), 0, 1000};
        scene.receivers.push_back(receiver);
    }
    return scene;
}

TEST(PlaceDoubts, CoordinatesInKilometres) {
    EXPECT_THAT(
        place_doubts(with_line(0.2, 3.8, 73), 9),
        ElementsAre("the 73 receivers of receivers[0].line lie between x = 0.2 and 3.8 m of a domain of 4000 m: "
                    "are their coordinates in km?"));
    EXPECT_THAT(place_doubts(with_line(0.2, 4.2, 73), 0.5), IsEmpty());  // 4.2 km would lie outside
    EXPECT_THAT(place_doubts(with_line(200, 3800, 73), 9), IsEmpty());
}

TEST(PlaceDoubts, SeveralInOneCell) {
    EXPECT_THAT(place_doubts(with_line(1500, 1508.9, 3), 9),
                ElementsAre("the 3 receivers of receivers[0].line lie within one cell of 9 m, at x = 1500 m: are their "
                            "coordinates right?"));
    EXPECT_THAT(place_doubts(with_line(1500, 1509.1, 3), 9), IsEmpty());
    EXPECT_THAT(place_doubts(with_line(1500, 1500.2, 2), 9), IsEmpty());  // a pair of ears
}

TEST(PlaceDoubts, ShotsOfASurvey) {
    Scene scene = with_line(200, 3800, 5);
    scene.survey = Survey{
        {{700, 0, 1}, {701, 0, 1}, {702, 0, 1}, {703, 0, 1}}, Survey::Spread::fixed, {}, {}, {}, {}, "survey.file"};
    EXPECT_THAT(
        place_doubts(scene, 9),
        ElementsAre("the 4 shots of survey.file lie within one cell of 9 m, at x = 700 m: are their coordinates "
                    "right?"));
    scene.survey->shots.back().x = 900;
    EXPECT_THAT(place_doubts(scene, 9), IsEmpty());
}

}  // namespace
}  // namespace wavesim
