// SPDX-License-Identifier: MIT
#include "io/picture/slice_picture.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <set>

#include "io/result/slice_view.hpp"
#include "io/small_plan.hpp"
#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {
namespace {

/// The rectangle of the plane on the canvas: inside of the dark frame.
struct Rectangle {
    int x0, y0, x1, y1;
};

Rectangle plane_of(const Canvas& canvas) {
    const Rgb ink{40, 40, 40};
    Rectangle r{68, 34, 68, 34};  // margins of the layout
    while (canvas.at(r.x1, r.y0) != ink) ++r.x1;
    while (canvas.at(r.x0, r.y1) != ink) ++r.y1;
    return r;
}

/// Colour in the middle of node (i, j) of the plane; j counts upwards.
Rgb node_colour(const Canvas& canvas, const SliceView& view, int i, int j) {
    const Rectangle r = plane_of(canvas);
    const int pixels = (r.x1 - r.x0) / static_cast<int>(view.across);
    return canvas.at(r.x0 + i * pixels + pixels / 2, r.y1 - 1 - j * pixels - pixels / 2);
}

TEST(SlicePicture, ShowsKnownValuesInTheirColours) {
    const SliceView view = slice_view(plan_with_outputs());
    std::vector<float> values(30, 0.0f);
    values[0] = 2.0f;           // node (0, 0): full red
    values[5] = -0.5f;          // node (5, 0): a quarter of the scale, half way to blue
    values[4 * 6 + 5] = 50.0f;  // node (5, 4): beyond the scale

    const Canvas canvas = draw_slice(view, values, 2.0, 0.0123);

    const Rectangle r = plane_of(canvas);
    EXPECT_EQ(r.x1 - r.x0, 6 * 140);
    EXPECT_EQ(r.y1 - r.y0, 5 * 140);
    EXPECT_EQ(node_colour(canvas, view, 3, 2), diverging_colour(0));
    // half a pixel from the middle of the node: bilinear between nodes 140 pixels apart
    const auto near = [](Rgb a, Rgb b) {
        for (std::size_t c = 0; c < 3; ++c)
            if (std::abs(a[c] - b[c]) > 2) return false;
        return true;
    };
    EXPECT_TRUE(near(node_colour(canvas, view, 0, 0), diverging_colour(1)));
    EXPECT_TRUE(near(node_colour(canvas, view, 5, 0), diverging_colour(-0.5)));
    EXPECT_EQ(node_colour(canvas, view, 5, 4), diverging_colour(1));
}

TEST(SlicePicture, SolidsAreGreyAndDoNotBleed) {
    Plan plan = plan_with_outputs();
    // nodes x = 2, 3 of row y = 1 in the plane z = 2
    common_part(plan.problem).walls.solids = {{plan.grid().index(2, 1, 2), 2}};
    const SliceView view = slice_view(plan);
    const std::vector<float> values(30, 1.0f);

    const Canvas canvas = draw_slice(view, values, 1.0, 0);

    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 6; ++i)
            EXPECT_EQ(node_colour(canvas, view, i, j),
                      j == 1 && (i == 2 || i == 3) ? solid_colour : diverging_colour(1))
                << i << " " << j;
}

/// Whether a text in ink stands there already.
bool says(const Canvas& canvas, int x, int y, const std::string& text, Canvas::Align align) {
    Canvas copy = canvas;
    copy.text(x, y, text, {40, 40, 40}, align);
    for (int row = 0; row < canvas.height(); ++row)
        for (int column = 0; column < canvas.width(); ++column)
            if (copy.at(column, row) != canvas.at(column, row)) return false;
    return true;
}

/// Depths fall upwards, heights rise.
TEST(SlicePicture, CoordinatesRunAsTheFrameSays) {
    SliceView view;
    view.across = view.up = 40;
    view.cells = {40, 40};
    view.spacing_m = 0.5;
    view.corner_m = {100, 3000};
    const std::vector<float> values(1600, 0.0f);
    const auto label = [&](double share, const std::string& text) {
        const Canvas canvas = draw_slice(view, values, 1, 0);
        const Rectangle r = plane_of(canvas);
        const int y = r.y1 - static_cast<int>(std::lround(share * (r.y1 - r.y0)));
        return says(canvas, r.x0 - 9, y - 7, text, Canvas::Align::right);
    };
    EXPECT_TRUE(label(0.5, "3010"));
    EXPECT_FALSE(label(0.5, "2990"));
    view.z_down = true;
    EXPECT_TRUE(label(0.5, "2990"));
    EXPECT_FALSE(label(0.5, "3010"));
}

