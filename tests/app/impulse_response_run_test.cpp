// SPDX-License-Identifier: MIT
// Impulse responses of several sources from the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/program.hpp"
#include "io/hdf5_reader.hpp"
#include "io/result/wav_file.hpp"
#include "io/scene/signal_file.hpp"

namespace wavesim::test {
namespace {

const std::string head = R"(wavesim: 1
domain: {size: [1.5, 1.2, 1]}
grid: {spacing: 5 cm}
time: {duration: 60 ms}
outputs: {rir: {band: [200 Hz, 600 Hz]}}
receivers: [{name: A, position: [0.6, 0.7, 0.5]}, {name: B, position: [1.1, 0.3, 0.4]}]
)";
std::string source(const std::string& name, const std::string& x) {
    return "{name: " + name + ", position: [" + x + ", 0.4, 0.6], signal: {kind: ricker, peak_frequency: 400 Hz}}";
}

/// Each source sounds by itself: the second of two is heard as in a run of its own, to the rounding of shots' files.
TEST(ImpulseResponseRun, EverySourceHasARunOfItsOwn) {
    const TemporaryFolder folder;
    folder.write("both.yaml", head + "sources: [" + source("left", "0.3") + ", " + source("right", "1.2") + "]\n");
    folder.write("right.yaml", head + "sources: [" + source("right", "1.2") + "]\n");
    const Outcome both = run_program({"run", "both.yaml", "-o", "both"}, {.folder = folder.path()});
    const Outcome right = run_program({"run", "right.yaml", "-o", "right"}, {.folder = folder.path()});

    ASSERT_EQ(both.code, 0) << both.err;
    ASSERT_EQ(right.code, 0) << right.err;
    EXPECT_NE(both.out.find("Sources     2, each in a run of its own; receivers stay\n"), std::string::npos)
        << both.out;
    for (const char* file : {"S1_R01.wav", "S1_R02.wav", "S2_R01.wav", "S2_R02.wav"})
        EXPECT_TRUE(std::filesystem::exists(folder.path() / "both/responses" / file)) << file;
    const Hdf5Reader all(folder.path() / "both/result.h5"), one(folder.path() / "right/result.h5");
    const auto samples = all.shape("/responses/response").at(2);
    const auto of = [&](const Hdf5Reader& file, std::int64_t s) {
        return file.block("/responses/response", {s, 0, 0}, {1, 2, samples});
    };
    const std::vector<double> alone = of(one, 0);
    const auto distance = [&](const std::vector<double>& values) {
        double most = 0, peak = 0;
        for (std::size_t n = 0; n < alone.size(); ++n) {
            most = std::max(most, std::abs(values[n] - alone[n]));
            peak = std::max(peak, std::abs(alone[n]));
        }
        return most / peak;
    };
    EXPECT_LE(distance(of(all, 1)), 1e-6);
    EXPECT_GT(distance(of(all, 0)), 0.1);
}

/// A source 1 m away in the direction (0.6, 0, 0.8). The part of each channel in phase with the pressure is the cosine
/// of its angle, also in the near field.
TEST(ImpulseResponseRun, AmbisonicsIsOneFileOfFourChannels) {
    const TemporaryFolder folder;
    folder.write("room.yaml", R"(wavesim: 1
domain: {size: [4, 4, 4]}
grid: {max_frequency: 400 Hz, points_per_wavelength: 8}
time: {duration: 0.05 s}
boundaries: {default: absorbing}
sources: [{name: S, position: [2.6, 2, 2.8], signal: {kind: ricker, peak_frequency: 160 Hz}}]
receivers: [{name: mono, position: [1, 2, 2]}, {name: R, position: [2, 2, 2], directivity: {pattern: ambisonics}}]
outputs: {rir: {band: [80 Hz, 350 Hz], rate: 8 kHz}}
)");
    const Outcome run = run_program({"run", "room.yaml", "-o", "out"}, {.folder = folder.path()});
    ASSERT_EQ(run.code, 0) << run.err;
    const std::array<double, 4> cosines{1, 0, 0.8, 0.6};  // W, Y, Z, X
    const auto channel = [&](const char* in, int number) {
        return read_signal_file({folder.path() / in}, "S1_R02_ambisonics.wav", number, {}).samples;
    };
    const auto shares = [&](const char* in) {
        const std::vector<double> pressure = channel(in, 1);
        for (std::size_t c = 0; c < 4; ++c) {
            const std::vector<double> sound = channel(in, static_cast<int>(c) + 1);
            double in_phase = 0, energy = 0;
            for (std::size_t n = 0; n < sound.size(); ++n) {
                in_phase += sound[n] * pressure[n];
                energy += pressure[n] * pressure[n];
            }
            EXPECT_NEAR(in_phase / energy, cosines.at(c), 0.02) << in << ' ' << c;
        }
    };
    shares("out/responses");
    const std::string bytes = wav_bytes(std::vector<float>{0.5F, 0, 0}, 8000);
    std::ofstream(folder.path() / "click.wav", std::ios::binary) << bytes;
    const Outcome heard = run_program({"listen", "out", "click.wav"}, {.folder = folder.path()});
    ASSERT_EQ(heard.code, 0) << heard.err;
    EXPECT_NE(heard.out.find("four channels (ACN, SN3D), as S1_R02_ambisonics.wav"), std::string::npos) << heard.out;
    shares("click");
    EXPECT_EQ(channel("click", 3), read_signal_file({folder.path() / "click"}, "S1_R04.wav", 1, {}).samples);
}

}  // namespace
}  // namespace wavesim::test
