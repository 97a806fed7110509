// SPDX-License-Identifier: MIT
#include "boundary/tilted_reflection.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <Eigen/Dense>

#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

using Complex = TiltedReflection::Complex;
constexpr std::size_t reach = tti::self_adjoint_radius;
constexpr std::size_t band = 2 * reach + 1;  ///< nodes
using Column = Eigen::Matrix<Complex, 2 * reach, 1>;

/// Weight of the node `away` nodes further, in the first difference and in R.
double first_weight(std::ptrdiff_t away) {
    if (away == 0 || std::abs(away) > 4) return 0;
    const double weight = tti::first_difference[std::abs(away) - 1];
    return away > 0 ? weight : -weight;
}
double rest_weight(std::ptrdiff_t away) {
    if (away != 0) return tti::hourglass.at[std::abs(away) - 1];
    double sum = 0;
    for (const double weight : tti::hourglass.at) sum -= 2 * weight;
    return sum;
}

}  // namespace

TiltedReflection::Tone TiltedReflection::at(Complex omega_t) const { return Tone(*this, omega_t); }

/// The first nodes are those of the layer. Then follow `reach` nodes beside it where short waves decay, `reach` nodes
/// with only the waves of TiltedModes, and the nodes that their rows read.
TiltedReflection::Tone::Tone(const TiltedReflection& layer, Complex omega_t)
    : of_(layer), scheme_(layer.layer_, layer.nodes_.inside, omega_t) {
    const std::vector<TurnedNode>& turned = layer.nodes_.layer;
    const std::size_t rows = turned.size() + 2 * reach, all = rows + reach + 4;
    const auto node = [&](std::size_t i) { return i < turned.size() ? turned[i] : layer.nodes_.inside; };
    const Complex step = std::exp(TiltedScheme::i_unit * omega_t);
    const double c2 = layer.layer_.courant * layer.layer_.courant;
    std::vector<Complex> stretch(all, 1.0);
    for (std::size_t i = 0; i < layer.layer_.decay.size(); ++i)
        stretch[i] += layer.layer_.gain[i] / (1.0 - layer.layer_.decay[i] * step);
    for (std::size_t i = 0; i < rows; ++i) {
        const TurnedNode n = node(i);
        const double g = n.damping;
        nodes_.push_back({c2 * n.speed,
                          std::pow(1 + g / 2, 2) / step - 2 * (1 - g * g / 4) + std::pow(1 - g / 2, 2) * step,
                          {1 - n.along * n.along, n.along * n.along},
                          {n.weight_along[0] * n.weight_along[0], n.weight_along[1] * n.weight_along[1]}});
    }
    couplings_.resize(rows * band);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = row - std::min(row, reach); column <= row + reach; ++column) {
            const auto i = static_cast<std::ptrdiff_t>(row), j = static_cast<std::ptrdiff_t>(column);
            const TurnedNode at = node(row), from = node(column);
            std::array<Complex, 2> flux{};
            for (std::ptrdiff_t m = std::max<std::ptrdiff_t>({0, i - 4, j - 4}); m <= std::min(i, j) + 4; ++m) {
                const auto between = static_cast<std::size_t>(m);
                const double n = node(between).across;
                const Complex weight = first_weight(m - i) * first_weight(j - m) * stretch[between];
                flux[0] -= weight * (1 - n * n);
                flux[1] -= weight * n * n;
            }
            Coupling& both = couplings_[row * band + reach + column - row];
            const Complex turn = TiltedScheme::i_unit * first_weight(j - i) * stretch[row] *
                                 (at.across * at.along + from.across * from.along);
            both.slope = {turn, -turn};
            for (std::size_t f = 0; f < 2; ++f)
                both.plain[f] =
                    stretch[row] * flux[f] + at.weight_across[f] * rest_weight(j - i) * from.weight_across[f];
        }
}

/// Two rows per node, one per field. All nodes but the last `reach` ones are eliminated, from the outer end on. What
/// remains is here u(last) + there u(beyond) = 0.
class TiltedReflection::Tone::Equations {
  public:
    Equations(const Tone& tone, double along)
        : tone_(tone),
          rows_(tone.nodes_.size()),
          real_(2 * rows_, 2 * band),
          imag_(2 * rows_, 2 * band),
          there_(Square::Zero()) {
        const AxisSymbols symbols(along);
        slope_ = symbols.first.real();
        rest_ = symbols.rest.real();
        for (std::size_t row = 0; row < rows_; ++row)
            for (std::size_t column = row - std::min(row, reach); column <= row + reach; ++column) {
                const Eigen::Matrix<Complex, 2, 2> pair = between(row, column);
                const auto i = static_cast<Eigen::Index>(2 * row), j = static_cast<Eigen::Index>(2 * column);
                if (column < rows_) {
                    real_.block<2, 2>(i, place(i, j)) = pair.real();
                    imag_.block<2, 2>(i, place(i, j)) = pair.imag();
                } else {
                    there_.block<2, 2>(i - first_kept(), j - first_kept() - count) = pair;
                }
            }
        eliminate();
        for (Eigen::Index i = 0; i < count; ++i)
            for (Eigen::Index j = 0; j < count; ++j) {
                const Eigen::Index row = first_kept() + i, at = place(row, first_kept() + j);
                here_(i, j) = Complex(real_(row, at), imag_(row, at));
            }
    }

