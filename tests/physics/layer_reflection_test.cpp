// SPDX-License-Identifier: MIT
// What LayerReflection says comes back of a wave, against a run in which a pulse goes into the layer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "boundary/layer_reflection.hpp"
#include "physics/tested_backend.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

struct ReflectionCase {
    const char* stencil;
    std::int64_t cells;
    int mode;  ///< half waves along the layer in 16 cells
};
void PrintTo(const ReflectionCase& c, std::ostream* out) {
    *out << c.stencil << ", " << c.cells << " cells, mode " << c.mode;
}

constexpr double peak = 0.1;  // waves per cell
constexpr std::int64_t across = 16, inner = 500, source = 30, receiver = 60;

double along(const ReflectionCase& c) { return pi * c.mode / across; }

/// The pressure at the receiver of a pulse that starts as one mode along the layer; `margin` nodes before the domain
/// are a layer, or mere space.
std::vector<double> trace_of(const ReflectionCase& c, double courant, std::int64_t margin, bool layer) {
    ScalarProblem problem;
    problem.extent = {margin + inner, 1, across};
    problem.precision = Precision::float64;
    problem.stencil = make_stencil(c.stencil, 2, courant);
    problem.courant = courant;
    problem.halo.fill(HaloRule::mirror_half);
    problem.halo[0] = problem.halo[1] = HaloRule::zero;
    std::array<LayerProfile, 6> sides;
    sides[0].cells = margin;
    if (layer) problem.layers = build_layers(problem.stencil, courant, problem.extent, sides, peak);
    const auto steps = static_cast<std::int64_t>((2 * inner - source - receiver - 40) / courant);
    std::vector<double> signal;
    for (std::int64_t n = 0; n < steps; ++n) {
        const double a = std::pow(pi * (peak * courant * static_cast<double>(n) - 2), 2);
        signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    Injection injection;
    for (std::int64_t z = 0; z < across; ++z) {
        injection.at.nodes.push_back(problem.extent.index(margin + source, 0, z));
        injection.at.weights.push_back(std::cos(along(c) * (static_cast<double>(z) + 0.5)));
    }
    injection.signal = signal;
    problem.sources = {injection};
    problem.receivers.push_back({{problem.extent.index(margin + receiver, 0, 0)}, {1.0}});
    auto backend = test::tested_backend(problem).open(problem, {1, ""});
    backend->advance(steps);
    std::vector<double> trace;
    backend->take_traces(trace);
    return trace;
}

/// Of a frequency whose imaginary part hides that the trace ends.
Complex component(const std::vector<double>& trace, Complex omega_t) {
    Complex sum = 0;
    for (std::size_t n = 0; n < trace.size(); ++n)
        sum += trace[n] * std::exp(Complex(0, 1) * omega_t * static_cast<double>(n));
    return sum;
}

class LayerReflectionOf : public ::testing::TestWithParam<ReflectionCase> {};

TEST_P(LayerReflectionOf, AWaveIsThatOfARun) {
    const ReflectionCase& c = GetParam();
    const double courant = 0.99 * std::min(1.0, courant_limit(c.stencil, 2));
    const std::vector<double> direct = trace_of(c, courant, inner, false);
    std::vector<double> echo = trace_of(c, courant, c.cells, true);
    std::ranges::transform(echo, direct, echo.begin(), std::minus{});
    LayerProfile profile;
    profile.cells = c.cells;
    const LayerReflection layer(make_stencil(c.stencil, 2, courant), courant, profile, peak);

    for (const double frequency : {0.06, 0.1, 0.15}) {
        const Complex omega_t(2 * pi * frequency * courant, 25.0 / static_cast<double>(direct.size()));
        const Complex guess = std::sqrt(omega_t * omega_t / (courant * courant) - std::pow(along(c), 2));
        const LayerReflection::Tone::Echo wave = layer.at(omega_t).echo(along(c), guess);
        ASSERT_GT(wave.across.imag(), 0);
        const double further = 2 * source + 1;  // both stand half a cell more from the face than nodes
        const Complex measured =
            component(echo, omega_t) / component(direct, omega_t) / std::exp(Complex(0, 1) * wave.across * further);

        EXPECT_LT(std::abs(measured - wave.amplitude), 1e-9 + 1e-3 * std::abs(wave.amplitude))
            << frequency << ": " << measured << " " << wave.amplitude;
        EXPECT_GT(std::abs(wave.amplitude), 1e-9);
    }
}
INSTANTIATE_TEST_SUITE_P(All, LayerReflectionOf,
                         ::testing::Values(ReflectionCase{"leggy-1", 10, 0}, ReflectionCase{"leggy-1", 6, 1},
                                           ReflectionCase{"leggy-4", 10, 0}, ReflectionCase{"leggy-4", 12, 1},
                                           ReflectionCase{"leggy-8", 8, 0}, ReflectionCase{"compact-57-opt", 10, 0},
                                           ReflectionCase{"compact-57-opt", 12, 1},
                                           ReflectionCase{"compact-27-iwb", 20, 1}));

}  // namespace
}  // namespace wavesim
