// SPDX-License-Identifier: MIT
#include "boundary/layer_reflection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include <Eigen/Core>

#include "stencils/scheme/weights.hpp"

namespace wavesim {

namespace {

using Complex = LayerReflection::Complex;
constexpr Complex i_unit{0, 1};
using Values = Eigen::Map<Eigen::ArrayXcd>;

}  // namespace

LayerReflection::LayerReflection(const Stencil& stencil, double courant, const LayerProfile& layer, double frequency)
    : courant_(courant), reach_(static_cast<std::size_t>(radius(stencil))) {
    std::array<LayerProfile, 6> sides;
    sides[0] = layer;
    AbsorbingLayers layers = build_layers(stencil, courant, {layer.cells, 1, 1}, sides, frequency);
    half_order_ = static_cast<std::size_t>(layers.half_order);
    averaged_ = layers.averaged;
    decay_ = std::move(layers.decay[0]);
    gain_ = std::move(layers.gain[0]);
    first_ = leggy_first_difference(layers.half_order);
    second_ = leggy_weights(layers.half_order);
    weights_.resize((reach_ + 1) * (reach_ + 1));
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(stencil.shells[p], stencil.dims)) {
            sum_ += stencil.a[p];
            if (l.x >= 0)
                weight(static_cast<std::size_t>(l.x), static_cast<std::size_t>(std::abs(l.z))) += stencil.a[p];
        }
}

LayerReflection::Tone LayerReflection::at(Complex omega_t) const { return Tone(*this, omega_t); }

LayerReflection::Tone::Tone(const LayerReflection& layer, Complex omega_t)
    : layer_(layer),
      time_(std::pow(2.0 * std::sin(omega_t / 2.0) / layer.courant_, 2)),
      band_(std::max(layer.reach_, 2 * layer.half_order_)),
      unknowns_(layer.decay_.size() + 2 * layer.half_order_ + layer.reach_ + 1),
      adds_(unknowns_ * (2 * band_ + 1)),
      values_(unknowns_ * (3 * band_ + 1)),
      right_(unknowns_),
      columns_(unknowns_) {
    look_at_layer(omega_t);
}

std::vector<Complex> LayerReflection::Tone::row(Complex along) const {
    std::vector<Complex> row(layer_.reach_ + 1);
    for (std::size_t n = 0; n <= layer_.reach_; ++n) {
        const Complex turn = std::cos(along * static_cast<double>(n));
        for (std::size_t m = 0; m <= layer_.reach_; ++m) row[m] += layer_.weight(m, n) * turn;
    }
    row[0] += time_ - layer_.sum_;
    return row;
}

LayerReflection::Tone::Wave LayerReflection::Tone::wave(const std::vector<Complex>& row, Complex guess) {
    Complex k = guess, slope = 0;
    for (int iteration = 0; iteration < 50; ++iteration) {  // Newton
        const Complex turn = std::exp(i_unit * k), back = 1.0 / turn;
        Complex ahead = 1, behind = 1, value = row[0];
        slope = 0;
        for (std::size_t m = 1; m < row.size(); ++m) {
            ahead *= turn;
            behind *= back;
            value += row[m] * (ahead + behind);
            slope += i_unit * static_cast<double>(m) * row[m] * (ahead - behind);
        }
        const Complex change = value / slope;
        k -= change;
        if (std::abs(change) < 1e-12) break;
    }
    return {k, slope};
}

Complex LayerReflection::Tone::head_on(Complex guess) const { return wave(row(0), guess).number; }

