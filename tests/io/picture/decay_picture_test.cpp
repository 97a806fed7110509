// SPDX-License-Identifier: MIT
#include "io/picture/decay_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

constexpr int plot_left = 76, plot_top = 44, plot_width = 640, plot_height = 420;  // of the curves in the picture
constexpr double decay_step_s = 0.001;

/// Straight decays in 1.4 and 0.7 s; the last one is drawn without a time.
DecayView straight() {
    DecayView view{"straight", decay_step_s, {{"125 Hz", {}, 1.4}, {"250 Hz", {}, 0.7}}};
    for (int i = 0; i < 2000; ++i) {
        view.bands[0].levels_db.push_back(-60 * i * decay_step_s / 1.4);
        view.bands[1].levels_db.push_back(-60 * i * decay_step_s / 0.7);
    }
    view.bands[1].t20_s = std::nan("");
    return view;
}

/// The picture ends where the slower curve reaches -70 dB.
constexpr double plot_seconds = 1.4 * 70 / 60;
int x_of(double time_s) { return plot_left + static_cast<int>(std::lround(time_s / plot_seconds * plot_width)); }
int y_of(double level_db) { return plot_top + static_cast<int>(std::lround(level_db / -70 * plot_height)); }

/// Whether a pixel of that colour is within three columns and two rows of the place.
bool has_near(const Canvas& canvas, int x, int y, const Rgb& colour) {
    for (int dx = -3; dx <= 3; ++dx)
        for (int dy = -2; dy <= 2; ++dy)
            if (canvas.at(x + dx, y + dy) == colour) return true;
    return false;
}

TEST(DecayPicture, CurvesStandWhereTheLevelsAre) {
    const Canvas canvas = draw_decays(straight());

    const Rgb slow = canvas.at(plot_left + plot_width + 18, plot_top + 10),
              fast = canvas.at(plot_left + plot_width + 18, plot_top + 30);
    ASSERT_NE(slow, fast);
    EXPECT_TRUE(has_near(canvas, x_of(0.7), y_of(-30), slow));
    EXPECT_TRUE(has_near(canvas, x_of(1.4), y_of(-60), slow));
    EXPECT_TRUE(has_near(canvas, x_of(0.7), y_of(-60), fast));
    EXPECT_FALSE(has_near(canvas, x_of(0.7), y_of(-45), slow));
    EXPECT_FALSE(has_near(canvas, x_of(0.7), y_of(-45), fast));
}

TEST(DecayPicture, DotsAreTheLineOfATimeThatIsKnown) {
    DecayView view = straight();
    view.bands[1].levels_db.clear();

    const Canvas canvas = draw_decays(view);

    EXPECT_TRUE(has_near(canvas, x_of(0.35), y_of(-15), ink));
    EXPECT_FALSE(has_near(canvas, x_of(0.81), y_of(-35), ink));  // beyond -25 dB
    EXPECT_FALSE(has_near(canvas, x_of(0.175), y_of(-15), ink));
}

}  // namespace
}  // namespace wavesim
