// SPDX-License-Identifier: MIT
// Echoes of a layer of a tilted rock, of one wave number along it, against the scheme itself in time. Its equations
// across the layer run near the layer, and so far from both ends of a line that nothing comes back.
#include "boundary/tilted_reflection.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "boundary/absorbing.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;
using Field = std::vector<Complex>;
constexpr Complex unit{0, 1};

struct TiltedCase {
    PointRock rock;
    std::size_t across;
    double along;  ///< radians per cell
    std::int64_t cells = 12;
};
void PrintTo(const TiltedCase& c, std::ostream* out) {
    *out << "epsilon " << c.rock.epsilon << ", delta " << c.rock.delta << ", n_x " << c.rock.axis[0] << ", across "
         << c.across << ", k " << c.along;
}

TurnedLayer layer_of(const TiltedCase& c) {
    TurnedLayer layer;
    layer.rock = c.rock;
    layer.across = c.across;
    layer.cells = c.cells;
    layer.courant = 0.37;
    const std::int64_t damped = 8;
    layer.decay.assign(static_cast<std::size_t>(c.cells), 1);
    layer.gain.assign(static_cast<std::size_t>(c.cells), 0);
    for (std::int64_t i = 0; i < damped; ++i) {
        const double depth = 1 - static_cast<double>(i) / damped, damping = 1.7 * depth * depth,
                     shift = 0.09 * (1 - depth);
        const auto at = static_cast<std::size_t>(i);
        layer.decay[at] = std::exp(-(damping + shift) * layer.courant);
        layer.gain[at] = damping / (damping + shift) * (layer.decay[at] - 1);
    }
    return layer;
}

Field first_difference(const Field& u) {
    Field d(u.size());
    for (std::size_t i = 0; i < u.size(); ++i)
        for (std::size_t m = 1; m <= 4; ++m) {
            if (i + m < u.size()) d[i] += tti::first_difference[m - 1] * u[i + m];
            if (i >= m) d[i] -= tti::first_difference[m - 1] * u[i - m];
        }
    return d;
}
Field rest_difference(const Field& u) {
    Field d(u.size());
    for (std::size_t i = 0; i < u.size(); ++i)
        for (std::size_t m = 1; m <= 8; ++m) {
            d[i] -= 2 * tti::hourglass.at[m - 1] * u[i];
            if (i + m < u.size()) d[i] += tti::hourglass.at[m - 1] * u[i + m];
            if (i >= m) d[i] += tti::hourglass.at[m - 1] * u[i - m];
        }
    return d;
}

/// One wave number along the layer: both fields on a line of nodes across it, the layer's nodes first, or none.
class LineOfNodes {
  public:
    LineOfNodes(const TiltedCase& c, std::size_t nodes, bool layer)
        : case_(c), layer_(layer_of(c)), size_(nodes), node_(nodes) {
        const TurnedNodes turned(layer_);
        for (std::size_t i = 0; i < nodes; ++i)
            node_[i] = layer && i < turned.layer.size() ? turned.layer[i] : turned.inside;
        decay_.assign(nodes, 1);
        gain_.assign(nodes, 0);
        for (std::size_t i = 0; layer && i < layer_.decay.size(); ++i) {
            decay_[i] = layer_.decay[i];
            gain_[i] = layer_.gain[i];
        }
        for (Field* field : {&gradient_memory_[0], &gradient_memory_[1], &flux_memory_[0], &flux_memory_[1], &now_[0],
                             &now_[1], &before_[0], &before_[1]})
            field->resize(nodes);
        const PWavePoint::Block block = PWavePoint(c.rock, 2).around({});
        constexpr int reach = PWavePoint::reach, width = 2 * reach + 1;
        for (int z = -reach; z <= reach; ++z)
            for (int x = -reach; x <= reach; ++x) {
                const auto at = static_cast<std::size_t>((z + reach) * width + x + reach);
                const Complex turn = std::exp(unit * c.along * static_cast<double>(c.across == 0 ? z : x));
                const auto i = static_cast<std::size_t>((c.across == 0 ? x : z) + reach);
                point_[0][i] += block.pressure[at] * turn;
                point_[1][i] += block.second[at] * turn;
            }
        point_[0][static_cast<std::size_t>(reach)] += 1;
    }

