// SPDX-License-Identifier: MIT
// `wavesim tune`, and what plan does with a profile, on machines without a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gpu_profile.hpp"
#include "app/program.hpp"
#include "io/machine_file.hpp"
#include "stencils/rtc/kernel_file.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* scene = R"(wavesim: 1
name: box
domain: {size: [2.56, 2.56, 2.56]}
grid: {spacing: 1 cm, stencil: leggy-4}
time: {duration: 1 ms}
sources:
  - {name: s, position: [1, 1, 1], signal: {kind: ricker, peak_frequency: 1 kHz}}
receivers:
  - {name: r, position: [1.5, 1.4, 1.3]}
)";

const std::string h200 = WAVESIM_SOURCE_DIR "/configs/machines/nvidia-h200.json";

/// A home with a profile of the H200, and a scene.
class GpuProfiles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (kernel_version().empty()) GTEST_SKIP() << "a build without the CUDA toolkit has no kernels";
        file_ = folder_.write("box.yaml", scene);
        std::filesystem::create_directories(folder_.path() / "config/wavesim/gpus");
    }
    std::filesystem::path write_profile(const std::string& kernels, const std::string& tile = "128x16 rows 2") const {
        GpuProfile profile;
        profile.card = read_machine(h200).gpu.name;
        profile.kernels = kernels;
        profile.compiler = "13.0";
        profile.rows = {{.stencil = "leggy-4",
                         .precision = Precision::float32,
                         .medium = "one",
                         .layers = false,
                         .extent = {256, 256, 256},
                         .backend = "stream25.sweep",
                         .tile = tile,
                         .ps = 2,
                         .usual = "128x24 rows 2",
                         .usual_ps = 4,
                         .expected_ps = 3,
                         .first = tile,
                         .first_ps = 2}};
        return folder_.write("config/wavesim/gpus/nvidia-h200.yaml", gpu_profile_text(profile));
    }
    Outcome run(std::vector<std::string> arguments) const {
        return run_program(arguments, {.folder = folder_.path(),
                                       .environment = {"XDG_CONFIG_HOME=" + (folder_.path() / "config").string()}});
    }
    Outcome plan() const { return run({"plan", "box.yaml", "--machine", h200, "--backend", "stream25.sweep"}); }

    TemporaryFolder folder_;
    std::filesystem::path file_;
};

TEST_F(GpuProfiles, AreTakenByPlans) {
    const Outcome without = plan();
    const std::filesystem::path profile = write_profile(kernel_version());
    const Outcome with = plan();

    EXPECT_THAT(without.out, HasSubstr("on stream25.sweep, tile 128x24 rows 2, float"));
    EXPECT_THAT(with.out, HasSubstr("on stream25.sweep, tile 128x16 rows 2, float"));
    EXPECT_THAT(with.out, HasSubstr("tile 128x16 rows 2 by " + profile.string() + " ("));
    EXPECT_THAT(with.out, HasSubstr("expected to take 0.500 of the time of the usual 128x24 rows 2"));
    EXPECT_EQ(with.err, without.err);
    const Outcome json = run({"plan", "box.yaml", "--machine", h200, "--backend", "stream25.sweep", "--json"});
    const ProfileOwner owner{"NVIDIA H200", kernel_version()};
    EXPECT_THAT(json.out, HasSubstr(read_gpu_profile(profile, owner).hash));
}

TEST_F(GpuProfiles, OfOtherKernelsOrDamagedAreNotTaken) {
    const std::filesystem::path profile = write_profile("ffff456789abcdef");
    Outcome outcome = plan();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("tile 128x24 rows 2, float"));
    EXPECT_THAT(outcome.err, HasSubstr("warning: " + profile.string() + ":4:10: kernels: this profile was measured "));

    folder_.write("config/wavesim/gpus/nvidia-h200.yaml", "gpu_profile: 1\ncard: [\n");
    outcome = plan();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("tile 128x24 rows 2, float"));
    EXPECT_THAT(outcome.err, HasSubstr("warning: " + profile.string() + ":"));
}

TEST_F(GpuProfiles, DoNotChangeTheUsualTilesOfATuning) {
    write_profile(kernel_version());
    const Outcome outcome = run({"tune", "box.yaml", "--list", "--tries", "2", "--machine", h200});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("leggy-4, float, 256 x 256 x 256\n"));
    EXPECT_THAT(outcome.out, HasSubstr("  usual\n"));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5);
}

TEST(TuneCommand, SaysWhatItNeeds) {
    const auto sentence = [](std::vector<std::string> arguments, int code) {
        arguments.insert(arguments.begin(), "tune");
        const Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.code, code);
        return outcome.err;
    };
    EXPECT_EQ(sentence({}, 2), "error: name what is to be tuned: --stencil, --family, --all or a scene, one of them\n");
    EXPECT_EQ(sentence({"--all", "--family", "leggy"}, 2), sentence({}, 2));
    EXPECT_THAT(sentence({"--all", "--budget", "soon"}, 2), HasSubstr("--budget: 'soon' is no time"));
    EXPECT_THAT(sentence({"--all", "--machine", h200}, 2), HasSubstr("--machine and --memory go with --list"));
    EXPECT_THAT(sentence({"--all", "--list", "--anew"}, 2), HasSubstr("--output and --anew do not go with it"));
    EXPECT_THAT(sentence({"--stencil", "leggy-1", "--size", "1"}, 2), HasSubstr("has one plane of nodes"));
}

}  // namespace
}  // namespace wavesim::test
