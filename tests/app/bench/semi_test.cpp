// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/bench/semi_jobs.hpp"
#include "app/bench/semi_tables.hpp"
#include "stencils/some_gpu.hpp"

namespace wavesim::test {
namespace {

Machine with_gpu() {
    Machine machine;
    machine.gpu = some_gpu();
    return machine;
}

BenchJobs jobs_on(const char* backends, const std::optional<Extent>& size) {
    const Machine machine = with_gpu();
    return semi_jobs(bench_backends(backends, machine), {Precision::float32}, size, machine);
}

StepTiming row_of(const BenchJob& job, double ctpn_s, std::int64_t steps) {
    StepTiming row;
    row.stencil = job.shape.stencil.name;
    row.backend = job.backend->name;
    row.extent = job.shape.extent;
    row.precision = job.shape.precision;
    row.points = 25;
    row.node_bytes = 12;
    row.steps = steps;
    row.ctpn_s = row.ctpn_min_s = row.ctpn_max_s = ctpn_s;
    row.floor_bytes_per_s = 4e12;
    row.ratio_to_floor = 2;
    row.facts.tile = job.tile;
    row.facts.device = "some GPU";
    return row;
}

TEST(BenchSemi, HasEveryBlockOfThePaperOnBothGridsWithAndWithoutLayers) {
    const BenchJobs made = jobs_on("all", std::nullopt);
    const auto has = [&](const char* backend, const char* tile, std::int64_t n, bool layers) {
        return std::any_of(made.jobs.begin(), made.jobs.end(), [&](const BenchJob& job) {
            return job.backend->name == backend && job.tile == tile && job.shape.extent == Extent{n, n, n} &&
                   job.shape.layers.any() == layers && job.steps == 50;
        });
    };
    for (const std::int64_t n : {900, 850})
        for (const bool layers : {false, true}) {
            for (const char* cube : {"8x8x8", "32x4x4"})
                for (const char* backend : {"semi.gmem_3d", "semi.smem_3d"}) EXPECT_TRUE(has(backend, cube, n, layers));
            for (const char* column : {"16x8", "16x16", "32x16"})
                for (const char* backend : {"semi.smem_25d", "semi.semi_25d", "semi.b", "semi.ba", "semi.2z"})
                    EXPECT_TRUE(has(backend, column, n, layers)) << backend << column;
        }
    for (const BenchJob& job : made.jobs) EXPECT_NE(job.backend->name, "texture.leggy");
}

TEST(BenchSemi, MeasuresTheBestBlockOfEachStrategyAgain) {
    const BenchJobs made = jobs_on("semi.b,semi.2z", Extent{64, 72, 80});
    std::vector<StepTiming> rows;
    for (std::size_t i = 0; i < made.jobs.size(); ++i)
        rows.push_back(row_of(made.jobs[i], i == 3 || i == 13 ? 3e-12 : 5e-12, 50));

    const std::vector<BenchJob> again = made.then(rows);

    ASSERT_EQ(again.size(), 4u);  // two strategies, with and without layers
    EXPECT_EQ(again[0].tile, made.jobs[3].tile);
    EXPECT_EQ(again[0].steps, 1000);
}

TEST(BenchSemi, TablesHaveTheFiguresOfThePaperBesideOurs) {
    const BenchJobs made = jobs_on("semi.ba", Extent{900, 900, 900});
    const auto block =
        std::find_if(made.jobs.begin(), made.jobs.end(), [](const BenchJob& job) { return job.tile == "32x16"; });
    ASSERT_NE(block, made.jobs.end());

    const std::string text = bench_semi_tables({row_of(*block, 7e-12, 50), row_of(*block, 6e-12, 1000)});

    // 1000 x 900^3 x 6 ps
    EXPECT_NE(
        text.find("semi.ba          32x16            900 x 900 x 900      1000      4.37     0.00   6.000   2.00    "
                  "47.43    84.44\n"),
        std::string::npos)
        << text;
    EXPECT_EQ(text.find("7.000"), std::string::npos);
    // 50 FLOP by 12 bytes, 4.17 x 4 TB/s; 50 FLOP in 6 ps
    EXPECT_NE(text.find("     4.17     16667     8333   50.00\n"), std::string::npos) << text;
    EXPECT_NE(text.find("semi+b+a_25d_32x16"), std::string::npos);
}

}  // namespace
}  // namespace wavesim::test
