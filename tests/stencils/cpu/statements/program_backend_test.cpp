// SPDX-License-Identifier: MIT
// Programs as a backend: bits of any team, states, looks at the field, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stencils/backend/backend.hpp"
#include "stencils/equations/some_programs.hpp"
#include "stencils/problem/memory_state.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using equations::Program;

/// P and SV waves with sources on one stress; its shear speed depends on the node.
Program rock() {
    equations::Declarations declared =
        equations::declared({2},
                            {equations::field("vx", 1), equations::field("vz", 1), equations::field("sxx", 1),
                             equations::field("szz", 1), equations::field("sxz", 1)},
                            {equations::parameter("mu")});
    declared.fields[0].half = {true, false, false};
    declared.fields[0].rigid[0] = equations::Mirror::odd;
    declared.fields[0].release[0] = equations::Mirror::even;
    declared.fields[1].half = {false, false, true};
    declared.fields[1].rigid[2] = equations::Mirror::odd;
    declared.fields[1].release[2] = equations::Mirror::even;
    declared.fields[4].half = {true, false, true};
    declared.fields[2].source = declared.fields[2].receiver = true;
    return equations::read_statements(
        "rock", declared,
        {"vx.new = vx + dt/dx*(d1x+(sxx) + d1z-(sxz))", "vz.new = vz + dt/dx*(d1x-(sxz) + d1z+(szz))",
         "sxx.new = sxx + dt/dx*(d1x-(vx.new) + (1 - 2*mu)*d1z-(vz.new))",
         "szz.new = szz + dt/dx*((1 - 2*mu)*d1x-(vx.new) + d1z-(vz.new))",
         "sxz.new = sxz + dt/dx*mu*(d1z+(vx.new) + d1x+(vz.new))"});
}

