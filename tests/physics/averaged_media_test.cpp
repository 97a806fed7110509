// SPDX-License-Identifier: MIT
// Interfaces between nodes, layers thinner than a cell and boxes off the grid, against plane waves, long waves in
// layered media, propagation on a grid forty times as fine, and a refined grid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;
using test::node;
using test::plan_of;
using test::run;
using test::sound_speed;

/// Antiderivative of the Ricker signal of unit amplitude, and its second derivative.
struct Bipolar {
    double frequency;
    double at(double t) const { return from_middle(t) * gauss(t); }
    double second(double t) const {
        const double w = pi * frequency, x = from_middle(t);
        return (4 * std::pow(w, 4) * x * x * x - 6 * w * w * x) * gauss(t);
    }
    double from_middle(double t) const { return t - 1.5 / frequency; }
    double gauss(double t) const { return std::exp(-std::pow(pi * frequency * from_middle(t), 2)); }
};

constexpr int column_length = 400;
constexpr int source_cell = 100;
constexpr int above = 150;
constexpr int interface_cell = 200;

/// One column of cells, in which a source sends plane waves to an interface; steps so short that only space errs.
Scene column(double interface_m, double lower_speed, double points_per_wavelength) {
    Scene scene = test::box_scene({1, 1, column_length}, "leggy-4", 245 * cell / sound_speed);
    scene.medium.averaging = Averaging::cell;
    scene.grid.courant_fraction = 0.1;
    scene.medium.layers = Medium::Layers{2, {interface_m}, {sound_speed, lower_speed}};
    scene.sources = {test::ricker({cell / 2, 0, node(0, 0, source_cell).z}, points_per_wavelength)};
    scene.receivers = {test::receiver("above", {cell / 2, 0, node(0, 0, above).z})};
    scene.sources[0].placement = scene.receivers[0].placement = Placement::nearest_node;
    return scene;
}

/// Largest error of what comes back over the peak of the second derivative of the incident wave, in cells^2 / c^2 of
/// the upper medium.
double reflection_error(const Scene& scene) {
    const Plan plan = plan_of(scene);
    const std::vector<double> trace = run(plan);
    const Bipolar pulse{scene.sources[0].signal.frequency_hz};
    const double c1 = scene.medium.layers->sound_speeds_m_s[0], c2 = scene.medium.layers->sound_speeds_m_s[1];
    const std::vector<double>& densities = scene.medium.layers->densities_kg_m3;
    const double impedances = c2 / c1 * (densities.empty() ? 1 : densities[1] / densities[0]);
    const double z0 = node(0, 0, source_cell).z, z1 = node(0, 0, above).z;
    double error = 0, second = 0;
    for (std::size_t n = 0; n < trace.size(); ++n) {
        const double t = static_cast<double>(n) * plan.decision.time_step_s;
        const double back = (2 * scene.medium.layers->interfaces_m[0] - z0 - z1) / c1;
        const double wanted = pulse.at(t - (z1 - z0) / c1) + (impedances - 1) / (impedances + 1) * pulse.at(t - back);
        error = std::max(error, std::abs(trace[n] - c1 / (2 * cell) * wanted));
        second = std::max(second, c1 / (2 * cell) * std::abs(pulse.second(t - back)));
    }
    return error / second / std::pow(cell / c1, 2);
}

/// What the time step adds to an error of the reflection: it delays by C^2 (k X)^2 / 24 of the way, of some 150 cells.
/// For this pulse the third derivative exceeds the second 1.6 times as far as one wave of its frequency.
double late(const Scene& scene) { return 1.6 * std::pow(plan_of(scene).courant(), 2) * 2 * pi / 32 * 150 / 24; }

