// SPDX-License-Identifier: MIT
// `plan` takes less than 100 MB and a tenth of the memory that it forecasts, however many receivers there are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
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

/// A hall of 40 x 20 x 12.5 m with a stage, 24 rows of seats that rise, a balcony and two reflectors.
std::string furnished_hall(const std::string& stencil) {
    std::string text = "wavesim: 1\ngrid: {max_frequency: 1890 Hz, points_per_wavelength: 6, stencil: " + stencil +
                       "}\n" + R"(domain: {size: [40, 20, 12.5]}
time: {duration: 0.1 s}
materials: {plaster: {absorption: 0.05}, stage: {absorption: 0.12}, audience: {absorption: 0.65}, wood: {absorption: 0.1}}
boundaries: {default: plaster, floor: wood}
sources: [{name: soloist, position: [5.0, 10.3, 2.5], signal: {kind: ricker, peak_frequency: 160 Hz}}]
receivers: [{name: balcony, position: [34.1, 9.1, 8.6]}]
solids:
  - {box: {from: [0, 3, 0], to: [8, 17, 1.0]}, surface: stage}
  - {box: {from: [32, 0, 6.8], to: [40, 20, 7.4]}, surface: audience}
  - {box: {from: [4, 0, 2.5], to: [30, 0.6, 3.0]}, surface: wood}
  - {box: {from: [4, 19.4, 2.5], to: [30, 20, 3.0]}, surface: wood}
)";
    for (int row = 0; row < 24; ++row)
        text += fmt::format("  - {{box: {{from: [{}, 1.5, 0], to: [{}, 18.5, {}]}}, surface: audience}}\n", 11 + row,
                            12 + row, 0.8 + 0.15 * row);
    return text;
}

/// Of 366 million nodes: a node beside solids takes 12 bytes, whatever its row reads.
TEST(PlanMemory, of_a_furnished_hall_is_that_of_its_walls) {
    if (sanitized) GTEST_SKIP() << "sanitizers use memory of their own";
    const TemporaryFolder folder;
    const std::string machine =
        (std::filesystem::path(WAVESIM_SOURCE_DIR) / "configs/machines/nvidia-h200.json").string();
    for (const std::string stencil : {"leggy-4", "compact-33-me4"}) {
        std::ofstream(folder.path() / "hall.yaml") << furnished_hall(stencil);

        const Outcome outcome =
            run_program({"plan", "hall.yaml", "--json", "--machine", machine}, {.folder = folder.path()});

        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const nlohmann::json plan = nlohmann::json::parse(outcome.out);
        const auto count = [&plan](const char* list) { return plan["walls"][list].get<double>(); };
        const double lists = 12 * count("corrected_nodes") + 10 * count("explicit_faces") + 16 * count("branch_nodes") +
                             2 * count("branch_faces") + 16 * count("solid_spans");
        EXPECT_GT(count("corrected_nodes"), 2e6) << stencil;
        EXPECT_GT(plan["memory"]["walls_bytes"], lists) << stencil;
        EXPECT_LT(plan["memory"]["walls_bytes"], lists + 2e6) << stencil;  // rows, signals and points
        EXPECT_LT(outcome.peak_bytes, 200'000'000) << stencil;
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
