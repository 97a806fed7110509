// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

/// Of all files below a folder, in whole blocks.
std::int64_t disk_space(const std::filesystem::path& folder) {
    std::int64_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        struct stat status {};
        if (entry.is_regular_file() && ::stat(entry.path().c_str(), &status) == 0) bytes += 512 * status.st_blocks;
    }
    return bytes;
}

/// Sound ends between two samples and files between two blocks; planes of pictures are gone when the run ends.
TEST(DiskForecast, is_never_too_low) {
    const std::string many = "receivers=[{line: {from: [0.2, 0.5, 0.5], to: [0.8, 0.5, 0.5], count: 40}}]";
    const std::vector<std::vector<std::string>> scenes{
        {"--set", "outputs={traces: {wav: 48 kHz}}", "--set", many},
        {"--set", "outputs={traces: {wav: 96 kHz, segy: true, gather: density}}", "--set", many},
        {"--set", "outputs={traces: {gather: wiggle}}", "--set", many},
        {"--set", "outputs={snapshots: {every: 0.3 ms, slice: {z: 0.5}, png: true}}"},
        {"--set", "outputs={snapshots: {every: 0.3 ms, slice: {z: 0.5}, png: true, vtk: false}}"},
        {"--set", "outputs={snapshots: {every: 1 ms, volume: true}}", "--precision", "double"},
    };
    for (const std::vector<std::string>& scene : scenes) {
        const TemporaryFolder folder;
        folder.write("scene.yaml", small_scene);
        std::vector<std::string> plan{"plan", "scene.yaml", "--json"}, run{"run", "scene.yaml", "-o", "out"};
        plan.insert(plan.end(), scene.begin(), scene.end());
        run.insert(run.end(), scene.begin(), scene.end());

        const auto planned = nlohmann::json::parse(run_program(plan, {.folder = folder.path()}).out);
        ASSERT_EQ(run_program(run, {.folder = folder.path()}).code, 0) << scene[1];

        const std::int64_t used = disk_space(folder.path() / "out");
        EXPECT_GE(planned["disk_bytes"].get<std::int64_t>(), used) << scene[1];
        // Pictures are counted as if they showed noise. Smooth waves take a tenth of that.
        EXPECT_LE(planned["disk_bytes"].get<std::int64_t>(), 16 * used) << scene[1];
    }
}

}  // namespace
}  // namespace wavesim::test
