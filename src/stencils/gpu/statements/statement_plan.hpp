// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/statements/statement_groups.hpp"
#include "stencils/gpu/statements/statement_schedule.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// What a step does after it has recorded the receivers, in order.
struct StatementAction {
    enum class Kind {
        compute,  ///< group `index`
        push,     ///< sources act on level n+1 of field `index`
        images,   ///< level n+1 of `fields` is continued beyond the sides
        copy      ///< level n+1 of field `index` replaces level n-1 (LevelArrays::three)
    };
    Kind kind = Kind::compute;
    int index = 0;
    std::vector<int> fields = {};
};

/// How a GPU computes a step of a program: arrays, layout, groups of statements, and the order of everything.
class StatementPlan {
  public:
    StatementPlan(const ProgramShape& kind, const ProblemShape& shape, const StatementSchedule& schedule = {});

    /// The program whose statements the groups have: some parts of those of the scene are statements of their own.
    const equations::Program& program() const { return *program_; }
    const equations::Differences& differences() const { return differences_; }
    const equations::StatementGraph& graph() const { return graph_; }
    const std::vector<StatementGroup>& groups() const { return groups_; }
    const std::vector<StatementAction>& actions() const { return actions_; }
    const DeviceLayout& layout() const { return layout_; }
    const std::array<int, 3>& halo() const { return halo_; }
    Precision precision() const { return precision_; }
    int dims() const { return differences_.dims(); }
    double time_step() const { return time_step_; }
    double spacing() const { return spacing_; }
    const std::array<HaloRule, 6>& sides() const { return sides_; }
    const StatementSchedule& schedule() const { return schedule_; }
    /// Whether the threads of a group go along z.
    bool by_columns(const StatementGroup& group) const {
        if (group.chip) return true;
        return schedule_.form == ThreadForm::columns && dims() == 3 && !group.fixed && !group.shell;
    }
    /// One sentence why a GPU cannot compute it; empty if it can.
    std::string why_not() const;

    /// Number of arrays. They are numbered: those of levels, then one per parameter, then intermediates.
    int arrays() const { return arrays_; }
    /// Number of the array that holds a value in steps of a parity, 0 or 1.
    int array_of(const equations::Access& value, int parity) const;
    /// Numbers of the arrays of the levels of a field, without that of LevelArrays::three.
    std::vector<int> levels_of(int field) const;
    int parameter_array(int parameter) const;
    /// Whether level n+1 of a field of one level has an array of its own only because groups share a kernel. What such
    /// a plan keeps between steps is level n alone.
    bool doubled(int field) const { return levels_[static_cast<std::size_t>(field)].doubled; }
    /// Arrays of levels come first.
    int level_arrays() const { return parameters_from_; }
    /// For each array whether it has a value per node, if these parameters have one.
    std::vector<bool> per_node(const std::vector<bool>& varying_parameters) const;

  private:
    struct Levels {
        int first = 0;
        LevelArrays arrays = LevelArrays::one;
        bool doubled = false;
    };
    bool done_after(std::size_t group, const equations::Access& value) const;
    void number_arrays();
    void order_actions();

    StatementSchedule schedule_;
    equations::Differences differences_;
    std::shared_ptr<const equations::Program> program_;
    equations::StatementGraph graph_;
    std::vector<StatementGroup> groups_;
    std::vector<int> doubled_;  ///< fields
    std::array<int, 3> halo_{};
    DeviceLayout layout_;
    Precision precision_;
    double time_step_, spacing_;
    std::array<HaloRule, 6> sides_;
    std::vector<Levels> levels_;      ///< per field
    std::vector<int> intermediates_;  ///< per statement: its array, or -1
    int parameters_from_ = 0;
    int arrays_ = 0;
    std::vector<StatementAction> actions_;
};

/// Parameters that may have a value per node, as far as the shape says: it has only their number.
std::vector<bool> may_vary(const ProgramShape& kind);

}  // namespace wavesim
