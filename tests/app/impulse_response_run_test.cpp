// SPDX-License-Identifier: MIT
// Impulse responses of several sources from the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/program.hpp"
#include "io/hdf5_reader.hpp"

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

}  // namespace
}  // namespace wavesim::test
