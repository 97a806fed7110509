// SPDX-License-Identifier: MIT
#include "studies/sent_cases.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "solvers/scene/fault.hpp"
#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

SentCases two_sent_cases() {
    SentCases sent;
    sent.study.name = "rooms";
    sent.study.file = "/studies/rooms.yaml";
    sent.study.scene = "/scenes/base.yaml";
    sent.study.columns = {{"n", "", {"rooms.yaml", 3, 5}}, {"h", "grid.spacing", {"rooms.yaml", 4, 7}}};
    sent.study.cases = {{"first", {"1", "0.1"}, {}}, {"second", {"2", "20 cm"}, {}}};
    sent.scenes.scenes = {{"id1", "hash1", 1000}, {"id2", "hash2", 2.5e6}};
    sent.forecasts = {{1 << 20, false, 3.5, 1}, {7 << 20, true, 0.25, 4}};
    return sent;
}

TEST(SentCases, AreReadAsTheyWereSent) {
    StudyTestFolder folder;
    write_sent_cases(folder.path() / "cases.jsonl", two_sent_cases());
    std::ifstream stream(folder.path() / "cases.jsonl");
    std::vector<nlohmann::json> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
    ASSERT_EQ(lines.size(), 3U) << "a line for the study and one for each case";
    EXPECT_EQ(lines[1].at("memory_bytes"), 1048576);
    EXPECT_EQ(lines[2].at("gpus"), 4);

    const SentCases read = read_sent_cases(folder.path() / "cases.jsonl");

    EXPECT_EQ(read.study.name, "rooms");
    EXPECT_EQ(read.study.file, "/studies/rooms.yaml");
    EXPECT_EQ(read.study.scene, "/scenes/base.yaml");
    ASSERT_EQ(read.study.columns.size(), 2U);
    EXPECT_EQ(read.study.columns[0].name, "n");
    EXPECT_EQ(read.study.columns[1].key, "grid.spacing");
    EXPECT_EQ(read.study.columns[1].place.file, "rooms.yaml");
    EXPECT_EQ(read.study.columns[1].place.line, 4);
    EXPECT_EQ(read.study.columns[1].place.column, 7);
    ASSERT_EQ(read.study.cases.size(), 2U);
    EXPECT_EQ(read.study.cases[1].name, "second");
    EXPECT_EQ(read.study.cases[1].values, (std::vector<std::string>{"2", "20 cm"}));
    ASSERT_EQ(read.study.cases[1].settings.size(), 1U) << "n sets no key";
    EXPECT_EQ(read.study.cases[1].settings[0].text, "grid.spacing=20 cm");
    EXPECT_EQ(read.study.cases[1].settings[0].position, 2);
    EXPECT_EQ(read.scenes.scenes[0].id, "id1");
    EXPECT_EQ(read.scenes.scenes[1].scene_hash, "hash2");
    EXPECT_EQ(read.scenes.scenes[1].nodes, 2.5e6);
    EXPECT_FALSE(read.forecasts[0].on_gpu);
    EXPECT_TRUE(read.forecasts[1].on_gpu);
    EXPECT_EQ(read.forecasts[1].memory_bytes, 7 << 20);
    EXPECT_EQ(read.forecasts[1].seconds, 0.25);
    EXPECT_EQ(read.forecasts[0].gpus, 1);
    EXPECT_EQ(read.forecasts[1].gpus, 4);
}

TEST(SentCases, AFileThatIsNoneIsRefused) {
    StudyTestFolder folder;
    write_sent_cases(folder.path() / "cases.jsonl", two_sent_cases());
    std::ifstream stream(folder.path() / "cases.jsonl");
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t head = whole.find('\n');
    std::string other = whole;
    other.replace(other.find("\"format_version\":1"), 18, "\"format_version\":2");
    for (const std::string& text : {std::string(), whole.substr(0, head / 2), whole.substr(0, whole.size() - 9), other})
        EXPECT_THROW(read_sent_cases(folder.write("other.jsonl", text)), EnvironmentError) << text;
    EXPECT_EQ(read_sent_cases(folder.write("head.jsonl", whole.substr(0, head + 1))).study.cases.size(), 0U);
}

}  // namespace
}  // namespace wavesim::test
