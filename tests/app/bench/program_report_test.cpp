// SPDX-License-Identifier: MIT
#include "app/bench/program_report.hpp"
#include "app/bench/program_rows.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

/// 400 Gnode/s on a card whose floor is 4.2 TB/s: 350 Gnode/s of 12 bytes.
ProgramReport report() {
    ProgramTiming row;
    row.program = "star3d1r";
    row.kind = "tuned";
    row.extent = {512, 384, 256};
    row.configuration.levels = 4;
    row.configuration.tile_x = 64, row.configuration.tile_y = 48;
    row.flops = 13;
    row.nodes_per_s = 400e9;
    row.floor_nodes_per_s = 350e9;
    row.predicted_nodes_per_s = 500e9;
    return {"some GPU, 1", "2026-11-27T00:00:00Z", "1", {row}};
}

std::vector<std::string> split(const std::string& line, char separator) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
    return words;
}

TEST(ProgramReport, TellsTheRatioToTheFloorEverywhere) {
    EXPECT_EQ(program_json(report())["programs"][0]["ratio_to_floor"], 0.875);
    std::istringstream csv(program_csv(report()));
    std::string names, values;
    std::getline(csv, names), std::getline(csv, values);
    const std::vector<std::string> name = split(names, ','), value = split(values, ',');
    const auto at = std::find(name.begin(), name.end(), "ratio_to_floor") - name.begin();
    ASSERT_LT(at, static_cast<std::ptrdiff_t>(name.size()));
    EXPECT_EQ(value[static_cast<std::size_t>(at)], "0.875");
    EXPECT_EQ(value[static_cast<std::size_t>(at) - 1], "4e+11");
    const std::string markdown = program_markdown(report());
    EXPECT_NE(markdown.find("| 400.0 | 0.875 | 5200 | 6500 |"), std::string::npos) << markdown;
    const std::string text = program_header(report()) + program_row(report().rows[0]);
    EXPECT_NE(text.find("   400.0  0.875     5200     6500"), std::string::npos) << text;
}

TEST(ProgramReport, TellsNoRatioWhereTheFloorWasNotMeasured) {
    ProgramReport unknown = report();
    unknown.rows[0].floor_nodes_per_s = 0;
    EXPECT_TRUE(program_json(unknown)["programs"][0]["ratio_to_floor"].is_null());
    EXPECT_NE(program_csv(unknown).find(",4e+11,,"), std::string::npos);
    EXPECT_NE(program_markdown(unknown).find("| 400.0 | - | 5200 |"), std::string::npos);
    EXPECT_NE(program_row(unknown.rows[0]).find("   400.0      -     5200"), std::string::npos);
}

TEST(ProgramReport, TellsJoulesPerNodeAndOperation) {
    ProgramReport counted = report();
    counted.rows[0].joule_per_node = 2.6e-9;  // 13 operations of 200 pJ
    EXPECT_DOUBLE_EQ(program_json(counted)["programs"][0]["joule_per_flop"], 2e-10);
    EXPECT_NE(program_csv(counted).find(",2.6e-09,2e-10,\"some GPU, 1\""), std::string::npos) << program_csv(counted);
    EXPECT_NE(program_markdown(counted).find("| 2600 | 200 |\n"), std::string::npos) << program_markdown(counted);
    EXPECT_EQ(program_energy(counted, ""),
              "energy of star3d1r (tuned, float): 2.60 nJ per node and iteration, 200 pJ per FLOP\n");
    EXPECT_EQ(program_energy(counted, "this GPU does not count its energy"),
              "energy: not available: this GPU does not count its energy\n");
    EXPECT_TRUE(program_json(report())["programs"][0]["joule_per_node"].is_null());
    EXPECT_EQ(program_energy(report(), ""), "");
}

/// What an interrupted measurement kept says the same in every form as before.
TEST(ProgramRows, AreReadAsTheyWereKept) {
    ProgramReport all = report();
    ProgramTiming other;
    other.program = "box2d3r", other.kind = "sweep", other.key = "box2d3r, some key";
    other.dims = 2, other.radius = 3, other.extent = {700, 1, 300}, other.precision = Precision::float64;
    ASSERT_EQ(change_configuration(other.configuration,
                                   "bT=3 tile=256x1 nodes=2x1 registers=shifting planes=lagged sums=whole lanes=yes "
                                   "stream=128 blocks=2"),
              "");
    other.iterations = 90, other.flops = 97, other.seconds = 0.5, other.nodes_per_s = 1.25e9;
    other.predicted_nodes_per_s = 2e9, other.stores_per_node = 7, other.error = 1e-15;
    other.facts = {64, 8, 4096, 128, 3, 0};
    other.joule_per_node = 1.94e-9;
    all.rows.push_back(other);
    const test::TemporaryFolder folder;
    const std::string file = folder.path() / "program_rows.json";
    std::ofstream(file) << program_json(all);
    ProgramReport again = report();
    again.rows = kept_program_rows(file, again);
    EXPECT_EQ(program_json(again), program_json(all));
    EXPECT_EQ(program_csv(again), program_csv(all));
    EXPECT_EQ(program_row(again.rows[1]), program_row(other));
    again.device = "another GPU";
    EXPECT_THROW(kept_program_rows(file, again), EnvironmentError);
    std::ofstream(file) << R"({"format_version": 1, "wavesim": "1", "device": "some GPU, 1", "programs": [{}]})";
    EXPECT_THROW(kept_program_rows(file, report()), EnvironmentError);
    std::ofstream(file) << "half a f";
    EXPECT_THROW(kept_program_rows(file, report()), EnvironmentError);
    EXPECT_TRUE(kept_program_rows(file + ".none", report()).empty());
}

/// Names stand over their values.
TEST(ProgramReport, LinesUpItsColumns) {
    const std::string header = split(program_header(report()), '\n')[1];
    const std::string row = program_row(report().rows[0]);
    for (const auto& [name, value] :
         {std::pair{"x F", "0.875"}, {"Gnode/s", "400.0"}, {"GFLOP/s", "5200"}, {"model", "6500"}})
        EXPECT_EQ(header.find(name) + std::string(name).size(), row.find(value) + std::string(value).size()) << name;
}

}  // namespace
}  // namespace wavesim
