// SPDX-License-Identifier: MIT
#include "stencils/gpu/layers/device_forecast.hpp"

#include <gtest/gtest.h>

#include "stencils/gpu/common/node_table.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

constexpr std::int64_t page = std::int64_t{2} << 20;

ScalarProblem box(const Extent& extent, Precision precision) {
    ScalarProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    return problem;
}

TEST(DevicePages, LargeArraysTakeWholePagesAndSmallOnesShareThem) {
    EXPECT_EQ(device_pages({}), 0);
    EXPECT_EQ(device_pages({1}), page);
    EXPECT_EQ(device_pages({1, 1, 0}), page);
    EXPECT_EQ(device_pages({page / 2}), page);
    EXPECT_EQ(device_pages({page + 1, 8}), 3 * page);
    EXPECT_EQ(device_pages({page / 2 - 512, page / 2 - 512, page / 2 - 512}), 2 * page);
}

std::int64_t bytes_of_box(const StencilProblem& problem) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    return forecast_device_bytes(problem, problem.speed.bytes_per_node() * layout.values,
                                 forecast_node_tables(problem, node_actions(problem), layout).by_passes);
}

TEST(DeviceForecast, IsBothLevelsWithPaddedRows) {
    const std::int64_t small = bytes_of_box(box({32, 8, 8}, Precision::float32));
    // 1001 values of 4 bytes are padded to 1024, of 8 bytes to 1008; looks at the field keep 8 bytes per row.
    EXPECT_EQ(bytes_of_box(box({1001, 512, 512}, Precision::float32)) - small, (std::int64_t{2} << 30) + 8 * 512 * 512);
    EXPECT_NEAR(static_cast<double>(bytes_of_box(box({1001, 512, 512}, Precision::float64)) - small),
                2.0 * 1008 * 512 * 512 * 8, 2 * page);
}

TEST(DeviceForecast, CountsTheFactorsOfAMedium) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        ScalarProblem problem = box({1001, 512, 512}, precision);
        const std::int64_t constant = bytes_of_box(problem);
        problem.speed.varies = true;
        // 4 bytes in both precisions, rows padded as in the fields.
        const std::int64_t pitch = precision == Precision::float32 ? 1024 : 1008;
        EXPECT_NEAR(static_cast<double>(bytes_of_box(problem) - constant), static_cast<double>(4 * pitch * 512 * 512),
                    page);
        problem.speed.storage = MediumStorage::int16;
        EXPECT_NEAR(static_cast<double>(bytes_of_box(problem) - constant), static_cast<double>(2 * pitch * 512 * 512),
                    page);
        problem.speed.storage = MediumStorage::index8;
        EXPECT_NEAR(static_cast<double>(bytes_of_box(problem) - constant), static_cast<double>(pitch * 512 * 512),
                    page);
    }
}

/// Two values per node of every layer, psi and zeta.
TEST(DeviceForecast, CountsTheMemoryOfLayers) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        ScalarProblem problem = box({512, 512, 512}, precision);
        problem.stencil = make_stencil("leggy-2", 3);
        problem.halo.fill(HaloRule::zero);
        const std::int64_t bare = bytes_of_box(problem);
        problem.layers.half_order = 2;
        problem.layers.width = {0, 0, 0, 0, 20, 24};
        problem.layers.decay[2].assign(512, 0.9);
        problem.layers.gain[2].assign(512, -0.1);
        const std::int64_t least = 2 * bytes_of(precision) * (20 + 24) * 512 * 512;
        EXPECT_GE(bytes_of_box(problem) - bare, least);
        EXPECT_LE(bytes_of_box(problem) - bare, least * 12 / 10 + 4 * page);  // some nodes beside them, too
    }
}

TEST(DeviceForecast, CountsWallsAndTraces) {
    ScalarProblem problem = box({512, 512, 512}, Precision::float32);
    const std::int64_t bare = bytes_of_box(problem);
    problem.walls.explicit_walls.law = {{2, 0.5, 1, 1}};
    for (std::int64_t node = 0; node < (1 << 22); ++node) {
        problem.walls.explicit_walls.nodes.push_back(2 * node);
        problem.walls.explicit_walls.laws.push_back(0);
    }
    // At least a state and where it stands per face.
    EXPECT_GE(bytes_of_box(problem) - bare, std::int64_t{8} << 22);
    EXPECT_LE(bytes_of_box(problem) - bare, std::int64_t{32} << 22);
    problem.walls = {};
    problem.receivers.resize(1000);
    EXPECT_EQ(trace_capacity(problem), (64 << 20) / 8000);
    EXPECT_NEAR(static_cast<double>(bytes_of_box(problem) - bare), 64 << 20, 2 * page);
}

}  // namespace
}  // namespace wavesim
