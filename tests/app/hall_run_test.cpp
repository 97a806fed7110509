// SPDX-License-Identifier: MIT
// The shipped concert hall, coarse enough for seconds: a mesh, surfaces by octaves and numbers of ISO 3382-1 in one
// run.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "io/hdf5_reader.hpp"

namespace wavesim::test {
namespace {

using nlohmann::json;

TEST(HallRun, TheOctaveOf125Hz) {
    const TemporaryFolder folder;
    const std::string scene = std::string(WAVESIM_SOURCE_DIR) + "/scenes/hall.yaml";
    const Outcome run =
        run_program({"run", scene, "-o", "hall", "--set", "grid.max_frequency=180 Hz", "--set",
                     "grid.points_per_wavelength=5", "--set", "time.duration=1.2 s", "--set",
                     "sources[0].signal.peak_frequency=110 Hz", "--set", "outputs.rir.band=[40 Hz, 180 Hz]"},
                    {.folder = folder.path()});
    ASSERT_EQ(run.code, 0) << run.err;
    const json plan = json::parse(Hdf5Reader(folder.path() / "hall/result.h5").strings("/plan/json").at(0));
    EXPECT_NEAR(plan["geometry"]["volume_asked_m3"].get<double>(), 10'000, 20);
    std::map<std::string, json> at;
    const json numbers = json::parse(read_text(folder.path() / "hall/numbers.json"));
    for (const json& one : numbers["responses"])
        for (const json& band : one["bands"])
            if (band["band_hz"] == 125) at[one["name"]] = band;
    ASSERT_EQ(at.size(), 5U);
    double decay = 0;
    for (const auto& [name, band] : at) {
        ASSERT_EQ(band["edt_s_valid"], "yes") << name;
        ASSERT_EQ(band["strength_db_valid"], "yes") << name;
        decay += band["edt_s"].get<double>() / 5;
        EXPECT_GT(band["c80_db"].get<double>(), -6) << name;
        EXPECT_LT(band["c80_db"].get<double>(), 8) << name;
    }
    // Sabine gives 1.7 s, Eyring 1.5 s for the areas on such a grid.
    EXPECT_NEAR(decay, 1.5, 0.4);
    const auto strength = [&](const char* name) { return at.at(name)["strength_db"].get<double>(); };
    EXPECT_GT(strength("stalls front"), strength("below balcony") + 1);
    // 10 lg(31200 T / V) of a diffuse field at any distance.
    EXPECT_NEAR(strength("stalls middle"), 10 * std::log10(31200 * 1.6 / 10'000), 4);
}

}  // namespace
}  // namespace wavesim::test
