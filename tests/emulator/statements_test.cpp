// SPDX-License-Identifier: MIT
// Programs on a GPU, with the text that the run-time compiler gets, run thread by thread on the CPU. After some steps
// from random fields all values have the bits of the CPU backend.
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_program.hpp"
#include "statement_cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

using emulator::BlockEmulator;

constexpr int steps = 2;

/// The state of the CPU backend for a problem, with random values in all fields, and that some steps later.
struct CpuRun {
    MemoryState before;
    MemoryState after;
};

template <class Real>
CpuRun run_on_cpu(const ProgramProblem& problem) {
    const auto backend = find_backend("cpu")->open(problem, {});
    CpuRun run;
    backend->save(run.before);
    std::mt19937 random(9);
    std::uniform_real_distribution<double> any(-1, 1);
    for (const ArrayInfo& info : run.before.arrays())
        if (info.name != "step")
            for (Real& value : run.before.template values<Real>(info.name)) value = static_cast<Real>(any(random));
    backend->load(run.before);
    backend->advance(steps);
    backend->save(run.after);
    return run;
}

/// Whether the emulator ends with the bits of the CPU. `expected`: the problem on the CPU.
template <class Case>
bool agrees(const ProgramProblem& problem, const ProgramProblem& expected, HostFault fault = {},
            BlockEmulator emulator = BlockEmulator(3)) {
    CpuRun cpu = run_on_cpu<typename Case::Real>(expected);
    EmulatedProgram<Case> program(problem, emulator, fault);
    program.load(cpu.before);
    for (int n = 0; n < steps; ++n) program.step();
    return program.equals(cpu.after);
}

template <class Case>
class StatementsOnEmulator : public ::testing::Test {
  protected:
    static ProgramProblem problem() { return problem_of(statement_cases()[Case::number]); }
};
TYPED_TEST_SUITE(StatementsOnEmulator, StatementCases);

TYPED_TEST(StatementsOnEmulator, HaveTheBitsOfTheCpu) {
    const ProgramProblem problem = this->problem();
    EXPECT_TRUE(agrees<TypeParam>(problem, problem));
}

/// Faults of the host, planted: each is found by every program that it concerns.
TYPED_TEST(StatementsOnEmulator, FindWhatTheHostLeavesOut) {
    const ProgramProblem problem = this->problem();
    using Kind = StatementAction::Kind;
    const auto does = [plan = StatementPlan(problem.kind(), problem)](Kind kind) {
        return std::ranges::any_of(plan.actions(),
                                   [kind](const StatementAction& action) { return action.kind == kind; });
    };
    for (const Kind kind : {Kind::compute, Kind::push, Kind::images, Kind::copy}) {
        if (!does(kind)) continue;
        EXPECT_FALSE(agrees<TypeParam>(problem, problem, {.without = kind})) << static_cast<int>(kind);
    }
    if (problem.kind().varying > 0) {
        EXPECT_FALSE(agrees<TypeParam>(problem, problem, {.one_value = true}));
    }
    const auto& fields = problem.kind().program->declared.fields;
    if (std::ranges::any_of(fields, [](const equations::Field& field) { return field.levels == 2; })) {
        EXPECT_FALSE(agrees<TypeParam>(problem, problem, {.stuck_parity = true}));
    }
}

/// Programs with a kernel that keeps results of a stage in shared memory.
template <class Case>
class StagesOnChip : public ::testing::Test {};
TYPED_TEST_SUITE(StagesOnChip, ChipStatements);

TYPED_TEST(StagesOnChip, NeedTheirBarriers) {
    const ProgramProblem problem = problem_of(statement_cases()[TypeParam::number]);
    const auto is_wrong = [&](std::uint64_t seed, const emulator::PlantedFaults& faults) {
        return !agrees<TypeParam>(problem, problem, {}, BlockEmulator(seed, faults));
    };
    EXPECT_EQ(emulator::barriers_that_nobody_needs(is_wrong), "");
}

template <class Case>
class SpoiltStatementsOnEmulator : public ::testing::Test {};
TYPED_TEST_SUITE(SpoiltStatementsOnEmulator, SpoiltStatements);

/// A text with a wrong offset, sign, level or factor.
TYPED_TEST(SpoiltStatementsOnEmulator, AreFound) {
    const SpoiltCase& spoilt = spoilt_cases()[TypeParam::number];
    const StatementCase& whole = statement_cases()[spoilt.number];
    EXPECT_FALSE(agrees<TypeParam>(problem_of(whole, spoilt.from, spoilt.to), problem_of(whole)));
}

}  // namespace
}  // namespace wavesim::test
