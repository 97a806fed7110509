// SPDX-License-Identifier: MIT
#include "app/bench/program_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace wavesim {
namespace {

/// 400 Gnode/s on a card whose floor is 4.2 TB/s: 350 Gnode/s of 12 bytes.
ProgramReport report() {
    ProgramTiming row;
    row.program = "star3d1r";
    row.kind = "tuned";
    row.extent = {512, 512, 512};
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
