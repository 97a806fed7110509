// SPDX-License-Identifier: MIT
#include "app/bench/published_stencilgen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wavesim {
namespace {

using testing::HasSubstr;

TEST(PublishedStencilgen, HasTheNumbersOfThePaper) {
    EXPECT_EQ(stencilgen_on_p100("gaussian", Precision::float64), 1.0e12);
    EXPECT_EQ(stencilgen_on_p100("j3d27pt", Precision::float64), 1.2e12);
    EXPECT_EQ(stencilgen_on_p100("cheby", Precision::float64), 2.2e12);
    EXPECT_EQ(stencilgen_on_p100("j3d7pt", Precision::float32), 1.2e12);
    EXPECT_FALSE(stencilgen_on_p100("gaussian", Precision::float32).has_value());
    EXPECT_FALSE(stencilgen_on_p100("poisson", Precision::float64).has_value());
}

/// Memory of five times the rate of a P100 in double: 5 TFLOP/s of gaussian, 6 of j3d27pt. The rows have 0.5 and 2
/// times as much, so their geometric mean is 1.
TEST(PublishedStencilgen, ScalesByMemoryRate) {
    const std::string text = stencilgen_text({{"gaussian", Precision::float64, 2.5e12},
                                              {"poisson", Precision::float64, 3e12},
                                              {"j3d27pt", Precision::float64, 12e12}},
                                             0, 5 * 732e9);
    EXPECT_THAT(text, HasSubstr("gaussian           double         2500     1000     5000   0.50\n"));
    EXPECT_THAT(text, HasSubstr("poisson            double         3000        -        -      -\n"));
    EXPECT_THAT(text, HasSubstr("j3d27pt            double        12000     1200     6000   2.00\n"));
    EXPECT_THAT(text, HasSubstr("geometric mean of the ratios of 2 rows: 1.00\n"));
    EXPECT_THAT(text, HasSubstr("memory in double: 3660 GB/s, measured here\n"));
    EXPECT_THAT(text, testing::Not(HasSubstr("memory in float")));
}

TEST(PublishedStencilgen, EachPrecisionHasItsMemoryRate) {
    const std::string text = stencilgen_text(
        {{"j3d7pt", Precision::float32, 3.6e12}, {"cheby", Precision::float64, 2.2e12}}, 2 * 732e9, 4 * 732e9);
    EXPECT_THAT(text, HasSubstr("j3d7pt              float         3600     1200     2400   1.50\n"));
    EXPECT_THAT(text, HasSubstr("cheby              double         2200     2200     8800   0.25\n"));
}

TEST(PublishedStencilgen, TakesTheFastestRowOfEachProgram) {
    ProgramReport report;
    for (const auto& [name, precision, rate] :
         {std::tuple{"heat", Precision::float32, 3e9}, std::tuple{"heat", Precision::float64, 4e9},
          std::tuple{"heat", Precision::float32, 5e9}, std::tuple{"heat", Precision::float32, 2e9}}) {
        ProgramTiming row;
        row.program = name;
        row.precision = precision;
        row.flops = 10;
        row.nodes_per_s = rate;
        report.rows.push_back(row);
    }
    const std::vector<StencilgenResult> results = fastest_results(report);
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0].flops_per_s, 5e10);
    EXPECT_EQ(results[1].precision, Precision::float64);
}

}  // namespace
}  // namespace wavesim