/// Means over cells have the right compressibility, but would err in its place by up to (w X / c)^2 / 12 times the step
/// and 1 - R^2. What cells exchange leaves less than half of that at 32 points per wavelength, of
/// third order.
TEST(AveragedMedia, AnInterfaceIsWhereItWasAskedFor) {
    for (const double lower : {1.6 * sound_speed, 0.7 * sound_speed})
        for (const double shift : {0.0, 0.13, 0.5, 0.71, 0.9}) {
            const Scene scene = column((interface_cell + shift) * cell, lower, 32);
            const double reflected = (lower - sound_speed) / (lower + sound_speed);
            const double step = (1 - reflected * reflected) * std::abs(std::pow(sound_speed / lower, 2) - 1);
            EXPECT_LE(reflection_error(scene), step / 24 + late(scene)) << lower << ", " << shift;
        }
}

/// Of densities, too.
TEST(AveragedMedia, AnInterfaceOfDensitiesIsWhereItWasAskedFor) {
    for (const auto& [speed, density] : {std::pair{1.6, 2.5}, {1.0, 2.5}, {0.8, 0.5}})
        for (const double shift : {0.0, 0.2, 0.5, 0.8}) {
            Scene scene = column((interface_cell + shift) * cell, speed * sound_speed, 32);
            scene.medium.layers->densities_kg_m3 = {1000, 1000 * density};
            const double reflected = (speed * density - 1) / (speed * density + 1);
            const double steps = std::abs(1 / (density * speed * speed) - 1) + std::abs(density - 1);
            EXPECT_LE(reflection_error(scene), (1 - reflected * reflected) * steps / 24 + late(scene))
                << speed << ", " << density << ", " << shift;
        }
}

/// Sampled nodes move the same interface by up to half a cell: the error is of first order.
TEST(AveragedMedia, SampledInterfacesAreElsewhere) {
    Scene scene = column((interface_cell + 0.5) * cell, 1.6 * sound_speed, 32);
    const double averaged = reflection_error(scene);
    scene.medium.averaging = Averaging::node;
    EXPECT_GE(reflection_error(scene), 20 * averaged);
}

/// Time by which the second of two traces follows the first: where their correlation has its peak, s.
double lag(const std::vector<double>& first, const std::vector<double>& second, double step_s) {
    const auto correlation = [&](std::size_t shift) {
        double sum = 0;
        for (std::size_t n = shift; n < second.size(); ++n) sum += first[n - shift] * second[n];
        return sum;
    };
    std::size_t best = 1;
    double most = 0;
    for (std::size_t shift = 1; shift + 1 < second.size(); ++shift)
        if (const double here = correlation(shift); here > most) most = here, best = shift;
    const double before = correlation(best - 1), after = correlation(best + 1);
    return step_s * (static_cast<double>(best) + (before - after) / (2 * (before - 2 * most + after)));
}

std::shared_ptr<ModelGrid> log_of(const std::vector<double>& speeds, double spacing_m, double width_m) {
    const auto model = std::make_shared<ModelGrid>();
    model->extent = {1, 1, static_cast<std::int64_t>(speeds.size())};
    model->first_m = {width_m / 2, 0, spacing_m / 2};
    model->spacing_m = {width_m, 0, spacing_m};
    for (const double speed : speeds) model->values.push_back(static_cast<float>(speed));
    model->least = *std::ranges::min_element(model->values);
    model->most = *std::ranges::max_element(model->values);
    return model;
}

constexpr double slow = 0.6 * sound_speed, fast = 1.4 * sound_speed;

/// The speed of long waves in a file of two speeds in turn, its first value at `first_m`.
double long_wave_speed(double spacing_m, double first_m) {
    std::vector<double> speeds;
    for (int i = 0; i < 402 * cell / spacing_m; ++i) speeds.push_back(i % 2 == 0 ? slow : fast);
    const auto model = log_of(speeds, spacing_m, cell);
    model->first_m.z = first_m;
    Scene scene = column(200 * cell, sound_speed, 40);
    scene.medium.layers.reset();
    scene.medium.grid = Medium::Grid{.values = model, .content = ""};
    scene.receivers.push_back(scene.receivers[0]);
    scene.receivers[1].position.z = node(0, 0, above + 60).z;
    const Plan plan = plan_of(scene);
    const std::vector<double> both = run(plan);
    std::vector<double> first, second;
    for (std::size_t n = 0; n < both.size(); n += 2) first.push_back(both[n]), second.push_back(both[n + 1]);
    return 60 * cell / lag(first, second, plan.decision.time_step_s);
}

