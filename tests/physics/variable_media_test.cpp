// SPDX-License-Identifier: MIT
// Media that vary, against plane waves at interfaces, travel times in gradients and the symmetry of the equation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::node;
using test::plan_of;
using test::receiver;
using test::ricker;
using test::run;
using test::sound_speed;

/// Antiderivative of the Ricker signal of unit amplitude.
double bipolar(double t, double frequency) {
    const double at = t - 1.5 / frequency;
    return at * std::exp(-std::pow(std::numbers::pi * frequency * at, 2));
}

/// One column of cells along z: a source in it sends plane waves, p = c / (2 area) times the antiderivative.
constexpr int column_length = 400;
constexpr int source_cell = 100;
constexpr int interface_cell = 200;  ///< first node of the lower medium
constexpr int above = 150;
constexpr int below = 250;

Scene column(int dims, const std::string& stencil, double lower_speed, double points_per_wavelength) {
    Scene scene = box_scene({1, 1, column_length}, stencil, 0);
    scene.dims = dims;
    scene.size_m.y = dims == 2 ? 0 : cell;
    scene.duration_s = 245 * cell / sound_speed;  // before sound returns from the ends
    scene.medium.layers = Medium::Layers{2, {interface_cell * cell}, {sound_speed, lower_speed}};
    scene.sources = {ricker(dims == 2 ? Point{cell / 2, 0, node(0, 0, source_cell).z} : node(0, 0, source_cell),
                            points_per_wavelength)};
    scene.sources[0].placement = Placement::nearest_node;
    for (const int z : {above, below}) {
        scene.receivers.push_back(receiver("at " + std::to_string(z), node(0, 0, z)));
        if (dims == 2) scene.receivers.back().position.y = 0;
        scene.receivers.back().placement = Placement::nearest_node;
    }
    return scene;
}

struct Errors {
    double above = 0;  ///< largest difference, relative to the incident wave
    double below = 0;
};

/// Against the exact traces of an interface at that coordinate.
Errors compare(const Scene& scene, double interface_m) {
    const Plan plan = plan_of(scene);
    const std::vector<double> traces = run(plan);
    const double frequency = scene.sources[0].signal.frequency_hz;
    const double c1 = scene.medium.layers->sound_speeds_m_s[0];
    const double c2 = scene.medium.layers->sound_speeds_m_s[1];
    const double scale = c1 / (2 * (scene.dims == 2 ? cell : cell * cell));
    const double source = node(0, 0, source_cell).z;
    const double z1 = node(0, 0, above).z;
    const double z2 = node(0, 0, below).z;
    const double peak =
        scale * bipolar(1.5 / frequency + 1 / (std::numbers::pi * frequency * std::numbers::sqrt2), frequency);
    Errors errors;
    for (std::size_t n = 0; n < traces.size() / 2; ++n) {
        const double t = static_cast<double>(n) * plan.decision.time_step_s;
        const auto wave = [&](double delay) { return scale * bipolar(t - delay, frequency); };
        const double down = wave((z1 - source) / c1);
        const double up = (c2 - c1) / (c2 + c1) * wave((2 * interface_m - source - z1) / c1);
        const double through = 2 * c2 / (c2 + c1) * wave((interface_m - source) / c1 + (z2 - interface_m) / c2);
        errors.above = std::max(errors.above, std::abs(traces[2 * n] - down - up) / peak);
        errors.below = std::max(errors.below, std::abs(traces[2 * n + 1] - through) / peak);
    }
    return errors;
}

TEST(VariableMedia, AnInterfaceReflectsAndTransmitsPlaneWaves) {
    for (const int dims : {2, 3})
        for (const double lower : {1.6 * sound_speed, 0.7 * sound_speed}) {
            Scene scene = column(dims, "leggy-4", lower, 32);
            scene.grid.courant_fraction = 0.1;  // leaves the error of the interface
            const Errors errors = compare(scene, interface_cell * cell);
            EXPECT_LE(errors.above, 0.002) << dims << "D, " << lower << " m/s";
            EXPECT_LE(errors.below, 0.002) << dims << "D, " << lower << " m/s";
        }
}

