// SPDX-License-Identifier: MIT
// What the TTI schemes promise of their symbols: never negative, within the limit of the time step, as fast as the
// equations. That the schemes have these symbols, tti_wave_test.cpp shows.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "backends/tti_case.hpp"
#include "physics/tti_symbols.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim::test {
namespace {

/// Symbol of the second derivatives of k73 as a matrix, times -1; H is n S n.
Eigen::Matrix3d second_derivatives(const std::array<double, 3>& k, double (*cross)(double, double)) {
    Eigen::Matrix3d s;
    for (int d = 0; d < 3; ++d)
        for (int e = 0; e < 3; ++e) {
            const double a = k[static_cast<std::size_t>(d)];
            const double b = k[static_cast<std::size_t>(e)];
            s(d, e) = d == e ? sigma(a) : cross(a, b);
        }
    return s;
}

/// S and tr S - S have no negative eigenvalue, so no tilt whatever makes H or L - H negative. Cross derivatives along
/// the diagonals, of order 8, fail: with them k73 grows.
TEST(TtiSymbols, OfK73AreNeverNegativeWhateverTheTilt) {
    const auto least = [](double (*cross)(double, double)) {
        double smallest = HUGE_VAL;
        for (int a = -16; a <= 16; ++a)
            for (int b = -16; b <= 16; ++b)
                for (int c = 0; c <= 16; ++c) {
                    const Eigen::Matrix3d s = second_derivatives({a * pi / 16, b * pi / 16, c * pi / 16}, cross);
                    const Eigen::Vector3d along = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(s).eigenvalues();
                    smallest = std::min({smallest, along[0], along[0] + along[1]});
                }
        return smallest;
    };

    EXPECT_GT(least([](double a, double b) { return mixed(a) * mixed(b); }), -1e-12);
    EXPECT_LT(least([](double a, double b) { return (sigma(a + b) - sigma(a - b)) / 4; }), -0.015);
}

std::array<double, 3> squares(const std::array<double, 3>& n) { return {n[0] * n[0], n[1] * n[1], n[2] * n[2]}; }

/// Whatever weights R has.
TEST(TtiSymbols, AreNeverNegativeAndKeepTheLimit) {
    double least = HUGE_VAL;
    double largest = 0;
    const Tilt tilts[] = {{0, 0}, {0.6, 0.4}, {1.4, -1.8}, {2.2, 3.9}};
    for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint})
        for (const Tilt& tilt : tilts)
            for (int a = -8; a <= 8; ++a)
                for (int b = -8; b <= 8; ++b)
                    for (int c = -8; c <= 8; ++c) {
                        for (const std::array<double, 3>& mean : {squares(tilt.axis()), {0, 0, 1}, {0.5, 0, 0.5}}) {
                            const Symbols s = symbols(form, {a * pi / 8, b * pi / 8, c * pi / 8}, tilt.axis(), mean);
                            least = std::min({least, s.across, s.along});
                            largest = std::max(largest, s.across + s.along);
                        }
                    }

    EXPECT_GT(least, -1e-12);
    // Both sums are the symbol of leggy-4, on which the limit of the time step rests.
    EXPECT_LE(largest, 3 * leggy_symbol_max(4) * (1 + 1e-12));
}

/// Layers turn the axis and change the speed, and the weights of R fade from a mean over all tilts to those of an axis
/// of the grid. The limit of the time step is that of the medium without layers.
TEST(TtiSymbols, KeepTheLimitInLayers) {
    double largest = 0;
    for (const int dims : {2, 3})
        for (const double epsilon : {-0.39, -0.1, 0.24, 0.6, 1.0})
            for (const double theta : {0.2, 0.6, pi / 4, 1.1})
                for (const double phi : {0.0, 0.4, pi / 4})
                    for (const double kept : {0.0, 0.3, 0.5, 0.6, 0.8, 1.0})
                        for (const int corner : {1, 4, 5, 7})
                            for (const std::array<double, 3>& mean : {Tilt{theta, phi}.axis(), {0, 0, 1}, {1, 0, 0}})
                                for (const std::size_t layer_axis : {0U, 1U, 2U}) {
                                    if (dims == 2 && (phi > 0 || corner == 7 || layer_axis == 1)) continue;
                                    std::array<double, 3> along_axes{1, 1, 1};
                                    for (std::size_t d = 0; d < 3; ++d)
                                        if ((corner >> d & 1) != 0) along_axes[d] = kept;
                                    const LayerTilt tilt =
                                        tilt_in_layers(Tilt{theta, phi}.axis(), epsilon, along_axes, layer_axis, dims);
                                    const double h = 1 + 2 * epsilon;
                                    const double limit = std::max(1.0, h) * dims * leggy_symbol_max(4);
                                    const double share = std::pow(along_axes[0] * along_axes[1] * along_axes[2], 2);
                                    std::array<std::array<double, 3>, 2> weight;
                                    for (std::size_t d = 0; d < 3; ++d) {
                                        const double outer = d == layer_axis ? 1 : 0;
                                        const double along = std::abs(mean[d]);
                                        const double across = std::sqrt(std::max(0.0, 1 - along * along));
                                        weight[0][d] = std::pow(share * across + (1 - share) * (1 - outer), 2);
                                        weight[1][d] = std::pow(share * along + (1 - share) * outer, 2);
                                    }
                                    constexpr int n = 6;
                                    for (int a = -n; a <= n; ++a)
                                        for (int b = dims == 2 ? 0 : -n; b <= (dims == 2 ? 0 : n); ++b)
                                            for (int c = 0; c <= n; ++c) {
                                                const Symbols s =
                                                    symbols(TtiForm::self_adjoint, {a * pi / n, b * pi / n, c * pi / n},
                                                            tilt.axis, weight);
                                                largest =
                                                    std::max(largest, tilt.speed * (h * s.across + s.along) / limit);
                                            }
                                }

    EXPECT_GT(largest, 0.9);
    EXPECT_LE(largest, 1 + 1e-12);
}

