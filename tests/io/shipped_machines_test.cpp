// SPDX-License-Identifier: MIT
// configs/machines/*.json are machines that scenes can be planned for, here, without their GPUs.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/machine_file.hpp"
#include "io/scene_reader.hpp"
#include "solvers/plan.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

const fs::path source = WAVESIM_SOURCE_DIR;

std::vector<fs::path> files_in(const char* folder, const char* extension) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(source / folder))
        if (entry.path().extension() == extension) files.push_back(entry.path());
    return files;
}

class ShippedMachine : public ::testing::TestWithParam<fs::path> {};

TEST_P(ShippedMachine, PlansEveryShippedScene) {
    const Machine machine = read_machine(GetParam());
    const std::vector<fs::path> scenes = files_in("scenes", ".yaml");
    ASSERT_GE(scenes.size(), 10U);

    for (const fs::path& file : scenes) {
        const Scene scene = read_scene(file.string(), {}).scene;
        const Plan plan = make_plan(scene, machine, {});

        EXPECT_EQ(plan.decision.regions.at(0).why.find("auto: the GPU can run it"), 0U)
            << file << plan.decision.regions.at(0).why;
        EXPECT_GT(plan.forecast.memory.device, 8 * plan.grid().nodes()) << file;
        EXPECT_GT(plan.forecast.ctpn_s, 12 / machine.gpu.triad.float32) << file;
    }
}

INSTANTIATE_TEST_SUITE_P(Configs, ShippedMachine, ::testing::ValuesIn(files_in("configs/machines", ".json")),
                         [](const auto& test) {
                             std::string name = test.param.stem().string();
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace wavesim
