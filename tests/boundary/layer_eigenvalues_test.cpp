// SPDX-License-Identifier: MIT
// Growth per step of waves beside an absorbing layer: the largest eigenvalue of one step along the axis of the layer.
// The other axes are replaced by a plane wave. What docs/validation.md says about layers that let waves grow rests on
// this.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "backends/definitions.hpp"
#include "boundary/absorbing.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

constexpr double pi = std::numbers::pi;

/// Turn of the plane wave from node to node along y and z.
struct Across {
    double y, z;
};

/// A layer of `width` nodes at the low end of a line of nodes, and a mirror at the other end.
class LayerLine {
  public:
    LayerLine(const Stencil& stencil, double courant, const AbsorbingLayers& layers, Across across)
        : courant_(courant),
          width_(layers.width[0]),
          nodes_(static_cast<std::int64_t>(layers.decay[0].size())),
          decay_(layers.decay[0]),
          gain_(layers.gain[0]),
          first_(test::first_difference(layers.half_order)),
          second_(test::second_difference(layers.half_order)),
          mean_(layers.averaged ? std::pow(std::cos(across.y / 2) * std::cos(across.z / 2), 2) : 1),
          along_(static_cast<std::size_t>(radius(stencil)) + 1) {
        for (std::size_t p = 0; p < stencil.shells.size(); ++p)
            for (const Offset& l : shell_points(stencil.shells[p], 3)) {
                if (l.x >= 0)
                    along_[static_cast<std::size_t>(l.x)] += stencil.a[p] * std::cos(across.y * l.y + across.z * l.z);
                along_[0] -= stencil.a[p];
            }
    }

    /// The largest size of an eigenvalue of a step.
    double growth() const {
        const Eigen::Index size = 2 * (nodes_ + width_);
        Eigen::MatrixXd matrix(size, size);
        for (Eigen::Index i = 0; i < size; ++i) matrix.col(i) = stepped(Eigen::VectorXd::Unit(size, i));
        return Eigen::EigenSolver<Eigen::MatrixXd>(matrix, false).eigenvalues().cwiseAbs().maxCoeff();
    }

  private:
    /// u, the u before it, psi and zeta of the layer, after a step.
    Eigen::VectorXd stepped(const Eigen::VectorXd& state) const {
        const auto u = [&](std::int64_t i) {
            const auto [node, sign] = test::image_of(i, nodes_, HaloRule::zero, HaloRule::mirror_half);
            return sign == 0 ? 0.0 : state[node];
        };
        const auto slope = [&](const auto& value, std::int64_t i) {
            double sum = 0;
            for (std::size_t m = 1; m <= first_.size(); ++m) {
                const auto by = static_cast<std::int64_t>(m);
                sum += first_[m - 1] * (value(i + by) - value(i - by));
            }
            return sum;
        };
        Eigen::VectorXd after(state.size());
        const std::int64_t psi_at = 2 * nodes_;
        const std::int64_t zeta_at = psi_at + width_;
        for (std::int64_t i = 0; i < width_; ++i)
            after[psi_at + i] = decay(i) * state[psi_at + i] + gain(i) * mean_ * slope(u, i);
        const auto psi = [&](std::int64_t i) { return i >= 0 && i < width_ ? after[psi_at + i] : 0.0; };
        for (std::int64_t i = 0; i < nodes_; ++i) {
            double sum = along_[0] * u(i);
            for (std::size_t m = 1; m < along_.size(); ++m) {
                const auto by = static_cast<std::int64_t>(m);
                sum += along_[m] * (u(i + by) + u(i - by));
            }
            sum += slope(psi, i);
            if (i < width_) {
                double bend = 0;
                for (std::size_t m = 1; m <= second_.size(); ++m) {
                    const auto by = static_cast<std::int64_t>(m);
                    bend += second_[m - 1] * (u(i + by) + u(i - by) - 2 * u(i));
                }
                after[zeta_at + i] = decay(i) * state[zeta_at + i] + gain(i) * (mean_ * bend + slope(psi, i));
                sum += after[zeta_at + i];
            }
            after[i] = 2 * state[i] - state[nodes_ + i] + courant_ * courant_ * sum;
            after[nodes_ + i] = state[i];
        }
        return after;
    }
    double decay(std::int64_t i) const { return decay_[static_cast<std::size_t>(i)]; }
    double gain(std::int64_t i) const { return gain_[static_cast<std::size_t>(i)]; }

    double courant_;
    std::int64_t width_, nodes_;
    std::vector<double> decay_, gain_, first_, second_;
    double mean_;
    std::vector<double> along_;  ///< weights of the nodes 0, 1, ... from the middle
};