    Complex read(std::size_t at) const {
        Complex sum = 0;
        for (std::size_t f = 0; f < 2; ++f)
            for (std::size_t i = 0; i < point_[f].size(); ++i)
                sum += point_[f][i] * now_[f][at + i - PWavePoint::reach];
        return sum;
    }

    void step(std::size_t source, double signal) {
        const double h = 1 + 2 * case_.rock.epsilon, r = std::sqrt(1 + 2 * case_.rock.delta);
        double first = 0, rest = 0;
        for (int m = 1; m <= 4; ++m) first += 2 * tti::first_difference[m - 1] * std::sin(m * case_.along);
        for (int m = 1; m <= 8; ++m) rest += 2 * tti::hourglass.at[m - 1] * (std::cos(m * case_.along) - 1);
        const Complex slope = unit * first;
        std::array<Field, 2> force;
        for (std::size_t f = 0; f < 2; ++f) {
            Field gradient = first_difference(now_[f]), weighted(size_), across(size_), along(size_);
            for (std::size_t i = 0; i < size_; ++i) {
                const TurnedNode& n = node_[i];
                gradient_memory_[f][i] = decay_[i] * gradient_memory_[f][i] + gain_[i] * gradient[i];
                gradient[i] += gradient_memory_[f][i];
                const Complex aside = slope * now_[f][i], axial = n.across * gradient[i] + n.along * aside;
                across[i] = f == 1 ? n.across * axial : gradient[i] - n.across * axial;
                along[i] = f == 1 ? n.along * axial : aside - n.along * axial;
                weighted[i] = n.weight_across[f] * now_[f][i];
            }
            const Field flow = first_difference(across), smooth = rest_difference(weighted);
            force[f].resize(size_);
            for (std::size_t i = 0; i < size_; ++i) {
                const TurnedNode& n = node_[i];
                flux_memory_[f][i] = decay_[i] * flux_memory_[f][i] + gain_[i] * flow[i];
                force[f][i] = flow[i] + flux_memory_[f][i] + slope * along[i] - n.weight_across[f] * smooth[i] -
                              n.weight_along[f] * n.weight_along[f] * rest * now_[f][i];
            }
        }
        std::array<Field, 2> next{Field(size_), Field(size_)};
        for (std::size_t i = 0; i < size_; ++i) {
            const double g = node_[i].damping, c2 = layer_.courant * layer_.courant * node_[i].speed;
            const std::array<Complex, 2> change{c2 * (h * force[0][i] + r * force[1][i]),
                                                c2 * (r * force[0][i] + force[1][i])};
            for (std::size_t f = 0; f < 2; ++f)
                next[f][i] =
                    (2 * (1 - g * g / 4) * now_[f][i] - (1 - g / 2) * (1 - g / 2) * before_[f][i] + change[f]) /
                    ((1 + g / 2) * (1 + g / 2));
        }
        for (std::size_t i = 0; i < point_[0].size(); ++i) {
            const std::size_t at = source + i - PWavePoint::reach;
            const Complex pressure = std::conj(point_[0][i]), second = std::conj(point_[1][i]);
            next[0][at] += signal * (h * pressure + r * second) / h;
            next[1][at] += signal * (r * pressure + second) / h;
        }
        before_ = now_;
        now_ = next;
    }

  private:
    TiltedCase case_;
    TurnedLayer layer_;
    std::size_t size_;
    std::vector<TurnedNode> node_;
    std::vector<double> decay_, gain_;
    std::array<Field, 2> gradient_memory_, flux_memory_, now_, before_;
    std::array<std::array<Complex, 2 * PWavePoint::reach + 1>, 2> point_{};
};

