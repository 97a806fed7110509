// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/statements/mirror_halo.hpp"
#include "stencils/cpu/statements/row_program.hpp"
#include "stencils/equations/statement_graph.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim::cpu {

/// The grid on which a program runs, and the values of its parameters.
struct StatementGrid {
    Extent extent;
    Stencil stencil;
    double time_step = 0;                         ///< s
    double spacing = 0;                           ///< m
    std::array<HaloRule, 6> halo{};               ///< per Side: mirror_half or odd_half
    std::vector<std::vector<double>> parameters;  ///< one value each, or one per node, x fastest
};

/// The increment of a source to the next level of a field.
template <class T>
struct Push {
    std::int64_t node = 0;  ///< logical index
    T amount{};
};

/// Advances the fields of a program in time: statement by statement over the whole grid, with rows of nodes divided
/// among a team of threads. The bits are the same for any number of threads and any instruction set. Fields start at
/// zero.
template <class T>
class StatementStep {
  public:
    /// For teams of up to `threads` threads. Throws std::invalid_argument if the statements or the sides are not
    /// supported.
    StatementStep(const equations::Program& program, const StatementGrid& grid, Isa isa, int threads);

    const FieldLayout& layout() const { return layout_; }
    /// The level n or n-1 of a field; `old` only if the field has two levels.
    T* level(int field, equations::Time time) const;
    /// Updates the halo of both levels of all fields after somebody wrote their nodes.
    void mirror(const TeamMember& member);
    /// Called by every thread of a team: one step. `pushes` are added to the source fields. Call rotate() once
    /// afterwards.
    void advance(const TeamMember& member, const std::vector<Push<T>>& pushes);
    /// Swaps the levels: n+1 becomes n.
    void rotate();
    /// Number of arrays of values, including those of the parameters.
    std::size_t arrays() const { return values_.size(); }

  private:
    /// Numbers of the arrays of a field; -1 for a level without an array of its own.
    struct Levels {
        int old = -1;
        int now = -1;
        int next = -1;
        bool in_place = false;  ///< n+1 overwrites the oldest level
    };

    int add_array();
    int array_of(const equations::Access& access) const;
    void place_parameters(const StatementGrid& grid);
    void run(const TeamMember& member, std::size_t statement);
    void compute_fixed();

    equations::Program program_;
    equations::StatementGraph graph_;
    FieldLayout layout_;
    RowProgramKernel<T> kernel_;
    std::vector<std::unique_ptr<FieldArray<T>>> values_;
    std::vector<T*> places_;  ///< per array number; rotate() changes them
    std::vector<Levels> fields_;
    std::vector<int> parameters_;
    std::vector<int> intermediates_;  ///< per statement; -1 if it computes a field
    std::vector<RowProgram<T>> rows_;
    std::vector<MirrorHalo<T>> mirrors_;  ///< per field
    std::vector<FieldArray<T>> rooms_;    ///< per thread
};

}  // namespace wavesim::cpu
