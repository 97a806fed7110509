// SPDX-License-Identifier: MIT
// Absorbing layers on the block emulator against their definition.
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_layers.hpp"

namespace wavesim {
namespace {

TEST(LayersOnEmulator, AgreeWithTheirDefinitionOnAllSidesAndInCorners) {
    expect_definition_of_layers<LayerSpec<double, 1, false, 7, 1>>({41, 13, 11}, {5, 4, 3, 2, 4, 3});
    expect_definition_of_layers<LayerSpec<double, 4, false, 7, 2, kernels::medium_float>>({39, 17, 18},
                                                                                          {6, 5, 4, 5, 5, 4});
    expect_definition_of_layers<LayerSpec<float, 4, false, 7, 2>>({70, 17, 18}, {6, 5, 5, 4, 4, 5});
    expect_definition_of_layers<LayerSpec<double, 1, true, 7, 1, kernels::medium_float>>({37, 12, 11},
                                                                                         {4, 5, 3, 4, 5, 3});
    expect_definition_of_layers<LayerSpec<double, 2, false, 7, 2, kernels::medium_fluid>>({38, 13, 15},
                                                                                          {5, 4, 3, 4, 5, 4});
    expect_definition_of_layers<LayerSpec<double, 2, false, 7, 2, kernels::medium_fluid16>>({38, 13, 15},
                                                                                            {5, 4, 3, 4, 5, 4});
}

template <class Spec>
std::string unneeded_barriers(const Extent& extent, const Widths& width) {
    return emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const emulator::PlantedFaults& faults) {
        LayerCase<Spec> test(extent, width);
        test.faults = faults;
        for (std::uint64_t step = 0; step < 2; ++step) test.step(seed + step);
        return test.error() > 1e-13;
    });
}

TEST(LayersOnEmulator, NeedEveryBarrier) {
    using AlongRows = LayerSpec<double, 4, false, 1, 1>;
    using AcrossRows = LayerSpec<double, 4, false, 4, 2>;
    EXPECT_EQ((unneeded_barriers<AlongRows>({39, 9, 11}, {6, 5, 0, 0, 0, 0})), "");
    EXPECT_EQ((unneeded_barriers<AcrossRows>({37, 9, 16}, {0, 0, 0, 0, 6, 0})), "");
}

TEST(LayersOnEmulator, AgreeOnSomeSidesBesideMirrors) {
    expect_definition_of_layers<LayerSpec<double, 4, false, 4, 2>>({37, 9, 16}, {0, 0, 0, 0, 6, 0});
    expect_definition_of_layers<LayerSpec<double, 2, false, 5, 2>>({33, 7, 13}, {4, 0, 0, 0, 3, 5});
    expect_definition_of_layers<LayerSpec<float, 1, true, 3, 1>>({40, 9, 5}, {5, 3, 2, 0, 0, 0});
}

TEST(LayersOnEmulator, AgreeWhereTheLayersOfTwoSidesMeet) {
    expect_definition_of_layers<LayerSpec<double, 4, false, 7, 4, kernels::medium_one, 1, true>>({19, 19, 15},
                                                                                                 {6, 6, 6, 6, 5, 5});
    expect_definition_of_layers<LayerSpec<double, 1, true, 7, 2, kernels::medium_one, 1, true>>({9, 8, 7},
                                                                                                {4, 4, 4, 4, 3, 4});
}

TEST(LayersOnEmulator, AgreeOnLinesLongerThanABlockTakesAtOnce) {
    expect_definition_of_layers<LayerSpec<double, 2, false, 7, 4, kernels::medium_one, 2>>({90, 83, 37},
                                                                                           {35, 40, 38, 15, 17, 16});
}

}  // namespace
}  // namespace wavesim
