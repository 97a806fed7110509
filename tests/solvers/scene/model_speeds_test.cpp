// SPDX-License-Identifier: MIT
#include "solvers/scene/model_speeds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// Where points lie on values they have these, to the bit.
TEST(ModelSpeeds, OnValuesAreThese) {
    ModelGrid model;
    model.extent = {3, 2, 2};
    model.first_m = {1, 1, 1};
    model.spacing_m = {2, 2, 2};
    for (int i = 0; i < 12; ++i) model.values.push_back(1500 + 33.3F * static_cast<float>(i));
    ModelGrid density = model;
    for (float& value : density.values) value = 1100 + 7 * value;
    std::vector<ModelRead> x;
    for (const double at : {1.0, 3.0, 5.0}) x.push_back(read_along(model, Resampling::linear, 0, at));
    const ModelRead y = read_along(model, Resampling::linear, 1, 3), z = read_along(model, Resampling::linear, 2, 1);
    for (const ModelGrid* beside : {static_cast<const ModelGrid*>(nullptr), static_cast<const ModelGrid*>(&density)}) {
        std::vector<float> read(3);
        read_line_of_speeds(model, beside, x, y, z, read.data());
        EXPECT_THAT(read, testing::ElementsAre(model.values[3], model.values[4], model.values[5]));
    }
    EXPECT_TRUE(same_places(model, density));
    density.first_m.z += 0.1;
    EXPECT_FALSE(same_places(model, density));
}

}  // namespace
}  // namespace wavesim
