// SPDX-License-Identifier: MIT
// Predicted rates against those measured on an NVIDIA H200 (docs/performance.md).
#include "programs/blocking_model.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "programs/program_file.hpp"

namespace wavesim {
namespace {

constexpr double promised = 0.25;

Gpu h200() {
    Gpu gpu;
    gpu.multiprocessors = 132;
    gpu.threads_per_multiprocessor = 2048;
    gpu.shared_per_block = 227 << 10;
    gpu.shared_per_multiprocessor = 228 << 10;
    return gpu;
}

struct Measured {
    const char* program;
    const char* configuration;
    double gnodes_per_s;
};

/// Four of the six measured programs in 3D. Of the other two, star3d1r and star3d4r, it predicts 2.0 and 1.4 times the
/// measured rate; why is not known.
TEST(BlockingModel, MeetsMeasuredRates) {
    for (const Measured& row : {Measured{"star3d2r", "bT=2 tile=128x36 nodes=4x3", 459},
                                {"box3d1r", "bT=2 tile=64x32 nodes=2x4", 444},
                                {"box3d2r", "bT=1 tile=64x64 nodes=2x4", 135},
                                {"box3d2r-symmetric", "bT=1 tile=64x64 nodes=2x4", 236}}) {
        SCOPED_TRACE(row.program);
        const StencilProgram program = shipped_program(row.program);
        BlockingConfiguration c;
        ASSERT_EQ(change_configuration(c, row.configuration), "");
        ASSERT_EQ(change_configuration(c, "registers=shifting planes=per-level sums=chained lanes=yes"), "");
        const double rate = 1e-9 / predicted_ctpn(program, {512, 512, 512}, c, Precision::float32, h200());
        EXPECT_NEAR(rate / row.gnodes_per_s, 1, promised) << rate;
    }
}

/// Per clock of 1.98 GHz a multiprocessor of an H200 has 128 lanes for float, 64 for double, and 128 bytes of shared
/// memory; its memory brings 12 bytes per 2.766 ps where no rate was measured.
TEST(BlockingRates, AreThoseOfTheCard) {
    constexpr double clock = 132 * 1.98e9;
    for (const auto& [precision, lanes] : {std::pair{Precision::float32, 128}, {Precision::float64, 64}}) {
        const BlockingRates rates = blocking_rates(h200(), precision);
        EXPECT_NEAR(rates.operations / (clock * lanes), 1, 0.05);
        EXPECT_NEAR(rates.shared_bytes / (clock * 128), 1, 0.05);
        EXPECT_NEAR(rates.memory_bytes / (12 / 2.766e-12), 1, 0.05);
    }
}

/// Half the multiprocessors do half as much, but a measured memory is as fast as it is.
TEST(BlockingRates, GoByMultiprocessorsAndMeasuredMemory) {
    Gpu half = h200();
    half.multiprocessors = 66;
    half.triad.of(Precision::float32) = 3e12;
    const BlockingRates whole = blocking_rates(h200(), Precision::float32);
    const BlockingRates rates = blocking_rates(half, Precision::float32);
    EXPECT_DOUBLE_EQ(rates.operations, whole.operations / 2);
    EXPECT_DOUBLE_EQ(rates.shared_bytes, whole.shared_bytes / 2);
    EXPECT_DOUBLE_EQ(rates.memory_bytes, 3e12);
}

}  // namespace
}  // namespace wavesim
