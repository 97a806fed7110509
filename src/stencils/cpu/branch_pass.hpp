// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim::cpu {

/// Branch walls (passes.hpp) sorted into rows, with their states, in the problem's precision.
template <class T>
class BranchPass {
  public:
    BranchPass(const BranchWalls& branches, const FieldLayout& layout, double courant);

    /// Prefetches the memory that rows [row, end) and the next ones need.
    void fetch(std::int64_t row, std::int64_t end) const;
    /// Saves u- of the nodes of rows [row, end); `before` holds (end - row) most_nodes() values.
    void save_before(std::int64_t row, std::int64_t end, const T* next, T* before) const;
    /// Acts on rows [row, end) of `next`, the array of u*; `before` is what save_before() wrote for these rows.
    void apply(std::int64_t row, std::int64_t end, T* next, const T* before);
    /// Most nodes of any row.
    std::int64_t most_nodes() const { return most_nodes_; }
    std::vector<T>& states() { return velocity_; }

  private:
    struct Law {
        T state_weight;  ///< as in BranchCoefficients
        T twice_conductance;
        T inertia;
    };
    /// Nodes with equal faces: the sums of the laws of their faces.
    struct Kind {
        T mass;
        T damping;  ///< sum over all faces
        T inverse;  ///< 1 / (mass + damping)
        std::int32_t faces;
        Law law[6];  ///< of each face
    };
    /// A branch node with one face and no neighbour of its kind in its row, as at walls across x.
    struct Single {
        std::int64_t position;  ///< in the field array
        std::int64_t face;      ///< index into velocity_
        std::int32_t kind;
    };
    /// Neighbouring branch nodes of one kind in a row; the states of their faces are contiguous.
    struct Run {
        std::int64_t position;  ///< of the first node, in the field array
        std::int64_t face;      ///< index into velocity_, of the first node
        std::int32_t count;
        std::int32_t kind;
    };

    void solve_singles(EntryRange range, const T* before, T* v);
    void solve_single_faces(const Run& run, const T* before, T* v);
    void solve_many_faces(const Run& run, const T* before, T* v);

    T half_rate_;  ///< 1 / (2 courant)
    RowStarts single_rows_;
    std::vector<Single> singles_;
    RowStarts run_rows_;
    std::vector<Run> runs_;
    std::vector<Kind> kinds_;
    std::vector<T> velocity_;
    std::int64_t most_nodes_ = 0;
};

/// Bytes that a BranchPass allocates, without the starts of the rows of its two lists.
std::int64_t branch_pass_bytes(const BranchWalls& branches, std::int64_t nx, std::int64_t value_bytes);

}  // namespace wavesim::cpu
