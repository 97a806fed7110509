// SPDX-License-Identifier: MIT
// Room acoustic numbers at the end of a run, on a finer grid, and a recording in a room, from the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "io/hdf5_reader.hpp"
#include "io/result/wav_file.hpp"
#include "io/scene/signal_file.hpp"

namespace wavesim::test {
namespace {

using nlohmann::json;

const std::string room = R"(wavesim: 1
domain: {size: [3, 2.4, 2]}
grid: {max_frequency: 360 Hz, points_per_wavelength: 7}
time: {duration: 0.5 s}
boundaries: {default: {absorption: 0.4}}
sources: [{name: S, position: [0.7, 0.6, 0.5], signal: {kind: ricker, peak_frequency: 200 Hz}}]
receivers: [{name: A, position: [2.3, 1.9, 1.4]}, {name: B, position: [2.6, 0.5, 0.8]}]
)";

TEST(RoomMetricsRun, TheRunWritesWhatAnalyseFindsInItsResult) {
    const TemporaryFolder folder;
    folder.write("room.yaml", room + "outputs: {metrics: third}\n");
    const Outcome run = run_program({"run", "room.yaml", "-o", "out"}, {.folder = folder.path()});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("mean of 2"), std::string::npos) << run.out;
    const Outcome analysed =
        run_program({"analyse", "out", "--bands", "third", "--json", "--csv", "again.csv"}, {.folder = folder.path()});
    ASSERT_EQ(analysed.code, 0) << analysed.err;
    const json told = json::parse(analysed.out), written = json::parse(read_text(folder.path() / "out/numbers.json"));
    ASSERT_EQ(told["responses"].size(), 2U);
    int compared = 0;
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t b = 0; b < told["responses"][r]["bands"].size(); ++b)
            for (const auto& [key, value] : told["responses"][r]["bands"][b].items()) {
                const json& other = written["responses"][r]["bands"][b][key];
                if (!value.is_number()) {
                    EXPECT_EQ(value, other) << key;
                    continue;
                }
                ++compared;
                EXPECT_NEAR(value.get<double>(), other.get<double>(), 2e-3 * (1 + std::abs(value.get<double>())))
                    << key;
            }
    EXPECT_GT(compared, 100);
    EXPECT_EQ(std::ranges::count(read_text(folder.path() / "out/numbers.csv"), '\n'), 1 + 2 * 24);
    const Hdf5Reader result(folder.path() / "out/result.h5");
    EXPECT_EQ(result.shape("/numbers/c80_db"), (std::vector<std::int64_t>{2, 24}));
    EXPECT_NEAR(result.block("/numbers/strength_db", {1, 7}, {1, 1}).at(0),
                written["responses"][1]["bands"][7]["strength_db"].get<double>(), 1e-9);
}

TEST(RoomMetricsRun, EverySourceHasItsNumbers) {
    const TemporaryFolder folder;
    folder.write("room.yaml", room + "outputs: {metrics: true, rir: {band: [90 Hz, 350 Hz]}}\n");
    const Outcome run = run_program({"run", "room.yaml", "-o", "out", "--set",
                                     "sources[1]={name: T, position: [1.9, 1.7, 1.1], signal: {kind: ricker, "
                                     "peak_frequency: 200 Hz}}"},
                                    {.folder = folder.path()});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("Sources     2 of 2\n"), std::string::npos) << run.out;
    EXPECT_EQ((run.out + run.err).find(" shot"), std::string::npos) << run.out << run.err;
    const json written = json::parse(read_text(folder.path() / "out/numbers.json"));
    std::vector<std::string> names;
    for (const json& one : written["responses"]) names.push_back(one["name"]);
    EXPECT_EQ(names, (std::vector<std::string>{"S A", "S B", "T A", "T B"}));
    const auto clarity = [&](std::size_t r) { return written["responses"][r]["bands"][1]["c80_db"].get<double>(); };
    EXPECT_GT(std::abs(clarity(0) - clarity(2)), 0.1);
}

