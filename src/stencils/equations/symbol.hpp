// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>
#include <vector>

#include "stencils/equations/differences.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// The grid for which a symbol is evaluated, and the homogeneous value of every parameter.
struct Setting {
    double time_step = 0;  ///< s
    double spacing = 1;    ///< m
    std::vector<double> parameters;
};

/// The matrix G(k) of a linear program: it maps the levels of all fields of a plane wave to the next step, with k in
/// rad per node. A value read at an offset o is multiplied by exp(i k o). The levels have the order of the fields, n
/// before n-1.
class Symbol {
  public:
    using Complex = std::complex<double>;
    using WaveVector = std::array<double, 3>;

    /// Throws std::invalid_argument if the program is not linear.
    Symbol(const Program& program, const Stencil& stencil);

    int dims() const { return differences_.dims(); }
    /// Rows of G.
    std::size_t size() const { return size_; }
    /// The matrix, row by row.
    std::vector<Complex> matrix(const WaveVector& k, const Setting& setting) const;
    std::vector<Complex> eigenvalues(const WaveVector& k, const Setting& setting) const;
    /// The largest magnitude of an eigenvalue; infinite if G is not finite.
    double growth(const WaveVector& k, const Setting& setting) const;

  private:
    Program program_;
    Differences differences_;
    std::vector<std::vector<std::vector<WeightedNode>>> nodes_;  ///< per statement and term
    std::vector<std::size_t> first_;                             ///< index of level n of each field
    std::size_t size_ = 0;
};

}  // namespace wavesim::equations
