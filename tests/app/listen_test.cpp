// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/program.hpp"
#include "io/result/wav_file.hpp"

namespace wavesim::test {
namespace {

/// A WAV file of float samples that take turns between two channels.
std::string two_channels(const std::vector<float>& samples) {
    std::string bytes = wav_bytes(samples, 8000);
    bytes.at(22) = 2;  // channels
    bytes.at(32) = 8;  // bytes of a moment
    return bytes;
}

/// A source sends one channel, so a recording of two needs a choice; with it the result is looked at.
TEST(Listen, ARecordingOfTwoChannelsNeedsAChoice) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "out");
    folder.write("voice.wav", two_channels({0.5F, -0.25F, 0.125F, 0.75F}));
    const Start here{.folder = folder.path()};

    const Outcome open = run_program({"listen", "out", "voice.wav"}, here);
    const Outcome chosen = run_program({"listen", "out", "voice.wav", "--channel", "2"}, here);

    EXPECT_EQ(open.code, 2);
    EXPECT_EQ(open.err, "error: voice.wav has 2 channels, and a source sends one: choose it with --channel\n");
    EXPECT_EQ(chosen.code, 5);
    EXPECT_NE(chosen.err.find("result.h5"), std::string::npos) << chosen.err;
}

}  // namespace
}  // namespace wavesim::test