/// The numbers are those of the pressure: receivers with a direction are left out.
TEST(RoomMetricsRun, ReceiversWithADirectionHaveNone) {
    const TemporaryFolder folder;
    std::string text = room + "outputs: {metrics: true}\n";
    const std::string second = "{name: B, position: [2.6, 0.5, 0.8]}";
    ASSERT_NE(text.find(second), std::string::npos);
    text.replace(text.find(second), second.size(),
                 "{name: B, position: [2.6, 0.5, 0.8], directivity: {pattern: ambisonics}}, {name: C, position: [2, 1, "
                 "1], directivity: {pattern: figure_of_eight, axis: [1, 0, 0]}}");
    folder.write("room.yaml", text);
    const Outcome run = run_program({"run", "room.yaml", "-o", "out"}, {.folder = folder.path()});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("mean of 2 "), std::string::npos) << run.out;
    const auto names = [](const json& written) {
        std::vector<std::string> all;
        for (const json& one : written["responses"]) all.push_back(one["name"]);
        return all;
    };
    const json written = json::parse(read_text(folder.path() / "out/numbers.json"));
    EXPECT_EQ(names(written), (std::vector<std::string>{"A", "B W"}));
    double sum = 0;
    for (const json& one : written["responses"]) sum += one["bands"][1]["c80_db"].get<double>();
    EXPECT_NEAR(written["means"][1]["c80_db"].get<double>(), sum / 2, 1e-9);
    const Outcome analysed = run_program({"analyse", "out", "--json"}, {.folder = folder.path()});
    ASSERT_EQ(analysed.code, 0) << analysed.err;
    EXPECT_EQ(names(json::parse(analysed.out)), names(written));
    const Outcome alone = run_program(
        {"run", "room.yaml", "-o", "eight", "--set",
         "receivers=[{name: C, position: [2, 1, 1], directivity: {pattern: figure_of_eight, axis: [1, 0, 0]}}]"},
        {.folder = folder.path()});
    ASSERT_EQ(alone.code, 0) << alone.err;
    const Outcome refused = run_program({"analyse", "eight"}, {.folder = folder.path()});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("all receivers of eight/result.h5 have a direction"), std::string::npos) << refused.err;
}

TEST(RoomMetricsRun, AResultWithoutReceiversHasNoNumbers) {
    const TemporaryFolder folder;
    folder.write("room.yaml",
                 room.substr(0, room.find("receivers")) + "outputs: {snapshots: {every: 0.1 s, slice: {z: 1}}}\n");
    ASSERT_EQ(run_program({"run", "room.yaml", "-o", "silent"}, {.folder = folder.path()}).code, 0);
    const Outcome refused = run_program({"analyse", "silent"}, {.folder = folder.path()});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("silent/result.h5 has no traces to analyse"), std::string::npos) << refused.err;
    const Outcome lost = run_program({"analyse", "silent", "--data", "nowhere"}, {.folder = folder.path()});
    EXPECT_EQ(lost.code, 5);
    EXPECT_NE(lost.err.find("--data: there is no folder nowhere"), std::string::npos) << lost.err;
}

TEST(RoomMetricsRun, RefinePrintsTheChange) {
    const TemporaryFolder folder;
    folder.write("room.yaml", room + "outputs: {metrics: true}\n");
    const Outcome run = run_program({"run", "room.yaml", "-o", "out", "--refine"}, {.folder = folder.path()});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("in just noticeable differences"), std::string::npos) << run.out;
    const json coarse = json::parse(read_text(folder.path() / "out/numbers.json")),
               fine = json::parse(read_text(folder.path() / "out_refined/numbers.json"));
    const Hdf5Reader a(folder.path() / "out/result.h5"), b(folder.path() / "out_refined/result.h5");
    EXPECT_NEAR(json::parse(a.strings("/plan/json").at(0))["spacing_m"].get<double>() /
                    json::parse(b.strings("/plan/json").at(0))["spacing_m"].get<double>(),
                1.5, 0.06);
    double change = 0;  // of C80 at 125 Hz, whose just noticeable difference is 1 dB
    for (std::size_t r = 0; r < 2; ++r)
        change += (fine["responses"][r]["bands"][1]["c80_db"].get<double>() -
                   coarse["responses"][r]["bands"][1]["c80_db"].get<double>()) /
                  2;
    const std::string table = run.out.substr(run.out.find("in just noticeable"));
    const std::string row = table.substr(table.find("  C80"));
    EXPECT_NEAR(std::stod(row.substr(14)), change, 0.006) << table;
}

