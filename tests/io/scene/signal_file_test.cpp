// SPDX-License-Identifier: MIT
#include "io/scene/signal_file.hpp"

#include <gtest/gtest.h>
#include <sndfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <limits>

#include "io/scene/reader.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

class SignalFiles : public testing::Test {
  protected:
    SignalFiles() : folder_(fs::path(testing::TempDir()) / ("signals" + std::to_string(::getpid()))) {
        fs::create_directories(folder_ / "sounds");
    }
    ~SignalFiles() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    void write_wav(const std::string& name, int channels, const std::vector<float>& samples) {
        SF_INFO info{};
        info.channels = channels;
        info.samplerate = 44100;
        info.format = SF_FORMAT_WAV | SF_FORMAT_FLOAT;
        SNDFILE* file = sf_open((folder_ / name).c_str(), SFM_WRITE, &info);
        sf_write_float(file, samples.data(), static_cast<sf_count_t>(samples.size()));
        sf_close(file);
    }
    std::string refusal(const std::string& name, int channel = 1, std::optional<double> rate = {}) {
        try {
            read_signal_file(folder_, name, channel, rate);
        } catch (const InputFileError& error) {
            return error.what();
        }
        return "read without complaint";
    }
    fs::path folder_;
};

TEST_F(SignalFiles, ReadsOneChannelOfAWav) {
    write_wav("sounds/two.wav", 2, {0.F, 1.F, 0.25F, -1.F, 0.5F, 0.125F});

    const SignalFile right = read_signal_file(folder_, "sounds/two.wav", 2, {});

    EXPECT_EQ(right.samples, (std::vector<double>{1, -1, 0.125}));
    EXPECT_EQ(right.sample_rate_hz, 44100);
    EXPECT_EQ(right.content.size(), 16U);
    EXPECT_NE(right.content, read_signal_file(folder_, "sounds/two.wav", 1, {}).content);
}

/// A file is read in pieces of 4096 frames: this one has two of them and a part of a third.
TEST_F(SignalFiles, ReadsEveryPieceOfALongWav) {
    std::vector<float> frames;
    std::vector<double> left, right;
    for (int i = 0; i < 2 * 4096 + 809; ++i) {
        left.push_back(i / 16384.0), right.push_back(-i / 32768.0);
        frames.push_back(static_cast<float>(left.back())), frames.push_back(static_cast<float>(right.back()));
    }
    write_wav("long.wav", 2, frames);
    EXPECT_EQ(read_signal_file(folder_, "long.wav", 1, {}).samples, left);
    EXPECT_EQ(read_signal_file(folder_, "long.wav", 2, {}).samples, right);
}