TEST(SlicePicture, TheColourBarIsRedAtTheTop) {
    const SliceView view = slice_view(plan_with_outputs());
    const Canvas canvas = draw_slice(view, std::vector<float>(30, 0.0f), 2.0, 0);

    const int x = plane_of(canvas).x1 + 18 + 8;  // its middle
    std::vector<Rgb> bar;
    for (int y = 0; y < canvas.height(); ++y)
        if (canvas.at(x, y) != canvas.at(0, 0) && canvas.at(x, y) != Rgb{40, 40, 40}) bar.push_back(canvas.at(x, y));
    ASSERT_GT(bar.size(), 100U);
    EXPECT_GT(bar[bar.size() / 10][0], bar[bar.size() / 10][2] + 50);
    EXPECT_GT(bar[bar.size() / 10 * 9][2], bar[bar.size() / 10 * 9][0] + 50);
}

TEST(SlicePicture, ViewsFollowThePlane) {
    Plan plan = plan_with_outputs();
    plan.decision.snapshots->box = {{0, 3, 0}, {6, 4, 4}, 1};
    const SliceView view = slice_view(plan);

    EXPECT_EQ(view.axes, (std::array<char, 2>{'x', 'z'}));
    EXPECT_EQ(view.plane, "y = 0.35 m");
    EXPECT_EQ(view.across, 6);
    EXPECT_EQ(view.up, 4);
    plan.decision.snapshots->box = {{1, 0, 0}, {2, 5, 4}, 1};
    EXPECT_EQ(slice_view(plan).axes, (std::array<char, 2>{'y', 'z'}));
    EXPECT_EQ(slice_view(plan).across, 5);
}

/// Axes are those of the room: the picture is as large as without decimation, and decimated nodes stand where they are.
TEST(SlicePicture, DecimatedPlanesShowTheRoom) {
    Plan plan = plan_with_outputs();
    plan.decision.shape.extent = {20, 16, 4};
    plan.decision.snapshots->box = {{0, 0, 2}, {20, 16, 3}, 1};
    const SliceView whole = slice_view(plan);
    plan.decision.snapshots->box.stride = 3;
    const SliceView third = slice_view(plan);
    ASSERT_EQ(third.across, 7);
    ASSERT_EQ(third.up, 6);
    std::vector<float> values(20 * 16, 0.0F);
    std::vector<float> third_values(7 * 6, 0.0F);
    for (std::size_t x = 0; x < 20; ++x)
        for (std::size_t y = 0; y < 16; ++y) {
            const float value = x >= 3 && x <= 9 && y <= 6 ? 1 : 0;
            values[x + 20 * y] = value;
            if (x % 3 == 0 && y % 3 == 0) third_values[x / 3 + 7 * (y / 3)] = value;
        }

    const Canvas canvas = draw_slice(whole, values, 1, 0);
    const Canvas third_canvas = draw_slice(third, third_values, 1, 0);

    const Rectangle r = plane_of(canvas);
    EXPECT_EQ(plane_of(third_canvas).x1, r.x1);
    EXPECT_EQ(plane_of(third_canvas).y1, r.y1);
    for (int x = 0; x < canvas.width(); ++x)  // ticks and numbers of the axis
        for (int y = r.y1; y < canvas.height(); ++y) ASSERT_EQ(third_canvas.at(x, y), canvas.at(x, y)) << x << " " << y;
    for (const Canvas* drawn : {&canvas, &third_canvas}) {
        EXPECT_EQ(node_colour(*drawn, whole, 6, 3), diverging_colour(1));
        EXPECT_EQ(node_colour(*drawn, whole, 13, 3), diverging_colour(0));
        EXPECT_EQ(node_colour(*drawn, whole, 6, 10), diverging_colour(0));
    }
}