/// Thin layers, two speeds in turn: long waves travel with 1 / sqrt(<1 / c^2>) (Backus 1962). Also where the file has
/// one value per cell and these lie between nodes, or less: if speeds were read there linearly, its long waves would be
/// up to 28 % too fast.
TEST(AveragedMedia, LongWavesHaveTheSpeedOfThinLayers) {
    const double exact = 1 / std::sqrt((1 / (slow * slow) + 1 / (fast * fast)) / 2);
    EXPECT_NEAR(long_wave_speed(0.4 * cell, 0.2 * cell), exact, 0.002 * exact);
    EXPECT_NEAR(long_wave_speed(cell, 0), exact, 0.002 * exact);
    EXPECT_NEAR(long_wave_speed(cell, 0.3 * cell), exact, 0.01 * exact);
    for (const double cells : {1.01, 1.5, 2.0, 2.5})
        EXPECT_NEAR(long_wave_speed(cells * cell, 0.3 * cell), exact, 0.01 * exact) << cells;
}

// A log of speeds, 900 m long, between rocks of one speed.
constexpr double log_spacing_m = 0.25;
constexpr double rock_m_s = 2500;
constexpr double log_from_m = 650, log_to_m = 1550;
constexpr double logged_m = 2200;
constexpr double heard_m = 1605, source_m = 605;  ///< nodes of cells of 10 m
constexpr double log_hz = 12;
constexpr double logged_s = 0.8;  ///< before sound returns from the ends

/// Scatter of 20 %, with a correlation that falls to 1/e over 3 m.
std::vector<double> random_log(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    const double kept = std::exp(-log_spacing_m / 3);
    double state = normal(random);
    std::vector<double> speeds;
    for (double z = log_spacing_m / 2; z < logged_m; z += log_spacing_m) {
        const bool inside = z > log_from_m && z < log_to_m;
        speeds.push_back(inside ? rock_m_s * std::max(0.4, 1 + 0.2 * state) : rock_m_s);
        state = kept * state + std::sqrt(1 - kept * kept) * normal(random);
    }
    return speeds;
}

/// p_tt = c^2 p_zz on the values of the log themselves, differences of second order; sampled at every `step_s`.
std::vector<double> propagate(const std::vector<double>& speeds, double step_s, std::size_t samples) {
    const double fastest = *std::ranges::max_element(speeds);
    const auto parts = static_cast<std::size_t>(std::ceil(step_s * fastest / (0.95 * log_spacing_m)));
    const double dt = step_s / static_cast<double>(parts);
    const auto at = [](double z) { return static_cast<std::size_t>(z / log_spacing_m); };
    std::vector<double> factor, now(speeds.size()), before(speeds.size()), trace;
    for (const double speed : speeds) factor.push_back(std::pow(speed * dt / log_spacing_m, 2));
    for (std::size_t n = 0; n < samples * parts; ++n) {
        if (n % parts == 0) trace.push_back(now[at(heard_m)]);
        for (std::size_t i = 1; i + 1 < now.size(); ++i)
            before[i] = 2 * now[i] - before[i] + factor[i] * (now[i + 1] - 2 * now[i] + now[i - 1]);
        const double a = std::pow(pi * log_hz * (static_cast<double>(n) * dt - 1.5 / log_hz), 2);
        before[at(source_m)] += (1 - 2 * a) * std::exp(-a);
        std::swap(now, before);
    }
    return trace;
}

