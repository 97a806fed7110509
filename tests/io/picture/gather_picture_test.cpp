// SPDX-License-Identifier: MIT
#include "io/picture/gather_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {
namespace {

constexpr int left = 76, top = 74;  // of the traces in the picture

struct Example {
    GatherView view;
    std::vector<double> values;
};

/// Ten traces of 72 samples (ten pixels each), one pulse in each: positive, but negative in the last.
Example pulses() {
    Example example{{"pulses", {}, 0.001}, std::vector<double>(10 * 72, 0.0)};
    for (std::size_t r = 0; r < 10; ++r) {
        example.view.offsets_m.push_back(25.0 * static_cast<double>(r));
        example.values[r * 72 + 10 + 3 * r] = r == 9 ? -2.0 : 2.0;
    }
    return example;
}

bool is_grey(const Rgb& c) { return std::abs(c[0] - c[1]) < 12 && std::abs(c[1] - c[2]) < 12; }

TEST(GatherPicture, ColoursStandWhereThePulsesAre) {
    const auto [view, values] = pulses();

    const Canvas canvas = draw_gather(view, values, GatherStyle::density, 2.0);

    const int wide = 48;  // 480 pixels for ten traces
    for (int r = 0; r < 10; ++r) {
        const Rgb at = canvas.at(left + wide * r + wide / 2, top + 10 * (10 + 3 * r) + 5);
        EXPECT_EQ(at[0] > at[2], r != 9) << r;
        EXPECT_FALSE(is_grey(at)) << r;
        EXPECT_TRUE(is_grey(canvas.at(left + wide * r + wide / 2, top + 10 * (20 + 3 * r)))) << r;
    }
}

TEST(GatherPicture, WigglesFillTheirPositiveHalf) {
    const auto [view, values] = pulses();

    const Canvas canvas = draw_gather(view, values, GatherStyle::wiggle, 2.0);

    const Rgb ink = canvas.at(left - 1, top);  // the frame
    for (int r = 0; r < 10; ++r) {
        const int x = left + 40 * r + 60;  // room for a swing beside the first and the last
        const int y = top + 10 * (10 + 3 * r) + 5;
        EXPECT_EQ(canvas.at(x + 10, y) == ink, r != 9) << r;
        EXPECT_NE(canvas.at(x - 10, y), ink) << r;
        EXPECT_EQ(canvas.at(x, y + 100), ink) << r;  // the zero line
    }
}

/// Two traces of 480 pixels in all stand at 180 and 300; the peak of the second reaches as far as they are apart.
TEST(GatherPicture, PeaksOfNamedReceiversAreNotCut) {
    const GatherView view{"room", {2.0, 1.7}, 0.001, 0, {"seat", "door"}};
    std::vector<double> values(2 * 72, 0.0);
    values[72 + 30] = 3;
    values[20] = -1.5;

    const Canvas canvas = draw_gather(view, values, GatherStyle::wiggle, scale_of_peak(values));

    const Rgb ink = canvas.at(left - 1, top);
    int first = left + 478, last = left + 1;
    for (int x = left + 1; x < left + 479; ++x)
        for (int y = top + 5; y < top + 715; ++y)
            if (canvas.at(x, y) == ink) first = std::min(first, x), last = std::max(last, x);
    EXPECT_NEAR(last, left + 300 + 120, 7) << "rows of pixels miss the peak of the line by up to 5 %";
    EXPECT_NEAR(first, left + 180 - 60, 4);
}

/// Of many traces every n-th is drawn and reaches as far as n of them: the frame cuts none, the first no more than
/// others.
TEST(GatherPicture, OuterTracesOfManyAreNotCutByTheFrame) {
    constexpr std::size_t receivers = 1000;
    GatherView view{"many", {}, 0.001};
    std::vector<double> values(receivers * 72, 0.0);
    for (std::size_t r = 0; r < receivers; ++r) {
        view.offsets_m.push_back(static_cast<double>(r));
        values[r * 72 + 20] = -9;  // to the left, as far as wiggles reach
    }
    const Canvas canvas = draw_gather(view, values, GatherStyle::wiggle, 3);

    const Rgb ink = canvas.at(left - 1, top);
    const auto first_ink = [&](int y) {
        int x = left;
        while (canvas.at(x, y) != ink) ++x;
        return x;
    };
    const int line = first_ink(top + 400), peak = first_ink(top + 205);
    EXPECT_GE(line - peak, 12);  // 1.5 distances of 8 pixels
    EXPECT_GE(peak, left);
}

/// Whether the axis above the traces has a tick there.
bool has_tick(const Canvas& canvas, double x) {
    return canvas.at(static_cast<int>(std::lround(x)), top - 4) == canvas.at(left - 1, top);
}

TEST(GatherPicture, OffsetsAreRoundWhereTheyGrowOrFall) {
    auto [view, values] = pulses();
    const auto centre = [](double r) { return left + 48 * r + 24; };
    for (const double sign : {1.0, -1.0}) {
        for (std::size_t r = 0; r < 10; ++r) view.offsets_m[r] = sign * (10 + 25 * static_cast<double>(r));
        const Canvas canvas = draw_gather(view, values, GatherStyle::density, 2.0);
        for (const double offset : {100.0, 200.0}) EXPECT_TRUE(has_tick(canvas, centre((offset - 10) / 25)));
        for (const int r : {1, 3, 5, 7, 9}) EXPECT_FALSE(has_tick(canvas, centre(r))) << r;  // 35, 85, 135 ... m
    }
    view.offsets_m[5] = 1000;  // a spread in no order: a tick where a receiver is
    const Canvas canvas = draw_gather(view, values, GatherStyle::density, 2.0);
    EXPECT_TRUE(has_tick(canvas, centre(5)));
    EXPECT_FALSE(has_tick(canvas, centre(1.6)));
}

/// A split spread whose first round offset is 0: without a minus sign before it.
TEST(GatherPicture, OffsetZeroHasNoSign) {
    GatherView view{"split", {-0.5, 9.5}, 0.001};
    const Canvas canvas = draw_gather(view, std::vector<double>(2 * 50, 0.0), GatherStyle::density, 1.0);
    const Rgb ink = canvas.at(left - 1, top);
    const int zero = left + 120 + 12;  // 240 pixels per trace
    ASSERT_TRUE(has_tick(canvas, zero));
    int columns = 0;
    for (int x = zero - 20; x <= zero + 20; ++x)
        for (int y = top - 22; y < top - 7; ++y)
            if (canvas.at(x, y) == ink) {
                ++columns;
                break;
            }
    EXPECT_GT(columns, 2);
    EXPECT_LE(columns, Canvas::text_width("0"));
}

/// Pixels of the title of the time axis, which is written upwards at the left edge.
int title_pixels(double time_step_s) {
    const GatherView view{"two", {1, 2}, time_step_s};
    const Canvas canvas = draw_gather(view, std::vector<double>(2 * 100, 0.0), GatherStyle::density, 1.0);
    const Rgb ink = canvas.at(left - 1, top);
    std::vector<int> rows;
    for (int y = top; y < top + 720; ++y)
        for (int x = 4; x < 18; ++x)
            if (canvas.at(x, y) == ink) rows.push_back(y);
    return rows.empty() ? 0 : rows.back() - rows.front() + 1;
}

/// Records of less than half a second in milliseconds, longer ones in seconds.
TEST(GatherPicture, TimeHasAUnitThatFits) {
    constexpr int beside_letters = 5;  // less than a letter's width
    EXPECT_NEAR(title_pixels(1e-3), Canvas::text_width("time [ms]"), beside_letters);
    EXPECT_NEAR(title_pixels(4e-3), Canvas::text_width("time [ms]"), beside_letters);
    EXPECT_NEAR(title_pixels(1e-2), Canvas::text_width("time [s]"), beside_letters);
}

/// However few the traces, the sentence at the bottom stands whole within the picture.
TEST(GatherPicture, CaptionsFit) {
    for (const GatherStyle style : {GatherStyle::wiggle, GatherStyle::density}) {
        const GatherView view{"two", {1, 2}, 0.001};
        const Canvas canvas = draw_gather(view, std::vector<double>(2 * 50, 0.0), style, 1.234e-5);
        const Rgb ink = canvas.at(left - 1, top);
        std::vector<int> columns;
        for (int x = 0; x < canvas.width(); ++x)
            for (int y = canvas.height() - 20; y < canvas.height(); ++y)
                if (canvas.at(x, y) == ink) columns.push_back(x);
        ASSERT_FALSE(columns.empty());
        EXPECT_GE(columns.front(), 5);
        EXPECT_LT(columns.back(), canvas.width() - 5);
    }
}

TEST(GatherPicture, SilentTracesAreStraightLines) {
    const GatherView view{"silence", {0, 1, 2, 3}, 0.001};

    const Canvas canvas = draw_gather(view, std::vector<double>(4 * 50, 0.0), GatherStyle::wiggle, 1.0);

    const Rgb ink = canvas.at(left - 1, top);
    for (int y = top; y < top + 720; ++y) EXPECT_EQ(canvas.at(left + 120, y), ink) << y;
    for (int y = top; y < top + 720; ++y) EXPECT_NE(canvas.at(left + 59, y), ink) << y;
}

TEST(GatherPicture, EverySizeCanBeDrawn) {
    for (const std::size_t receivers : {1U, 2U, 7U, 333U, 3000U})
        for (const std::size_t samples : {1U, 5U, 719U, 721U, 5000U})
            for (const GatherStyle style : {GatherStyle::wiggle, GatherStyle::density}) {
                if (receivers * samples > 4'000'000) continue;
                GatherView view{"sizes", std::vector<double>(receivers, -1234.5), 1e-5};
                std::vector<double> values(receivers * samples, 1e-9);
                values.back() = std::nan("");
                const double scale = gather_scale(values, style);
                const Canvas canvas = draw_gather(view, values, style, scale);
                EXPECT_EQ(gather_pixels(static_cast<std::int64_t>(receivers), style), canvas.width() * canvas.height())
                    << receivers << " x " << samples;
            }
}

TEST(GatherPicture, ScaleIsAPercentileOfWhatIsThere) {
    std::vector<double> values(1000, 0.0);
    EXPECT_EQ(gather_scale(values, GatherStyle::wiggle), 1);
    values[5] = -3;
    EXPECT_EQ(gather_scale(values, GatherStyle::wiggle), 3);  // the peak, where the percentile is 0
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
    EXPECT_EQ(gather_scale(values, GatherStyle::wiggle), 989);
    EXPECT_EQ(gather_scale(values, GatherStyle::density), 994);
}

/// A pulse that decays as 1 / t^2 keeps its height with power: 2; silence stays silent.
TEST(GatherGain, PowersOfTimeUndoDecay) {
    std::vector<double> values(2 * 1000, 0.0);
    for (std::size_t n = 100; n < 1000; n += 100) values[n] = std::pow(static_cast<double>(n - 50) * 1e-3, -2);

    apply_gain(values, 2, {{}, 2}, 1e-3, 0.05);

    for (std::size_t n = 100; n < 1000; n += 100) EXPECT_NEAR(values[n], 1, 1e-12);
    for (std::size_t n = 1000; n < 2000; ++n) EXPECT_EQ(values[n], 0);
}

/// A tone whose loudness changes slowly has the root mean square 1 everywhere.
TEST(GatherGain, AutomaticGainLevelsATone) {
    std::vector<double> values(4000);
    for (std::size_t n = 0; n < values.size(); ++n) {
        const double t = static_cast<double>(n) * 1e-3;
        values[n] = std::exp(-t) * std::sin(2 * std::numbers::pi * 50 * t);
    }

    apply_gain(values, 1, {0.2, 0}, 1e-3, 0);

    for (std::size_t from = 500; from + 200 < values.size(); from += 500) {
        double squares = 0;
        for (std::size_t n = from; n < from + 200; ++n) squares += values[n] * values[n];
        EXPECT_NEAR(std::sqrt(squares / 200), 1, 0.02) << from;
    }
}

/// Whether a picture of one colour has `text` from a place on, compared with the text on an empty canvas.
bool has_text(const Canvas& canvas, int x, int y, const std::string& text) {
    const Rgb ink = canvas.at(left - 1, top);
    const int width = Canvas::text_width(text), lines = 16;
    Canvas alone(width, lines, canvas.at(0, 0));
    alone.text(0, 0, text, ink);
    for (int i = 0; i < width; ++i)
        for (int j = 0; j < lines; ++j)
            if ((alone.at(i, j) == ink) != (canvas.at(x + i, y + j) == ink)) return false;
    return true;
}

/// A scale of 3 Pa is drawn as 0.75 of the distance of two traces: 4 Pa reach the next, and 6 Pa are cut.
TEST(GatherPicture, CaptionOfWigglesSaysWhatReachesTheNextTrace) {
    const auto [view, values] = pulses();

    const Canvas canvas = draw_gather(view, values, GatherStyle::wiggle, 3.0);

    const std::string caption = "no time gain; 4 Pa to the next trace, cut at 6 Pa";
    const int room = canvas.width() - Canvas::text_width(caption) - 6;
    EXPECT_TRUE(has_text(canvas, std::min(left, room), canvas.height() - 20, caption));
    EXPECT_FALSE(has_text(canvas, std::min(left, room), canvas.height() - 20, "no time gain; 5 Pa"));
}

/// The bar of colours has nine ticks to its right, from its first to its last of 420 rows, and none to its left.
TEST(GatherPicture, TicksOfTheBarStandBesideTheirNumbers) {
    const auto [view, values] = pulses();

    const Canvas canvas = draw_gather(view, values, GatherStyle::density, 2.0);

    const Rgb ink = canvas.at(left - 1, top);
    const int bar = left + 480 + 18, first = top + 28;
    const auto has_tick = [&](int x, int y) {
        for (int i = 0; i < 4; ++i)
            if (canvas.at(x + i, y) != ink) return false;
        return true;
    };
    for (const int row : {0, 419}) {
        EXPECT_TRUE(has_tick(bar + 17, first + row)) << row;
        EXPECT_FALSE(has_tick(bar - 17, first + row)) << row;
    }
    int ticks = 0;
    for (int row = 0; row < 420; ++row) ticks += has_tick(bar + 17, first + row) ? 1 : 0;
    EXPECT_EQ(ticks, 9);
}

}  // namespace
}  // namespace wavesim
