// SPDX-License-Identifier: MIT
#include "solvers/accuracy/layered_sound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace wavesim {
namespace {

using std::numbers::pi;

/// Of a Ricker pulse with its peak at 1 Hz; in 2D amplitudes in the distance fall with the root of the frequency.
std::vector<PulseTone> ricker_tones(bool line_source) {
    std::vector<PulseTone> tones;
    for (int i = 0; i < 48; ++i) {
        const double hz = 3.5 * (i + 0.5) / 48, amplitude = hz * hz * std::exp(-hz * hz);
        tones.push_back({hz, amplitude * amplitude / (line_source ? hz : 1)});
    }
    return tones;
}

double pulse_at(double t) { return (1 - 2 * pi * pi * t * t) * std::exp(-pi * pi * t * t); }

/// Peak of a point's pulse and its images, over that of the pulse alone: speed 1, levels and distances of the images.
double of_images(double distance, const std::vector<std::pair<double, double>>& images) {
    double highest = 0;
    for (double t = -1; t < 3; t += 0.001) {
        double sum = pulse_at(t - distance) / distance;
        for (const auto& [level, far] : images) sum += level * pulse_at(t - far) / far;
        highest = std::max(highest, std::abs(sum));
    }
    return highest * distance;
}

double level_of(const LayeredColumn& column, const std::vector<PulseTone>& tones, double source, double receiver,
                double across, bool line_source) {
    const LayeredSound sound = layered_sound(column, tones, source, receiver, across, line_source);
    return sound.all / sound.direct;
}

TEST(LayeredSound, IsThatOfTheImageInAFreeSurfaceOrAWall) {
    const double source = 0.07, receiver = 0.11, across = 0.16;
    const double direct = std::hypot(across, receiver - source), image = std::hypot(across, receiver + source);
    for (const double side : {-1.0, 1.0}) {
        const double right = of_images(direct, {{side, image}});
        const std::vector<ColumnPiece> one{{.length = 5, .speed = 1, .density = 1.3}};
        const std::vector<ColumnPiece> two{{.length = 2, .speed = 1, .density = 1.3},
                                           {.length = 3, .speed = 1, .density = 1.3}};
        EXPECT_NEAR(level_of({one, side, 0}, ricker_tones(false), source, receiver, across, false), right, 0.02);
        EXPECT_NEAR(level_of({two, 0, side}, ricker_tones(false), 5 - source, 5 - receiver, across, false), right,
                    0.02);
    }
}

/// Two fluids of one speed: the reflection coefficient (r2 - r1) / (r2 + r1) is the same at all angles.
TEST(LayeredSound, IsThatOfTheImageInASecondFluid) {
    const double apart = 0.4, across = 0.2, r1 = 1.1, r2 = 2.7, reflected = (r2 - r1) / (r2 + r1);
    const LayeredColumn column{{{.length = 3, .speed = 1, .density = r1}, {.length = 4, .speed = 1, .density = r2}}};
    const double direct = std::hypot(across, 0.1), image = std::hypot(across, 0.3);
    EXPECT_NEAR(level_of(column, ricker_tones(false), 2.9, 2.8, across, false), of_images(direct, {{reflected, image}}),
                0.02);
    EXPECT_NEAR(level_of(column, ricker_tones(false), 2.9, 2.9 + apart, across, false), 1 + reflected, 0.02);
    EXPECT_NEAR(level_of(column, ricker_tones(true), 2.9, 2.9 + apart, across, true), 1 + reflected, 0.02);
    EXPECT_NEAR(level_of(column, ricker_tones(true), 3.1, 3.1 - apart, across, true), 1 - reflected, 0.02);
}

/// A layer without contrast on both sides of the points changes nothing.
TEST(LayeredSound, IsTheDirectSoundInOneMedium) {
    const LayeredColumn column{{{.length = 1}, {.length = 2}, {.length = 3}}};
    for (const bool line_source : {false, true})
        EXPECT_NEAR(level_of(column, ricker_tones(line_source), 1.3, 2.2, 0.4, line_source), 1, 0.01);
}

}  // namespace
}  // namespace wavesim