/// Twice as fine, four times as exact: also at the interface the scheme is of second order.
TEST(VariableMedia, TheInterfaceIsOfSecondOrder) {
    const Errors coarse = compare(column(3, "leggy-2", 1.6 * sound_speed, 24), interface_cell * cell);
    const Errors fine = compare(column(3, "leggy-2", 1.6 * sound_speed, 48), interface_cell * cell);
    EXPECT_LE(fine.above, coarse.above / 3.5);
    EXPECT_LE(fine.below, coarse.below / 3.5);
}

/// Where nodes are sampled waves see the interface half a cell before the first node of the lower medium, wherever it
/// was asked between them.
TEST(VariableMedia, TheInterfaceLiesHalfACellBeforeTheLowerMedium) {
    Scene scene = column(3, "leggy-4", 1.6 * sound_speed, 40);
    scene.medium.averaging = Averaging::node;
    const double there = compare(scene, interface_cell * cell).above;
    EXPECT_GE(compare(scene, (interface_cell + 0.5) * cell).above, 3 * there);
    EXPECT_GE(compare(scene, (interface_cell - 0.5) * cell).above, 3 * there);
    const std::vector<double> traces = run(plan_of(scene));
    for (const double shift : {-0.49, 0.3, 0.5}) {
        scene.medium.layers->interfaces_m = {(interface_cell + shift) * cell};
        const Plan plan = plan_of(scene);
        EXPECT_EQ(run(plan), traces) << shift;
        EXPECT_NEAR(plan.report.interface_shift_m, std::abs(shift) * cell, 1e-9);
    }
}

/// Sound of short waves in a linear gradient: delay log(c2 / c1) / slope, amplitude as sqrt(c).
TEST(VariableMedia, AGradientDelaysAndSwells) {
    Scene scene = column(3, "leggy-4", sound_speed, 32);
    scene.medium.layers.reset();
    const double from = node(0, 0, source_cell).z;
    scene.medium.gradient = Medium::Gradient{2, from, node(0, 0, below).z, {sound_speed, 1.5 * sound_speed}};
    const Plan plan = plan_of(scene);
    const std::vector<double> traces = run(plan);
    const double frequency = scene.sources[0].signal.frequency_hz;
    const double slope = 0.5 * sound_speed / (node(0, 0, below).z - from);
    const double delay = std::log(1.5) / slope;
    const double scale = sound_speed / (2 * cell * cell) * std::sqrt(1.5);
    double error = 0;
    double peak = 0;
    for (std::size_t n = 0; n < traces.size() / 2; ++n) {
        const double exact = scale * bipolar(static_cast<double>(n) * plan.decision.time_step_s - delay, frequency);
        error = std::max(error, std::abs(traces[2 * n + 1] - exact));
        peak = std::max(peak, std::abs(exact));
    }
    EXPECT_LE(error, 0.02 * peak) << error / peak;
}

/// Rays in a linear gradient are arcs: time = acosh(1 + slope^2 d^2 / (2 c1 c2)) / slope.
TEST(VariableMedia, BentRaysArriveInTime) {
    Scene scene = box_scene({75, 75, 75}, "leggy-4", 90 * cell / sound_speed);
    scene.medium.gradient = Medium::Gradient{2, 0, 75 * cell, {sound_speed, 2 * sound_speed}};
    scene.sources = {ricker(node(24, 37, 24), 10)};
    const Point at = node(50, 37, 44);
    scene.receivers = {receiver("far", at)};
    const Plan plan = plan_of(scene);
    const std::vector<double> trace = run(plan);
    const double slope = sound_speed / (75 * cell);
    const double c1 = sound_speed + slope * node(0, 0, 24).z;
    const double c2 = sound_speed + slope * node(0, 0, 44).z;
    const double d2 = (26 * 26 + 20 * 20) * cell * cell;
    const double time = std::acosh(1 + slope * slope * d2 / (2 * c1 * c2)) / slope;

    const auto loudest = std::max_element(trace.begin(), trace.end()) - trace.begin();
    ASSERT_GT(loudest, 0);
    const auto p = [&](std::ptrdiff_t n) { return trace[static_cast<std::size_t>(n)]; };
    const double between = (p(loudest - 1) - p(loudest + 1)) / (2 * (p(loudest - 1) - 2 * p(loudest) + p(loudest + 1)));
    const double arrival = (static_cast<double>(loudest) + between) * plan.decision.time_step_s;
    EXPECT_NEAR(arrival - 1.5 / scene.sources[0].signal.frequency_hz, time, 0.01 * time);
}

