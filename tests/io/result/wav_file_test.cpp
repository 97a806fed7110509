// SPDX-License-Identifier: MIT
#include "io/result/wav_file.hpp"

#include <gmock/gmock.h>
#include <sndfile.h>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

TEST(WavBytes, RoundTripThroughLibsndfile) {
    const TemporaryFolder folder;
    const std::vector<float> samples{0.0f, 0.5f, -0.25f, 1e-9f, 2.5f};
    write_file(folder.path() / "a.wav", wav_bytes(samples, 44100));

    SF_INFO info{};
    SNDFILE* file = sf_open((folder.path() / "a.wav").c_str(), SFM_READ, &info);
    ASSERT_NE(file, nullptr);
    std::vector<float> back(static_cast<std::size_t>(info.frames));
    sf_readf_float(file, back.data(), info.frames);
    sf_close(file);

    EXPECT_EQ(info.samplerate, 44100);
    EXPECT_EQ(info.channels, 1);
    EXPECT_EQ(info.format, SF_FORMAT_WAV | SF_FORMAT_FLOAT);
    EXPECT_EQ(back, samples);
    EXPECT_EQ(wav_bytes(samples, 44100), wav_bytes(samples, 44100));
}

TEST(WavBytes, ChannelsAreInterleaved) {
    const TemporaryFolder folder;
    write_file(folder.path() / "b.wav", wav_bytes(interleaved({{1, 2, 3}, {4, 5, 6}}), 8000, 2));
    SF_INFO info{};
    SNDFILE* file = sf_open((folder.path() / "b.wav").c_str(), SFM_READ, &info);
    ASSERT_NE(file, nullptr);
    std::vector<float> back(6);
    EXPECT_EQ(sf_readf_float(file, back.data(), 3), 3);
    sf_close(file);
    EXPECT_EQ(info.channels, 2);
    EXPECT_EQ(back, (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

}  // namespace
}  // namespace wavesim