class TiltedReflectionOf : public ::testing::TestWithParam<TiltedCase> {};

TEST_P(TiltedReflectionOf, AWaveIsThatOfTheScheme) {
    const TiltedCase& c = GetParam();
    constexpr std::size_t steps = 700, inner = 330, away = 330, source = 31, receiver = 44;  // nodes beyond the layer
    const auto cells = static_cast<std::size_t>(c.cells);
    LineOfNodes near(c, cells + inner, true), far(c, cells + inner + away, false);
    std::vector<Complex> echo, signal;
    for (std::size_t step = 0; step < steps; ++step) {
        echo.push_back(near.read(cells + receiver) - far.read(cells + receiver + away));
        const double phase = std::pow(std::numbers::pi * (0.037 * static_cast<double>(step) - 1.5), 2);
        signal.emplace_back((1 - 2 * phase) * std::exp(-phase));
        near.step(cells + source, signal.back().real());
        far.step(cells + source + away, signal.back().real());
    }
    const TurnedLayer layer = layer_of(c);
    const TiltedReflection reflection(layer);
    for (const double waves : {0.6, 1.0, 1.7}) {
        const Complex omega_t(2 * std::numbers::pi * 0.03 * waves, 22.0 / steps);
        Complex of_echo = 0, of_signal = 0;
        for (std::size_t step = 0; step < steps; ++step) {
            of_echo += echo[step] * std::exp(unit * omega_t * static_cast<double>(step));
            of_signal += signal[step] * std::exp(unit * omega_t * static_cast<double>(step));
        }
        const TiltedReflection::Tone tone = reflection.at(omega_t);
        const TiltedModes modes = tone.modes(c.along);
        const auto amplitudes = tone.amplitudes(c.along, modes);
        Complex told = 0;
        for (std::size_t i = 0; i < modes.comes.size(); ++i)
            for (std::size_t j = 0; j < modes.back.size(); ++j)
                told +=
                    modes.comes[i].sent * amplitudes[j][i] * modes.back[j].heard *
                    std::exp(unit * (modes.back[j].across * (receiver + 0.5) - modes.comes[i].across * (source + 0.5)));
        const double c2 = layer.courant * layer.courant;
        const Complex run = of_echo / of_signal * c2;
        EXPECT_LT(std::abs(run - told), 1e-4 * std::abs(run)) << waves << " " << run << " " << told;
    }
}
INSTANTIATE_TEST_SUITE_P(Rocks, TiltedReflectionOf,
                         ::testing::Values(TiltedCase{{0.2, 0.2, {0.6, 0, 0.8}}, 0, 0.11},
                                           TiltedCase{{0.24, 0.09, {0.6, 0, 0.8}}, 2, 0.13},
                                           TiltedCase{{0.24, 0.09, {0.6, 0, 0.8}}, 0, -0.23},
                                           TiltedCase{{0.1, -0.14, {0.28, 0, 0.96}}, 0, 0.07},
                                           TiltedCase{{0.31, -0.05, {0.96, 0, 0.28}}, 2, -0.17, 16}));

/// Twice the strength is 6.02 dB more: a quarter of it where layers have 12 cells, all of it from 20 cells on.
TEST(TiltedLayers, ReflectMoreOfStrongerRockAsTheyWiden) {
    const auto more = [](std::int64_t cells) {
        return more_of_tilted_pulses_db(TiltedEnd::self_adjoint_layers, cells, 12.5, 2);
    };
    const double twice = 20 * std::log10(2.0);
    EXPECT_NEAR(more(8), twice / 4, 1e-12);
    EXPECT_NEAR(more(12), twice / 4, 1e-12);
    EXPECT_NEAR(more(14), twice * (0.25 + 0.75 / 4), 1e-12);
    EXPECT_NEAR(more(18), twice * (0.25 + 0.75 * 3 / 4), 1e-12);
    EXPECT_NEAR(more(30), twice, 1e-12);
}

}  // namespace
}  // namespace wavesim
