// SPDX-License-Identifier: MIT
// Sources and receivers of P waves alone in TTI media: what they read of plane waves of the scheme, and traces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"
#include "physics/tti_symbols.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "stencils/problem/problem_kinds.hpp"
#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::sound_speed;

constexpr Extent cube{31, 31, 31}, plane{31, 1, 31};

/// A point in the middle of a cell, as it reads the pressure of long waves, and as it reads waves exp(i k x).
struct Reading {
    PointWeights point;
    Extent extent;
    Node home{15, 15, 15};

    Reading(const PointRock& rock, int dims) : extent(dims == 2 ? plane : cube) {
        if (dims == 2) home.y = 0;
        point = {{extent.index(home.x, home.y, home.z)}, {1}};
        PWavePoint::add(PWavePoint(rock, dims).around({0, 0, 0}), point, extent, home);
    }
    std::array<double, 2> of(const std::array<double, 3>& k) const {
        std::array<double, 2> sums{};
        for (std::size_t i = 0; i < point.nodes.size(); ++i) {
            const Node n = node_at(extent, point.nodes[i]);
            const double phase = k[0] * static_cast<double>(n.x - home.x) + k[1] * static_cast<double>(n.y - home.y) +
                                 k[2] * static_cast<double>(n.z - home.z);
            sums[0] += point.weights[i] * std::cos(phase);
            sums[1] += point.second_weights[i] * std::cos(phase);
        }
        return sums;
    }
};

/// Eigenvectors of the scheme's symbols: P waves keep their level, the second wave of the same frequency is all but
/// gone.
TEST(PWavePoint, ReadsThePressureOfPWavesOfTheScheme) {
    for (const int dims : {2, 3}) {
        const double across = dims == 2 ? 0 : 0.3;
        const double up = std::sqrt(1 - 0.25 - across * across);
        const PointRock rock{0.24, 0.1, {0.5, across, up}};
        const Reading reading(rock, dims);
        const double h = 1 + 2 * rock.epsilon;
        const std::array<double, 3> other{up, 0, -0.5};  // some direction across the axis, in 2D the only one
        double level = 0, left = 0, whole = 0;
        for (int i = 0; i < 12; ++i) {
            const double angle = std::numbers::pi * (i + 0.5) / 12;
            std::array<double, 3> ray{};
            for (std::size_t d = 0; d < 3; ++d) {
                const double length = std::hypot(other[0], other[1], other[2]);
                ray[d] = std::cos(angle) * rock.axis[d] + std::sin(angle) * other[d] / length;
            }
            const double norm = std::hypot(ray[0], ray[1], ray[2]);
            for (double& r : ray) r /= norm;
            const auto wave = [&](double length) {
                return std::array<double, 3>{length * ray[0], length * ray[1], length * ray[2]};
            };
            for (const double k : {0.1, 0.3, 0.5}) {  // 12 points per wavelength and more
                const test::Symbols s = test::symbols(TtiForm::self_adjoint, wave(k), rock.axis);
                const test::Mode p = test::mode(TtiForm::self_adjoint, rock.epsilon, rock.delta, s);
                if (std::abs(p.fields[0]) < 1e-3 * std::abs(p.fields[1])) continue;
                const auto read = reading.of(wave(k));
                level = std::max(level, std::abs(read[0] + read[1] * p.fields[1] / p.fields[0] - 1));
            }
            for (const double k : {1.5, 2.0, 2.5}) {  // the second wave of some 12 points per wavelength
                const test::Symbols s = test::symbols(TtiForm::self_adjoint, wave(k), rock.axis);
                const test::Mode p = test::mode(TtiForm::self_adjoint, rock.epsilon, rock.delta, s);
                const double second = h * s.across + s.along - p.eigenvalue;  // the other eigenvalue
                const std::array<double, 2> fields{second - s.along, std::sqrt(1 + 2 * rock.delta) * s.across};
                const auto read = reading.of(wave(k));
                left += std::pow(read[0] * fields[0] + read[1] * fields[1], 2);
                whole += fields[0] * fields[0];
            }
        }
        RecordProperty("level_" + std::to_string(dims), std::to_string(level));
        RecordProperty("left_" + std::to_string(dims), std::to_string(std::sqrt(left / whole)));
        EXPECT_LT(level, 0.02) << dims;
        EXPECT_LT(std::sqrt(left / whole), 0.2) << dims;
    }
}

TEST(PWavePoint, LeavesLongWavesAlone) {
    const Reading reading({0.3, 0.05, {0.6, 0, 0.8}}, 2);

    const auto sums = reading.of({0, 0, 0});

    EXPECT_NEAR(sums[0], 1, 1e-12);
    EXPECT_NEAR(sums[1], 0, 1e-12);
}

