// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_backend.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "stencils/gpu/single/kernel_form.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// Two levels are read and one is written, and a modulus and a buoyancy of each axis are read.
TEST(SingleWork, CountsTheMediumOfEveryNode) {
    KernelForm form{};
    form.density = true;
    ProblemShape shape;
    shape.medium = DensityShape{};
    shape.precision = Precision::float64;
    for (const auto& [dims, storage, medium_bytes] :
         {std::tuple(3, MediumStorage::float32, 4 * 4), std::tuple(3, MediumStorage::int16, 4 * 2),
          std::tuple(2, MediumStorage::float32, 3 * 4)}) {
        shape.stencil = make_stencil("leggy-2", dims);
        shape.speed = {true, storage};
        EXPECT_EQ(single_work(form, DensityProblem(shape)).bytes, 3 * 8 + medium_bytes) << dims;
    }
}

}  // namespace
}  // namespace wavesim
