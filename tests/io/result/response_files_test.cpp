// SPDX-License-Identifier: MIT
#include "io/result/response_files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "io/hdf5_reader.hpp"
#include "io/scene/signal_file.hpp"
#include "io/whole_run.hpp"

namespace wavesim {
namespace {

/// A plan of a pulse at 1 kHz and 4000 steps at 16 kHz.
Plan plan_with_responses() {
    Plan plan = small_plan();
    plan.scene.sources[0].signal = {};
    plan.scene.sources[0].signal.kind = SignalKind::ricker;
    plan.scene.sources[0].signal.frequency_hz = 1000;
    plan.decision.snapshots.reset();
    plan.scene.outputs = {};
    plan.scene.outputs.rir = ResponseOutput{100, 2000, 44'100};
    plan.decision.time_step_s = 1.0 / 16'000;
    plan.decision.steps = 4000;
    return plan;
}

TEST(ResponseFilesTest, AreNamedByNumbers) {
    Plan plan = plan_with_responses();
    EXPECT_EQ(response_names(plan), (std::vector<std::string>{"responses/S1_R01.wav", "responses/S1_R02.wav"}));
    plan.scene.receivers.resize(100, plan.scene.receivers[0]);
    EXPECT_EQ(response_names(plan)[6], "responses/S1_R007.wav");
    plan.scene.outputs.rir.reset();
    EXPECT_TRUE(response_names(plan).empty());
}

TEST(ResponseFilesTest, AreInTheResultAndBesideIt) {
    const TemporaryFolder folder;
    Plan plan = plan_with_responses();
    plan.scene.medium.air = Air{};
    ASSERT_TRUE(write_run(folder.path() / "out", plan, false));
    EXPECT_EQ(all_files(folder.path() / "out"),
              (std::set<std::string>{"log.txt", "responses/S1_R01.wav", "responses/S1_R02.wav", "result.h5",
                                     "wavesim.json"}));
    const Hdf5Reader result(folder.path() / "out/result.h5");
    const std::vector<std::int64_t> shape = result.shape("/responses/response");
    ASSERT_EQ(shape.size(), 3U);
    EXPECT_EQ(shape[0], 1);
    EXPECT_EQ(shape[1], 2);
    EXPECT_EQ(result.attribute("/responses", "band_hz", 2), (std::vector<double>{100, 2000}));
    EXPECT_EQ(result.strings("/responses/source"), std::vector<std::string>{"speaker"});
    const std::vector<double> heard = result.block("/responses/response_in_air", {0, 1, 0}, {1, 1, shape[2]});
    const std::string wav = file_bytes(folder.path() / "out/responses/S1_R02.wav");
    std::vector<float> last(2);  // the file ends with its samples
    std::memcpy(last.data(), wav.data() + wav.size() - 8, 8);
    EXPECT_EQ(last[1], static_cast<float>(heard.back()));
    EXPECT_NE(heard, result.block("/responses/response", {0, 1, 0}, {1, 1, shape[2]}));
}

TEST(ResponseFilesTest, AmbisonicReceiversHaveAFileMore) {
    const TemporaryFolder folder;
    Plan plan = plan_with_responses();
    const ReceiverRequest pressure = plan.scene.receivers[0];
    for (const Point& axis : {Point{0, 1, 0}, Point{0, 0, 1}, Point{1, 0, 0}}) {
        if (axis.y == 1) plan.scene.receivers.push_back(pressure);
        plan.scene.receivers.push_back(pressure);
        plan.scene.receivers.back().eight = axis;
    }
    ASSERT_EQ(plan.scene.receivers.size(), 6U);
    EXPECT_EQ(ambisonic_names(plan), std::vector<std::string>{"responses/S1_R03_ambisonics.wav"});
    ASSERT_TRUE(write_run(folder.path() / "out", plan, false));
    EXPECT_TRUE(all_files(folder.path() / "out").contains("responses/S1_R03_ambisonics.wav"));
    const Hdf5Reader result(folder.path() / "out/result.h5");
    EXPECT_EQ(result.block("/responses/ambisonics", {0}, {1}), std::vector<double>{2});
    const auto mono = file_bytes(folder.path() / "out/responses/S1_R03.wav").size(),
               four = file_bytes(folder.path() / "out/responses/S1_R03_ambisonics.wav").size();
    for (int channel = 1; channel <= 4; ++channel) {  // each is another response, that of its receiver
        const InputFolders roots{folder.path() / "out/responses"};
        const auto alone = read_signal_file(roots, "S1_R0" + std::to_string(channel + 2) + ".wav", 1, {}).samples;
        EXPECT_EQ(read_signal_file(roots, "S1_R03_ambisonics.wav", channel, {}).samples, alone) << channel;
        EXPECT_NE(alone, read_signal_file(roots, "S1_R01.wav", 1, {}).samples) << channel;
    }
    EXPECT_EQ((four - mono) % 3, 0U);
    EXPECT_GT(four, 3 * mono);
}

TEST(ResponseFilesTest, AStoppedRunHasNone) {
    const TemporaryFolder folder;
    const Plan plan = plan_with_responses();
    {
        ResultWriter writer(folder.path() / "out", plan, Takeover::same_program);
        for (std::int64_t n = 0; n < 3000; ++n) writer.traces(n, 1, std::vector<double>{1, 2});
        RunReport report;
        report.steps_done = 3000;
        report.stopped = true;
        writer.finish(report, "stopped\n", false);
    }
    EXPECT_EQ(all_files(folder.path() / "out"), (std::set<std::string>{"log.txt", "result.h5", "wavesim.json"}));
    EXPECT_FALSE(Hdf5Reader(folder.path() / "out/result.h5").has("/responses/response"));
}

}  // namespace
}  // namespace wavesim
