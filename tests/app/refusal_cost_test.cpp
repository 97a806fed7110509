// SPDX-License-Identifier: MIT
// What is refused for its size must not take memory first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/program.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t most_bytes = 100'000'000;

struct TooLarge {
    const char* name;
    std::string scene;
    std::vector<std::string> sets;
};

void PrintTo(const TooLarge& scene, std::ostream* out) { *out << scene.name; }

class RefusalCost : public ::testing::TestWithParam<TooLarge> {
  protected:
    static Outcome refused(const std::string& command, const TemporaryFolder& folder,
                           const std::vector<std::string>& options) {
        std::vector<std::string> words{
            command, (std::filesystem::path(WAVESIM_SOURCE_DIR) / "scenes" / GetParam().scene).string()};
        for (const std::string& set : GetParam().sets) words.insert(words.end(), {"--set", set});
        words.insert(words.end(), options.begin(), options.end());
        return run_program(words, {.folder = folder.path()});
    }
};

/// Each needs more memory than a machine has that runs tests: 300 GiB and more.
TEST_P(RefusalCost, of_memory_is_below_100_mb) {
    if (sanitized) GTEST_SKIP() << "sanitizers use memory of their own";
    const TemporaryFolder folder;
    for (const char* command : {"check", "plan", "run"}) {
        const Outcome outcome = refused(command, folder, {});

        EXPECT_EQ(outcome.code, 4) << command << ": " << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("the run needs "));
        EXPECT_LT(outcome.peak_bytes, most_bytes) << command;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, RefusalCost,
    ::testing::Values(
        TooLarge{"room", "room.yaml", {"grid.max_frequency=60 kHz"}},
        TooLarge{"empty_room", "first_room.yaml", {"grid.max_frequency=60 kHz"}},
        TooLarge{"exact", "shoebox_exact.yaml", {"grid.max_frequency=60 kHz"}},
        TooLarge{"open", "free_field.yaml", {"grid.max_frequency=60 kHz"}},
        TooLarge{"free_surface", "free_surface.yaml", {"grid.max_frequency=20 kHz"}},
        TooLarge{"solids_in_2d", "barrier_2d.yaml", {"domain.size=[3e7, 20]"}},
        TooLarge{"layers", "two_layers.yaml", {"domain.size=[9e8, 2000]"}},
        TooLarge{"long_tti", "tti_fault.yaml", {"domain.size=[8e8, 2000]"}},
        TooLarge{"fine_tti", "tti_fault.yaml", {"grid.max_frequency=50 kHz"}},
        TooLarge{"k73",
                 "tti_fault.yaml",
                 {"tti.form=k73", "boundaries.default={absorbing: {cells: 40}}", "domain.size=[8e8, 2000]"}},
        TooLarge{"example_model", "salt.yaml", {"domain.size=[9e8, 2000]"}},
        TooLarge{"survey",
                 "marine_layers.yaml",
                 {"domain.size=[9e8, 1500]",
                  "survey={spread: towed, line: {from: [2200, 1492], to: [2700, 1492], count: 2000}}"}},
        TooLarge{"densities", "two_layers.yaml", {"domain.size=[9e8, 2000]", "medium.layers.densities=[2000, 2200]"}}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace wavesim::test
