// SPDX-License-Identifier: MIT
// Models whose first row is the top, as seismic models are: they are larger than the domain below or above it.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "io/model/model_file.hpp"
#include "io/small_plan.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

/// A raw model of 4 x 100 values, 10 m apart, that begins at the height `top` and goes down. At height z the speed is
/// 2000 + z m/s, also below 0.
ModelGrid read_downwards(const std::filesystem::path& folder, double top, double height) {
    std::ofstream file(folder / "model.bin", std::ios::binary);
    for (int row = 0; row < 100; ++row)
        for (int column = 0; column < 4; ++column) {
            const auto speed = static_cast<float>(2000 + top - 10.0 * row);
            file.write(reinterpret_cast<const char*>(&speed), sizeof speed);
        }
    file.close();
    ModelFileRequest request;
    request.file = "model.bin";
    request.format = ModelFileRequest::Format::raw;
    request.axes = {{2, true}, {0, false}};
    request.shape = {100, 4};
    request.spacing_m = {10, 10, 10};
    request.origin_m = {0, 0, top};
    return read_model(folder, request, {30, 0, height});
}

TEST(ModelFileDownwards, GivesTheHeightsOfTheDomain) {
    const TemporaryFolder folder;
    for (const double top : {200.0, 500.0, 985.0})  // as high as the domain, higher, and far above it
        for (const double height : {100.0, 200.0}) {
            const ModelGrid model = read_downwards(folder.path(), top, height);

            EXPECT_LE(model.first_m.z, 5.0) << top;
            EXPECT_GE(model.first_m.z + 10.0 * static_cast<double>(model.extent.nz - 1), height - 5) << top;
            EXPECT_LE(model.extent.nz, static_cast<std::int64_t>(height) / 10 + 3) << "no more than is needed";
            for (std::int64_t z = 0; z < model.extent.nz; ++z)
                EXPECT_EQ(model.values[static_cast<std::size_t>(model.extent.index(1, 0, z))],
                          static_cast<float>(2000 + model.first_m.z + 10.0 * static_cast<double>(z)))
                    << top << ", " << z;
        }
}

}  // namespace
}  // namespace wavesim