/// Relative error of the travel time over 1 km through a log, of cells of 10 m against its own values.
double log_error(unsigned seed, Averaging averaging) {
    const std::vector<double> speeds = random_log(seed);
    Scene scene = column(1, sound_speed, 1);
    scene.medium.layers.reset();
    scene.medium.averaging = averaging;
    scene.medium.grid = Medium::Grid{.values = log_of(speeds, log_spacing_m, 10), .content = ""};
    scene.size_m = {10, 0, logged_m};
    scene.grid.spacing_m = 10;
    scene.duration_s = logged_s;
    scene.sources[0].position = {5, 0, source_m};
    scene.sources[0].signal.frequency_hz = log_hz;
    scene.receivers[0].position = {5, 0, heard_m};
    const Plan plan = plan_of(scene);
    const std::vector<double> trace = run(plan);
    const std::vector<double> exact = propagate(speeds, plan.decision.time_step_s, trace.size());
    // Both behind the pulse itself, so that the later may be the first of the two.
    std::vector<double> pulse;
    for (std::size_t n = 0; n < trace.size(); ++n)
        pulse.push_back(Bipolar{log_hz}.at(static_cast<double>(n) * plan.decision.time_step_s));
    const double wanted = lag(pulse, exact, plan.decision.time_step_s);
    return lag(pulse, trace, plan.decision.time_step_s) / wanted - 1;
}

/// Scatter in the cell adds up over 1 km; of 100 logs none errs by more than 0.2 %.
TEST(AveragedMedia, TimesThroughRandomLogsAreRight) {
    const unsigned logs = std::getenv("WAVESIM_EXHAUSTIVE") == nullptr ? 3 : 100;
    double worst = 0, sampled = 0;
    for (unsigned seed = 1; seed <= logs; ++seed) {
        worst = std::max(worst, std::abs(log_error(seed, Averaging::cell)));
        sampled = std::max(sampled, std::abs(log_error(seed, Averaging::node)));
    }
    EXPECT_LE(worst, 0.002);
    EXPECT_GE(sampled, 5 * worst);
    RecordProperty("worst", std::to_string(worst));
    RecordProperty("sampled", std::to_string(sampled));
}

/// A box in 3D whose faces lie between nodes, against a grid three times as fine on which they are faces of cells.
TEST(AveragedMedia, ABoxOffTheGridScattersAsItShould) {
    const auto trace = [](int finer, Averaging averaging) {
        Scene scene = test::box_scene({22, 18, 24}, "leggy-4", 46 * cell / sound_speed);
        scene.grid.spacing_m = cell / finer;
        scene.grid.courant_fraction = 0.4;
        scene.medium.averaging = averaging;
        scene.medium.boxes = {{{(6 + 1.0 / 3) * cell, (5 + 2.0 / 3) * cell, (11 + 1.0 / 3) * cell},
                               {(14 + 2.0 / 3) * cell, (13 + 1.0 / 3) * cell, (18 + 2.0 / 3) * cell},
                               1.5 * sound_speed}};
        scene.sources = {test::ricker(node(10, 9, 4), 18)};
        scene.receivers = {test::receiver("before", node(14, 7, 8)), test::receiver("behind", node(7, 10, 21))};
        scene.sources[0].placement = Placement::nearest_node;
        for (ReceiverRequest& receiver : scene.receivers) receiver.placement = Placement::nearest_node;
        return std::pair{plan_of(scene).decision.time_step_s, run(plan_of(scene))};
    };
    const auto [fine_step, fine] = trace(3, Averaging::cell);
    const auto error_of = [&, fine_step = fine_step, &fine = fine](Averaging averaging) {
        const auto [step, coarse] = trace(1, averaging);
        double peak = 0, error = 0;
        for (std::size_t n = 0; n < coarse.size() / 2; ++n)
            for (std::size_t r = 0; r < 2; ++r) {
                const double at = static_cast<double>(n) * step / fine_step;
                const auto k = static_cast<std::size_t>(at);
                if (2 * (k + 1) + r >= fine.size()) continue;
                const double wanted = std::lerp(fine[2 * k + r], fine[2 * (k + 1) + r], at - static_cast<double>(k));
                peak = std::max(peak, std::abs(wanted));
                error = std::max(error, std::abs(coarse[2 * n + r] - wanted));
            }
        return error / peak;
    };
    const double averaged = error_of(Averaging::cell);
    EXPECT_LE(averaged, 0.005);
    EXPECT_GE(error_of(Averaging::node), 5 * averaged);
}

}  // namespace
}  // namespace wavesim
