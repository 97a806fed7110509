// SPDX-License-Identifier: MIT
#include "io/picture/section_picture.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

constexpr int plane_left = 68, plane_top = 34;  // margins of the layout

/// A plane of 8 x 4 m: 105 pixels per metre. One wall of surface 1 upwards at x = 2 m.
SectionView small_section() {
    SectionView view;
    view.title = "hall, y = 2 m";
    view.axes = {'x', 'z'};
    view.size_m = {8, 4};
    view.spacing_m = 1;
    view.first_m = {0.5, 0.5};
    view.across = 8;
    view.solid.assign(32, false);
    view.surfaces = {"floor", "wood", "wool"};
    view.walls = {{{2, 0}, {2, 3}, 1}};
    return view;
}

Rgb colour_at(const Canvas& canvas, double x_m, double up_m) {
    return canvas.at(plane_left + static_cast<int>(x_m * 105), plane_top + 420 - static_cast<int>(up_m * 105));
}

TEST(SectionPicture, ShowsWallsInTheColoursOfTheirSurfacesAndSolidNodesInGrey) {
    SectionView view = small_section();
    view.solid[3 * 8 + 6] = true;  // x from 6 to 7, the highest row
    const Canvas canvas = draw_section(view);
    EXPECT_EQ(colour_at(canvas, 2, 1.5), surface_colour(1));
    EXPECT_EQ(colour_at(canvas, 2, 3.5), paper) << "above the wall";
    EXPECT_EQ(colour_at(canvas, 6.5, 3.5), solid_colour);
    EXPECT_EQ(colour_at(canvas, 6.5, 2.9), paper);
    EXPECT_EQ(colour_at(canvas, 5.9, 3.5), paper);
    EXPECT_EQ(canvas.at(plane_left + 840 + 18 + 4, plane_top + 8), surface_colour(1)) << "the legend has it alone";
    EXPECT_EQ(canvas.at(plane_left + 840 + 18 + 4, plane_top + 28), paper);
    EXPECT_NE(surface_colour(0), surface_colour(1));
}

/// 48 pixels below the plane, with the lengths along x in their upper half and nothing in the last row.
TEST(SectionPicture, HasRoomForLengthsBelowThePlane) {
    const Canvas canvas = draw_section(small_section());
    EXPECT_EQ(canvas.height(), plane_top + 420 + 48);
    const auto ink = [&](int from, int to) {
        int count = 0;
        for (int y = from; y < to; ++y)
            for (int x = 0; x < canvas.width(); ++x) count += canvas.at(x, y) == paper ? 0 : 1;
        return count;
    };
    EXPECT_GT(ink(plane_top + 425, canvas.height()), 50);
    EXPECT_EQ(ink(canvas.height() - 1, canvas.height()), 0);
}

TEST(SectionPicture, MarksAreHollowBesideThePlane) {
    SectionView view = small_section();
    view.marks = {{"S", {1, 1}, true, true}, {"R", {4, 1}, false, true}, {"Q", {6, 1}, false, false}};
    const Canvas canvas = draw_section(view);
    const Rgb source = colour_at(canvas, 1, 1), receiver = colour_at(canvas, 4, 1);
    EXPECT_GT(source[0], source[2] + 100) << "red";
    EXPECT_GT(receiver[2], receiver[0] + 100) << "blue";
    EXPECT_EQ(colour_at(canvas, 6, 1), paper);
    EXPECT_EQ(canvas.at(plane_left + 6 * 105 + 5, plane_top + 420 - 105), receiver) << "its rim";
}

/// Pixels in the colour of names and rims of receivers.
int blue_pixels(const Canvas& canvas) {
    int count = 0;
    for (int y = 0; y < canvas.height(); ++y)
        for (int x = 0; x < canvas.width(); ++x) count += canvas.at(x, y) == Rgb{20, 60, 170} ? 1 : 0;
    return count;
}

TEST(SectionPicture, NamesDoNotCoverMarksOrEachOther) {
    SectionView view = small_section();
    view.marks = {{"seat", {4, 1}, false, true}};
    const int one = blue_pixels(draw_section(view));
    view.marks.push_back({"seat", {4.3, 1}, false, true});  // beside it: the first name goes to the left
    EXPECT_EQ(blue_pixels(draw_section(view)), 2 * one);
    view.marks.assign(6, {"seat", {4, 1}, false, true});  // names go to the right, to the left, above and below
    const int most = blue_pixels(draw_section(view));
    view.marks.assign(1, {"", {4, 1}, false, true});
    const int mark = blue_pixels(draw_section(view));
    EXPECT_EQ(most, mark + 4 * (one - mark));
}

}  // namespace
}  // namespace wavesim