TEST_F(SignalFiles, ReadsCsvWithTimes) {
    write("a.csv", "# measured\r\ntime;left;right\r\n0;1;-1\r\n0.5e-3;2;-2\r\n1e-3;+3;-3\r\n\r\n");

    const SignalFile left = read_signal_file(folder_, "a.csv", 1, {});
    const SignalFile right = read_signal_file(folder_, "a.csv", 2, {});

    EXPECT_EQ(left.samples, (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(right.samples, (std::vector<double>{-1, -2, -3}));
    EXPECT_DOUBLE_EQ(left.sample_rate_hz, 2000);
}

TEST_F(SignalFiles, ReadsCsvWithAGivenRate) {
    write("a.csv", "1 10\n4 20\n3 30");

    EXPECT_EQ(read_signal_file(folder_, "a.csv", 2, 8000).samples, (std::vector<double>{10, 20, 30}));
    EXPECT_EQ(read_signal_file(folder_, "a.csv", 1, 8000).sample_rate_hz, 8000);
}

TEST_F(SignalFiles, RefusesARateBesideTimes) {
    write("timed.csv", "t,p\n0,1\n0.001,2\n0.002,1\n");

    EXPECT_EQ(refusal("timed.csv", 1, 8000),
              "the first column of 'timed.csv' rises evenly as times do, which carry the sample rate (remove the key)");
}

TEST_F(SignalFiles, RefusesTimesThatStartElsewhere) {
    write("late.csv", "0.25,1\n0.251,2\n0.252,1\n");

    EXPECT_EQ(refusal("late.csv"),
              "the times in 'late.csv' start at 0.25 s, not at 0 (let them start at 0, and give the key 'delay')");
}

TEST_F(SignalFiles, RefusesWhatIsNoSignal) {
    write("cut.csv", "0,1\n0.001\n");
    write("falling.csv", "1,1\n0,1\n");
    write("one.csv", "0,1\n");
    write("wide.csv", "0,1\n0.001,1\n0.002,x\n");
    write_wav("nan.wav", 1, {0.F, std::numeric_limits<float>::quiet_NaN()});
    write_wav("silent.wav", 1, {});

    EXPECT_EQ(
        refusal("cut.csv"),
        "line 2 of 'cut.csv' has 1 number (the rows before have 2; write decimal points, and a number in each column)");
    EXPECT_EQ(refusal("falling.csv"), "the first column of 'falling.csv' is no rising time in seconds");
    EXPECT_EQ(refusal("one.csv"), "the first column of 'one.csv' is no rising time in seconds");
    EXPECT_EQ(refusal("wide.csv"), "line 3 of 'wide.csv' is not a row of numbers");
    EXPECT_EQ(refusal("nan.wav"), "sample 2 of 'nan.wav' is not a finite number");
    EXPECT_EQ(refusal("silent.wav"), "the file 'silent.wav' holds no samples");
}

TEST_F(SignalFiles, RefusesDecimalCommas) {
    write("values.csv", "t;p\n0;0\n0.001;1,5\n");
    write("times.csv", "0;0\n0,001;1,5\n");
    write("blanks.csv", "0 0\n0,001 1,5\n");
    write("both.csv", "0,000 0,5\n0,001 1,5\n");
    write("whole.csv", "0;0\n0,001\n");
    const std::string why = " mixes separators (write decimal points, and one separator in the whole file)";

    EXPECT_EQ(refusal("values.csv"), "line 3 of 'values.csv'" + why);
    EXPECT_EQ(refusal("times.csv"), "line 2 of 'times.csv'" + why);
    EXPECT_EQ(refusal("blanks.csv"), "line 2 of 'blanks.csv'" + why);
    EXPECT_EQ(refusal("both.csv"), "line 1 of 'both.csv'" + why);
    EXPECT_EQ(refusal("whole.csv"), "line 2 of 'whole.csv'" + why);
}

/// Beside a given rate nothing else would tell them from two columns.
TEST_F(SignalFiles, RefusesDecimalCommasThatLookLikeColumns) {
    write("commas.csv", "# p\n0,0\n-0,25\n1,5e-3\n0,75\n");
    write("columns.csv", "0,0\n3,-25\n1,5\n");
    write("points.csv", "0,0\n0.5,25\n2,5\n");
    write("whole.csv", "3;7\n1;25\n2;5\n");

    EXPECT_EQ(refusal("commas.csv", 1, 8000),
              "line 2 of 'commas.csv' and all others look like numbers with decimal commas (write decimal points, or "
              "';' between columns of whole numbers)");
    EXPECT_EQ(read_signal_file(folder_, "columns.csv", 2, 8000).samples, (std::vector<double>{0, -25, 5}));
    EXPECT_EQ(read_signal_file(folder_, "points.csv", 2, 8000).samples, (std::vector<double>{0, 25, 5}));
    EXPECT_EQ(read_signal_file(folder_, "whole.csv", 2, 8000).samples, (std::vector<double>{7, 25, 5}));
}

TEST_F(SignalFiles, RefusesWavFilesThatAreCutOff) {
    write_wav("whole.wav", 1, std::vector<float>(480, 0.5F));
    fs::copy_file(folder_ / "whole.wav", folder_ / "cut.wav");
    fs::resize_file(folder_ / "cut.wav", fs::file_size(folder_ / "cut.wav") - 964);

    EXPECT_EQ(refusal("cut.wav"),
              "the file 'cut.wav' is cut off: its header tells of 1920 bytes of samples, 956 are there");
    EXPECT_EQ(read_signal_file(folder_, "whole.wav", 1, {}).samples.size(), 480U);
}

TEST_F(SignalFiles, ReadsBlanksBesideCommas) {
    write("a.csv", " 0 ,\t1 \r\n0.001, 2 \n0.002 ,3,\n");

    EXPECT_EQ(read_signal_file(folder_, "a.csv", 1, {}).samples, (std::vector<double>{1, 2, 3}));
}

TEST_F(SignalFiles, RefusesRaggedRows) {
    write("longer.csv", "0,1\n0.001,2,3\n");
    write("gap.csv", "0;1;2\n0.001;;3\n");
    const std::string hint = "; write decimal points, and a number in each column)";

    EXPECT_EQ(refusal("longer.csv"), "line 2 of 'longer.csv' has 3 numbers (the rows before have 2" + hint);
    EXPECT_EQ(refusal("gap.csv"), "line 2 of 'gap.csv' has 2 numbers (the rows before have 3" + hint);
}

TEST_F(SignalFiles, NeverLeavesTheFolderOfTheScene) {
    write("inside.csv", "0,1\n0.001,2\n");
    fs::create_symlink("/etc/hostname", folder_ / "link.csv");
    fs::create_symlink(folder_ / "inside.csv", folder_ / "good_link.csv");
    fs::create_directory_symlink("/etc", folder_ / "etc");

    EXPECT_EQ(refusal("link.csv"),
              "the link 'link.csv' leaves the scene's folder; --data DIR names the folder that it leads to");
    EXPECT_EQ(refusal("etc/hostname"),
              "the link 'etc/hostname' leaves the scene's folder; --data DIR names the folder that it leads to");
    EXPECT_EQ(refusal("sounds/../inside.csv"),
              "the path 'sounds/../inside.csv' leaves the scene's folder (only paths below it are read); --data DIR "
              "names another folder to read from");
    EXPECT_EQ(read_signal_file(folder_, "good_link.csv", 1, {}).samples.size(), 2U);
}

TEST_F(SignalFiles, RefusesWhatIsTooLong) {
    write("huge.csv", "");
    fs::resize_file(folder_ / "huge.csv", (std::uintmax_t{256} << 20U) + 1);
    SF_INFO info{};
    info.channels = 1;
    info.samplerate = 44100;
    info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_U8;
    SNDFILE* file = sf_open((folder_ / "long.wav").c_str(), SFM_WRITE, &info);
    const std::vector<short> samples((std::size_t{1} << 24U) + 1);
    sf_write_short(file, samples.data(), static_cast<sf_count_t>(samples.size()));
    sf_close(file);

    EXPECT_EQ(refusal("huge.csv"), "the file 'huge.csv' is larger than 256 MiB");
    EXPECT_EQ(refusal("long.wav"), "the file 'long.wav' has more than 16777216 samples");
}

TEST_F(SignalFiles, NamesTheRule) {
    fs::create_symlink("/etc/hostname", folder_ / "link.csv");

    try {
        read_signal_file(folder_, "link.csv", 1, {});
        FAIL();
    } catch (const InputFileError& error) {
        EXPECT_EQ(error.rule, Rule::path_escape);
    }
}

TEST_F(SignalFiles, NeverWaitsForAPipe) {
    ASSERT_EQ(::mkfifo((folder_ / "pipe.csv").c_str(), 0600), 0);

    EXPECT_EQ(refusal("pipe.csv"), "'pipe.csv' is not a file");
}

TEST_F(SignalFiles, StandInTheSceneAndItsHash) {
    write("pulse.csv", "0,1\n0.001,2\n");
    const std::string text =
        "wavesim: 1\nname: s\ndomain: {size: [4, 3]}\ngrid: {spacing: 10 cm}\ntime: {duration: 10 ms}\n"
        "sources: [{position: [1, 1], signal: {kind: file, file: pulse.csv, amplitude: 2}}]\n"
        "receivers: [{position: [2, 1]}]\n";

    const Scene scene = parse_scene(text, folder_ / "s.yaml", {}).scene;
    const Scene again = parse_scene(scene.canonical, folder_ / "s.yaml", {}).scene;
    write("pulse.csv", "0,1\n0.001,3\n");
    const Scene changed = parse_scene(text, folder_ / "s.yaml", {}).scene;

    EXPECT_EQ(scene.sources[0].signal.kind, SignalKind::samples);
    EXPECT_EQ(scene.sources[0].signal.samples, (std::vector<double>{1, 2}));
    EXPECT_EQ(again.hash, scene.hash);
    EXPECT_NE(changed.hash, scene.hash);
    EXPECT_THROW(parse_scene(scene.canonical, folder_ / "s.yaml", {}), SceneFileError);
}

/// A room whose source plays push.csv.
Scene room_with(const fs::path& folder, const std::string& keys) {
    return parse_scene(
               "wavesim: 1\ndomain: {size: [3, 2, 2]}\ngrid: {spacing: 20 cm}\ntime: {duration: 0.1 s}\n"
               "receivers: [{position: [2, 1, 1]}]\n"
               "sources: [{position: [1, 1, 1], signal: {kind: file, file: push.csv, sample_rate: 100 Hz" +
                   keys + "}}]\n",
               folder / "room.yaml", {})
        .scene;
}

TEST_F(SignalFiles, LoseWhatLeavesAMeanPressureWhereTheSceneSaysSo) {
    write("push.csv", "0\n1\n2\n3\n1\n0\n");
    const Scene played = room_with(folder_, "");

    const Scene scene = room_with(folder_, ", remove_mean: true");

    double sum = 0, moment = 0;
    const std::vector<double>& samples = scene.sources[0].signal.samples;
    for (std::size_t k = 0; k < samples.size(); ++k) {
        sum += samples[k];
        moment += static_cast<double>(k) * samples[k];
    }
    EXPECT_NEAR(sum, 0, 1e-12);
    EXPECT_NEAR(moment, 0, 1e-12);
    EXPECT_GT(samples[3], 0.1);
    EXPECT_NE(scene.hash, played.hash);
    EXPECT_EQ(played.sources[0].signal.samples, (std::vector<double>{0, 1, 2, 3, 1, 0}));
    EXPECT_EQ(room_with(folder_, ", remove_mean: false").hash, played.hash);
    const Scene again = parse_scene(scene.canonical, folder_ / "again.yaml", {}).scene;
    EXPECT_EQ(again.hash, scene.hash);
    EXPECT_EQ(again.sources[0].signal.samples, samples);
    write("push.csv", "0\n1\n2\n3\n2\n0\n");
    EXPECT_THROW(parse_scene(scene.canonical, folder_ / "again.yaml", {}), SceneFileError);
}

}  // namespace
}  // namespace wavesim