/// The layer that a plan would make for pulses of that many points per wavelength; `half_order` of its differences
/// where it is not what the stencil takes.
double growth_of(Stencil stencil, double courant, std::int64_t width, double points, Across across,
                 int half_order = 0) {
    if (half_order > 0) stencil.layer_half_order = half_order;
    std::array<LayerProfile, 6> sides{};
    sides[0].cells = width;
    const std::int64_t inside = std::max(12, 2 * radius(stencil));
    const AbsorbingLayers layers = build_layers(stencil, courant, {width + inside, 1, 1}, sides, 1 / points, 0);
    return LayerLine(stencil, courant, layers, across).growth();
}

/// The largest over plane waves across.
template <class Waves>
double largest_growth(const Stencil& stencil, double courant, std::int64_t width, double points, const Waves& waves,
                      int half_order = 0) {
    double most = 0;
    for (const Across& across : waves)
        most = std::max(most, growth_of(stencil, courant, width, points, across, half_order));
    return most;
}

constexpr Across some_waves[] = {{0, 0}, {0.3, 0}, {pi / 2, 0}, {pi, 0}, {pi / 2, pi / 2}, {pi, pi}};
/// Rounding: a wave that grows by this in a step has not grown by 1 % after ten million steps.
constexpr double nothing = 1e-9;

double running_courant(const CatalogueEntry& entry) {
    return 0.999 * (entry.tuned_courant > 0 ? entry.tuned_courant : entry.courant_max);
}

/// Every stencil of the catalogue that plans accept, beside the thinnest layers that they accept, and leggy ones beside
/// layers of one cell as well.
TEST(LayerEigenvalues, NoWaveGrowsBesideTheStencilsOfTheCatalogue) {
    int tried = 0;
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        const Stencil stencil = make_stencil(entry.name, 3, running_courant(entry));
        const LayerForm form = layer_form(stencil, running_courant(entry));
        if (!form.why_not.empty()) continue;
        for (const std::int64_t width : {form.least_cells, std::int64_t{10}})
            EXPECT_LE(largest_growth(stencil, running_courant(entry), width, 12, some_waves), 1 + nothing)
                << entry.name << ", " << width << " cells";
        ++tried;
    }
    EXPECT_GE(tried, static_cast<int>(stencil_catalogue().size()) - 3);
}

/// Long pulses end in layers whose alpha is small, short ones in layers where it is large.
TEST(LayerEigenvalues, NoWaveGrowsWhateverTheFrequencyOfTheLayer) {
    for (const char* name : {"leggy-1", "leggy-4", "leggy-8"})
        for (const double points : {10.0, 100.0, 1000.0})
            for (const std::int64_t width : {1, 3, 7})
                EXPECT_LE(
                    largest_growth(make_stencil(name, 3), 0.999 * courant_limit(name, 3), width, points, some_waves),
                    1 + nothing)
                    << name << ", " << points << ", " << width;
}

/// The operator D- D+ of every order with the differences that its layers take. Own differences of order 12 and more
/// would let waves grow, as fast as docs/validation.md says.
TEST(LayerEigenvalues, LayersOfDensitiesTakeDifferencesThatLetNothingGrow) {
    for (int order = 1; order <= most_density_half_order; ++order) {
        const Stencil stencil = density_stencil(order, 3);
        const double courant = 0.999 * StencilAnalysis(stencil).courant_max();
        for (const std::int64_t width : {4, 20})
            EXPECT_LE(largest_growth(stencil, courant, width, 12, some_waves), 1 + nothing) << order << ", " << width;
    }
    const auto own = [](int order, std::int64_t width) {
        const Stencil stencil = density_stencil(order, 3);
        return largest_growth(stencil, 0.999 * StencilAnalysis(stencil).courant_max(), width, 12, some_waves, order) -
               1;
    };
    EXPECT_NEAR(own(6, 4), 2.43e-3, 0.01e-3);
    EXPECT_NEAR(own(8, 20), 1.12e-3, 0.01e-3);
    EXPECT_NEAR(own(10, 20), 1.40e-3, 0.01e-3);
    EXPECT_NEAR(own(12, 20), 1.52e-3, 0.01e-3);
}

/// Plans refuse averaged layers of less than 10 cells for this.
TEST(LayerEigenvalues, WavesGrowBesideThinAveragedLayers) {
    const CatalogueEntry& thin = *std::ranges::find(stencil_catalogue(), "compact-57-me4", &CatalogueEntry::name);
    const Stencil stencil = make_stencil(thin.name, 3, running_courant(thin));
    EXPECT_NEAR(largest_growth(stencil, running_courant(thin), 2, 12, some_waves) - 1, 6.1e-4, 0.1e-4);
}

}  // namespace
}  // namespace wavesim
