// SPDX-License-Identifier: MIT
// Traces without time dispersion at the full time step, against exact solutions of every kind of medium.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/exact/free_field.hpp"

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

using ExactTrace = std::function<std::vector<double>(const Plan&, std::size_t receiver)>;

/// Largest error of the traces, each relative to its own peak.
double error_of(Scene scene, TimeCorrection correction, const ExactTrace& exact) {
    scene.outputs.traces.time_correction = correction;
    const Plan plan = plan_of(scene);
    EXPECT_EQ(plan.decision.time_correction.on, correction != TimeCorrection::off)
        << plan.report.time_correction_reason;
    const std::vector<double> samples = run(plan);
    const std::size_t receivers = scene.receivers.size();
    EXPECT_EQ(samples.size(), receivers * static_cast<std::size_t>(plan.decision.steps));
    double worst = 0;
    for (std::size_t r = 0; r < receivers; ++r) {
        const std::vector<double> truth = exact(plan, r);
        double error = 0;
        double peak = 0;
        for (std::size_t n = 0; n < truth.size(); ++n) {
            error = std::max(error, std::abs(samples[n * receivers + r] - truth[n]));
            peak = std::max(peak, std::abs(truth[n]));
        }
        worst = std::max(worst, error / peak);
    }
    return worst;
}

void expect(const Scene& scene, const ExactTrace& exact, double most, double least_without) {
    const double with = error_of(scene, TimeCorrection::automatic, exact);
    const double without = error_of(scene, TimeCorrection::off, exact);
    ::testing::Test::RecordProperty("with", std::to_string(with));
    ::testing::Test::RecordProperty("without", std::to_string(without));
    EXPECT_LE(with, most);
    EXPECT_GE(without, least_without);
}

Scene open_scene(Extent cells, const std::string& stencil, double way_in_cells) {
    Scene scene = box_scene(cells, stencil, way_in_cells * cell / sound_speed);
    for (const Side side : all_sides) {
        if (scene.dims == 2 && axis_of(side) == 1) continue;
        scene.boundaries.kind[static_cast<std::size_t>(side)] = SideKind::absorbing;
        scene.boundaries.layer[static_cast<std::size_t>(side)].cells = 20;
    }
    return scene;
}

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

TEST(TimeCorrection, FreeFieldOver200CellsIsExactTo1InAThousand) {
    Scene scene = open_scene({240, 1, 150}, "leggy-8", 240);
    scene.sources = {ricker(node(19, -0.5, 75), 10)};
    scene.receivers = {receiver("far", node(219, -0.5, 75))};
    const auto exact = [&](const Plan& plan, std::size_t) {
        const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
        return free_field_2d(signal, 200 * cell, sound_speed, plan.decision.time_step_s, plan.decision.steps);
    };

    expect(scene, exact, 1e-3, 0.6);
}

TEST(TimeCorrection, HalfSpace) {
    Scene scene = open_scene({84, 26, 40}, "leggy-8", 130);
    scene.boundaries.kind[static_cast<std::size_t>(Side::z_min)] = SideKind::free_surface;
    scene.sources = {ricker(node(10, 13, 9), 10)};
    scene.receivers = {receiver("deep", node(70, 11, 30)), receiver("shallow", node(72, 14, 4))};
    const auto exact = [&](const Plan& plan, std::size_t r) {
        const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
        const Point& at = scene.receivers[r].position;
        Point image = scene.sources[0].position;
        const auto from = [&](const Point& source) {
            return free_field_3d(signal, distance(source, at), sound_speed, plan.decision.time_step_s,
                                 plan.decision.steps);
        };
        std::vector<double> trace = from(image);
        image.z = -image.z;
        const std::vector<double> ghost = from(image);
        for (std::size_t n = 0; n < trace.size(); ++n) trace[n] -= ghost[n];
        return trace;
    };

    expect(scene, exact, 0.008, 0.1);
}

/// One column of cells along z: a source in it sends plane waves, p = c / (2 area) times the antiderivative.
Scene plane_waves(const std::string& stencil, double points_per_wavelength) {
    Scene scene = box_scene({1, 1, 400}, stencil, 245 * cell / sound_speed);  // before sound returns from the ends
    scene.dims = 3;
    scene.size_m.y = cell;
    scene.sources = {ricker(node(0, 0, 100), points_per_wavelength)};
    scene.sources[0].placement = Placement::nearest_node;
    for (const int z : {150, 250}) {
        scene.receivers.push_back(receiver("at " + std::to_string(z), node(0, 0, z)));
        scene.receivers.back().placement = Placement::nearest_node;
    }
    return scene;
}

/// Antiderivative of the Ricker signal of unit amplitude.
double ricker_integral(double t, double frequency) {
    const double at = t - 1.5 / frequency;
    return at * std::exp(-std::pow(std::numbers::pi * frequency * at, 2));
}

TEST(TimeCorrection, TwoFluids) {
    constexpr double faster = 1.5;
    constexpr double heavier = 2;
    constexpr double interface = 200 * cell;
    Scene scene = plane_waves("leggy-8", 20);
    scene.medium.layers = Medium::Layers{2, {interface}, {sound_speed, faster * sound_speed}, {1000, heavier * 1000}};
    const double frequency = scene.sources[0].signal.frequency_hz;
    const auto exact = [&](const Plan& plan, std::size_t r) {
        const double source = scene.sources[0].position.z;
        const double at = scene.receivers[r].position.z;
        const double reflected = (faster * heavier - 1) / (faster * heavier + 1);
        std::vector<double> trace;
        for (std::int64_t n = 0; n < plan.decision.steps; ++n) {
            const auto wave = [&](double delay) {
                const double t = static_cast<double>(n) * plan.decision.time_step_s;
                return sound_speed / (2 * cell * cell) * ricker_integral(t - delay, frequency);
            };
            trace.push_back(r == 0 ? wave((at - source) / sound_speed) +
                                         reflected * wave((2 * interface - source - at) / sound_speed)
                                   : (1 + reflected) * wave((interface - source) / sound_speed +
                                                            (at - interface) / (faster * sound_speed)));
        }
        return trace;
    };

    expect(scene, exact, 0.008, 0.02);
}

