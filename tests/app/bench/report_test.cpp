// SPDX-License-Identifier: MIT
// Tables and files of `bench` say the same of a row whose time is four times that of F.
#include "app/bench/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/bench/json.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim::test {
namespace {

/// 250 million nodes per second in float, beside an F of 12 GB/s.
BenchReport slow_report() {
    StepTiming row;
    row.stencil = "leggy-2";
    row.points = 13;
    row.extent = {100, 90, 80};
    row.precision = Precision::float32;
    row.ctpn_s = 4e-9, row.ctpn_min_s = 3e-9, row.ctpn_max_s = 6e-9;
    row.nodes_per_s = 2.5e8;
    row.bytes_per_s = 3e9;
    row.floor_ctpn_s = 1e-9;
    row.floor_bytes_per_s = 12e9;
    row.ratio_to_floor = 4;
    row.joule_per_step = 0.36;
    BenchReport report;
    report.threads = 1;
    report.rows = {row};
    return report;
}

TEST(BenchReport, ARowThatTakesFourTimesFReachesAQuarterOfIt) {
    const BenchReport report = slow_report();

    EXPECT_THAT(bench_row(report, report.rows[0]),
                testing::MatchesRegex("leggy-2 +13 +100 x 90 x 80 +4.000 ns +250 +3.0 +25 % +4.00\n"));
    const auto json = bench_json(report)["rows"][0];
    EXPECT_EQ(json["share_of_floor"], 0.25);
    EXPECT_EQ(json["ratio_to_floor"], 4.0);
}

TEST(BenchReport, JoulesAreThoseOfNodesAndOperations) {
    StepTiming row = slow_report().rows[0];

    EXPECT_DOUBLE_EQ(*joule_per_node(row), 0.5e-6);
    EXPECT_DOUBLE_EQ(*joule_per_flop(row), 0.5e-6 / 26);  // a multiplication and an addition per point
    row.shape = "program";
    EXPECT_FALSE(joule_per_flop(row).has_value());
    EXPECT_DOUBLE_EQ(*joule_per_node(row), 0.5e-6);
}

}  // namespace
}  // namespace wavesim::test
