// SPDX-License-Identifier: MIT
#include "stencils/scheme/stencil_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numbers>
#include <utility>
#include <vector>

#include "stencils/scheme/memo.hpp"

namespace wavesim {
namespace {

constexpr double pi = std::numbers::pi;
constexpr int wedge_nodes = 61;      // per axis
constexpr int direction_steps = 24;  // directions (n, i, j) / |(n, i, j)|

struct Extremum {
    std::array<double, 3> k;
    double value;
};

/// Climbs from k to the next local maximum of sign * symbol by a pattern search in [0, pi]^d. A move must gain at least
/// as much as a curvature of 4 % of `span` gives, so that the search ends on flat ridges, which optimised weights have.
Extremum refine(const StencilSymbol& symbol, std::array<double, 3> k, double sign, double span) {
    double value = sign * symbol(k);
    for (double step = 0.5 * pi / (wedge_nodes - 1); step > 1e-4;) {
        std::array<double, 3> best = k;
        double best_value = value;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = symbol.dims() == 2 ? 0 : -1; dy <= (symbol.dims() == 2 ? 0 : 1); ++dy)
                for (int dz = -1; dz <= 1; ++dz) {
                    const std::array<double, 3> trial{std::clamp(k[0] + dx * step, 0.0, pi),
                                                      std::clamp(k[1] + dy * step, 0.0, pi),
                                                      std::clamp(k[2] + dz * step, 0.0, pi)};
                    const double trial_value = sign * symbol(trial);
                    if (trial_value > best_value) {
                        best_value = trial_value;
                        best = trial;
                    }
                }
        if (best_value > value + 0.02 * step * step * span) {
            k = best;
            value = best_value;
        } else {
            step /= 2;
        }
    }
    return {k, sign * value};
}

/// Upper estimate of the rise of sign * symbol between a node and its neighbours: twice the estimate from parabolas
/// along the axes. Negative at a node that is no local maximum.
double possible_gain(const StencilSymbol::Wedge& wedge, const std::array<int, 3>& node, double sign, double rounding) {
    const double middle = sign * wedge.at(node);
    double gain = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (wedge.dims == 2 && axis == 1) continue;
        auto shifted = node;
        shifted[axis] = node[axis] - 1;
        const double below = sign * wedge.at(shifted);
        shifted[axis] = node[axis] + 1;
        const double above = sign * wedge.at(shifted);
        if (std::max(below, above) > middle + rounding) return -1;  // a neighbour is examined instead
        const double curvature = 2 * middle - below - above;
        if (curvature > rounding) gain += (above - below) * (above - below) / (4 * curvature);
    }
    return gain;
}

/// The largest value of sign * symbol over all k, as an extremum of the symbol.
Extremum extreme(const StencilSymbol& symbol, const StencilSymbol::Wedge& wedge, double sign) {
    const auto [low, high] = std::minmax_element(wedge.values.begin(), wedge.values.end());
    const double span = *high - *low;
    const double rounding = 1e-12 * span;
    const double top = sign > 0 ? *high : -*low;
    std::vector<std::size_t> candidates;
    for (std::size_t n = 0; n < wedge.values.size(); ++n)  // a maximum between nodes exceeds their values by less than
                                                           // this
        if (sign * wedge.values[n] >= top - 0.01 * span) candidates.push_back(n);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::size_t a, std::size_t b) { return sign * wedge.values[a] > sign * wedge.values[b]; });

    Extremum best{{0, 0, 0}, sign > 0 ? *low : *high};
    std::vector<std::array<int, 3>> starts;
    for (const std::size_t n : candidates) {
        const auto node = wedge.nodes[n];
        const bool covered = std::any_of(starts.begin(), starts.end(), [&](const std::array<int, 3>& other) {
            return std::max(
                       {std::abs(node[0] - other[0]), std::abs(node[1] - other[1]), std::abs(node[2] - other[2])}) <= 4;
        });
        if (covered) continue;
        const double gain = possible_gain(wedge, node, sign, rounding);
        if (gain < 0 || sign * wedge.values[n] + gain <= sign * best.value + rounding) continue;
        starts.push_back(node);
        const double scale = pi / (wedge_nodes - 1);
        const Extremum found = refine(symbol, {node[0] * scale, node[1] * scale, node[2] * scale}, sign, span);
        if (sign * found.value > sign * best.value) best = found;
    }
    return best;
}

/// Unit directions of the wedge (2D: of the octant between the axis and the diagonal).
std::vector<std::array<double, 3>> directions(int dims) {
    std::vector<std::array<double, 3>> list;
    for (int i = 0; i <= direction_steps; ++i)
        for (int j = 0; j <= (dims == 2 ? 0 : i); ++j) {
            const double n = std::sqrt(direction_steps * direction_steps + i * i + j * j);
            if (dims == 2)
                list.push_back({direction_steps / n, 0, i / n});
            else
                list.push_back({direction_steps / n, i / n, j / n});
        }
    return list;
}

}  // namespace

StencilAnalysis::StencilAnalysis(const Stencil& stencil) : symbol_(stencil) {
    static Memo<std::pair<Extremum, Extremum>> known;
    const auto [low, high] = known.of(numbers_of(stencil), [this] {
        const auto wedge = symbol_.on_wedge(wedge_nodes);
        return std::pair(extreme(symbol_, wedge, -1), extreme(symbol_, wedge, 1));
    });
    symbol_max_ = high.value;
    worst_wave_vector_ = high.k;
    symbol_min_ = low.value;
}

double StencilAnalysis::courant_max() const {
    const double rounding = 1e-12 * std::abs(symbol_max_);
    if (symbol_max_ <= 0 || symbol_min_ < -rounding) return 0;
    return 2 / std::sqrt(symbol_max_);
}

double StencilAnalysis::phase_error(const std::array<double, 3>& k, double courant) const {
    const double s = std::clamp(0.25 * courant * courant * symbol(k), 0.0, 1.0);
    const double k_norm = std::sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
    return 2 * std::asin(std::sqrt(s)) / (courant * k_norm) - 1;
}

double StencilAnalysis::Range::worst() const { return std::max(std::abs(lowest), std::abs(highest)); }

StencilAnalysis::Range StencilAnalysis::phase_error_range(double points_per_wavelength, double courant) const {
    const double k = 2 * pi / points_per_wavelength;
    Range range{1e300, -1e300};
    double worst = -1;
    for (const auto& d : directions(symbol_.dims())) {
        const double error = phase_error({k * d[0], k * d[1], k * d[2]}, courant);
        range.lowest = std::min(range.lowest, error);
        range.highest = std::max(range.highest, error);
        if (std::abs(error) > worst) {
            worst = std::abs(error);
            range.worst_direction = d;
        }
    }
    return range;
}

double StencilAnalysis::usable_fraction(double bound, double courant) const {
    const auto all = directions(symbol_.dims());
    const auto within = [&](double fraction) {
        return std::all_of(all.begin(), all.end(), [&](const auto& d) {
            const double k = fraction * pi;
            return std::abs(phase_error({k * d[0], k * d[1], k * d[2]}, courant)) <= bound;
        });
    };
    constexpr int steps = 100;
    for (int i = 1; i <= steps; ++i) {
        if (within(static_cast<double>(i) / steps)) continue;
        double low = static_cast<double>(i - 1) / steps;
        double high = static_cast<double>(i) / steps;
        for (int halvings = 0; halvings < 13; ++halvings) {
            const double middle = 0.5 * (low + high);
            (within(middle) ? low : high) = middle;
        }
        return low;
    }
    return 1;
}

}  // namespace wavesim
