// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "stencils/cpu/factor_view.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// The factors of a heterogeneous medium, laid out like a level: as values of T, or as the codes of the problem.
template <class T>
class FactorArray {
  public:
    FactorArray(const StencilProblem& problem, const FieldLayout& layout);

    /// Fills a row and its padding. The thread that will read the row must call it, since the first writer places the
    /// memory.
    void place_row(const NodeFactors& factors, std::int64_t y, std::int64_t z);
    /// Zeroes positions [begin, end), which belong to no row.
    void clear(std::int64_t begin, std::int64_t end);

    FactorView<T> view() const;

  private:
    template <class Act>
    void each_array(const Act& act);

    FieldLayout layout_;
    FactorCode code_;
    std::optional<FieldArray<T>> values_;
    std::optional<FieldArray<std::uint8_t>> narrow_;
    std::optional<FieldArray<std::uint16_t>> wide_;
};

/// Bytes of the factors of a problem; 0 where its medium does not vary.
std::int64_t factor_array_bytes(const StencilProblem& problem, const FieldLayout& layout);

}  // namespace wavesim::cpu
