// SPDX-License-Identifier: MIT
// Echoes as sums over few waves, against a plain sum over very many real wave numbers along the layer.
#include "solvers/accuracy/layer_waves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

struct Case {
    const char* stencil;
    std::int64_t cells;
    double waves_per_cell, decay, nearest, farthest;
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.stencil << ", " << c.cells << " cells, " << c.waves_per_cell << " waves per cell, " << c.nearest;
}

LayerReflection layer_of(const Case& c, double courant) {
    LayerProfile profile;
    profile.cells = c.cells;
    return {make_stencil(c.stencil, 2, courant), courant, profile, 1.0 / 12};
}

Complex plain_sum(const Case& c, const LayerReflection& layer, double courant, double across, double along) {
    const Complex guess(2 * pi * c.waves_per_cell, c.decay);
    LayerReflection::Tone tone = layer.at(guess * courant);
    const Complex k = tone.head_on(guess);
    const double step = c.decay / 10;  // of what it repeats nothing is left
    Complex sum = 0;
    for (double q = step / 2; q < k.real() + std::min(0.8, 20 / across); q += step) {
        Complex number = std::sqrt(k * k - q * q);
        if (number.imag() < 0) number = -number;
        const LayerReflection::Tone::Echo wave = tone.echo(q, number);
        sum += wave.amplitude / wave.slope * std::exp(Complex(0, 1) * wave.across * across) * std::cos(q * along);
    }
    return sum * step / pi;
}

class LayerWavesOf : public ::testing::TestWithParam<Case> {};

TEST_P(LayerWavesOf, AreThoseOfManyMore) {
    const Case& c = GetParam();
    const double courant = 0.99 * std::min(1.0, courant_limit(c.stencil, 2));
    const LayerReflection layer = layer_of(c, courant);
    const LayerWaves waves =
        LayerWaves::of_line(layer, courant, {2 * pi * c.waves_per_cell, c.decay}, c.nearest, c.farthest);
    for (const double along : {0.0, 0.5 * c.nearest, std::sqrt(c.farthest * c.farthest - c.nearest * c.nearest)}) {
        const double away = std::hypot(c.nearest, along);
        const double direct =
            std::abs(std::exp(Complex(0, 1) * waves.head_on() * away) / std::sqrt(8 * pi * waves.head_on() * away));
        const Complex sum = plain_sum(c, layer, courant, c.nearest, along);
        EXPECT_LT(std::abs(waves.echo(c.nearest, along) - sum), 3e-5 * direct) << along << ": " << sum;
        EXPECT_GT(std::abs(sum), 1e-9 * direct);
    }
}
INSTANTIATE_TEST_SUITE_P(All, LayerWavesOf,
                         ::testing::Values(Case{"leggy-1", 10, 0.1, 0.047, 30, 60},
                                           Case{"leggy-2", 20, 0.03, 0.03, 40, 90},
                                           Case{"leggy-4", 20, 0.016, 0.01, 41, 90},
                                           Case{"compact-57-opt", 12, 0.1, 0.04, 30, 60}));

/// Waves that die out fast are lost in rounding: 1e14 times the wave came back where points stand near a layer.
TEST(LayerWaves, AreNoRoundingErrors) {
    for (const char* stencil : {"leggy-4", "leggy-8", "leggy-12"})
        for (const double nearest : {1.0, 5.0, 11.0}) {
            const Case c{stencil, 20, 0.1, 0.05, nearest, 36};
            const double courant = 0.99 * courant_limit(stencil, 2);
            const LayerWaves waves =
                LayerWaves::of_line(layer_of(c, courant), courant, {2 * pi * c.waves_per_cell, c.decay}, nearest, 36);
            EXPECT_LT(std::abs(waves.echo(nearest, 0)), 1e-3) << stencil << ", " << nearest;
        }
}

}  // namespace
}  // namespace wavesim
