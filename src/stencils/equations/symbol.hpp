// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>
#include <vector>

#include "stencils/equations/differences.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// Where a symbol is taken: on which grid, and with which value of every parameter, the same everywhere.
struct Setting {
    double time_step = 0;  ///< s
    double spacing = 1;    ///< m
    std::vector<double> parameters;
};

/// The matrix G(k) of a linear program: it takes the levels of all fields of a plane wave from one step to the next, k
/// in rad per node. What is read at an offset o is multiplied by exp(i k o). The levels stand in the order of the
/// fields, n before n-1.
class Symbol {
  public:
    using Complex = std::complex<double>;
    using WaveVector = std::array<double, 3>;

    /// Throws std::invalid_argument where the program is not linear.
    Symbol(const Program& program, const Stencil& stencil);

    int dims() const { return differences_.dims(); }
    /// Rows of G.
    std::size_t size() const { return size_; }
    /// Row by row.
    std::vector<Complex> matrix(const WaveVector& k, const Setting& setting) const;
    std::vector<Complex> eigenvalues(const WaveVector& k, const Setting& setting) const;
    /// The greatest size of an eigenvalue; infinite where G is not finite.
    double growth(const WaveVector& k, const Setting& setting) const;

  private:
    Program program_;
    Differences differences_;
    std::vector<std::vector<std::vector<WeightedNode>>> nodes_;  ///< per statement and term
    std::vector<std::size_t> first_;                             ///< level n of each field
    std::size_t size_ = 0;
};

}  // namespace wavesim::equations