    /// Right-hand side that belongs to a wave.
    Column answer(const TiltedMode& mode, double cells) const {
        Column here, there;
        const Complex further = std::exp(TiltedScheme::i_unit * mode.across * static_cast<double>(reach));
        for (std::size_t l = 0; l < reach; ++l) {
            const double away = static_cast<double>(rows_ - reach + l) - cells + 0.5;  // from the face
            const Complex turn = std::exp(TiltedScheme::i_unit * mode.across * away);
            for (std::size_t f = 0; f < 2; ++f) {
                const auto at = static_cast<Eigen::Index>(2 * l + f);
                here(at) = mode.fields[f] * turn;
                there(at) = here(at) * further;
            }
        }
        return here_ * here + there_ * there;
    }

  private:
    static constexpr Eigen::Index count = 2 * reach;
    Eigen::Index first_kept() const { return static_cast<Eigen::Index>(2 * rows_) - count; }
    /// Position of a column in the stored part of a row, which begins `reach` nodes before the node of the row.
    static Eigen::Index place(Eigen::Index row, Eigen::Index column) { return column - row / 2 * 2 + count; }

    /// Coefficients of the fields of node `column` in the equations of node `row`.
    Eigen::Matrix<Complex, 2, 2> between(std::size_t row, std::size_t column) const {
        const NodeTerms& node = tone_.nodes_[row];
        const Coupling& both = tone_.couplings_[row * band + reach + column - row];
        std::array<Complex, 2> g;
        for (std::size_t f = 0; f < 2; ++f) {
            g[f] = both.plain[f] + slope_ * both.slope[f];
            if (row == column) g[f] += slope_ * slope_ * node.square[f] + rest_ * node.rest[f];
            g[f] *= node.speed;
        }
        const double h = tone_.scheme_.horizontal(), r = tone_.scheme_.root();
        const Complex time = row == column ? node.time : 0;
        Eigen::Matrix<Complex, 2, 2> pair;
        pair << h * g[0] + time, r * g[1], r * g[0], g[1] + time;
        return pair;
    }

    void eliminate() {
        for (Eigen::Index p = 0; p < first_kept(); p += 2) {
            Eigen::Matrix<Complex, 2, 2> pivot;
            pivot.real() = real_.block<2, 2>(p, place(p, p));
            pivot.imag() = imag_.block<2, 2>(p, place(p, p));
            const Eigen::Matrix<Complex, 2, 2> inverse = pivot.inverse();
            const Eigen::Index top = place(p, p + 2);
            for (Eigen::Index row = p + 2; row < p + 2 + count; ++row) {
                const Eigen::Index at = place(row, p);
                const Complex left(real_(row, at), imag_(row, at)), right(real_(row, at + 1), imag_(row, at + 1));
                auto real = real_.row(row).segment<count>(at + 2);
                auto imag = imag_.row(row).segment<count>(at + 2);
                for (Eigen::Index f = 0; f < 2; ++f) {
                    const Complex share = left * inverse(0, f) + right * inverse(1, f);
                    const auto top_real = real_.row(p + f).segment<count>(top);
                    const auto top_imag = imag_.row(p + f).segment<count>(top);
                    real -= share.real() * top_real - share.imag() * top_imag;
                    imag -= share.real() * top_imag + share.imag() * top_real;
                }
            }
        }
    }

    using Square = Eigen::Matrix<Complex, count, count>;
    /// Real or imaginary part of the band matrix. Two real matrices are faster than one complex matrix.
    using Part = Eigen::Matrix<double, Eigen::Dynamic, 2 * band, Eigen::RowMajor>;
    const Tone& tone_;
    std::size_t rows_;
    Part real_, imag_;
    Square here_, there_;
    double slope_ = 0, rest_ = 0;
};

/// Least squares: what remains of short waves, and of waves that the grid does not resolve, is made as small as
/// possible.
TiltedReflection::Tone::Amplitudes TiltedReflection::Tone::amplitudes(double along, const TiltedModes& modes) const {
    const Equations equations(*this, along);
    Eigen::Matrix<Complex, 2 * reach, Eigen::Dynamic> back(2 * reach, modes.back.size());
    Eigen::Matrix<Complex, 2 * reach, Eigen::Dynamic> comes(2 * reach, modes.comes.size());
    for (Eigen::Index m = 0; m < back.cols(); ++m)
        back.col(m) = equations.answer(modes.back[static_cast<std::size_t>(m)], of_.cells());
    for (Eigen::Index m = 0; m < comes.cols(); ++m)
        comes.col(m) = -equations.answer(modes.comes[static_cast<std::size_t>(m)], of_.cells());
    const Eigen::VectorXd size = back.colwise().norm();
    for (Eigen::Index m = 0; m < back.cols(); ++m) back.col(m) /= size(m);
    const Eigen::MatrixXcd found = back.colPivHouseholderQr().solve(comes);
    Amplitudes amplitudes{};
    for (Eigen::Index j = 0; j < back.cols(); ++j)
        for (Eigen::Index i = 0; i < comes.cols(); ++i)
            amplitudes[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = found(j, i) / size(j);
    return amplitudes;
}

}  // namespace wavesim