/// Adds the terms of the layer to the equations of its nodes, the outermost first, and of nodes that its differences
/// reach: (1 + s) D s D + s D2, s = a / (1 - b exp(i omega T)).
void LayerReflection::Tone::look_at_layer(Complex omega_t) {
    const auto cells = static_cast<std::ptrdiff_t>(layer_.decay_.size());
    const auto reach = static_cast<std::ptrdiff_t>(layer_.half_order_);
    const auto stretch = [&](std::ptrdiff_t node) -> Complex {
        if (node >= cells) return 0;
        const auto at = static_cast<std::size_t>(node);
        return layer_.gain_[at] / (1.0 - layer_.decay_[at] * std::exp(i_unit * omega_t));
    };
    const auto first = [&](std::ptrdiff_t n) {
        if (n == 0) return 0.0;
        const double value = layer_.first_[static_cast<std::size_t>(std::abs(n) - 1)];
        return n > 0 ? value : -value;
    };
    const auto add = [&](std::ptrdiff_t row, std::ptrdiff_t column, Complex value) {
        const auto band = static_cast<std::ptrdiff_t>(band_);
        adds_[static_cast<std::size_t>(row * (2 * band + 1) + band + column - row)] += value;
    };
    for (std::ptrdiff_t node = 0; node < cells; ++node) {
        const Complex s = stretch(node);
        const std::ptrdiff_t from = std::max<std::ptrdiff_t>(0, node - reach);
        for (std::ptrdiff_t i = from; i <= node + reach; ++i) {
            const Complex outer = (1.0 + stretch(i)) * first(node - i) * s;
            for (std::ptrdiff_t k = from; k <= node + reach; ++k) add(i, k, outer * first(k - node));
        }
        for (std::ptrdiff_t n = 1; n <= reach; ++n) {
            const Complex weight = s * layer_.second_[static_cast<std::size_t>(n - 1)];
            add(node, node, -2.0 * weight);
            add(node, node + n, weight);
            if (node >= n) add(node, node - n, weight);
        }
    }
}

/// Unknowns: the nodes of the layer, the nodes that its differences and the short waves of the stencil reach, and the
/// amplitude. From the last of these nodes on there are only the wave and its reflection.
void LayerReflection::Tone::fill_in(const std::vector<Complex>& row, Complex number, Complex layer_share) {
    const std::size_t edge = unknowns_ - 1, reach = layer_.reach_;
    std::ranges::fill(values_, 0);
    std::ranges::fill(right_, 0);
    for (std::size_t i = 0; i < unknowns_; ++i) {
        Complex* values = row_begin(i);
        columns_[i] = std::min(unknowns_, i + band_ + 1);
        for (std::size_t j = i - std::min(i, band_); j < columns_[i]; ++j)
            values[j] = layer_share * adds_[i * (2 * band_ + 1) + band_ + j - i];
        for (std::size_t node = i - std::min(i, reach); node <= i + reach; ++node) {
            const Complex weight = row[node > i ? node - i : i - node];
            if (node < edge) {
                values[node] += weight;
                continue;
            }
            const Complex turn = std::exp(i_unit * number * static_cast<double>(node - edge));
            values[edge] += weight * turn;
            right_[i] -= weight / turn;
        }
    }
}

/// Solves by elimination with exchange of rows; returns the last unknown.
Complex LayerReflection::Tone::last_unknown() {
    for (std::size_t k = 0; k + 1 < unknowns_; ++k) {
        const std::size_t end = std::min(unknowns_, k + band_ + 1);
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < end; ++i)
            if (std::norm(row_begin(i)[k]) > std::norm(row_begin(pivot)[k])) pivot = i;
        Complex* const top = row_begin(k);
        if (pivot != k) {
            const std::size_t columns = std::max(columns_[k], columns_[pivot]);
            std::swap_ranges(top + k, top + columns, row_begin(pivot) + k);
            std::swap(right_[k], right_[pivot]);
            std::swap(columns_[k], columns_[pivot]);
        }
        const auto count = static_cast<Eigen::Index>(columns_[k] - k - 1);
        const Complex over = 1.0 / top[k];
        for (std::size_t i = k + 1; i < end; ++i) {
            Complex* const row = row_begin(i);
            if (row[k] == 0.0) continue;
            const Complex factor = row[k] * over;
            Values(row + k + 1, count) -= factor * Values(top + k + 1, count);
            right_[i] -= factor * right_[k];
            columns_[i] = std::max(columns_[i], columns_[k]);
        }
    }
    return right_.back() / row_begin(unknowns_ - 1)[unknowns_ - 1];
}

LayerReflection::Tone::Echo LayerReflection::Tone::echo(Complex along, Complex guess) {
    const std::vector<Complex> bulk = row(along);
    const auto [k, slope] = wave(bulk, guess);
    fill_in(bulk, k, layer_.averaged_ ? std::pow(std::cos(along / 2.0), 2) : Complex(1));
    return {k, slope, last_unknown() * std::exp(-2.0 * i_unit * k * layer_.settled())};
}

}  // namespace wavesim
