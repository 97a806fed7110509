// SPDX-License-Identifier: MIT
// A program on the block emulator: the launches of ProgramOnGpu, in its order.
#pragma once
#include <optional>

#include "block_emulator.hpp"
#include "statement_cases.hpp"
#include "statement_specs.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"
#include "stencils/problem/memory_state.hpp"

namespace wavesim::test {

/// What a faulty host would do.
struct HostFault {
    std::optional<StatementAction::Kind> without{};  ///< leaves out the last action of this kind
    bool stuck_parity = false;                       ///< arrays do not change their roles
    bool one_value = false;                          ///< parameters have one value for all nodes
};

template <class Case>
class EmulatedProgram {
  public:
    using Real = typename Case::Real;

    EmulatedProgram(const ProgramProblem& problem, emulator::BlockEmulator& emulator, HostFault fault = {})
        : problem_(problem),
          plan_(problem.kind(), problem, schedule_of(Case::number)),
          emulator_(emulator),
          fault_(fault) {
        std::vector<bool> varying;
        for (const std::vector<double>& values : problem.parameters)
            varying.push_back(values.size() != 1 && !fault.one_value);
        per_node_ = plan_.per_node(varying);
        for (const bool each : per_node_)
            arrays_.emplace_back(static_cast<std::size_t>(each ? plan_.layout().values : 1), Real(0));
        for (const std::vector<Real>& array : arrays_) emulator_.allow(array.data(), array.size());
        for (const equations::Field& field : fields()) tables_.push_back(image_tables<Real>(plan_, &field));
        tables_.push_back(image_tables<Real>(plan_, nullptr));
        for (std::size_t p = 0; p < problem.parameters.size(); ++p) place_parameter(static_cast<int>(p));
        for (std::size_t g = 0; g < plan_.groups().size(); ++g)
            if (plan_.groups()[g].fixed) launch_group(g, 0);
    }

    /// Values of the state of the CPU backend.
    void load(MemoryState& state) {
        for_each_level([&](const std::string& name, int field, int array) {
            auto from = state.values<Real>(name).begin();
            for_each_own(field, [&](std::size_t at) { values(array)[at] = *from++; });
            launch_images({field}, {array});
        });
    }
    /// Whether all values that are no images are those of a state, to the bit.
    bool equals(MemoryState& state) {
        bool equal = true;
        for_each_level([&](const std::string& name, int field, int array) {
            auto expected = state.values<Real>(name).begin();
            for_each_own(field, [&](std::size_t at) { equal = equal && values(array)[at] == *expected++; });
        });
        return equal;
    }
    void step() {
        const int parity = fault_.stuck_parity ? 0 : parity_now();
        const std::vector<StatementAction>& actions = plan_.actions();
        std::optional<std::size_t> left_out;
        for (std::size_t i = 0; i < actions.size(); ++i)
            if (fault_.without == actions[i].kind) left_out = i;
        for (std::size_t i = 0; i < actions.size(); ++i)
            if (i != left_out) act(actions[i], parity);
        ++step_;
    }
    const StatementPlan& plan() const { return plan_; }

  private:
    using Kind = StatementAction::Kind;
    const std::vector<equations::Field>& fields() const { return plan_.program().declared.fields; }
    int parity_now() const { return static_cast<int>(step_ % 2); }
    std::vector<Real>& values(int array) { return arrays_[static_cast<std::size_t>(array)]; }
    int number_of(int field, equations::Time time, int parity) const {
        equations::Access level;
        level.index = field;
        level.time = time;
        return plan_.array_of(level, parity);
    }
    Real* origin(int array) {
        return values(array).data() + (per_node_[static_cast<std::size_t>(array)] ? plan_.layout().origin : 0);
    }
    template <class Act>
    void for_each_level(const Act& act) {
        for (std::size_t f = 0; f < fields().size(); ++f) {
            const auto field = static_cast<int>(f);
            act(fields()[f].name, field, number_of(field, equations::Time::now, parity_now()));
            if (fields()[f].levels == 2)
                act(fields()[f].name + "_old", field, number_of(field, equations::Time::old, parity_now()));
        }
    }
    template <class Act>
    void for_each_own(int field, const Act& act) {
        const DeviceLayout box = own_box(plan_, fields()[static_cast<std::size_t>(field)]);
        for (std::int64_t i = 0; i < box.extent.nodes(); ++i) act(static_cast<std::size_t>(box.origin + box.offset(i)));
    }
    void place_parameter(int p) {
        const std::vector<double>& given = problem_.parameters[static_cast<std::size_t>(p)];
        const int array = plan_.parameter_array(p);
        for (std::size_t i = 0; i < std::min(given.size(), values(array).size()); ++i)
            origin(array)[values(array).size() == 1 ? 0 : plan_.layout().offset(static_cast<std::int64_t>(i))] =
                static_cast<Real>(given[i]);
        if (values(array).size() > 1) launch_images({-1}, {array});
    }
    void launch_group(std::size_t g, int parity) {
        const StatementGroup& group = plan_.groups()[g];
        const auto arguments = statement_arguments<Real>(
            plan_, group, parity, [this](int array) { return origin(array); }, per_node_);
        const std::array<int, 3> blocks = group_blocks(plan_, group);
        emulator_.launch(blocks[0], blocks[1], blocks[2], plan_.schedule().threads(), group_shared_bytes(plan_, group),
                         [&] { Case::run_group(g, arguments); });
    }
    void launch_images(const std::vector<int>& of, const std::vector<int>& arrays) {
        auto arguments = image_arguments<Real>(plan_);
        std::int64_t blocks = 0;
        for (std::size_t i = 0; i < of.size(); ++i) {
            const ImageTables<Real>& tables = of[i] < 0 ? tables_.back() : tables_[static_cast<std::size_t>(of[i])];
            arguments.field[i].values = origin(arrays[i]);
            for (std::size_t axis = 0; axis < 3; ++axis)
                arguments.field[i].axis[axis] = {tables.entries[axis].data(), tables.first[axis], tables.end[axis]};
            blocks = std::max(blocks, image_blocks(plan_, tables));
        }
        if (blocks == 0) return;
        emulator_.launch(static_cast<int>(blocks), static_cast<int>(of.size()), 1, kernels::image_threads, 0,
                         [&] { kernels::set_images(arguments); });
    }
    void act(const StatementAction& action, int parity) {
        const auto next = [&](int field) { return number_of(field, equations::Time::next, parity); };
        switch (action.kind) {
            case Kind::compute: launch_group(static_cast<std::size_t>(action.index), parity); break;
            case Kind::push:
                for (const Injection& source : problem_.sources)
                    if (step_ < std::ssize(source.signal))
                        origin(next(action.index))[plan_.layout().offset(source.at.nodes[0])] +=
                            static_cast<Real>(source.at.weights[0] * source.signal[static_cast<std::size_t>(step_)]);
                break;
            case Kind::images: {
                std::vector<int> arrays;
                for (const int field : action.fields) arrays.push_back(next(field));
                launch_images(action.fields, arrays);
                break;
            }
            case Kind::copy:
                values(number_of(action.index, equations::Time::old, parity)) = values(next(action.index));
                break;
        }
    }

    const ProgramProblem& problem_;
    StatementPlan plan_;
    emulator::BlockEmulator& emulator_;
    HostFault fault_;
    std::vector<bool> per_node_;
    std::vector<std::vector<Real>> arrays_;
    std::vector<ImageTables<Real>> tables_;
    std::int64_t step_ = 0;
};

}  // namespace wavesim::test
