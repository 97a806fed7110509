// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstddef>
#include <vector>

namespace wavesim {

/// A square matrix whose entries are at most `reach` columns from the diagonal.
class BandMatrix {
  public:
    using Complex = std::complex<double>;
    BandMatrix(std::size_t rows, std::size_t reach);

    Complex& at(std::size_t row, std::size_t column) { return values_[row * width_ + column + reach_ - row]; }

    /// Solves A x = right for x by elimination with column pivoting.
    std::vector<Complex> solve(std::vector<Complex> right) &&;

  private:
    std::size_t rows_, reach_;
    std::size_t width_;  ///< stored entries per row; row exchanges widen rows to the right
    std::vector<Complex> values_;
};

}  // namespace wavesim
