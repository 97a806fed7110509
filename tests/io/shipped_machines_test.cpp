// SPDX-License-Identifier: MIT
// configs/machines/*.json are machines that scenes can be planned for, here, without their GPUs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "io/machine_file.hpp"
#include "io/scene/reader.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

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
        const bool several = machine.gpu_count() > 1;
        if (scene.medium.physics) {  // runs on one GPU
            if (several)
                EXPECT_THAT([&] { make_plan(scene, machine, {}); },
                            testing::ThrowsMessage<std::exception>(
                                testing::HasSubstr("no backend for this medium can share a grid among several GPUs")));
            else
                EXPECT_EQ(make_plan(scene, machine, {}).decision.regions.at(0).backend, "statements");
            continue;
        }
        if (several && scene.boundaries.walls == WallForm::vertex) {
            EXPECT_THAT([&] { make_plan(scene, machine, {}); },
                        testing::ThrowsMessage<std::exception>(testing::HasSubstr("are not cut into slabs")))
                << file;
            continue;
        }
        const Plan plan = make_plan(scene, machine, {});

        EXPECT_EQ(plan.decision.regions.at(0).why.find(
                      several ? std::to_string(machine.gpu_count()) + " GPUs share the grid" : "the GPU can run it"),
                  std::string("auto: ").size())
            << file << plan.decision.regions.at(0).why;
        EXPECT_EQ(std::ssize(plan.decision.slabs.slabs), several ? machine.gpu_count() : 0) << file;
        EXPECT_GT(plan.forecast.memory.device + plan.forecast.memory.other_devices, 8 * plan.grid().nodes()) << file;
        EXPECT_GT(plan.forecast.ctpn_s, 12 / machine.gpu.triad.float32) << file;
    }
}

struct MeasuredRoom {
    const char* grid;  ///< for --set
    const char* size;
    double ps;
};

/// docs/history/2026-11-22-gpu-stencils.md: whole steps of the furnished room.
TEST(ShippedMachines, TellTheStepsOfRoomsMeasuredOnAnH200) {
    const Machine machine = read_machine(source / "configs/machines/nvidia-h200.json");
    for (const MeasuredRoom& room :
         {MeasuredRoom{"grid={spacing: 0.0079, stencil: compact-27-iwb}", "domain.size=[6, 4.2, 2.7]", 3.5},
          MeasuredRoom{"grid={spacing: 0.0079, stencil: leggy-4}", "domain.size=[6, 4.2, 2.7]", 4.03},
          MeasuredRoom{"grid={spacing: 0.01171875, stencil: leggy-4}", "domain.size=[6, 6, 6]", 3.91}}) {
        const Scene scene = read_scene((source / "scenes/room.yaml").string(), {{room.grid, 1}, {room.size, 2}}).scene;

        const Plan plan = make_plan(scene, machine, {});

        EXPECT_EQ(plan.decision.regions.at(0).backend, "stream25.sweep");
        EXPECT_NEAR(plan.forecast.ctpn_s * 1e12 / room.ps, 1, 0.15) << room.grid;
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
