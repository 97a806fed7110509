// SPDX-License-Identifier: MIT
// Which statements share a kernel, and what plans say of programs on a GPU.
#include "stencils/gpu/statements/statement_plan.hpp"

#include <gtest/gtest.h>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/equations/damping.hpp"
#include "stencils/gpu/statements/group_text.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"
#include "stencils/gpu/statements/statement_model.hpp"
#include "stencils/gpu/statements/statement_names.hpp"
#include "stencils/gpu/statements/statement_times.hpp"
#include "stencils/gpu/statements/usual_schedule.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using namespace statement_names;

ProgramProblem problem_of(const Program& program, const Extent& extent, int reach = 2, int varying = 0) {
    ProblemShape shape;
    shape.extent = extent;
    shape.stencil = equations::leggy(reach, extent.ny == 1 ? 2 : 3);
    shape.halo.fill(HaloRule::mirror_half);
    shape.medium = ProgramShape{std::make_shared<const Program>(program), 0, 0.4, 1, varying};
    return ProgramProblem(shape);
}

StatementPlan plan_of(const Program& program, const Extent& extent, int reach = 2,
                      const StatementSchedule& schedule = {}) {
    const ProgramProblem problem = problem_of(program, extent, reach);
    return {problem.kind(), problem, schedule};
}

std::vector<std::vector<int>> groups(const StatementPlan& plan) {
    std::vector<std::vector<int>> found;
    for (const StatementGroup& group : plan.groups()) found.push_back(group.statements);
    return found;
}

std::vector<Kind> kinds(const StatementPlan& plan) {
    std::vector<Kind> found;
    for (const StatementAction& action : plan.actions()) found.push_back(action.kind);
    return found;
}

Program with_source(Program program, std::size_t f = 0) {
    program.declared.fields[f].source = true;
    return program;
}

TEST(StatementPlan, VelocitiesAndStressesAreTwoKernels) {
    const StatementPlan plan = plan_of(with_source(equations::elastic(0.5), 2), {9, 1, 7});
    EXPECT_THAT(groups(plan), ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3, 4)));
    EXPECT_THAT(kinds(plan), ElementsAre(Kind::compute, Kind::images, Kind::compute, Kind::push, Kind::images));
    EXPECT_EQ(plan.arrays(), 5);  // each level overwrites the one before
    // 2 + 3 stresses and 2 velocities, then as many new ones.
    EXPECT_EQ(values_moved(plan, plan.per_node({})), 7 + 2 + 3 + 2 + 1);
}

TEST(StatementPlan, ResultsThatOneKernelReadsAreNotStored) {
    const Program program = equations::zener(2);
    const StatementPlan plan = plan_of(program, {9, 1, 7});
    EXPECT_THAT(groups(plan), ElementsAre(ElementsAre(0, 1, 2)));
    EXPECT_THAT(kinds(plan), ElementsAre(Kind::compute, Kind::images));
    EXPECT_THAT(plan.actions()[1].fields, ElementsAre(0));  // nobody reads r beyond the sides
    EXPECT_EQ(plan.arrays(), 2 + 1 + 1);                    // p, r, tau
    EXPECT_EQ(values_moved(plan, plan.per_node({true})), 4 + 2);
    EXPECT_EQ(values_moved(plan, plan.per_node({false})), 3 + 2);
}

