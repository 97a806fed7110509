// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/comparison.hpp"
#include "solvers/signal/signal.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::node;
using test::receiver;
using test::ricker;
using test::sound_speed;

Scene shoebox(double points_per_wavelength) {
    Scene scene = box_scene({30, 26, 22}, "compact-123-me6", 110 * cell / sound_speed);
    scene.grid.courant_fraction = 0.9 / 0.965;
    scene.outputs.compare = ExactReference::shoebox;
    scene.sources = {ricker(node(7, 8, 6), points_per_wavelength)};
    scene.receivers = {receiver("near", node(12, 11, 9)), receiver("far", node(25, 19, 17)),
                       receiver("at a wall", node(0, 13, 11)), receiver("in a corner", node(29, 25, 21))};
    return scene;
}

double worst_error(const Scene& scene, Precision precision = Precision::float64) {
    const Comparison c = test::compare(scene, precision);
    EXPECT_EQ(c.receivers.size(), scene.receivers.size());
    for (const ReceiverComparison& r : c.receivers) EXPECT_TRUE(r.heard());
    return c.worst();
}

TEST(Shoebox, ImagesAt12PointsPerWavelength) { EXPECT_LE(worst_error(shoebox(12)), 1e-2); }

TEST(Shoebox, ImagesAt16PointsPerWavelength) {
    EXPECT_LE(worst_error(shoebox(16)), 2e-3);
    EXPECT_LE(worst_error(shoebox(16), Precision::float32), 2e-3);
}

TEST(Shoebox, OffGridSourceCloseToAWallIsMirrored) {
    Scene scene = shoebox(16);
    scene.sources[0].position = {0.9 * cell, 8.3 * cell, 21.4 * cell};
    scene.receivers = {receiver("beside a wall", {25.2 * cell, 0.3 * cell, 11.7 * cell}),
                       receiver("in the room", {14.6 * cell, 17.3 * cell, 11.2 * cell})};
    EXPECT_LE(worst_error(scene), 4e-3);
}

TEST(Shoebox, WallsOnNodes) {
    Scene scene = shoebox(16);
    scene.boundaries.walls = WallForm::whole;
    scene.sources[0].position = {0, 8.3 * cell, 6 * cell};  // on a wall
    scene.receivers = {receiver("corner", scene.size_m), receiver("wall", {30 * cell, 13.3 * cell, 0.2 * cell}),
                       receiver("room", {14.6 * cell, 17.3 * cell, 11.2 * cell})};
    EXPECT_LE(worst_error(scene), 4e-3);
}

TEST(Shoebox, TwoDimensions) {
    Scene scene = box_scene({40, 1, 31}, "compact-123-me6", 120 * cell / sound_speed);
    scene.outputs.compare = ExactReference::shoebox;
    scene.sources = {ricker({9.5 * cell, 0, 7.5 * cell}, 16)};
    scene.receivers = {receiver("room", {30.5 * cell, 0, 20.5 * cell}),
                       receiver("corner", {0.5 * cell, 0, 30.5 * cell})};
    EXPECT_LE(worst_error(scene), 2e-3);
}

TEST(Shoebox, TwoSourcesAddUp) {
    Scene scene = shoebox(16);
    scene.sources.push_back(ricker(node(20, 5, 16), 18));
    scene.sources[1].signal.amplitude_pa_m = -2.5;
    scene.sources[1].signal.delay_s = 0.03;
    EXPECT_LE(worst_error(scene), 2e-3);
}

/// Every kind of signal arrives as the image sources say.
TEST(Shoebox, GaussianDgaussSineAndSamples) {
    Scene scene = shoebox(16);
    SignalRequest& signal = scene.sources[0].signal;
    const double step = cell / sound_speed;  // 1 cell of travel
    signal.kind = SignalKind::gaussian;
    signal.width_s = 6 * step;
    EXPECT_LE(worst_error(scene), 2e-3);
    signal.kind = SignalKind::dgauss;
    EXPECT_LE(worst_error(scene), 2e-3);
    signal.kind = SignalKind::sine;
    signal.frequency_hz = 1 / (24 * step);
    EXPECT_LE(worst_error(scene), 3e-3);

    signal.kind = SignalKind::samples;  // a Ricker wavelet of 16 points per wavelength, sampled at another rate
    signal.sample_rate_hz = 0.77 / step;
    const Signal wavelet(ricker({}, 16).signal, step);
    for (int i = 0; i < 80; ++i) signal.samples.push_back(wavelet.value(i / signal.sample_rate_hz));
    EXPECT_LE(worst_error(scene), 2e-3);
}

}  // namespace
}  // namespace wavesim
