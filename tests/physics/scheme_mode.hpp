// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <complex>
#include <vector>

#include <Eigen/SparseLU>

#include "wall_run.hpp"

namespace wavesim::test {

using Complex = std::complex<double>;
using SparseMatrix = Eigen::SparseMatrix<Complex>;
using Vector = Eigen::VectorXcd;

/// The scheme's mode: u^n = Re(z^n field), z = exp(s T).
struct SchemeMode {
    ScalarProblem problem;
    Complex z;
    Vector field;
    Complex s;  ///< log(z) / courant: per unit of time in which sound crosses one cell
};

/// The frequency-domain operator A(z) = m (z - 2 + 1/z) + courant^2 (m K + sum_f A_f Y(z)), Y the wall's port.
class FrequencyOperator {
  public:
    FrequencyOperator(const ScalarProblem& problem, const std::vector<double>& masses) : problem_(problem) {
        const auto n = static_cast<Eigen::Index>(problem.extent.nodes());
        const double courant2 = problem.courant * problem.courant;
        std::vector<double> unit(static_cast<std::size_t>(n), 0.0), column(unit);
        std::vector<Eigen::Triplet<Complex>> entries;
        mass_.resize(n);
        area_.setZero(n);
        for (Eigen::Index j = 0; j < n; ++j) {
            const auto jj = static_cast<std::size_t>(j);
            mass_[j] = masses[jj];
            unit[jj] = 1;
            apply_stiffness(problem, unit, column);
            unit[jj] = 0;
            for (Eigen::Index i = 0; i < n; ++i)
                if (const double k = column[static_cast<std::size_t>(i)]; k != 0 || i == j)
                    entries.emplace_back(i, j, courant2 * masses[static_cast<std::size_t>(i)] * k);
        }
        stiffness_.resize(n, n);
        stiffness_.setFromTriplets(entries.begin(), entries.end());
        const WallPasses& walls = problem.walls;
        for (const std::int64_t node : walls.explicit_walls.nodes) area_[node] += 1;
        for (std::size_t b = 0; b < walls.branch_walls.nodes.size(); ++b)
            for (std::int64_t f = walls.branch_walls.first[b]; f < walls.branch_walls.first[b + 1]; ++f)
                area_[walls.branch_walls.nodes[b]] +=
                    walls.branch_walls.law[walls.branch_walls.laws[static_cast<std::size_t>(f)]].area;
    }

    SparseMatrix at(Complex z) const {
        const Vector diagonal = mass_ * (z - 2.0 + 1.0 / z) + area_ * wall(z);
        SparseMatrix matrix = stiffness_;
        for (Eigen::Index i = 0; i < diagonal.size(); ++i) matrix.coeffRef(i, i) += diagonal[i];
        return matrix;
    }
    Vector derivative(Complex z, const Vector& u) const {
        const Complex h = 1e-6 * z, slope = (wall(z + h) - wall(z - h)) / (2.0 * h);
        return ((mass_ * (1.0 - 1.0 / (z * z)) + area_ * slope).array() * u.array()).matrix();
    }

  private:
    /// courant^2 Y(z), written with tanh instead of tan(omega T / 2).
    Complex wall(Complex z) const {
        const ExplicitWalls& be = problem_.walls.explicit_walls;
        const BranchWalls& bi = problem_.walls.branch_walls;
        if (be.law.empty() && bi.law.empty()) return 0;
        const WallLaw& law = be.law.empty() ? bi.law[0] : be.law[0];
        const double c = problem_.courant;
        const Complex w = 2 / c * (z - 1.0) / (z + 1.0);
        if (!be.law.empty()) return c * c / (law.air_mass + law.resistance / w);
        return c * c * (z - 1.0 / z) / (2 * c) / (law.air_mass * w + law.resistance);
    }

    const ScalarProblem& problem_;
    SparseMatrix stiffness_;
    Eigen::VectorXcd mass_, area_;
};

/// Finds the mode next to mode.z and mode.field, the start values; all faces must share one wall law.
inline void find_mode(SchemeMode& mode, const std::vector<double>& masses) {
    const FrequencyOperator frequency(mode.problem, masses);
    const Vector probe = mode.field.conjugate() / mode.field.squaredNorm();
    for (int i = 0; i < 12; ++i) {  // nonlinear inverse iteration
        Eigen::SparseLU<SparseMatrix> solver(frequency.at(mode.z));
        const Vector w = solver.solve(frequency.derivative(mode.z, mode.field));
        const Complex scale = probe.cwiseProduct(w).sum();
        mode.z -= 1.0 / scale;
        mode.field = w / scale;
        if (std::abs(1.0 / scale) < 1e-14) break;
    }
    mode.s = std::log(mode.z) / mode.problem.courant;
}

/// Largest deviation of the time loop from Re(z^n field), started from the mode and its wall states.
inline double time_loop_error(const SchemeMode& mode, std::int64_t steps) {
    const auto real_parts = [](const Vector& v) {
        std::vector<double> parts(static_cast<std::size_t>(v.size()));
        for (Eigen::Index i = 0; i < v.size(); ++i) parts[static_cast<std::size_t>(i)] = v[i].real();
        return parts;
    };
    WallRun run(mode.problem);
    run.write(FieldLevel::previous, real_parts(mode.field / mode.z));
    run.write(FieldLevel::current, real_parts(mode.field));
    const ExplicitWalls& be = mode.problem.walls.explicit_walls;
    const BranchWalls& bi = mode.problem.walls.branch_walls;
    const double c = mode.problem.courant;
    const Complex z = mode.z, w = 2 / c * (z - 1.0) / (z + 1.0);
    std::vector<double> theta, branch;
    for (std::size_t f = 0; f < be.nodes.size(); ++f) {
        // theta_{n+1/2} - theta_{n-1/2} = courant Phi, so theta_{n-1/2} = courant Phi / (z - 1)
        const WallLaw& law = be.law[be.laws[f]];
        const Complex flux = mode.field[be.nodes[f]] / (law.air_mass + law.resistance / w);
        theta.push_back((c * flux / (z - 1.0)).real());
    }
    for (std::size_t b = 0; b < bi.nodes.size(); ++b)
        for (std::int64_t f = bi.first[b]; f < bi.first[b + 1]; ++f) {
            // the mean of V_{n-1/2} and V_{n+1/2} is the flux
            const WallLaw& law = bi.law[bi.laws[static_cast<std::size_t>(f)]];
            const Complex flux =
                mode.field[bi.nodes[b]] * (z - 1.0 / z) / (2 * c) / (law.air_mass * w + law.resistance);
            branch.push_back((2.0 * flux / (1.0 + z)).real());
        }
    run.write_states("explicit_walls", theta);
    run.write_states("branch_walls", branch);
    run.advance(steps);
    const std::vector<double> field = run.read(FieldLevel::current);
    const std::vector<double> expected = real_parts(std::pow(z, static_cast<double>(steps)) * mode.field);
    double worst = 0;
    for (std::size_t i = 0; i < field.size(); ++i) worst = std::max(worst, std::abs(field[i] - expected[i]));
    return worst;
}

}  // namespace wavesim::test
