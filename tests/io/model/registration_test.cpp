// SPDX-License-Identifier: MIT
// Models whose values stand on corners of cells.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/scene/reader.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// 4 x 3 cells of 10 m; 5 x 4 speeds 1500 + x + 10 z on their corners.
class RegistrationOfModels : public testing::Test {
  protected:
    RegistrationOfModels() : folder_(fs::path(testing::TempDir()) / ("registration_" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
        std::ofstream file(folder_ / "corners.bin", std::ios::binary);
        for (int z = 0; z < 4; ++z)
            for (int x = 0; x < 5; ++x) {
                const auto speed = static_cast<float>(1500 + x + 10 * z);
                file.write(reinterpret_cast<const char*>(&speed), sizeof(speed));
            }
    }
    ~RegistrationOfModels() override { fs::remove_all(folder_); }

    Scene load(const std::string& keys) const {
        return parse_scene(
                   "wavesim: 1\ndomain: {size: [40, 30]}\ngrid: {spacing: 10}\ntime: {duration: 0.2}\n"
                   "sources: [{position: [15, 15], signal: {kind: ricker, peak_frequency: 5}}]\n"
                   "receivers: [{position: [35, 15]}]\n"
                   "medium: {model: {file: corners.bin, shape: [4, 5], axes: [z, x], spacing: [10, 10], "
                   "origin: [0, 0], units: m/s" +
                       keys + "}}\n",
                   folder_ / "scene.yaml", {})
            .scene;
    }
    static std::vector<std::string> warnings(const Scene& scene) {
        return check_plan(scene, test::small_machine(), {}).warnings;
    }

    fs::path folder_;
};

TEST_F(RegistrationOfModels, CornersAreNotSmeared) {
    const Scene scene = load(", registration: corner");
    const ModelGrid& model = *scene.medium.grid->values;

    const std::vector<float> nodes = resample(model, Resampling::linear, {4, 1, 3}, {5, 0, 5}, 10);

    for (int z = 0; z < 3; ++z)
        for (int x = 0; x < 4; ++x) EXPECT_EQ(nodes[static_cast<std::size_t>(4 * z + x)], 1500 + x + 10 * z);
    EXPECT_THAT(warnings(scene), Contains("medium.model: the values of corners became those of cells, shifted by 5 m"));
    EXPECT_THAT(warnings(scene), Not(Contains(HasSubstr("resampled"))));
}

TEST_F(RegistrationOfModels, CellsThatLieBesideNodesAreNamed) {
    const Scene scene = load("");

    EXPECT_THAT(
        warnings(scene),
        Contains("medium.model: the nodes of the simulation lie beside the values of the file (5 m along x, 5 m "
                 "along z): it was resampled as means over the cells; registration: corner takes values on corners as "
                 "they are"));
    EXPECT_NE(scene.hash, load(", registration: corner").hash);
}

}  // namespace
}  // namespace wavesim
