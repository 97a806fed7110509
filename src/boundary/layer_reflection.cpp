// SPDX-License-Identifier: MIT
#include "boundary/layer_reflection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Core>

#include "stencils/weights.hpp"

namespace wavesim {

namespace {

using Complex = LayerReflection::Complex;
constexpr Complex i_unit{0, 1};
using Rows = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Last unknown of a system whose rows reach `band` columns to either side, by elimination with row exchange; the last
/// column is the right-hand side.
Complex last_unknown(Rows& system, Eigen::Index band) {
    const Eigen::Index n = system.rows();
    for (Eigen::Index k = 0; k + 1 < n; ++k) {
        const Eigen::Index rows = std::min(band, n - 1 - k);
        Eigen::Index pivot = 0;
        system.col(k).segment(k, rows + 1).cwiseAbs2().maxCoeff(&pivot);
        if (pivot > 0) system.row(k).swap(system.row(k + pivot));
        const Eigen::Index columns = std::min(2 * band, n - 1 - k);
        for (Eigen::Index i = k + 1; i <= k + rows; ++i) {
            const Complex factor = system(i, k) / system(k, k);
            if (factor == 0.0) continue;
            system.row(i).segment(k + 1, columns) -= factor * system.row(k).segment(k + 1, columns);
            system(i, n) -= factor * system(k, n);
        }
    }
    return system(n - 1, n) / system(n - 1, n - 1);
}

}  // namespace

LayerReflection::LayerReflection(const Stencil& stencil, double courant, const LayerProfile& layer, double frequency)
    : courant_(courant), reach_(radius(stencil)) {
    std::array<LayerProfile, 6> sides;
    sides[0] = layer;
    AbsorbingLayers layers = build_layers(stencil, courant, {layer.cells, 1, 1}, sides, frequency);
    half_order_ = layers.half_order;
    averaged_ = layers.averaged;
    decay_ = std::move(layers.decay[0]);
    gain_ = std::move(layers.gain[0]);
    first_ = leggy_first_difference(half_order_);
    second_ = leggy_weights(half_order_);
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(stencil.shells[p], stencil.dims))
            weights_.push_back({l.x, l.z, stencil.a[p]});
}

/// Weights of the nodes -reach ... reach across the layer, for u_tt + omega^2 u in units of courant^2.
std::vector<Complex> LayerReflection::row(Complex omega_t, Complex along) const {
    std::vector<Complex> row(static_cast<std::size_t>(2 * reach_ + 1));
    Complex& centre = row[static_cast<std::size_t>(reach_)];
    centre = std::pow(2.0 * std::sin(omega_t / 2.0) / courant_, 2);
    for (const Weight& w : weights_) {
        row[static_cast<std::size_t>(reach_ + w.across)] += w.a * std::cos(along * static_cast<double>(w.along));
        centre -= w.a;
    }
    return row;
}

LayerReflection::Wave LayerReflection::wave(const std::vector<Complex>& row, Complex guess) const {
    Complex k = guess, slope = 0;
    for (int iteration = 0; iteration < 50; ++iteration) {  // Newton
        Complex value = 0;
        slope = 0;
        for (int m = -reach_; m <= reach_; ++m) {
            const double at = m;
            const Complex term = row[static_cast<std::size_t>(reach_ + m)] * std::exp(i_unit * k * at);
            value += term;
            slope += i_unit * at * term;
        }
        const Complex change = value / slope;
        k -= change;
        if (std::abs(change) < 1e-12) break;
    }
    return {k, slope};
}

Complex LayerReflection::head_on(Complex omega_t, Complex guess) const { return wave(row(omega_t, 0), guess).number; }

/// What the layer adds to its nodes, the outermost first, and to those that its differences reach: (1 + s) D s D + s
/// D2, s = a / (1 - b exp(i omega T)).
std::vector<std::vector<Complex>> LayerReflection::layer_rows(Complex omega_t, Complex along,
                                                              std::size_t columns) const {
    const auto cells = static_cast<std::ptrdiff_t>(decay_.size());
    const std::ptrdiff_t m = half_order_;
    std::vector<std::vector<Complex>> rows(static_cast<std::size_t>(cells + m), std::vector<Complex>(columns));
    const auto stretch = [&](std::ptrdiff_t node) -> Complex {
        if (node >= cells) return 0;
        const auto at = static_cast<std::size_t>(node);
        return gain_[at] / (1.0 - decay_[at] * std::exp(i_unit * omega_t));
    };
    const Complex mean = averaged_ ? std::pow(std::cos(along / 2.0), 2) : Complex(1);
    const auto first = [&](std::ptrdiff_t n) {
        return n == 0 ? 0 : n > 0 ? first_[static_cast<std::size_t>(n - 1)] : -first_[static_cast<std::size_t>(-n - 1)];
    };
    for (std::ptrdiff_t node = 0; node < cells; ++node) {
        const Complex s = stretch(node) * mean;
        const std::ptrdiff_t from = std::max<std::ptrdiff_t>(0, node - m);
        for (std::ptrdiff_t i = from; i <= node + m; ++i) {
            const Complex outer = (1.0 + stretch(i)) * first(node - i) * s;
            auto& row = rows[static_cast<std::size_t>(i)];
            for (std::ptrdiff_t k = from; k <= node + m; ++k)
                row[static_cast<std::size_t>(k)] += outer * first(k - node);
        }
        auto& row = rows[static_cast<std::size_t>(node)];
        for (std::ptrdiff_t n = 1; n <= m; ++n) {
            const Complex weight = s * second_[static_cast<std::size_t>(n - 1)];
            row[static_cast<std::size_t>(node)] -= 2.0 * weight;
            row[static_cast<std::size_t>(node + n)] += weight;
            if (node >= n) row[static_cast<std::size_t>(node - n)] += weight;
        }
    }
    return rows;
}

LayerReflection::Echo LayerReflection::operator()(Complex omega_t, Complex along, Complex guess) const {
    // Unknown: the layer, the nodes that its differences and the stencil's short waves reach, and the amplitude. From
    // node `edge` on there are the wave and its echo only.
    const auto cells = static_cast<Eigen::Index>(decay_.size());
    const Eigen::Index edge = cells + 2 * half_order_ + reach_;
    const std::vector<Complex> bulk = row(omega_t, along);
    const auto [k, slope] = wave(bulk, guess);
    Rows system = Rows::Zero(edge + 1, edge + 2);  // with the right-hand side
    for (Eigen::Index i = 0; i <= edge; ++i)
        for (Eigen::Index m = -reach_; m <= reach_; ++m) {
            const Complex weight = bulk[static_cast<std::size_t>(reach_ + m)];
            const Eigen::Index node = i + m;
            if (node >= edge) {
                const Complex turn = std::exp(i_unit * k * static_cast<double>(node - edge));
                system(i, edge) += weight * turn;
                system(i, edge + 1) -= weight / turn;
            } else if (node >= 0) {
                system(i, node) += weight;
            }
        }
    const auto rows = layer_rows(omega_t, along, static_cast<std::size_t>(cells + 2 * half_order_));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t node = 0; node < rows[i].size(); ++node)
            system(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(node)) += rows[i][node];
    const Complex at_edge = last_unknown(system, std::max(reach_, 2 * half_order_));
    // The face lies half a cell before the first node of the domain, `cells`.
    const double away = static_cast<double>(edge - cells) + 0.5;
    return {k, slope, at_edge * std::exp(-2.0 * i_unit * k * away)};
}

}  // namespace wavesim