/// In c(z) = c0 + s z let xi = integral of dz / c: phi = exp(-s xi / 2) p obeys phi_tt = phi_xixi - (s/2)^2 phi, whose
/// answer to an impulse is J0((s/2) sqrt(t^2 - xi^2)) / 2 behind the front: that of a plane source at xi = 0 is p = c
/// exp(s xi / 2) / (2 area) int q(t - t') J0 dt'.
TEST(TimeCorrection, Gradient) {
    Scene scene = plane_waves("leggy-8", 10);
    scene.medium.gradient = Medium::Gradient{2, 0, 400 * cell, {sound_speed, 3 * sound_speed}};
    scene.duration_s = 150 * cell / sound_speed;
    const double slope = 2 * sound_speed / (400 * cell);
    const auto speed = [slope](double z) { return sound_speed + slope * z; };
    const double source = scene.sources[0].position.z;
    const double frequency = scene.sources[0].signal.frequency_hz;
    const auto exact = [&](const Plan& plan, std::size_t r) {
        const double xi = std::log(speed(scene.receivers[r].position.z) / speed(source)) / slope;
        const double scale = speed(source) * std::exp(slope * xi / 2) / (2 * cell * cell);
        const double part = plan.decision.time_step_s / 8;
        std::vector<double> trace;
        for (std::int64_t n = 0; n < plan.decision.steps; ++n) {
            const double t = static_cast<double>(n) * plan.decision.time_step_s;
            // By parts, to sum the short antiderivative of the signal: J0(0) Q(t - xi) - int Q(t - t') d/dt' J0 dt'.
            double sum = t > xi ? ricker_integral(t - xi, frequency) : 0;
            for (double late = xi + part / 2; late < t; late += part) {
                const double root = std::sqrt(late * late - xi * xi);
                sum -= part * ricker_integral(t - late, frequency) * slope / 2 * late / root *
                       std::cyl_bessel_j(1, slope / 2 * root);
            }
            trace.push_back(scale * sum);
        }
        return trace;
    };

    expect(scene, exact, 0.008, 0.02);
}

/// With delta = epsilon waves are elliptical: those of an isotropic medium in space stretched across the symmetry axis.
TEST(TimeCorrection, EllipticalTti) {
    constexpr double epsilon = 0.2;
    constexpr double degrees = 30;
    for (const TtiForm form : {TtiForm::self_adjoint, TtiForm::k73}) {
        Scene scene = open_scene({140, 1, 140}, "auto", 95);
        scene.tti = Anisotropy{};
        scene.tti->form = form;
        scene.tti->absorber = Anisotropy::Absorber::layers;
        scene.tti->everywhere = {epsilon, epsilon, degrees, 0};
        scene.sources = {ricker(node(70, -0.5, 70), form == TtiForm::k73 ? 18 : 12)};
        scene.receivers = {receiver("across", node(130, -0.5, 75)), receiver("along", node(90, -0.5, 125))};
        const auto exact = [&](const Plan& plan, std::size_t r) {
            const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
            const Point& at = scene.receivers[r].position;
            const double x = at.x - scene.sources[0].position.x;
            const double z = at.z - scene.sources[0].position.z;
            const double tilt = degrees * std::numbers::pi / 180;
            const double along = std::sin(tilt) * x + std::cos(tilt) * z;
            const double across = (std::cos(tilt) * x - std::sin(tilt) * z) / std::sqrt(1 + 2 * epsilon);
            auto trace = free_field_2d(signal, std::hypot(along, across), sound_speed, plan.decision.time_step_s,
                                       plan.decision.steps);
            // Points of P waves act as forces: c^2 times the stiffness 1 + 2 epsilon of the node.
            const double force = form == TtiForm::self_adjoint ? 1 + 2 * epsilon : 1;
            for (double& p : trace) p *= force / std::sqrt(1 + 2 * epsilon);
            return trace;
        };

        SCOPED_TRACE(form == TtiForm::k73 ? "k73" : "self-adjoint");
        expect(scene, exact, 0.008, 0.03);
    }
}

/// A closed room of rigid walls rings on at the end of the run: the last samples are as exact as the others.
TEST(TimeCorrection, RigidRoomToTheLastSample) {
    Scene scene = box_scene({24, 20, 16}, "leggy-8", 150 * cell / sound_speed);
    scene.sources = {ricker(node(5, 4, 3), 14)};
    scene.receivers = {receiver("a", node(18, 12, 10)), receiver("b", node(8, 15, 6))};
    scene.outputs.compare = ExactReference::shoebox;
    const auto exact = [&](const Plan& plan, std::size_t r) {
        const std::vector<double> all = exact_traces(plan, ExactReference::shoebox, plan.decision.steps);
        std::vector<double> trace;
        for (std::size_t n = r; n < all.size(); n += 2) trace.push_back(all[n]);
        return trace;
    };

    expect(scene, exact, 1e-4, 0.1);
}

}  // namespace
}  // namespace wavesim
