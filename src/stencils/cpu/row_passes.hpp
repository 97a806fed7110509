// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/branch_pass.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/problem.hpp"

namespace wavesim::cpu {

/// The passes of a problem (passes.hpp) sorted into rows, with the wall states, in the problem's precision.
/// Every entry acts on one node, so whoever updates a row also runs its passes.
template <class T>
class RowPasses {
  public:
    RowPasses(const StencilProblem& problem, const FieldLayout& layout);

    /// False when the row has no entry in any pass: then the two calls below would do nothing.
    bool touches(std::int64_t row) const { return touched_[static_cast<std::size_t>(row)] != 0; }
    /// Runs every pass of `row` at step n. `current` is the array of u^n; u and v point at node x = 0 of the row in
    /// u^n and u*, `before` holds what save_before() wrote for this row.
    void apply(std::int64_t row, std::int64_t step, const T* current, const T* u, T* v, const T* before);
    /// Saves u- of the row's branch nodes; `before` needs room for most_branch_nodes().
    void save_before(std::int64_t row, const T* v, T* before) const { branch_pass_.save_before(row, v, before); }
    std::int64_t most_branch_nodes() const { return branch_pass_.most_nodes(); }

    std::vector<T>& explicit_states() { return theta_; }
    std::vector<T>& branch_states() { return branch_pass_.states(); }

  private:
    struct ExplicitLaw {
        T resistance;
        T inverse;  ///< 1 / (D0 + E courant / 2)
        T push;     ///< courant^2 A
    };
    struct Span {
        std::int32_t x;
        std::int32_t count;
    };
    /// Wall faces on neighbouring nodes of one row under one law; their states stand side by side.
    struct FaceRun {
        std::int64_t face;  ///< of theta_
        std::int32_t x;
        std::int32_t count;
        std::uint16_t law;
    };
    struct InjectionEntry {
        std::int64_t node;
        std::int32_t x;
        std::int32_t source;
        double weight;
    };

    void correct(std::int64_t row, const T* current, T* v) const;
    void inject(std::int64_t row, std::int64_t step, T* v) const;
    void push_explicit_walls(std::int64_t row, const T* u, T* v);

    T courant_;

    RowStarts correction_rows_;
    std::vector<std::int32_t> correction_x_;
    std::vector<std::int64_t> correction_first_;
    std::vector<std::int64_t> correction_neighbours_;  ///< positions in the field array
    std::vector<T> correction_weights_;

    RowStarts injection_rows_;
    std::vector<InjectionEntry> injections_;
    std::vector<std::vector<double>> signals_;

    RowStarts explicit_rows_;
    std::vector<FaceRun> explicit_runs_;
    std::vector<ExplicitLaw> explicit_law_;
    std::vector<T> theta_;

    BranchPass<T> branch_pass_;

    RowStarts solid_rows_;
    std::vector<Span> solids_;

    /// Which passes have entries in a row.
    enum Touch : std::uint8_t { corrections = 1, injections = 2, explicit_walls = 4, branch_walls = 8, solids = 16 };
    std::vector<std::uint8_t> touched_;  ///< per row
};

/// Bytes that RowPasses allocates for a problem.
std::int64_t row_passes_bytes(const StencilProblem& problem);

}  // namespace wavesim::cpu
