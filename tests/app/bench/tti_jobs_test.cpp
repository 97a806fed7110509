// SPDX-License-Identifier: MIT
#include "app/bench/tti_jobs.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/bench/tti_tables.hpp"
#include "app/program.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim::test {
namespace {

std::vector<const BackendEntry*> cpu() { return {find_backend("cpu")}; }

TtiProblem problem_of(const BenchJob& job) { return std::get<TtiProblem>(job.make_problem(job.shape)); }

TEST(BenchTti, BothFormsWithAndWithoutLayers) {
    const BenchJobs made = tti_jobs(cpu(), {Precision::float32}, Extent{64, 48, 56}, Machine{});

    std::vector<std::string> names;
    for (const BenchJob& job : made.jobs) names.push_back(job.shape.stencil.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"k73", "k73+sponge", "k73+layers", "self_adjoint", "self_adjoint+layers"}));
    const TtiProblem k73 = problem_of(made.jobs[1]);
    EXPECT_EQ(k73.tti.epsilon.size(), 64u * 48 * 56);
    EXPECT_GT(k73.tti.damping[1][0], 0);
    EXPECT_FALSE(k73.layers.any());
    EXPECT_EQ(made.jobs[4].shape.layers.of(2, true), 14);  // the outer two thirds
}

TEST(BenchTti, K73IsIsotropicWhereItsLayersDamp) {
    const TtiProblem k73 = problem_of(tti_jobs(cpu(), {Precision::float32}, Extent{64, 48, 56}, Machine{}).jobs[2]);

    EXPECT_EQ(k73.layers.width, (std::array<std::int64_t, 6>{6, 6, 6, 6, 6, 6}));
    EXPECT_TRUE(k73.tti.damping[0].empty());
    const auto epsilon = [&](std::int64_t x) {
        return k73.tti.epsilon[static_cast<std::size_t>(k73.extent.index(x, 24, 28))];
    };
    EXPECT_EQ(epsilon(5), 0);
    EXPECT_GT(epsilon(10), 0);
    EXPECT_LT(epsilon(10), 0.06F);
    EXPECT_GT(epsilon(20), 0.11F);
}

TEST(BenchTti, EveryNodeHasParametersThatTravelWaves) {
    const TtiProblem problem = problem_of(tti_jobs(cpu(), {Precision::float32}, Extent{64, 48, 56}, Machine{}).jobs[0]);

    for (std::size_t i = 0; i < problem.tti.epsilon.size(); ++i) {
        ASSERT_GE(problem.tti.epsilon[i], problem.tti.delta[i]);
        ASSERT_LE(problem.tti.epsilon[i], 0.2801f);
        ASSERT_LE(problem.factors.of_node[i], 1.0f);
        double length = 0;
        for (const auto& n : problem.tti.axis) length += static_cast<double>(n[i]) * static_cast<double>(n[i]);
        ASSERT_NEAR(length, 1, 1e-6);
    }
    EXPECT_NE(problem.tti.axis[0][0], problem.tti.axis[0][16]);
}

TEST(BenchTti, WhatDoesNotFitIsLeftOut) {
    Machine machine;
    machine.memory_available = std::int64_t{200} << 20;

    const BenchJobs made = tti_jobs(cpu(), {Precision::float32}, std::nullopt, machine);

    EXPECT_TRUE(made.jobs.empty());
    ASSERT_EQ(made.left_out.size(), 5u);
    EXPECT_EQ(made.left_out[0], "k73 on 256 x 256 x 256 by cpu: not enough memory is free");
}

StepTiming gpu_row() {
    StepTiming row;
    row.stencil = "k73";
    row.backend = "a GPU";
    row.facts.device = "NVIDIA H200";
    row.extent = {1000, 1000, 1000};
    row.precision = Precision::float32;
    row.ctpn_s = 16e-12;
    row.ctpn_min_s = 15.9e-12;
    row.ctpn_max_s = 16.1e-12;
    row.floor_bytes_per_s = 4e12;
    return row;
}

TEST(BenchTti, TablesHaveThePublishedRowsBesideOurs) {
    const std::string text = bench_tti_tables({gpu_row()});

    // 16 ps x 10^9 nodes x 1000 steps; 47.43 s on 900^3 nodes
    EXPECT_NE(text.find("k73                              NVIDIA H200      1000 x 1000 x 1000        16.00     0.10"
                        "        16.00     62.50\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("semi+b+a_25d_32x16               A100, published   900 x 900 x 900        47.43         "
                        "        65.06     15.37\n"),
              std::string::npos)
        << text;
    // 244 flop and 48 bytes per node, 4 TB/s: 20333 GF/s at most, of which 244 / 16 ps = 15250
    EXPECT_NE(text.find("24.400       5.08      20333      15250    75.00\n"), std::string::npos) << text;
    EXPECT_NE(text.find("19.352       3.48       4263       3940    92.42\n"), std::string::npos) << text;
    EXPECT_TRUE(bench_tti_tables({}).empty());
}

TEST(BenchTti, MeasuresAndKeepsRows) {
    const TemporaryFolder folder;
    const std::vector<std::string> arguments{"bench",  "--suite",  "tti",       "--backend", "cpu",
                                             "--size", "48x44x45", "--repeats", "1",         "--threads",
                                             "1",      "--output", "rows.json"};

    const Outcome outcome = run_program(arguments, {.folder = folder.path()});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("seconds for 1000 steps"), std::string::npos) << outcome.out;
    const auto json = nlohmann::json::parse(read_text(folder.path() / "rows.json"));
    ASSERT_EQ(json.at("rows").size(), 5u);
    EXPECT_EQ(json.at("rows").at(0).at("points"), 73);
    EXPECT_GT(json.at("rows").at(4).at("ctpn_s").get<double>(), 0);
    EXPECT_EQ(run_program(arguments, {.folder = folder.path()}).code, 0);
}

TEST(BenchTti, BytesAreThoseOfTheForms) {
    EXPECT_EQ(tti_work(TtiForm::k73, 3, 1).values * 4, 48);
    EXPECT_EQ(tti_work(TtiForm::self_adjoint, 3, 2).values * 4, 104);
    EXPECT_EQ(tti_work(TtiForm::self_adjoint, 3, 1).values * 4, 48);
    EXPECT_EQ(tti_work(TtiForm::k73, 2, 1).points, 33);
}

}  // namespace
}  // namespace wavesim::test