Scene rock_scene(const Thomsen& rock, Anisotropy::AroundSource around, double cells_of_time) {
    Scene scene = test::box_scene({140, 1, 140}, "auto", cells_of_time * cell / sound_speed);
    for (const std::size_t side : {0, 1, 4, 5}) {
        scene.boundaries.kind[side] = SideKind::absorbing;
        scene.boundaries.layer[side].cells = 20;
    }
    scene.tti = Anisotropy{};
    scene.tti->everywhere = rock;
    scene.tti->around_source = around;
    scene.sources = {test::ricker({60.8 * cell, 0, 64.3 * cell}, 12.5)};
    scene.receivers = {test::receiver("near", {77.1 * cell, 0, 74.4 * cell}),
                       test::receiver("up", {56.2 * cell, 0, 97.7 * cell}),
                       test::receiver("beside", {99.9 * cell, 0, 60.4 * cell})};
    return scene;
}

std::vector<double> trace_of(const std::vector<double>& samples, std::size_t receiver) {
    std::vector<double> trace;
    for (std::size_t i = receiver; i < samples.size(); i += 3) trace.push_back(samples[i]);
    return trace;
}

double peak_between(const std::vector<double>& trace, std::size_t from, std::size_t to) {
    double peak = 0;
    for (std::size_t i = from; i < std::min(to, trace.size()); ++i) peak = std::max(peak, std::abs(trace[i]));
    return peak;
}

/// What is left long after the P wave has gone by, over its peak: the second wave, where points are of the pressure.
TEST(PWavePoint, SendsAndHearsNoSecondWave) {
    constexpr double run_cells = 220;
    for (const Thomsen& rock : {Thomsen{0.24, 0.1, 30, 0}, Thomsen{0.15, 0.05, 45, 0}}) {
        const auto late = [&](Anisotropy::AroundSource around) {
            const std::vector<double> samples = test::run(test::plan_of(rock_scene(rock, around, run_cells)));
            double worst = 0;
            for (const std::size_t r : {0, 1, 2}) {
                const std::vector<double> trace = trace_of(samples, r);
                const auto from = static_cast<std::size_t>(90 / run_cells * static_cast<double>(trace.size()));
                worst = std::max(worst, peak_between(trace, from, trace.size()) / peak_between(trace, 0, from));
            }
            return worst;
        };
        const double p_waves = late(Anisotropy::AroundSource::automatic);
        const double as_is = late(Anisotropy::AroundSource::as_is);
        RecordProperty("p_waves_" + std::to_string(rock.epsilon), std::to_string(p_waves));
        RecordProperty("as_is_" + std::to_string(rock.epsilon), std::to_string(as_is));
        EXPECT_LT(p_waves, 0.05) << rock.epsilon;
        EXPECT_GT(as_is, 0.1) << rock.epsilon;
    }
}

/// The pressure of the P wave, before the second wave comes, is that of points of the pressure up to the error of
/// levels in the budget.
TEST(PWavePoint, LevelsAreThoseOfThePressureWithinTheBudget) {
    for (const Thomsen& rock : {Thomsen{0.24, 0.1, 30, 0}, Thomsen{0.15, 0.05, 45, 0}}) {
        const auto run_of = [&](Anisotropy::AroundSource around) {
            return test::plan_of(rock_scene(rock, around, 62));
        };
        const Plan plan = run_of(Anisotropy::AroundSource::p_waves);
        const double told = error_budget(plan).p_wave_points.level;
        const std::vector<double> p_waves = test::run(plan);
        const std::vector<double> pressure = test::run(run_of(Anisotropy::AroundSource::as_is));
        double worst = 0;
        for (const std::size_t r : {1, 2}) {
            const std::vector<double> a = trace_of(p_waves, r), b = trace_of(pressure, r);
            double most = 0, difference = 0;
            for (std::size_t i = 0; i < a.size(); ++i) {
                most = std::max(most, std::abs(b[i]));
                difference = std::max(difference, std::abs(a[i] - b[i]));
            }
            worst = std::max(worst, difference / most);
        }
        const std::string name = std::to_string(rock.epsilon);
        RecordProperty("told_" + name, std::to_string(told));
        RecordProperty("measured_" + name, std::to_string(worst));
        EXPECT_LT(worst, 1.5 * told) << rock.epsilon;
        EXPECT_GT(worst, told / 5) << rock.epsilon;
    }
}

}  // namespace
}  // namespace wavesim