SurfaceLaw absorbing(double admittance) {
    SurfaceLaw law;
    law.kind = SurfaceLaw::Kind::admittance;
    law.value = admittance;
    return law;
}

/// A room with a block, absorbing walls and a medium of everything.
Scene varied_room(const std::string& stencil) {
    Scene scene = box_scene({26, 22, 24}, stencil, 500 * cell / sound_speed);
    scene.medium.layers = Medium::Layers{0, {9 * cell}, {0.8 * sound_speed, sound_speed}};
    scene.medium.boxes = {{node(3, 3, 3), node(12, 9, 9), 1.3 * sound_speed}};
    scene.medium.lenses = {{node(17, 12, 14), 7 * cell, 0.6 * sound_speed}};
    for (SurfaceLaw& law : scene.boundaries.side) law = absorbing(0.02);
    scene.solids = {{"block", {14 * cell, 4 * cell, 0}, {19 * cell, 10 * cell, 8 * cell}, absorbing(0.01)}};
    scene.sources = {ricker(node(6.3, 6.2, 6.4), 12)};
    scene.receivers = {receiver("other", node(16.8, 13.6, 15.1))};
    return scene;
}

TEST(VariableMedia, SourceAndReceiverMayChangePlaces) {
    for (const WallForm form : {WallForm::half, WallForm::lumped}) {
        Scene scene = varied_room("leggy-2");
        scene.boundaries.walls = form;
        const std::vector<double> there = run(plan_of(scene));
        std::swap(scene.sources[0].position, scene.receivers[0].position);
        const std::vector<double> back = run(plan_of(scene));
        double difference = 0;
        double peak = 0;
        for (std::size_t n = 0; n < there.size(); ++n) {
            difference = std::max(difference, std::abs(there[n] - back[n]));
            peak = std::max(peak, std::abs(there[n]));
        }
        EXPECT_LE(difference, 1e-11 * peak);
        EXPECT_GT(peak, 0);
    }
}

/// At the stability limit absorbing walls only take energy, whatever the medium beside them.
TEST(VariableMedia, WallsTakeEnergyInEveryMedium) {
    Scene scene = varied_room("leggy-2");
    scene.duration_s *= 8;
    const Plan plan = plan_of(scene);
    const std::vector<double> trace = run(plan);
    const auto peak = [&](std::size_t from, std::size_t to) {
        double p = 0;
        for (std::size_t n = from; n < to; ++n) p = std::max(p, std::abs(trace[n]));
        return p;
    };
    EXPECT_LE(peak(trace.size() * 3 / 4, trace.size()), 0.1 * peak(0, trace.size() / 4));
}

/// A faster medium that lies outside the domain changes the time step only.
TEST(VariableMedia, EqualsTheConstantMediumAtItsTimeStep) {
    for (const WallForm form : {WallForm::half, WallForm::lumped}) {
        Scene scene = varied_room("leggy-2");
        scene.boundaries.walls = form;
        scene.medium = {};
        scene.medium.sound_speed_m_s = sound_speed;
        scene.grid.courant_fraction = 0.8;
        scene.duration_s /= 4;
        const std::vector<double> constant = run(plan_of(scene));
        scene.medium.layers = Medium::Layers{2, {100 * cell}, {sound_speed, 1.25 * sound_speed}};
        scene.grid.courant_fraction = 1;
        const std::vector<double> varying = run(plan_of(scene));
        ASSERT_EQ(constant.size(), varying.size());
        double difference = 0;
        double peak = 0;
        for (std::size_t n = 0; n < constant.size(); ++n) {
            difference = std::max(difference, std::abs(constant[n] - varying[n]));
            peak = std::max(peak, std::abs(constant[n]));
        }
        EXPECT_LE(difference, 1e-5 * peak);  // factors are kept in float
    }
}

TEST(VariableMedia, ThreadsChangeNoBit) {
    const Plan plan = plan_of(varied_room("leggy-4"), Precision::float32);
    std::vector<double> first;
    for (const int threads : {1, 2, 3}) {
        test::MemoryRecorder recorder;
        RunControl control;
        control.backend.threads = threads;
        simulate(plan, recorder, control);
        if (threads == 1) first = recorder.samples;
        EXPECT_EQ(recorder.samples, first) << threads;
    }
}

}  // namespace
}  // namespace wavesim
