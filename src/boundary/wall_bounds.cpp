// SPDX-License-Identifier: MIT
#include "boundary/wall_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Eigenvalues>

#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {
namespace {

/// cos^2(k/2) / (sigma(pi) - sigma(k)) for k in [0, pi], its limit at pi; infinity where sigma(k) >= sigma(pi).
double secular_term(const std::vector<double>& a, double k) {
    const double from_pi = std::numbers::pi - k;
    if (from_pi < 1e-6) {
        double curvature = 0;  // -sigma''(pi)
        for (std::size_t j = 0; j < a.size(); ++j) {
            const double m = static_cast<double>(j + 1);
            curvature += (j % 2 == 0 ? 2 : -2) * a[j] * m * m;
        }
        return curvature > 0 ? 0.5 / curvature : std::numeric_limits<double>::infinity();
    }
    double gap = 0;  // sin^2 A - sin^2 B = sin(A + B) sin(A - B)
    for (std::size_t j = 0; j < a.size(); ++j) {
        const double m = static_cast<double>(j + 1);
        gap += 4 * a[j] * std::sin(m * (std::numbers::pi + k) / 2) * std::sin(m * from_pi / 2);
    }
    return gap > 0 ? std::pow(std::cos(k / 2), 2) / gap : std::numeric_limits<double>::infinity();
}

/// The quadratic form of the cube for one mask. Corners are numbered by their bits; bit b of `mask` is set where corner
/// b is air.
Eigen::MatrixXd cube_form(int dims, unsigned mask, const std::array<double, 3>& weight_of_distance) {
    const unsigned corners = 1U << dims;
    const auto air = [&](unsigned corner) { return (mask >> corner & 1U) != 0; };
    Eigen::MatrixXd form = Eigen::MatrixXd::Zero(corners, corners);
    for (unsigned i = 0; i < corners; ++i) {
        if (!air(i)) continue;
        const auto link = [&](unsigned j, double w) {
            form(i, i) += w;
            form(i, j) -= w;
        };
        for (unsigned l = 1; l < corners; ++l) {
            const int distance = std::popcount(l);
            // a pair along an edge is shared by 4 cubes, across a face by 2 (2D: 2 and 1)
            const double w = weight_of_distance[static_cast<std::size_t>(distance - 1)] / (1U << (dims - distance));
            if (air(i ^ l)) {
                link(i ^ l, w);
                continue;
            }
            for (unsigned d = 1; d < corners; d <<= 1)
                if ((l & d) != 0 && l != d && !air(i ^ d) && air(i ^ l ^ d)) link(i ^ l ^ d, w);
            if (distance == 3)
                for (unsigned t = 1; t < corners; t <<= 1) {
                    bool folded = air(i ^ t);
                    for (unsigned s = 1; s < corners; ++s)
                        if ((s & t) == 0) folded = folded && !air(i ^ s) && !air(i ^ s ^ t);
                    if (folded) link(i ^ t, w);
                }
        }
    }
    return form;
}

std::array<double, 3> weights_by_distance(const Stencil& stencil) {
    std::array<double, 3> weight{};
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        weight[static_cast<std::size_t>(stencil.shells[p].norm2() - 1)] += stencil.a[p];
    return weight;
}

}  // namespace

double axis_symbol(const std::vector<double>& a, double k) {
    double sigma = 0;
    for (std::size_t j = 0; j < a.size(); ++j)
        sigma += 4 * a[j] * std::pow(std::sin(static_cast<double>(j + 1) * k / 2), 2);
    return sigma;
}

double explicit_wall_load(const std::vector<double>& a, double air_mass) {
    // The sums are trapezoid rules of a smooth even periodic function: past a few lengths they equal their limit.
    const int longest = 2 * static_cast<int>(a.size()) + 8;
    double worst = 0;
    for (int n = 1; n <= longest; ++n)
        for (int parity = 0; parity < 2; ++parity) {
            double sum = 0;
            for (int j = 0; 2 * j + parity <= n; ++j) {  // t in [0, pi]; the others mirror these
                const double t = std::numbers::pi * (2 * j + parity) / n;
                const bool alone = 2 * j + parity == 0 || 2 * j + parity == n;
                sum += (alone ? 1 : 2) * secular_term(a, t);
            }
            worst = std::max(worst, 2 * sum / (n * air_mass));
        }
    return worst;
}