TEST(RoomMetricsRun, RefineNeedsNumbers) {
    const TemporaryFolder folder;
    folder.write("room.yaml", room);
    const Outcome run = run_program({"run", "room.yaml", "--refine"}, {.folder = folder.path()});
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("--set outputs.metrics=true"), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "results"));
}

void write_wav(const std::filesystem::path& file, const std::vector<float>& samples, int rate) {
    const std::string bytes = wav_bytes(samples, rate);
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

TEST(Listen, AClickSoundsAsTheResponseWithOneGain) {
    const TemporaryFolder folder;
    folder.write("room.yaml", room + "outputs: {rir: {band: [90 Hz, 350 Hz], rate: 8 kHz}}\n");
    ASSERT_EQ(run_program({"run", "room.yaml", "-o", "out"}, {.folder = folder.path()}).code, 0);
    write_wav(folder.path() / "click.wav", {0, 0, 0, 0.5F, 0, 0, -0.25F}, 8000);
    const Outcome heard = run_program({"listen", "out", "click.wav"}, {.folder = folder.path()});
    ASSERT_EQ(heard.code, 0) << heard.err;
    const Hdf5Reader result(folder.path() / "out/result.h5");
    const std::int64_t length = result.shape("/responses/response").at(2);
    std::vector<std::vector<double>> wanted, found;
    double peak = 0;
    for (std::int64_t r = 0; r < 2; ++r) {
        const std::vector<double> response = result.block("/responses/response", {0, r, 0}, {1, 1, length});
        std::vector<double> sound(response.size() + 6, 0);
        for (std::size_t n = 0; n < response.size(); ++n) {
            sound[n + 3] += 0.5 * response[n];
            sound[n + 6] -= 0.25 * response[n];
        }
        for (const double p : sound) peak = std::max(peak, std::abs(p));
        wanted.push_back(sound);
        found.push_back(
            read_signal_file({folder.path() / "click"}, r == 0 ? "S1_R01.wav" : "S1_R02.wav", 1, {}).samples);
    }
    for (std::size_t r = 0; r < 2; ++r) {
        ASSERT_EQ(found[r].size(), wanted[r].size());
        for (std::size_t n = 0; n < found[r].size(); ++n)
            ASSERT_NEAR(found[r][n], wav_peak / peak * wanted[r][n], 1e-6) << r << ' ' << n;
    }
}

TEST(Listen, SaysThatItResamplesAndRefusesWhatIsNotThere) {
    const TemporaryFolder folder;
    folder.write("room.yaml", room + "outputs: {rir: {band: [90 Hz, 350 Hz], rate: 8 kHz}}\n");
    folder.write("plain.yaml", room);
    const Start here{.folder = folder.path()};
    ASSERT_EQ(run_program({"run", "room.yaml", "-o", "out"}, here).code, 0);
    ASSERT_EQ(run_program({"run", "plain.yaml", "-o", "plain"}, here).code, 0);
    std::vector<float> tone(4000);
    for (std::size_t n = 0; n < tone.size(); ++n) tone[n] = std::sin(0.1F * static_cast<float>(n));
    write_wav(folder.path() / "tone.wav", tone, 16000);
    const Outcome heard = run_program({"listen", "out", "tone.wav", "-o", "there"}, here);
    EXPECT_EQ(heard.code, 0) << heard.err;
    EXPECT_NE(heard.out.find("tone.wav is resampled from 16000 to 8000 samples per second"), std::string::npos)
        << heard.out;
    EXPECT_EQ(read_signal_file({folder.path() / "there"}, "S1_R01.wav", 1, {}).sample_rate_hz, 8000);
    const Outcome without = run_program({"listen", "plain", "tone.wav"}, here);
    EXPECT_EQ(without.code, 5);
    EXPECT_NE(without.err.find("it has no impulse responses; write outputs.rir"), std::string::npos) << without.err;
    const Outcome missing = run_program({"listen", "out", "none.wav"}, here);
    EXPECT_EQ(missing.code, 5);
    EXPECT_NE(missing.err.find("none.wav"), std::string::npos) << missing.err;
    const Outcome channel = run_program({"listen", "out", "tone.wav", "--channel", "2"}, here);
    EXPECT_EQ(channel.code, 5);
    EXPECT_NE(channel.err.find("channel"), std::string::npos) << channel.err;
}

}  // namespace
}  // namespace wavesim::test
