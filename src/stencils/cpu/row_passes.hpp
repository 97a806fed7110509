// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/branch_pass.hpp"
#include "stencils/cpu/correction_pass.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/port_pass.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

/// The passes of a problem (passes.hpp) sorted into rows, with the wall states, in the problem's precision. Every entry
/// acts on one node, so the thread that updates a row also runs its passes. Ports are updated before all rows.
template <class T>
class RowPasses {
  public:
    RowPasses(const StencilProblem& problem, const FieldLayout& layout);

    /// Runs every pass of rows [row, end) at step n on `next`, the array of u*; `current` is the array of u^n, `before`
    /// holds what save_before() wrote for these rows.
    void apply(std::int64_t row, std::int64_t end, std::int64_t step, const T* current, T* next, const T* before);
    /// Prefetches the memory that the passes of rows [row, end) will need.
    void fetch(std::int64_t row, std::int64_t end) const {
        explicit_rows_.fetch_next(row, end, explicit_runs_);
        const EntryRange faces = explicit_rows_.of(row, end);
        for (std::int64_t i = faces.from; i < faces.to; ++i)
            __builtin_prefetch(theta_.data() + explicit_runs_[static_cast<std::size_t>(i)].face, 1);
        correction_pass_.fetch(row, end);
        ports_.fetch(row, end);
        branch_pass_.fetch(row, end);
        solid_rows_.fetch_next(row, end, solids_);
    }
    /// Saves u- of the branch nodes of the rows; `before` holds (end - row) most_branch_nodes() values.
    void save_before(std::int64_t row, std::int64_t end, const T* next, T* before) const {
        branch_pass_.save_before(row, end, next, before);
    }
    std::int64_t most_branch_nodes() const { return branch_pass_.most_nodes(); }

    PortPass<T>& ports() { return ports_; }
    void add_state(std::vector<StateArray>& state);

  private:
    struct ExplicitLaw {
        T resistance;  ///< as in ExplicitCoefficients
        T conductance;
        T push;
    };
    struct Span {
        std::int64_t position;  ///< in the field array, here and below
        std::int64_t count;
    };
    /// Wall faces on neighbouring nodes of one row with one law; their states are contiguous.
    struct FaceRun {
        std::int64_t position;
        std::int64_t face;  ///< index into theta_
        std::int32_t count;
        std::uint16_t law;
    };
    struct InjectionEntry {
        std::int64_t node;
        std::int64_t position;
        std::int32_t source;
        double weight;
    };

    void inject(std::int64_t row, std::int64_t end, std::int64_t step, T* next) const;
    void push_explicit_walls(std::int64_t row, std::int64_t end, const T* current, T* next);

    T courant_;

    CorrectionPass<T> correction_pass_;

    RowStarts injection_rows_;
    std::vector<InjectionEntry> injections_;
    std::vector<std::vector<double>> signals_;

    RowStarts explicit_rows_;
    std::vector<FaceRun> explicit_runs_;
    std::vector<ExplicitLaw> explicit_law_;
    std::vector<T> theta_;

    PortPass<T> ports_;

    BranchPass<T> branch_pass_;

    RowStarts solid_rows_;
    std::vector<Span> solids_;

    std::vector<std::int64_t> explicit_planes_;  ///< as in StateArray
    std::vector<std::int64_t> branch_planes_;
};

/// Bytes that RowPasses allocates for a problem.
std::int64_t row_passes_bytes(const StencilProblem& problem);

}  // namespace wavesim::cpu
