// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/k73_strategy.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "stencils/gpu/common/schedule.hpp"

namespace wavesim {
namespace {

TtiProblem k73(Precision precision) {
    TtiProblem problem;
    problem.extent = {512, 512, 512};
    problem.precision = precision;
    problem.kind().form = TtiForm::k73;
    return problem;
}

struct Row {
    const char* backend;
    bool walks_along_z;
    int planes;  ///< of both fields in shared memory, with 4 nodes beyond each side of the block
    const char* tile;
    int x, y;
};

/// Differences of the eighth order reach 4 nodes. Blocks that walk along z keep 8 + 2 planes of all nodes, or 4 and one
/// of their own or two that are on their way (Sai et al., section 4).
TEST(K73Strategy, KernelsReachFourNodesAndKeepTheirPlanes) {
    for (const Row& row :
         {Row{"semi.gmem_3d", false, 0, "32x4x4", 32, 4}, Row{"semi.smem_3d", false, 8 + 4, "32x4x4", 32, 4},
          Row{"semi.smem_25d", true, 8 + 2, "16x16", 16, 16}, Row{"semi.semi_25d", true, 4 + 1, "32x16", 32, 16},
          Row{"semi.b", true, 4 + 2, "16x8", 16, 8}, Row{"semi.ba", true, 4 + 2, "64x8", 64, 8},
          Row{"semi.2z", true, 4 + 2, "32x8", 32, 8}})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const K73Strategy* strategy = find_k73_strategy(row.backend);
            ASSERT_NE(strategy, nullptr) << row.backend;
            const std::vector<TtiKernel> kernels = k73_kernels(*strategy, k73(precision), 227 << 10, row.tile);
            ASSERT_EQ(kernels.size(), 1U);
            const int bytes = precision == Precision::float32 ? 4 : 8;
            EXPECT_EQ(kernels[0].reach, 4) << row.backend;
            EXPECT_EQ(kernels[0].sweeps, row.walks_along_z) << row.backend;
            EXPECT_EQ(kernels[0].shared_bytes, 2 * row.planes * (row.x + 8) * (row.y + 8) * bytes) << row.backend;
            EXPECT_EQ(kernels[0].threads, row.x * row.y * (row.walks_along_z ? 1 : 4)) << row.backend;
            EXPECT_TRUE(kernels[0].one_per_thread) << row.backend;
        }
    EXPECT_THROW(k73_kernels(*find_k73_strategy("semi.b"), k73(Precision::float32), 227 << 10, "7x7"),
                 std::invalid_argument);
    EXPECT_EQ(find_k73_strategy("semi.tma"), nullptr);
}

/// Tiles that do not fit the shared memory of a block are left out: 64x8 of semi.ba takes 2 * 6 * 72 * 16 * 8 = 110592
/// bytes in double.
TEST(K73Strategy, TilesFitTheSharedMemory) {
    const K73Strategy& strategy = *find_k73_strategy("semi.ba");
    const auto offered = [&](Precision precision, int shared_limit) {
        for (const KernelTile& tile : k73_tiles(strategy, k73(precision), shared_limit))
            if (to_string(tile) == "64x8") return true;
        return false;
    };
    EXPECT_TRUE(offered(Precision::float64, 110592));
    EXPECT_FALSE(offered(Precision::float64, 110591));
    EXPECT_TRUE(offered(Precision::float32, 110592 / 2));
    EXPECT_FALSE(offered(Precision::float32, 110592 / 2 - 1));
}

}  // namespace
}  // namespace wavesim
