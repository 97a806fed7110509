// SPDX-License-Identifier: MIT
#include "stencils/measure/sample_medium.hpp"

#include <gtest/gtest.h>

#include "stencils/problem/fluid_code.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// A coded medium has only values that have codes.
TEST(SampleMedium, OfDensitiesIsCodedWhereTheShapeSaysSo) {
    ProblemShape shape;
    shape.medium = DensityShape{};
    shape.stencil = make_stencil("leggy-2", 3);
    shape.extent = {12, 9, 7};
    shape.speed = {true, MediumStorage::int16};

    const Problem problem = any_sample_problem(shape);

    const auto& sample = std::get<DensityProblem>(problem);
    EXPECT_GT(sample.code.modulus.most_error(), 0);
    EXPECT_LT(sample.code.most_speed_error(), 1e-4);
    FluidMedium again = sample.fluid;
    round_to_codes(again, {{0, 0, 0}, {12, 9, 7}}, sample.code);
    EXPECT_EQ(again.modulus, sample.fluid.modulus);
    EXPECT_EQ(again.buoyancy, sample.fluid.buoyancy);
}

}  // namespace
}  // namespace wavesim