bool acts_along_axes(const Stencil& stencil) {
    return std::all_of(stencil.shells.begin(), stencil.shells.end(),
                       [](const Shell& q) { return q.q2 == 0 && q.q3 == 0; });
}

bool acts_on_nearest(const Stencil& stencil) {
    return std::all_of(stencil.shells.begin(), stencil.shells.end(), [](const Shell& q) { return q.q1 == 1; });
}

SpectralRange completion_range(const Stencil& stencil) {
    const std::array<double, 3> weight = weights_by_distance(stencil);
    const unsigned corners = 1U << stencil.dims;
    SpectralRange range;
    for (std::uint64_t mask = 1; mask < (std::uint64_t{1} << corners); ++mask) {
        const Eigen::MatrixXd form = cube_form(stencil.dims, static_cast<unsigned>(mask), weight);
        const Eigen::VectorXd eigenvalues =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(form, Eigen::EigenvaluesOnly).eigenvalues();
        range.lowest = std::min(range.lowest, corners * eigenvalues.minCoeff());
        range.highest = std::max(range.highest, corners * eigenvalues.maxCoeff());
    }
    return range;
}

std::array<std::array<double, 8>, 8> cube_form(const Stencil& stencil, unsigned mask) {
    const Eigen::MatrixXd form = cube_form(3, mask, weights_by_distance(stencil));
    std::array<std::array<double, 8>, 8> rows{};
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j) rows[i][j] = form(i, j);
    return rows;
}

double vertex_load(const Stencil& stencil, double bound, unsigned mask,
                   const std::vector<std::array<double, 8>>& rows) {
    Eigen::MatrixXd left = -cube_form(3, mask, weights_by_distance(stencil));
    for (unsigned corner = 0; corner < 8; ++corner)
        if ((mask >> corner & 1U) != 0) left(corner, corner) += bound / 8;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(left);
    Eigen::MatrixXd ports(8, static_cast<Eigen::Index>(rows.size()));
    for (Eigen::Index p = 0; p < ports.cols(); ++p)
        for (Eigen::Index corner = 0; corner < 8; ++corner)
            ports(corner, p) = rows[static_cast<std::size_t>(p)][static_cast<std::size_t>(corner)];
    // b^T left^+ b. No port is possible if it reads modes that are already at the bound.
    Eigen::MatrixXd load = Eigen::MatrixXd::Zero(ports.cols(), ports.cols());
    for (Eigen::Index m = 0; m < 8; ++m) {
        const Eigen::RowVectorXd read = modes.eigenvectors().col(m).transpose() * ports;
        if (modes.eigenvalues()(m) > 1e-9 * bound)
            load += read.transpose() * read / modes.eigenvalues()(m);
        else if (read.cwiseAbs().maxCoeff() > 1e-7)
            return std::numeric_limits<double>::infinity();
    }
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(load, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

double box_port_bound(const Stencil& stencil, double air_mass) {
    constexpr int nodes = 61;  // per axis; a maximum between them is lower than its surroundings by less than 1e-3
    const StencilSymbol symbol(stencil);
    double highest = 0;
    for (int i = 0; i < nodes; ++i)
        for (int j = 0; j <= i; ++j)
            for (int l = 0; l <= j; ++l) {
                const double step = std::numbers::pi / (nodes - 1);
                const std::array<double, 3> k{step * i, step * j, step * l};
                const double mean = std::cos(k[0] / 2) * std::cos(k[1] / 2) * std::cos(k[2] / 2);
                highest = std::max(highest, symbol(k) + 2 / air_mass * mean * mean);
            }
    return highest;
}

}  // namespace wavesim
