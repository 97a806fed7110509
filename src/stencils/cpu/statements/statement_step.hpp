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

/// What sources give the next level of a field.
template <class T>
struct Push {
    std::int64_t node = 0;  ///< logical index
    T amount{};
};

/// Takes the fields of a program from step to step: statement by statement over the whole grid, rows of nodes by a team
/// of threads. The bits are the same for any number of threads and any instruction set. Fields start at zero.
template <class T>
class StatementStep {
  public:
    /// For teams of up to `threads`. Throws std::invalid_argument where the statements or the sides do not fit.
    StatementStep(const equations::Program& program, const StatementGrid& grid, Isa isa, int threads);

    const FieldLayout& layout() const { return layout_; }
    /// The level n or n-1 of a field; `old` only where it has two.
    T* level(int field, equations::Time time) const;
    /// Brings the halo of both levels of all fields in line with their nodes, for whoever has written some.
    void mirror(const TeamMember& member);
    /// Every thread of a team: one step. `pushes` go to the source fields; call rotate() once behind it.
    void advance(const TeamMember& member, const std::vector<Push<T>>& pushes);
    /// n+1 becomes n.
    void rotate();
    /// Arrays of values, those of the parameters among them.
    std::size_t arrays() const { return values_.size(); }

  private:
    /// Numbers of the arrays of a field; -1 where it has none of its own.
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
    std::vector<int> intermediates_;  ///< per statement; -1 where it gives a field
    std::vector<RowProgram<T>> rows_;
    std::vector<MirrorHalo<T>> mirrors_;  ///< per field
    std::vector<FieldArray<T>> rooms_;    ///< per thread
};

}  // namespace wavesim::cpu
