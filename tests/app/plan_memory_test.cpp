// SPDX-License-Identifier: MIT
// `plan` takes less than 100 MB and a tenth of the memory that it forecasts, however many receivers there are.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/program.hpp"

namespace wavesim::test {
namespace {

struct LargeScene {
    const char* name;
    std::string scene;
    std::vector<std::string> sets;
};

void PrintTo(const LargeScene& scene, std::ostream* out) { *out << scene.name; }

class PlanMemory : public ::testing::TestWithParam<LargeScene> {};

TEST_P(PlanMemory, is_a_tenth_of_the_forecast) {
    if (sanitized) GTEST_SKIP() << "sanitizers use memory of their own";
    const TemporaryFolder folder;
    std::vector<std::string> words{
        "plan",   (std::filesystem::path(WAVESIM_SOURCE_DIR) / "scenes" / GetParam().scene).string(),
        "--json", "--backend",
        "cpu",    "--memory",
        "64GiB"};
    for (const std::string& set : GetParam().sets) words.insert(words.end(), {"--set", set});

    const Outcome outcome = run_program(words, {.folder = folder.path()});

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto forecast = nlohmann::json::parse(outcome.out)["memory"]["total_bytes"].get<std::int64_t>();
    EXPECT_GT(forecast, std::int64_t{1} << 30);
    EXPECT_LT(outcome.peak_bytes, 100'000'000 + forecast / 10) << "forecast " << forecast;
}

/// On this computer, and on one with a GPU.
TEST(PlanMemory, does_not_grow_with_the_nodes_of_receivers) {
    if (sanitized) GTEST_SKIP() << "sanitizers use memory of their own";
    const TemporaryFolder folder;
    const std::filesystem::path root = WAVESIM_SOURCE_DIR;
    for (const bool gpu : {false, true}) {
        std::vector<std::string> words{
            "plan", (root / "scenes/shoebox_exact.yaml").string(), "--json", "--set",
            "receivers=[{line: {from: [0.5, 2.0, 1.1], to: [2.5, 2.1, 1.3], count: 100000}}]"};
        if (gpu)
            words.insert(words.end(), {"--machine", (root / "configs/machines/nvidia-h200.json").string(), "--set",
                                       "grid.stencil=leggy-1", "--backend", "temporal"});
        else
            words.insert(words.end(), {"--backend", "cpu"});
        const Outcome outcome = run_program(words, {.folder = folder.path()});

        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const nlohmann::json memory = nlohmann::json::parse(outcome.out)["memory"];
        EXPECT_EQ(memory["device_bytes"] > 100'000 * 8 * 8 * 8 * 16, gpu);
        EXPECT_GT(memory["walls_bytes"], 100'000 * 8 * 8 * 8 * 16) << "a run lists them";
        EXPECT_LT(outcome.peak_bytes, 100'000'000) << (gpu ? "with a GPU" : "on the CPU");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, PlanMemory,
    ::testing::Values(LargeScene{"solids", "room.yaml", {"grid.max_frequency=5 kHz"}},
                      LargeScene{"layers", "two_layers.yaml", {"grid.max_frequency=600 Hz"}},
                      LargeScene{"densities",
                                 "two_layers.yaml",
                                 {"grid.max_frequency=400 Hz", "medium.layers.densities=[2000, 2200]"}},
                      LargeScene{"codes", "two_layers.yaml", {"grid.max_frequency=600 Hz", "medium.storage=int16"}},
                      LargeScene{"tti", "tti_fault.yaml", {"domain.size=[1e6, 2000]"}}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace wavesim::test
