// SPDX-License-Identifier: MIT
// Predicted times of several steps per pass against those measured on an NVIDIA H200 (docs/measurements.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/strip_times.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

using test::box;
using test::promised;

namespace {

constexpr Extent cube_512{512, 512, 512};

/// What a step of a rigid box takes, measured.
struct Measured {
    const char* stencil;
    Extent extent;
    double ps;
    Precision precision = Precision::float32;
    std::optional<MediumStorage> speed = {};
};

void expect_to_meet(const char* backend, const std::vector<Measured>& rows) {
    for (const Measured& row : rows) {
        StencilProblem problem = box(row.stencil, row.extent, row.precision);
        problem.speed.varies = row.speed.has_value();
        problem.speed.storage = row.speed.value_or(MediumStorage::float32);
        const double floor_ps = row.precision == Precision::float32 ? 2.766 : 5.52;
        const double ps =
            1e12 * find_backend(backend)->propose(problem, test::h200(row.precision, floor_ps), 1'000'000).ctpn_s;
        EXPECT_NEAR(ps / row.ps, 1, promised) << row.stencil << " on " << row.extent.nx << ": " << ps;
    }
}

/// Several steps per pass in rigid boxes, whole planes and panels; in the last ones the speed varies.
TEST(GpuPerformanceModel, MeetsPasses) {
    const Extent half{512, 256, 512};
    expect_to_meet("temporal", {{"leggy-1", cube_512, 1.54},
                                {"leggy-1", {400, 400, 400}, 1.95},
                                {"leggy-1", {300, 300, 300}, 3.29},
                                {"leggy-1", {1024, 988, 512}, 1.61},
                                {"leggy-1", {1024, 1024, 512}, 1.80},
                                {"leggy-1", {1024, 512, 512}, 1.88},
                                {"leggy-1", {2048, 1400, 600}, 1.61},
                                {"compact-19-isotropic", cube_512, 1.68},
                                {"compact-27-iwb", cube_512, 1.78},
                                {"compact-27-iwb", {400, 400, 400}, 2.32},
                                {"compact-27-iwb", {300, 300, 300}, 3.72},
                                {"compact-27-iwb", {1024, 988, 512}, 1.85},
                                {"compact-27-iwb", {1024, 1024, 512}, 2.16},
                                {"compact-27-iwb", {1024, 512, 512}, 2.36},
                                {"leggy-2", cube_512, 2.39},
                                {"leggy-2", {400, 400, 400}, 3.03},
                                {"leggy-2", {1024, 988, 512}, 2.50},
                                {"leggy-2", half, 5.19, Precision::float64},
                                {"leggy-2", cube_512, 2.84, Precision::float32, MediumStorage::int16},
                                {"leggy-2", cube_512, 3.41, Precision::float32, MediumStorage::index16},
                                {"compact-57-opt", cube_512, 2.84},
                                {"compact-57-opt", {1024, 988, 512}, 3.16},
                                {"leggy-1", cube_512, 4.37, Precision::float64},
                                {"leggy-1", half, 3.19, Precision::float64},
                                {"compact-19-isotropic", cube_512, 4.80, Precision::float64},
                                {"compact-27-iwb", cube_512, 4.85, Precision::float64},
                                {"compact-27-iwb", half, 3.60, Precision::float64},
                                {"leggy-1", cube_512, 1.75, Precision::float32, MediumStorage::int16},
                                {"leggy-1", cube_512, 1.79, Precision::float32, MediumStorage::float32},
                                {"leggy-1", cube_512, 2.45, Precision::float32, MediumStorage::index8},
                                {"leggy-1", cube_512, 2.20, Precision::float32, MediumStorage::index16},
                                {"compact-27-iwb", cube_512, 2.03, Precision::float32, MediumStorage::int16},
                                {"compact-27-iwb", cube_512, 2.38, Precision::float32, MediumStorage::float32},
                                {"compact-27-iwb", cube_512, 2.49, Precision::float32, MediumStorage::index8},
                                {"compact-27-iwb", cube_512, 3.00, Precision::float32, MediumStorage::index16},
                                {"leggy-1", cube_512, 5.17, Precision::float64, MediumStorage::int16},
                                {"compact-27-iwb", cube_512, 7.14, Precision::float64, MediumStorage::int16}});
}

/// Making the lists of a hall of 500 million nodes takes 0.08 to 0.16 us per face.
TEST(GpuPerformanceModel, CountsTheSetUpOfPasses) {
    constexpr std::int64_t faces = 4'084'000;
    StencilProblem problem = box("leggy-1", {1024, 988, 512}, Precision::float32);
    ExplicitWalls& walls = problem.walls.explicit_walls;
    walls.law = {{2, 0.5, 1, 1}};
    walls.laws.resize(faces);
    walls.nodes.resize(faces);
    std::iota(walls.nodes.begin(), walls.nodes.end(), 0);
    const Machine machine = test::h200(Precision::float32, 2.766);
    const Proposal passes = find_backend("temporal")->propose(problem, machine, 1000);
    ASSERT_EQ(passes.why_not, "");
    EXPECT_NEAR(passes.setup_s / 0.53, 1, promised);  // as measured in this hall
    EXPECT_GT(passes.setup_s, 0.45);
    // From how many steps on `auto` takes them (backend_choice.cpp): 2050, where the whole lists once took 10,900.
    const Proposal single = find_backend("stream25.sweep")->propose(problem, machine, 1000);
    const double saved_s = (0.9 * single.ctpn_s - passes.ctpn_s) * static_cast<double>(problem.extent.nodes());
    EXPECT_LT(passes.setup_s / saved_s, 10'900 / 3);
    EXPECT_GT(passes.setup_s / saved_s, 1500);
}

/// Single steps in 2D.
TEST(GpuPerformanceModel, MeetsSingleStepsIn2D) {
    expect_to_meet("texture.unrolled", {{"leggy-1", {16384, 1, 16384}, 3.04},
                                        {"leggy-1", {4096, 1, 4096}, 3.12},
                                        {"leggy-1", {1000, 1, 500}, 5.20},
                                        {"leggy-4", {2000, 1, 1000}, 4.58},
                                        {"compact-27-iwb", {4096, 1, 4096}, 3.33},
                                        {"leggy-4", {16384, 1, 16384}, 4.32},
                                        {"leggy-4", {4096, 1, 4096}, 4.45},
                                        {"leggy-8", {16384, 1, 16384}, 7.15},
                                        {"leggy-8", {4096, 1, 4096}, 7.68},
                                        {"leggy-1", {16384, 1, 16384}, 5.58, Precision::float64},
                                        {"leggy-4", {16384, 1, 16384}, 6.86, Precision::float64}});
}

/// Several steps per pass in 2D, bare.
std::vector<Measured> passes_in_2d() {
    return {{"leggy-1", {16384, 1, 16384}, 0.745},
            {"leggy-1", {4096, 1, 4096}, 0.886},
            {"leggy-1", {2000, 1, 1000}, 2.02},
            {"leggy-1", {1000, 1, 500}, 6.50},
            {"compact-27-iwb", {16384, 1, 16384}, 1.168},
            {"compact-27-iwb", {4096, 1, 4096}, 1.444},
            {"compact-27-iwb", {2000, 1, 1000}, 3.27},
            {"leggy-2", {16384, 1, 16384}, 1.498},
            {"leggy-2", {4096, 1, 4096}, 1.767},
            {"leggy-2", {2000, 1, 1000}, 3.72},
            {"leggy-1", {16384, 1, 16384}, 1.564, Precision::float64},
            {"leggy-1", {4096, 1, 4096}, 1.755, Precision::float64},
            {"leggy-1", {2000, 1, 1000}, 3.10, Precision::float64},
            {"leggy-2", {16384, 1, 16384}, 4.68, Precision::float64},
            {"leggy-2", {4096, 1, 4096}, 4.97, Precision::float64},
            {"leggy-1", {4096, 1, 4096}, 1.53, Precision::float32, MediumStorage::int16},
            {"leggy-1", {4096, 1, 4096}, 1.50, Precision::float32, MediumStorage::float32},
            {"leggy-1", {4096, 1, 4096}, 1.74, Precision::float32, MediumStorage::index8},
            {"leggy-1", {4096, 1, 4096}, 1.80, Precision::float32, MediumStorage::index16}};
}

TEST(GpuPerformanceModel, MeetsPassesIn2D) { expect_to_meet("temporal", passes_in_2d()); }

/// What is measured and predicted of the steps by one row, apart from what other numbers add.
struct RowParts {
    double over = 0, squares = 0;

    /// `part`: what the row adds to the predicted time.
    void add(double part, double predicted, double measured) {
        over += part * (measured - predicted + part) / (measured * measured);
        squares += part * part / (measured * measured);
    }
    /// The multiple of the row that explains the measurements best, by least squares of relative errors.
    double multiple() const { return over / squares; }
};

/// A row of strips that is 20 % off is found; so is the time that factors of the medium add.
TEST(GpuPerformanceModel, RowsOfStripsExplainTheirMeasurements) {
    std::map<const StripTime*, RowParts> by_row;
    RowParts values, table;
    for (const Measured& one : passes_in_2d()) {
        StencilProblem problem = box(one.stencil, one.extent, one.precision);
        problem.speed.varies = one.speed.has_value();
        problem.speed.storage = one.speed.value_or(MediumStorage::float32);
        const Machine machine = test::h200(one.precision, one.precision == Precision::float32 ? 2.766 : 5.52);
        const StripTiling tiling = strip_tiling(problem, machine.gpu);
        const auto* const row = std::ranges::find_if(strip_times, [&](const StripTime& time) {
            return time.precision == one.precision && radius(problem.stencil) <= time.most_reach;
        });
        // What a second per row and level of a warp adds to the time per node and step [ps].
        const double ps_per_s = 1e12 * StripTiling::launches * launch_rows(tiling, machine.gpu) * tiling.levels /
                                (tiling.steps() * static_cast<double>(problem.extent.nodes()));
        const double predicted = 1e12 * find_backend("temporal")->propose(problem, machine, 1'000'000).ctpn_s;
        if (!one.speed)
            by_row[row].add(ps_per_s * (row->neighbour_s * (point_count(problem.stencil) - 1) + row->row_s), predicted,
                            one.ps);
        else if (looked_up(problem.speed))
            table.add(ps_per_s * strip_factors.table_s, predicted, one.ps);
        else
            values.add(ps_per_s * strip_factors.values_s, predicted, one.ps);
    }
    constexpr double most = 0.08;
    EXPECT_EQ(by_row.size(), std::size(strip_times));
    for (const auto& [row, parts] : by_row) EXPECT_NEAR(parts.multiple(), 1, most) << row - std::begin(strip_times);
    EXPECT_NEAR(values.multiple(), 1, most);
    EXPECT_NEAR(table.multiple(), 1, most);
}

}  // namespace
}  // namespace wavesim
