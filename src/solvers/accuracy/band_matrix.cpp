// SPDX-License-Identifier: MIT
#include "solvers/accuracy/band_matrix.hpp"

#include <algorithm>
#include <utility>

namespace wavesim {

BandMatrix::BandMatrix(std::size_t rows, std::size_t reach)
    : rows_(rows), reach_(reach), width_(3 * reach + 1), values_(rows * width_) {}

std::vector<BandMatrix::Complex> BandMatrix::solve(std::vector<Complex> right) && {
    for (std::size_t column = 0; column < rows_; ++column) {
        const std::size_t last_row = std::min(rows_ - 1, column + reach_);
        const std::size_t last_column = std::min(rows_ - 1, column + 2 * reach_);
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row <= last_row; ++row)
            if (std::norm(at(row, column)) > std::norm(at(pivot, column))) pivot = row;
        if (pivot != column) {
            for (std::size_t j = column; j <= last_column; ++j) std::swap(at(pivot, j), at(column, j));
            std::swap(right[pivot], right[column]);
        }
        for (std::size_t row = column + 1; row <= last_row; ++row) {
            const Complex share = at(row, column) / at(column, column);
            if (share == Complex(0)) continue;
            for (std::size_t j = column + 1; j <= last_column; ++j) at(row, j) -= share * at(column, j);
            right[row] -= share * right[column];
        }
    }
    for (std::size_t row = rows_; row-- > 0;) {
        for (std::size_t j = row + 1; j <= std::min(rows_ - 1, row + 2 * reach_); ++j)
            right[row] -= at(row, j) * right[j];
        right[row] /= at(row, row);
    }
    return right;
}

}  // namespace wavesim
