// SPDX-License-Identifier: MIT
#include "io/scene/gpu_profile_file.hpp"

#include <gtest/gtest.h>

#include "io/scene/marks.hpp"

namespace wavesim {
namespace {

const ProfileOwner owner{"NVIDIA H200", "0123456789abcdef"};

GpuProfile some_profile() {
    GpuProfile profile;
    profile.card = owner.card;
    profile.kernels = owner.kernels;
    profile.compiler = "13.0";
    profile.rows = {{.stencil = "leggy-4",
                     .precision = Precision::float64,
                     .medium = "density-int16",
                     .layers = true,
                     .extent = {600, 500, 400},
                     .backend = "stream25.density",
                     .tile = "64x16 rows 2",
                     .ps = 3.25,
                     .usual = "128x8",
                     .usual_ps = 3.5,
                     .expected_ps = 3.125,
                     .first = "32x8",
                     .first_ps = 4.75},
                    {.stencil = "box-27: \"own\"",
                     .precision = Precision::float32,
                     .medium = "one",
                     .layers = false,
                     .extent = {300, 1, 200},
                     .backend = "texture.unrolled",
                     .tile = "32x1x4",
                     .ps = 10,
                     .usual = "32x1x4",
                     .usual_ps = 11,
                     .expected_ps = 0,
                     .first = "32x1x8",
                     .first_ps = 0}};
    return profile;
}

std::string fault_of(const std::string& text) {
    try {
        parse_gpu_profile(text, "h200.yaml", owner);
        return "";
    } catch (const SceneFileError& error) {
        return to_string(error.faults().front());
    }
}

std::string replaced(const std::string& from, const std::string& to) {
    std::string text = gpu_profile_text(some_profile());
    return text.replace(text.find(from), from.size(), to);
}

TEST(GpuProfileFile, ComesBackAsItWasWritten) {
    const GpuProfile written = some_profile();
    const GpuProfile read = parse_gpu_profile(gpu_profile_text(written), "h200.yaml", owner);

    EXPECT_EQ(read.card, "NVIDIA H200");
    EXPECT_EQ(read.compiler, "13.0");
    EXPECT_EQ(read.file, "h200.yaml");
    EXPECT_EQ(read.hash.size(), 16);
    ASSERT_EQ(read.rows.size(), 2);
    for (const std::size_t i : {0U, 1U}) {
        const TunedRow &one = read.rows[i], &other = written.rows[i];
        EXPECT_TRUE(one.same_steps(other));
        EXPECT_EQ(std::tie(one.backend, one.tile, one.ps, one.usual, one.usual_ps),
                  std::tie(other.backend, other.tile, other.ps, other.usual, other.usual_ps));
        EXPECT_EQ(std::tie(one.expected_ps, one.first, one.first_ps),
                  std::tie(other.expected_ps, other.first, other.first_ps));
    }
    GpuProfile none = written;
    none.rows.clear();
    EXPECT_TRUE(parse_gpu_profile(gpu_profile_text(none), "h200.yaml", owner).rows.empty());
}

TEST(GpuProfileFile, HasAHashOfItsText) {
    const auto hash = [](const std::string& text) { return parse_gpu_profile(text, "h200.yaml", owner).hash; };
    EXPECT_NE(hash(gpu_profile_text(some_profile())), hash(replaced("ps: 3.25", "ps: 3.26")));
}

TEST(GpuProfileFile, IsThatOfThisGpuAndTheseKernels) {
    EXPECT_EQ(fault_of(replaced("H200", "H100")),
              "h200.yaml:3:7: card: this profile is of 'NVIDIA H100', and the GPU is 'NVIDIA H200'");
    EXPECT_EQ(fault_of(replaced("0123", "ffff")),
              "h200.yaml:4:10: kernels: this profile was measured with other kernels ('ffff456789abcdef', here are "
              "'0123456789abcdef'); `wavesim tune --anew` measures again");
}

TEST(GpuProfileFile, SaysWhereItIsDamaged) {
    EXPECT_EQ(fault_of(replaced("medium: one", "medum: one")).substr(0, 25), "h200.yaml:8:52: rows[1].m");
    EXPECT_EQ(fault_of(replaced("ps: 3.25", "ps: -3")).substr(0, 26), "h200.yaml:7:158: rows[0].p");
    EXPECT_EQ(fault_of(replaced("[600, 500, 400]", "[600, 500]")).substr(0, 15), "h200.yaml:7:88:");
    EXPECT_EQ(fault_of(replaced("rows:", "rows: [")).substr(0, 10), "h200.yaml:");
    EXPECT_EQ(fault_of("").substr(0, 14), "h200.yaml:1:1:");
    EXPECT_EQ(fault_of("wavesim: 1\n"),
              "h200.yaml:1:10: wavesim: this is a scene, not a profile of a GPU; `wavesim run` takes it");
}

TEST(GpuProfileFile, HasTheNameOfTheCard) {
    EXPECT_EQ(gpu_profile_name("NVIDIA H200"), "nvidia-h200.yaml");
    EXPECT_EQ(gpu_profile_name("NVIDIA GeForce RTX 4090 (../x)"), "nvidia-geforce-rtx-4090-x.yaml");
}

/// Those that are shipped say whose they are by their names.
TEST(GpuProfileFile, ShippedOnesCanBeRead) {
    for (const ShippedProfile& shipped : shipped_profiles()) {
        const auto value = [&shipped](const std::string& key) {
            const std::size_t at = shipped.text.find("\n" + key + ": \"") + key.size() + 4;
            return shipped.text.substr(at, shipped.text.find('"', at) - at);
        };
        const ProfileOwner its{value("card"), value("kernels")};
        EXPECT_EQ(gpu_profile_name(its.card), shipped.name);
        EXPECT_FALSE(parse_gpu_profile(shipped.text, shipped.name, its).rows.empty());
    }
}

}  // namespace
}  // namespace wavesim