/// Sources push r after its kernel, so who reads r then is in the next one; and so is who reads it beside the node.
TEST(StatementPlan, WhatChangesLaterIsReadLater) {
    EXPECT_THAT(groups(plan_of(with_source(equations::zener(2), 1), {9, 1, 7})),
                ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
    const Program beside = read_statements("beside", declared({2}, {field("p", 1), field("q", 1)}),
                                           {"q.new = p[1,0] + q", "p.new = p + 1"});
    EXPECT_THAT(groups(plan_of(beside, {9, 1, 7})), ElementsAre(ElementsAre(0), ElementsAre(1)));
    const Program at_node =
        read_statements("node", declared({2}, {field("p", 1), field("q", 1)}), {"q.new = p + q", "p.new = p + 1"});
    EXPECT_THAT(groups(plan_of(at_node, {9, 1, 7})), ElementsAre(ElementsAre(0, 1)));
}

/// n-1 times the factor of a sponge is needed where n+1 is computed, and by nobody else; fx is read beside its node.
TEST(StatementPlan, IntermediatesAreComputedWhereTheyAreRead) {
    const Program program = equations::with_damping(
        read_statements("flux", declared({2}, {field("p", 2)}), {"fx = d1x+(p)", "p.new = 2*p - p.old + d1x-(fx)"}));
    const StatementPlan plan = plan_of(program, {9, 1, 7});
    EXPECT_THAT(groups(plan), ElementsAre(ElementsAre(1), ElementsAre(0, 2)));
    EXPECT_EQ(values_moved(plan, plan.per_node({true})), 2 + 5);
    // q.old is overwritten before p.new is known.
    const Program early = read_statements("early", declared({2}, {field("p", 2), field("q", 2)}),
                                          {"old = 0.5*q.old", "q.new = q + p", "p.new = p - old + q.new[1,0] + p.old"});
    EXPECT_THAT(groups(plan_of(early, {9, 1, 7})), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
}

/// Differences along y are 0 in 2D, so who gives them is not needed.
TEST(StatementPlan, WhatNobodyNeedsInAPlaneIsNotComputed) {
    const Program program =
        read_statements("flux", declared({2, 3}, {field("p", 2)}, {equations::parameter("b")}),
                        {"fx = d1x+(p)", "fy = b*d1y+(p)", "p.new = 2*p - p.old + d1x-(fx) + d1y-(fy)"});
    EXPECT_THAT(groups(plan_of(program, {9, 1, 7})), ElementsAre(ElementsAre(0), ElementsAre(2)));
    EXPECT_THAT(groups(plan_of(program, {9, 5, 7})), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
}

TEST(StatementPlan, ArraysChangeTheirRolesEveryStep) {
    const Program kept = read_statements("kept", declared({2}, {field("p", 2), field("q", 1)}),
                                         {"p.new = p.old[1,0] + p", "q.new = q[-1,0] + p.new"});
    const StatementPlan plan = plan_of(kept, {9, 1, 7});
    const auto array = [&](int f, equations::Time time, int parity) {
        equations::Access level;
        level.index = f;
        level.time = time;
        return plan.array_of(level, parity);
    };
    using equations::Time;
    EXPECT_EQ(plan.arrays(), 5);
    for (const int parity : {0, 1}) {
        EXPECT_EQ(array(0, Time::now, parity), parity);
        EXPECT_EQ(array(0, Time::old, parity), 1 - parity);
        EXPECT_EQ(array(0, Time::next, parity), 2);
        EXPECT_EQ(array(1, Time::now, parity), 3 + parity);
        EXPECT_EQ(array(1, Time::next, parity), 4 - parity);
    }
    EXPECT_EQ(plan.actions().back().kind, Kind::copy);
}

TEST(StatementPlan, HalosHoldWhatIsReadAndRowsBeginOnALine) {
    const Program flux =
        read_statements("flux", declared({2}, {field("p", 2)}), {"fx = d1x+(p)", "p.new = 2*p - p.old + d1x-(fx)"});
    const StatementPlan plan = plan_of(flux, {61, 1, 7}, 3);
    EXPECT_THAT(plan.halo(), ElementsAre(3, 0, 0));
    EXPECT_EQ(plan.layout().origin % 32, 0);
    EXPECT_EQ(plan.layout().pitch, 96);  // 61 + 3 + 3 values, in lines of 32
    EXPECT_THAT(groups(plan), ElementsAre(ElementsAre(0), ElementsAre(1)));
}

TEST(StatementPlan, WhatDoesNotChangeHasAsManyValuesAsItsParameters) {
    const Program program =
        read_statements("fixed", declared({2}, {field("p", 1)}, {equations::parameter("a"), equations::parameter("b")}),
                        {"c = a*a", "d = a + b", "p.new = c*p + d"});
    const StatementPlan plan = plan_of(program, {9, 1, 7});
    ASSERT_EQ(plan.arrays(), 5);
    EXPECT_THAT(plan.per_node({false, true}), ElementsAre(true, false, true, false, true));
    EXPECT_THAT(plan.per_node({true, false}), ElementsAre(true, true, false, true, true));
    EXPECT_TRUE(plan.groups()[0].fixed);
    EXPECT_THAT(kinds(plan), ElementsAre(Kind::compute));

    ProgramShape shape{std::make_shared<const Program>(program), 0, 1, 1, 0};
    EXPECT_THAT(may_vary(shape), ElementsAre(false, false));
    shape.varying = 1;
    EXPECT_THAT(may_vary(shape), ElementsAre(true, true));
    shape.program = std::make_shared<const Program>(equations::with_damping(program));
    EXPECT_THAT(may_vary(shape), ElementsAre(false, false, true));  // a sponge alone
    shape.varying = 2;
    EXPECT_THAT(may_vary(shape), ElementsAre(true, true, true));
}

/// The planes of a panel that neighbours read fit the cache: fewer tiles where rows are longer.
TEST(StatementPlan, BlocksGoThroughPanelsOfTiles) {
    const auto blocks = [](const Extent& extent) {
        const StatementPlan plan = plan_of(equations::scalar_wave(), extent, 4, {.form = ThreadForm::nodes});
        return group_blocks(plan, plan.groups().back());
    };
    // Rows of 544 values, 9 planes, and p, p.old, c and p.new: 0.6 MB per tile of 8 rows.
    EXPECT_THAT(blocks({512, 512, 40}), ElementsAre(16 * 13, 40, 5));
    EXPECT_THAT(blocks({5120, 64, 40}), ElementsAre(160, 40, 8));
    EXPECT_THAT(blocks({512, 16, 40}), ElementsAre(16 * 2, 40, 1));
    EXPECT_THAT(blocks({512, 1, 40}), ElementsAre(16, 5, 1));
}

/// A block of columns takes as long as its planes and those that it could have computed while it starts.
TEST(StatementPlan, BlocksOfColumnsShareTheGridAmongMultiprocessors) {
    const auto blocks = [](const Extent& extent, int planes) {
        StatementSchedule schedule;
        schedule.planes = planes;
        const StatementPlan plan = plan_of(equations::scalar_wave(), extent, 4, schedule);
        EXPECT_TRUE(plan.by_columns(plan.groups().back()));
        EXPECT_FALSE(plan.by_columns(plan.groups().front()));  // once alone
        return group_blocks(plan, plan.groups().back());
    };
    EXPECT_THAT(blocks({512, 512, 40}, 16), ElementsAre(16, 64, 3));
    EXPECT_THAT(blocks({512, 512, 40}, 50), ElementsAre(16, 64, 1));
    // 264 tiles: 4 pieces of 10 planes take (4 x 264 + 528/2) x 13, 3 of 14 take (3 x 264 + 528/2) x 17, 5 of 8 take
    // (5 x 264 + 528/2) x 11, which is more. Of 1056 tiles, two pieces.
    EXPECT_THAT(blocks({352, 192, 40}, 0), ElementsAre(11, 24, 4));
    EXPECT_THAT(blocks({704, 384, 40}, 0), ElementsAre(22, 48, 2));
}

/// A column keeps what the planes beyond its node read above and below it.
TEST(StatementPlan, ColumnsKeepWhatTheNextPlanesRead) {
    const Program program = read_statements("windows", declared({3}, {field("p", 2)}, {equations::parameter("q")}),
                                            {"p.new = 2*p - p.old + d2z(p) + q[1,0,-1] + q[1,0,0] + q[0,0,3] + q"});
    const auto windows = [&](bool ahead) {
        const StatementPlan plan = plan_of(with_source(program), {9, 9, 9}, 2, {.ahead = ahead});
        std::vector<std::vector<int>> found;
        for (const ColumnWindow& w : column_windows(plan, plan.groups().back()))
            found.push_back({w.x, w.y, w.low, w.high, w.reads});
        return found;
    };
    EXPECT_THAT(windows(false),
                ElementsAre(ElementsAre(0, 0, -2, 2, 5), ElementsAre(0, 0, 0, 3, 2), ElementsAre(1, 0, -1, 0, 2)));
    EXPECT_THAT(windows(true), ElementsAre(ElementsAre(0, 0, -2, 2, 5), ElementsAre(0, 0, 0, 3, 2),
                                           ElementsAre(1, 0, -1, 0, 2), ElementsAre(0, 0, 0, 0, 1)));
    const StatementPlan columns = plan_of(with_source(program), {9, 9, 9});
    const StatementPlan nodes = plan_of(with_source(program), {9, 9, 9}, 2, {.form = ThreadForm::nodes});
    EXPECT_EQ(group_loads(nodes, nodes.groups().back()), 5 + 1 + 4);
    EXPECT_EQ(group_loads(columns, columns.groups().back()), 1 + 1 + 1 + 1);
}

/// Divisions by parameters are computed once where they take the place of an array that is read anyway.
TEST(StatementPlan, FixedPartsAreStoredWhereNoMoreMoves) {
    const Program program =
        read_statements("parts", declared({2}, {field("p", 2)}, {equations::parameter("a"), equations::parameter("b")}),
                        {"m = a*a", "p.new = p/(b + b[1,0]) + b*p.old + m/dx*p"});
    const auto moved = [&](StoredParts parts) {
        const StatementPlan plan = plan_of(program, {9, 1, 9}, 2, {.parts = parts});
        return std::pair(plan.program().statements.size(), values_moved(plan, plan.per_node({true, true})));
    };
    EXPECT_EQ(moved(StoredParts::none), std::pair(std::size_t{2}, 2 + 2 + 1));
    EXPECT_EQ(moved(StoredParts::free), std::pair(std::size_t{3}, 2 + 2 + 1));
    const Program two = read_statements("two", declared({2}, {field("p", 2)}, {equations::parameter("b")}),
                                        {"p.new = 2/(b + b[1,0])*p + b*p.old"});
    const auto with = [&](StoredParts parts) {
        const StatementPlan plan = plan_of(two, {9, 1, 9}, 2, {.parts = parts});
        return values_moved(plan, plan.per_node({true}));
    };
    EXPECT_EQ(with(StoredParts::free), 2 + 1 + 1);
    EXPECT_EQ(with(StoredParts::all), 2 + 2 + 1);
}

TEST(StatementSchedule, IsReadAsItIsWritten) {
    StatementSchedule schedule;
    EXPECT_EQ(to_text(schedule), "form=columns,tile=32x8,planes=0,ahead=no,resident=2,parts=free,fusion=split");
    const std::string text = "form=nodes,tile=64x4,planes=48,ahead=yes,resident=3,parts=all,fusion=chip";
    EXPECT_EQ(change_schedule(schedule, text), "");
    EXPECT_EQ(to_text(schedule), text);
    const StatementSchedule before = schedule;
    EXPECT_EQ(change_schedule(schedule, "planes=5,form=rows"), "form is nodes or columns");
    EXPECT_EQ(change_schedule(schedule, "tile=32"), "tile is written as 32x8");
    EXPECT_EQ(change_schedule(schedule, "tile=12x8"),
              "tile is a number of threads of 32 to 1024 in warps of 32, rows of whole sectors of 8");
    EXPECT_EQ(change_schedule(schedule, "resident=17"), "resident is a number of blocks, 1 to 16");
    EXPECT_EQ(change_schedule(schedule, "fusion=inline"), "fusion is split or chip");
    EXPECT_EQ(change_schedule(schedule, "columns"), "'columns' is not written as key=value");
    EXPECT_EQ(change_schedule(schedule, "shared=yes"),
              "there is no key 'shared'; keys are form, tile, planes, ahead, resident, parts and fusion");
    EXPECT_EQ(schedule, before);
}

/// Many fields: a thread per node. Few: blocks of 512 threads, but not where a statement reads very much, nor in 2D.
TEST(StatementSchedule, TheUsualOneFollowsFieldsAndReads) {
    const auto usual = [](const Program& program, const Extent& extent, int reach = 2) {
        const ProgramProblem problem = problem_of(program, extent, reach);
        return to_text(usual_schedule(problem.kind(), problem));
    };
    const std::string plain = "form=columns,tile=32x8,planes=0,ahead=no,resident=2,parts=free,fusion=split";
    const std::string wide = "form=columns,tile=64x8,planes=0,ahead=no,resident=2,parts=free,fusion=split";
    const std::string nodes = "form=nodes,tile=64x4,planes=0,ahead=no,resident=2,parts=free,fusion=split";
    EXPECT_EQ(usual(equations::scalar_wave(), {9, 5, 7}), wide);
    EXPECT_EQ(usual(equations::scalar_wave(), {9, 1, 7}), plain);
    const auto fields_of = [](int count) {
        std::vector<equations::Field> fields;
        std::vector<std::string> statements;
        for (int f = 0; f < count; ++f) {
            fields.push_back(field("f" + std::to_string(f), 1));
            statements.push_back("f" + std::to_string(f) + ".new = 0.5*f" + std::to_string(f));
        }
        return read_statements("fields", declared({3}, fields), statements);
    };
    EXPECT_EQ(usual(fields_of(5), {9, 5, 7}), wide);
    EXPECT_EQ(usual(fields_of(6), {9, 5, 7}), nodes);
    // A Laplacian of 25 nodes, twice and three times.
    const auto laplacians = [](const std::string& sum) {
        return read_statements("sum", declared({3}, {field("p", 1), field("q", 1), field("r", 1)}),
                               {"p.new = " + sum, "q.new = q", "r.new = r"});
    };
    EXPECT_EQ(usual(laplacians("laplace(p) + laplace(q)"), {9, 5, 7}, 4), wide);
    EXPECT_EQ(usual(laplacians("laplace(p) + laplace(q) + laplace(r)"), {9, 5, 7}, 4), plain);
}

Machine machine() {
    Machine machine;
    machine.gpu = test::some_gpu();
    machine.gpu.triad.float32 = machine.gpu.triad.float64 = 4e12;
    return machine;
}

TEST(StatementPlan, IsWhatAutoTakesForPrograms) {
    const ProgramProblem problem = problem_of(equations::elastic(0.5), {4096, 1, 2048});
    const BackendEntry& row = *find_backend("statements");
    const Proposal proposal = row.propose(problem, machine());
    EXPECT_EQ(proposal.why_not, "");
    const double field = 4.0 * 4096 * 2048;
    EXPECT_GT(static_cast<double>(proposal.device_bytes), 5 * field);
    EXPECT_LT(static_cast<double>(proposal.device_bytes), 5.6 * field + (8 << 20));
    // 15 values of 4 bytes, and no more than thrice that for threads and launches.
    EXPECT_GT(proposal.ctpn_s, 60 / 4e12);
    EXPECT_LT(proposal.ctpn_s, 180 / 4e12);
    for (const BackendEntry& entry : backend_registry())
        EXPECT_EQ(entry.propose(problem, machine()).why_not.empty(), entry.name == "cpu" || entry.name == "statements")
            << entry.name;
    EXPECT_EQ(row.propose(problem, Machine()).why_not, "no GPU was looked for");
    EXPECT_EQ(row.propose(ScalarProblem(), machine()).why_not, "this form is for programs");
}

/// The transfer of values, reads and operations that are counted by hand, and launches.
TEST(StatementPlan, PredictsItsTime) {
    const ProgramProblem problem = problem_of(equations::scalar_wave(), {512, 512, 256}, 2, 1);
    const double nodes = 512.0 * 512 * 256;
    const Machine m = machine();
    const auto predicted = [&](ThreadForm form, bool varies) {
        const StatementPlan plan(problem.kind(), problem, {.form = form});
        return gpu_statement_ctpn(plan, plan.per_node({varies}), problem, m);
    };
    // 13 nodes of p, of which a column keeps 4, p.old and (c dt/dx)^2. Terms: 2, p, times, p.old, minus, the factor,
    // laplace, times, plus. Launches: the kernel, and one for the values beyond the sides.
    const auto expected = [&](int reads, int values) {
        const double ps = statement_times.load_ps * reads + statement_times.operation_ps * 9;
        return 4.0 * values / 4e12 + 1e-12 * ps * 132 / m.gpu.multiprocessors + 2 * 2.5e-6 / nodes;
    };
    EXPECT_NEAR(predicted(ThreadForm::columns, true), expected(13 - 4 + 2, 4), 1e-18);
    EXPECT_NEAR(predicted(ThreadForm::columns, false), expected(13 - 4 + 2, 3), 1e-18);
    EXPECT_NEAR(predicted(ThreadForm::nodes, true), expected(13 + 2, 4), 1e-18);
}

TEST(StatementPlan, SaysWhatDoesNotFit) {
    const auto why_not = [](const Program& program, const Extent& extent) {
        return find_backend("statements")->propose(problem_of(program, extent), machine()).why_not;
    };
    EXPECT_EQ(why_not(equations::elastic(0.5), {65001, 1, 4}), "the grid has more than 65000 nodes along an axis");
    EXPECT_EQ(why_not(equations::scalar_wave(), {47000, 47000, 1}),
              "one plane of the grid has more than 2147483647 nodes");
    std::vector<equations::Field> fields;
    std::string sum = "f0.new = f0";
    std::vector<std::string> statements;
    for (int f = 0; f < 97; ++f) {
        fields.push_back(field("f" + std::to_string(f), 1));
        if (f > 0) sum += " + f" + std::to_string(f);
        if (f > 0) statements.push_back("f" + std::to_string(f) + ".new = 0.5*f" + std::to_string(f));
    }
    statements.push_back(sum);
    EXPECT_EQ(why_not(read_statements("many", declared({2}, fields), statements), {9, 1, 7}),
              "a statement reads and writes 98 arrays, and a kernel has at most 96");
}

}  // namespace
}  // namespace wavesim
