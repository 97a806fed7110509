// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim::cpu {

/// Corrections (passes.hpp) sorted into rows, in the problem's precision. Neighbours in a row mostly have equal terms:
/// these are stored once, and the nodes are updated as vectors.
template <class T>
class CorrectionPass {
  public:
    CorrectionPass(const Corrections& corrections, const FieldLayout& layout);

    /// Prefetches the memory that the rows after [row, end) need.
    void fetch(std::int64_t row, std::int64_t end) const { rows_.fetch_next(row, end, runs_); }
    /// Acts on rows [row, end) of `next`, the array of u*; `current` is the array of u^n.
    void apply(std::int64_t row, std::int64_t end, const T* current, T* next) const;

  private:
    struct Term {
        std::int64_t offset;  ///< from the node to the neighbour, in values
        T weight;
        bool operator==(const Term&) const = default;
        auto operator<=>(const Term&) const = default;
    };
    /// Nodes from `position` on in the field array, all with the terms [begin, end).
    struct Run {
        std::int64_t position;
        std::int32_t count;
        std::int32_t begin;
        std::int32_t end;
    };

    static T sum_at(const T* u, const Term* term, const Term* stop);

    RowStarts rows_;
    std::vector<Run> runs_;
    std::vector<Term> terms_;
};

/// True if a correction reads rows or planes further away than the stencil does.
bool reads_beyond_halo(const Corrections& corrections, const FieldLayout& layout);

/// Bytes that a CorrectionPass allocates, without the starts of rows and the few different terms.
std::int64_t correction_pass_bytes(const Corrections& corrections, std::int64_t nx);

}  // namespace wavesim::cpu