/// Where walls lie on nodes, half of the outermost cells is outside the room.
TEST(SlicePicture, WallsOnNodesEndThePicture) {
    Plan plan = plan_with_outputs();
    plan.decision.shape.halo.fill(HaloRule::mirror_whole);
    const SliceView view = slice_view(plan);

    EXPECT_EQ(view.cells, (std::array<std::int64_t, 2>{5, 4}));
    EXPECT_EQ(view.margin, (std::array<double, 2>{0, 0}));
    std::vector<float> values(30, 0.0F);
    values[0] = 1;
    const Canvas canvas = draw_slice(view, values, 1, 0);
    const Rectangle r = plane_of(canvas);
    EXPECT_NE(canvas.at(r.x0 + 1, r.y1 - 2), diverging_colour(0));
    EXPECT_EQ(r.x1 - r.x0, 5 * 168);
}

TEST(SlicePicture, LargePlanesShrinkAndThinOnesStayReadable) {
    Plan plan = plan_with_outputs();
    plan.decision.shape.extent = {4000, 3, 4};
    plan.decision.snapshots->box = {{0, 0, 2}, {4000, 3, 3}, 1};
    const SliceView view = slice_view(plan);

    const Canvas canvas = draw_slice(view, std::vector<float>(12000, 0.0f), 1.0, 0);

    EXPECT_EQ(canvas.width(), 68 + 840 + 112);
    std::set<Rgb> colours;  // of the bar
    for (int y = 0; y < canvas.height(); ++y) colours.insert(canvas.at(68 + 840 + 18 + 8, y));
    EXPECT_TRUE(colours.contains(diverging_colour(1 - 1.0 / 120)));
    EXPECT_TRUE(colours.contains(diverging_colour(1.0 / 120 - 1)));
    EXPECT_GE(colours.size(), 100u);
}

/// Planning counts the bytes of pictures before there are any.
TEST(SlicePicture, HasThePixelsThatTheForecastCounts) {
    const Plan plan = plan_with_outputs();
    for (const auto& [across, up] :
         {std::pair{6, 5}, {5, 6}, {4000, 3}, {3, 4000}, {480, 240}, {1000, 400}, {841, 840}}) {
        SliceView view = slice_view(plan);
        view.across = across;
        view.up = up;
        view.cells = {across, up};
        const std::vector<float> values(static_cast<std::size_t>(across * up), 0.0F);

        const Canvas canvas = draw_slice(view, values, 1.0, 0);

        EXPECT_EQ(slice_pixels(across, up), canvas.width() * canvas.height()) << across << " x " << up;
    }
}

TEST(PicturePeak, IsAPercentileOfTheAir) {
    SliceView view;
    view.across = 1000;
    std::vector<float> values(1000);
    for (std::size_t i = 0; i < 1000; ++i) values[i] = (i % 2 == 0 ? 1.0f : -1.0f) * static_cast<float>(i);

    EXPECT_EQ(picture_peak(view, values), 994);
    view.solid.assign(1000, false);
    for (std::size_t i = 500; i < 1000; ++i) view.solid[i] = true;
    EXPECT_EQ(picture_peak(view, values), 497);
    values[3] = std::nanf("");
    EXPECT_EQ(picture_peak(view, values), 497);
}

/// Noise on all nodes: no picture compresses less.
TEST(SlicePicture, FilesAreNotLargerThanForecast) {
    std::mt19937 random(1);
    std::normal_distribution<float> noise;
    for (const std::int64_t nodes : {840, 420, 100, 42, 21, 5, 1500}) {
        Plan plan = plan_with_outputs();
        plan.decision.shape.extent = {nodes, nodes / 2 + 1, 4};
        plan.decision.snapshots->box = {{0, 0, 2}, {nodes, nodes / 2 + 1, 3}, 1};
        const SliceView view = slice_view(plan);
        std::vector<float> values(static_cast<std::size_t>(view.across * view.up));
        for (float& value : values) value = noise(random);

        const auto size = std::ssize(draw_slice(view, values, picture_peak(view, values), 0.1).png());

        EXPECT_LE(size, slice_file_bytes(plan)) << nodes;
        EXPECT_GE(size, slice_file_bytes(plan) / 3) << nodes;
    }
}

}  // namespace
}  // namespace wavesim