/// A rock whose sides along x release the stress and whose others are rigid.
ProgramProblem rock_problem(Precision precision = Precision::float32) {
    ProblemShape shape;
    shape.extent = {23, 1, 17};
    shape.precision = precision;
    shape.stencil = equations::leggy(2, 2);
    shape.halo = {HaloRule::odd_half,    HaloRule::odd_half,    HaloRule::mirror_half,
                  HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
    shape.medium = ProgramShape{std::make_shared<Program>(rock()), 2, 0.4, 1, 1};
    ProgramProblem problem(shape);
    problem.parameters.emplace_back();
    for (std::int64_t i = 0; i < shape.extent.nodes(); ++i)
        problem.parameters[0].push_back(0.2 + 0.05 * static_cast<double>(i % 3));
    problem.sources = {{{{shape.extent.index(2, 0, 5)}, {0.75}}, {1, -0.5, 0.25, 0.125}}};
    problem.receivers = {{{shape.extent.index(9, 0, 7), shape.extent.index(10, 0, 7)}, {0.5, 0.25}},
                         {{shape.extent.index(1, 0, 5)}, {1}}};
    return problem;
}

BackendOptions team(int threads) {
    BackendOptions options;
    options.threads = threads;
    return options;
}

const BackendEntry& cpu() { return *find_backend("cpu"); }

/// Traces of some steps, and then the field.
std::vector<double> heard(StencilBackend& backend, std::int64_t steps) {
    std::vector<double> values;
    backend.advance(steps);
    backend.take_traces(values);
    std::vector<double> field(23 * 17);
    backend.read(FieldLevel::current, {{0, 0, 0}, {23, 1, 17}}, field);
    values.insert(values.end(), field.begin(), field.end());
    return values;
}

TEST(ProgramBackend, HasTheSameBitsForEveryTeam) {
    const auto one = cpu().open(rock_problem(), team(1));
    const auto three = cpu().open(rock_problem(), team(3));
    const std::vector<double> expected = heard(*one, 20);
    EXPECT_THAT(heard(*three, 20), testing::ElementsAreArray(expected));
    EXPECT_GT(*std::ranges::max_element(expected), 1e-3);
}

/// Sides that release the stress leave velocities on them, which the state must have.
TEST(ProgramBackend, GoesOnFromItsStateBitForBit) {
    const auto whole = cpu().open(rock_problem(), team(2));
    heard(*whole, 11);
    test::MemoryState state;
    whole->save(state);
    const std::vector<double> expected = heard(*whole, 14);

    const auto other = cpu().open(rock_problem(), team(1));
    heard(*other, 5);
    other->load(state);
    EXPECT_EQ(other->step(), 11);
    EXPECT_THAT(heard(*other, 14), testing::ElementsAreArray(expected));
}

/// Sources act on the field of the next step: u^1 is what the first value gives.
TEST(ProgramBackend, SourcesPushTheNextLevelOfTheirField) {
    const auto backend = cpu().open(rock_problem(Precision::float64), {});
    backend->advance(1);
    std::vector<double> field(23 * 17);
    backend->read(FieldLevel::current, {{0, 0, 0}, {23, 1, 17}}, field);
    EXPECT_EQ(field[5 * 23 + 2], 0.75);
    field[5 * 23 + 2] = 0;
    EXPECT_THAT(field, testing::Each(0.0));
    EXPECT_EQ(backend->health().peak, 0.75);
    EXPECT_FALSE(backend->health().first_bad.has_value());
    EXPECT_THROW(backend->read(FieldLevel::previous, {{0, 0, 0}, {23, 1, 17}}, field), std::logic_error);
}

/// As measurements do: a stress of one level has no previous one.
TEST(ProgramBackend, CanBeMeasured) {
    const auto backend = cpu().open(rock_problem(), team(2));
    backend->write(FieldLevel::previous, std::vector<double>(23 * 17, 1));
    EXPECT_EQ(backend->health().peak, 0);
    EXPECT_TRUE(backend->fill_with_noise());
    test::MemoryState state;
    backend->save(state);
    for (const ArrayInfo& info : state.arrays()) {
        if (info.name == "step") continue;
        const std::span<float> values = state.values<float>(info.name);
        EXPECT_LT(std::ranges::count(values, 0.0F), std::ssize(values) / 4) << info.name;  // some are 0 on sides
        EXPECT_LE(*std::ranges::max_element(values), 1) << info.name;
    }
}

TEST(ProgramBackend, LooksAtEveryField) {
    ProgramProblem problem = rock_problem();
    problem.parameters[0].assign(problem.parameters[0].size(), 0.25);
    problem.parameters[0][8 * 23 + 4] = std::numeric_limits<double>::quiet_NaN();  // of sxz first, which nobody hears
    const auto backend = cpu().open(problem, {});
    backend->advance(12);
    ASSERT_TRUE(backend->health().first_bad.has_value());
}

TEST(ProgramBackend, RefusesWhatProgramsHaveNot) {
    const auto why_not = [](const auto& change) {
        ProgramProblem problem = rock_problem();
        change(problem);
        return cpu().propose(problem, {}).why_not;
    };
    EXPECT_EQ(why_not([](ProgramProblem&) {}), "");
    EXPECT_EQ(why_not([](ProgramProblem& p) { p.layers.width = {0, 0, 0, 0, 4, 4}; }),
              "programs have no absorbing layers");
    EXPECT_EQ(why_not([](ProgramProblem& p) {
                  p.walls.solids = {{3, 2}};
              }),
              "programs have no solids and no walls with losses");
    const auto of_walls = [&](const auto& change) { return why_not([&](ProgramProblem& p) { change(p.walls); }); };
    const std::string walls = "programs have no solids and no walls with losses";
    EXPECT_EQ(of_walls([](WallPasses& w) { w.solids = {{3, 2}}; }), walls);
    EXPECT_EQ(of_walls([](WallPasses& w) { w.corrections.add(4, {{0, 0.1}}); }), walls);
    EXPECT_EQ(of_walls([](WallPasses& w) { w.explicit_walls.nodes = {5}; }), walls);
    EXPECT_EQ(of_walls([](WallPasses& w) { w.branch_walls.nodes = {6}; }), walls);
    EXPECT_EQ(of_walls([](WallPasses& w) { w.ports.nodes = {7}; }),
              "it has no kernels for ports at the vertices of walls");
    EXPECT_THAT(why_not([](ProgramProblem& p) { p.halo[1] = HaloRule::zero; }),
                testing::StartsWith("sides of programs"));
    EXPECT_THAT(why_not([](ProgramProblem& p) { p.extent.ny = 2; }), testing::StartsWith("a 2D stencil"));
    ProgramProblem bare = rock_problem();
    bare.parameters.clear();
    EXPECT_THROW(cpu().open(bare, {}), std::invalid_argument);
}

/// Arrays of five fields, of a parameter, and none of statements that stand for themselves.
TEST(ProgramBackend, ForecastsItsArrays) {
    const ProgramProblem problem = rock_problem();
    const std::int64_t bytes = cpu().propose(problem, {}).host_bytes;
    const std::int64_t least = 6 * 4 * problem.extent.nodes();
    EXPECT_GT(bytes, least);
    EXPECT_LT(bytes, 8 * least + (1 << 20));
    EXPECT_GT(cpu().propose(problem, {}).ctpn_s, 0);
}

}  // namespace
}  // namespace wavesim
