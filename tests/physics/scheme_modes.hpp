// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <complex>
#include <vector>

#include <Eigen/SparseLU>

#include "boundary/energy.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::test {

/// Modes of the scheme of a room with ports, from its own operator: the z of u^n = z^n u, exact for any losses.
/// For stencils of radius 1.
class SchemeModes {
  public:
    using Complex = std::complex<double>;
    using Matrix = Eigen::SparseMatrix<Complex>;

    explicit SchemeModes(const ScalarProblem& problem) : problem_(problem) {
        const auto nodes = static_cast<Eigen::Index>(problem.extent.nodes());
        unit_.resize(nodes, nodes);
        unit_.setIdentity();
        read_stiffness();
        const WallPorts& ports = problem.walls.ports;
        for (std::size_t l = 0; l < ports.law.size(); ++l) {
            std::vector<Eigen::Triplet<Complex>> entries;
            for (auto p = static_cast<std::size_t>(ports.first[l]); p < static_cast<std::size_t>(ports.first[l + 1]);
                 ++p) {
                const PortRow& row = ports.row[ports.rows[p]];
                const auto node = [&](std::size_t i) {
                    const Node& s = row.steps[i];
                    return ports.nodes[p] + problem.extent.index(s.x, s.y, s.z);
                };
                for (std::size_t i = 0; i < row.steps.size(); ++i)
                    for (std::size_t j = 0; j < row.steps.size(); ++j)
                        entries.emplace_back(
                            static_cast<Eigen::Index>(node(i)), static_cast<Eigen::Index>(node(j)),
                            ports.law[l].area * row.weights[i] * row.weights[j] / ports.mass_of(node(i)));
            }
            areas_.emplace_back(nodes, nodes).setFromTriplets(entries.begin(), entries.end());
        }
    }

    /// The scheme's s (per cell, c = 1) of the mode next to a shape and an s; the shape is refined.
    Complex near(Complex s, Eigen::VectorXcd shape) const {
        Complex z = std::exp(s * problem_.courant);
        const Eigen::VectorXcd probe = shape.conjugate() / shape.squaredNorm();
        for (int i = 0; i < 30; ++i) {
            const Eigen::SparseLU<Matrix> solver(at(z));
            const Eigen::VectorXcd x = solver.solve(slope(z, shape));
            const Complex scale = probe.cwiseProduct(x).sum();
            z -= 1.0 / scale;
            shape = x / scale;
            if (std::abs(1.0 / scale) < 1e-10) break;
        }
        return std::log(z) / problem_.courant;
    }

  private:
    /// One column in 27 at a time.
    void read_stiffness() {
        const Extent& e = problem_.extent;
        std::vector<Eigen::Triplet<Complex>> entries;
        std::vector<double> field(static_cast<std::size_t>(e.nodes())), force(field);
        std::vector<bool> still(field.size(), false);
        for (const SolidSpan& span : problem_.walls.solids) std::fill_n(still.begin() + span.node, span.count, true);
        for (std::int64_t colour = 0; colour < 27; ++colour) {
            const Node first{colour % 3, colour / 3 % 3, colour / 9};
            std::fill(field.begin(), field.end(), 0.0);
            for (std::int64_t z = first.z; z < e.nz; z += 3)
                for (std::int64_t y = first.y; y < e.ny; y += 3)
                    for (std::int64_t x = first.x; x < e.nx; x += 3)
                        if (const auto i = static_cast<std::size_t>(e.index(x, y, z)); !still[i]) field[i] = 1;
            apply_stiffness(problem_, field, force);
            const auto near = [](std::int64_t at, std::int64_t from, std::int64_t n) {
                for (std::int64_t t = at - 1; t <= at + 1; ++t)
                    if ((t - from) % 3 == 0 && t >= 0 && t < n) return t;
                return std::int64_t{-1};
            };
            for (std::int64_t i = 0; i < e.nodes(); ++i) {
                if (force[static_cast<std::size_t>(i)] == 0 || still[static_cast<std::size_t>(i)]) continue;
                const Node n = node_at(e, i);
                const Node from{near(n.x, first.x, e.nx), near(n.y, first.y, e.ny), near(n.z, first.z, e.nz)};
                entries.emplace_back(i, e.index(from.x, from.y, from.z), force[static_cast<std::size_t>(i)]);
            }
        }
        stiffness_.resize(e.nodes(), e.nodes());
        stiffness_.setFromTriplets(entries.begin(), entries.end());
    }

    Matrix at(Complex z) const {
        const double c = problem_.courant;
        Matrix matrix = c * c * stiffness_ + (z - 2.0 + 1.0 / z) * unit_;
        for (std::size_t l = 0; l < areas_.size(); ++l) matrix += c * c * port(l, z) * areas_[l];
        return matrix;
    }
    Eigen::VectorXcd slope(Complex z, const Eigen::VectorXcd& u) const {
        const double c = problem_.courant;
        const Complex h = 1e-6 * z;
        Eigen::VectorXcd result = (1.0 - 1.0 / (z * z)) * u;
        for (std::size_t l = 0; l < areas_.size(); ++l)
            result += c * c * (port(l, z + h) - port(l, z - h)) / (2.0 * h) * (areas_[l] * u);
        return result;
    }
    Complex port(std::size_t l, Complex z) const {
        const PortLaw& law = problem_.walls.ports.law[l];
        const Complex w = 2 / problem_.courant * (z - 1.0) / (z + 1.0);
        Complex admittance = 0;
        for (const PortBranch& b : law.branches) admittance += 1.0 / (b.mass * w + b.resistance + b.stiffness / w);
        return 1.0 / (law.air_mass + 1.0 / (admittance * w));
    }

    const ScalarProblem& problem_;
    Matrix unit_, stiffness_;
    std::vector<Matrix> areas_;
};

}  // namespace wavesim::test