/// By how much the group velocity of the discrete symbols misses that of the equations, as a share of it, largest
/// over the directions of phase in the planes through z of all azimuths and in the plane z = 0.
double worst_group_velocity(TtiForm form, const Tilt& tilt, double points_per_wavelength) {
    constexpr double epsilon = 0.24;
    constexpr double delta = 0.1;
    const double courant = 0.6 * tti_courant_limit(3, epsilon);
    const auto n = tilt.axis();
    using Vector = std::array<double, 3>;
    const auto discrete = [&](const Vector& k) {
        return 2 / courant *
               std::asin(courant / 2 * std::sqrt(mode(form, epsilon, delta, symbols(form, k, n)).eigenvalue));
    };
    const auto exact = [&](const Vector& k) {
        const double along = n[0] * k[0] + n[1] * k[1] + n[2] * k[2];
        const double all = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
        return std::sqrt(mode(form, epsilon, delta, {all - along * along, along * along}).eigenvalue);
    };
    const auto gradient = [](const auto& omega, Vector k) {
        constexpr double step = 1e-5;
        Vector slope{};
        for (std::size_t d = 0; d < 3; ++d) {
            const double at = k[d];
            k[d] = at + step;
            slope[d] = omega(k);
            k[d] = at - step;
            slope[d] = (slope[d] - omega(k)) / (2 * step);
            k[d] = at;
        }
        return slope;
    };
    double worst = 0;
    for (int azimuth = 0; azimuth < 180; azimuth += 15)
        for (int from_z = 0; from_z < 180; from_z += 10) {
            const Vector towards = Tilt{(from_z + 0.1) * pi / 180, (azimuth + 0.1) * pi / 180}.axis();
            Vector k{};
            for (std::size_t d = 0; d < 3; ++d) k[d] = 2 * pi / points_per_wavelength * towards[d];
            const Vector a = gradient(discrete, k);
            const Vector b = gradient(exact, k);
            worst = std::max(worst, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / std::hypot(b[0], b[1], b[2]));
        }
    return worst;
}

/// VTI, tilted in the planes xz and yz, lying, and tilted obliquely.
TEST(TtiSymbols, HaveTheGroupVelocityOfTheEquationsInEveryPlane) {
    for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint})
        for (const Tilt& tilt : {Tilt{0, 0}, Tilt{0.6, 0}, Tilt{0.6, pi / 2}, Tilt{pi / 2, 0.3}, Tilt{0.6, 0.44}}) {
            const double coarse = worst_group_velocity(form, tilt, 10);
            const double fine = worst_group_velocity(form, tilt, 20);

            EXPECT_LT(coarse, 0.006) << tilt.theta << " " << tilt.phi;
            EXPECT_GT(coarse, 3.5 * fine);  // of second order in time
            RecordProperty("worst_" + std::to_string(form == TtiForm::k73) + std::to_string(tilt.theta + tilt.phi),
                           std::to_string(coarse));
        }
}

TEST(TtiSymbols, HaveTheOrderOfTheirDifferences) {
    const auto order = [](const auto& error) { return std::log2(error(0.2) / error(0.1)); };

    EXPECT_NEAR(order([](double k) { return std::abs(mixed(k) * mixed(k) / (k * k) - 1); }), 4, 0.05);
    EXPECT_NEAR(order([](double k) { return std::abs(first(k) / k - 1); }), 8, 0.1);
    EXPECT_NEAR(order([](double k) { return std::abs(sigma(k) / (k * k) - 1); }), 8, 0.1);
    EXPECT_NEAR(even_symbol(tti::hourglass.at, 8, 1.1), first(1.1) * first(1.1) - sigma(1.1), 1e-14);
}

}  // namespace
}  // namespace wavesim::test
