// SPDX-License-Identifier: MIT
#include "app/run_choices.hpp"

#include <gtest/gtest.h>

#include "app/scene_input.hpp"
#include "io/scene/reader.hpp"

namespace wavesim::test {
namespace {

LoadedScene scene_of(std::optional<int> device, std::optional<int> gpus) {
    LoadedScene loaded;
    loaded.scene.run.device = device;
    loaded.scene.run.gpus = gpus;
    return loaded;
}

/// Options come before the scene, and those of one GPU before those of several.
TEST(RunChoices, SayWhoChoseTheGpus) {
    SceneInput input;
    const auto origin = [&](std::optional<int> device, std::optional<int> gpus) {
        return choose_for_scene(input, scene_of(device, gpus)).origin;
    };
    EXPECT_EQ(origin({}, {}), "");
    EXPECT_EQ(origin(3, {}), "device by run.device");
    EXPECT_EQ(origin({}, 4), "gpus by run.gpus");
    input.device = 1;
    EXPECT_EQ(origin(3, {}), "device by --device");
    EXPECT_EQ(choose_for_scene(input, scene_of(3, {})).device, 1);
    input = {};
    input.gpus = 2;
    input.threads = 5;
    EXPECT_EQ(origin(3, 4), "threads by --threads, gpus by --gpus");
}

}  // namespace
}  // namespace wavesim::test
