// SPDX-License-Identifier: MIT
#include "app/bench/graph_report.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/program.hpp"

namespace wavesim {
namespace {

using nlohmann::json;

/// 24 bytes at 4 TB/s are 6 ps; 7.5 ps were measured, of 10 operations.
GraphReport measured_report() {
    GraphRow row{"form=nodes", 10, 24, 6.5e-12};
    row.measured.emplace(GraphRow::Measured{7.5e-12, 7.25e-12, 8e-12, 3e-9, {}});
    row.measured->facts.registers = 40;
    row.measured->facts.local_bytes = 16;
    row.measured->facts.threads_per_block = 256;
    row.measured->facts.blocks_per_multiprocessor = 3;
    return {"some GPU", "2026-11-27T00:00:00Z", "1", "waves", "leggy-2", {64, 1, 48}, Precision::float64, 4e12, {row}};
}

TEST(GraphReport, GivesTimesAndTheirRatios) {
    const json all = json::parse(graph_json(measured_report()).dump());
    EXPECT_EQ(all.at("device"), "some GPU");
    EXPECT_EQ(all.at("date"), "2026-11-27T00:00:00Z");
    EXPECT_EQ(all.at("wavesim"), "1");
    const json& row = all.at("rows").at(0);
    EXPECT_EQ(row.at("program"), "waves");
    EXPECT_EQ(row.at("stencil"), "leggy-2");
    EXPECT_EQ(row.at("extent"), json({64, 1, 48}));
    EXPECT_EQ(row.at("precision"), "double");
    EXPECT_EQ(row.at("schedule"), "form=nodes");
    for (const auto& [key, value] : std::vector<std::pair<const char*, double>>{{"floor_bytes_per_s", 4e12},
                                                                                {"floor_ctpn_s", 6e-12},
                                                                                {"bytes_per_node", 24},
                                                                                {"flops_per_node", 10},
                                                                                {"predicted_ctpn_s", 6.5e-12},
                                                                                {"ctpn_s", 7.5e-12},
                                                                                {"ctpn_min_s", 7.25e-12},
                                                                                {"ctpn_max_s", 8e-12},
                                                                                {"nodes_per_s", 1e12 / 7.5},
                                                                                {"ratio_to_floor", 1.25},
                                                                                {"joule_per_node", 3e-9},
                                                                                {"joule_per_flop", 3e-10},
                                                                                {"registers", 40},
                                                                                {"spill_bytes", 16},
                                                                                {"threads_per_block", 256},
                                                                                {"blocks_per_multiprocessor", 3}})
        EXPECT_DOUBLE_EQ(row.at(key).get<double>(), value) << key;
}

TEST(GraphReport, HasNothingForWhatWasNotMeasured) {
    GraphReport report = measured_report();
    report.rows[0].measured->joule_per_node.reset();
    EXPECT_TRUE(graph_json(report)["rows"][0]["joule_per_node"].is_null());
    EXPECT_TRUE(graph_json(report)["rows"][0]["joule_per_flop"].is_null());
    EXPECT_EQ(graph_json(report)["rows"][0]["registers"], 40);
    report.rows[0].measured.reset();
    for (const char* key : {"ctpn_s", "nodes_per_s", "ratio_to_floor", "registers"})
        EXPECT_TRUE(graph_json(report)["rows"][0].at(key).is_null()) << key;
    EXPECT_EQ(graph_json(report)["rows"][0]["predicted_ctpn_s"], 6.5e-12);
}

/// p_tt = c^2 laplace(p) reads two levels and a factor per node and writes one level: four values of 4 bytes, or of
/// 8 in double, at the 4.33 TB/s of an H200.
TEST(GraphJson, SaysWhatTheTextSaysOfEverySchedule) {
    const test::TemporaryFolder folder;
    folder.write("waves.yaml",
                 "program: 2\nname: waves\ndims: 2\nfields: {p: {levels: 2, source: true, receiver: true}}\n"
                 "parameters: {c: {from: speed, default: 340}}\nstatements:\n  - lap = laplace(p)\n"
                 "  - p.new = 2*p - p.old + (c*dt/dx)*(c*dt/dx)*lap\n");
    for (const auto& [precision, bytes] : {std::pair<std::string, double>{"float", 16}, {"double", 32}}) {
        SCOPED_TRACE(precision);
        const test::Outcome outcome =
            test::run_program({"bench", "--graph", "waves.yaml", "--stencil", "leggy-1", "--size", "96x64",
                               "--precision", precision, "--json-file", "waves.json"},
                              {.folder = folder.path(), .environment = {"CUDA_VISIBLE_DEVICES="}});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const json all = json::parse(test::read_text(folder.path() / "waves.json"));
        EXPECT_EQ(all.at("device"), "");
        EXPECT_THAT(all.at("date").get<std::string>(), testing::MatchesRegex("20..-..-..T..:..:..Z"));
        ASSERT_GT(all.at("rows").size(), 5U);
        std::vector<std::string> schedules;
        for (const json& row : all.at("rows")) {
            EXPECT_EQ(row.at("extent"), json({96, 1, 64}));
            EXPECT_EQ(row.at("precision"), precision);
            if (row.at("schedule").get<std::string>().find("parts=none") == std::string::npos) {
                EXPECT_EQ(row.at("bytes_per_node"), bytes);
            }
            EXPECT_DOUBLE_EQ(row.at("floor_ctpn_s").get<double>(), row.at("bytes_per_node").get<double>() / 4.33e12);
            EXPECT_TRUE(row.at("ctpn_s").is_null());
            const std::string line = fmt::format(
                "  {:<79} memory {:5.1f} ps per node, predicted {:5.1f}\n", row.at("schedule").get<std::string>(),
                1e12 * row.at("floor_ctpn_s").get<double>(), 1e12 * row.at("predicted_ctpn_s").get<double>());
            EXPECT_THAT(outcome.out, testing::HasSubstr(line));
            schedules.push_back(row.at("schedule"));
        }
        std::ranges::sort(schedules);
        EXPECT_EQ(std::adjacent_find(schedules.begin(), schedules.end()), schedules.end());
        const std::string table = outcome.out.substr(outcome.out.find("Schedules on"));
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(table, '\n')), schedules.size() + 1);
    }
}

/// Nothing is shown or measured first.
TEST(GraphJson, IsRefusedAtOnceWhereItCannotBeWritten) {
    const test::Outcome outcome =
        test::run_program({"bench", "--graph", WAVESIM_SOURCE_DIR "/configs/programs/elastic_3d.yaml", "--size", "64",
                           "--json-file", "none/a.json"},
                          {.environment = {"CUDA_VISIBLE_DEVICES="}});
    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, testing::HasSubstr("none/a.json"));
}

}  // namespace
}  // namespace wavesim
