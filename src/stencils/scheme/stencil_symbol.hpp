// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// The symbol -L^(k) of a stencil as a sum of cosine products: each shell is a sum over the distinct
/// permutations (a, b, c) of its coordinates of 2^(non-zero coordinates) (1 - cos a kx cos b ky cos c kz).
class StencilSymbol {
  public:
    explicit StencilSymbol(const Stencil& stencil);

    int dims() const { return dims_; }
    /// -L^(k), k in rad per node; free of cancellation at small k. In 2D ky is not read.
    double operator()(const std::array<double, 3>& k) const;

    /// Values on the wedge pi >= kx >= ky >= kz >= 0 (2D: kx >= kz, ky = 0), `n` nodes per axis.
    struct Wedge {
        int n;
        int dims;
        std::vector<double> values;                ///< in the order of `nodes`
        std::vector<std::array<int, 3>> nodes;     ///< k = pi node / (n - 1)
        double at(std::array<int, 3> node) const;  ///< any node, by symmetry
    };
    Wedge on_wedge(int n) const;

  private:
    struct Term {
        int a, b, c;
        double weight;
    };
    int dims_;
    int radius_;
    std::vector<Term> terms_;
};

}  // namespace wavesim
