// SPDX-License-Identifier: MIT
#include "studies/case_record.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

CaseRecord record_with(const std::vector<int>& codes) {
    CaseRecord record;
    record.name = "case_1";
    for (const int code : codes) record.attempts.push_back({1000, "host", "", 2, code});
    return record;
}

TEST(CaseRecord, IsJsonAndIsReadAsItWasWritten) {
    StudyTestFolder folder;
    CaseRecord record{"a b", {{"h", "0.1"}, {"wall", "{absorption: 0.3}"}}, "wavesim run x", "0.9", "it's full", {}};
    record.attempts = {{1700000000, "first", "55_3", 12.5, 5}, {1700000100, "second", "", 3.25, -1}};
    write_case_record(folder.path(), record);

    std::ifstream stream(folder.path() / "case.json");
    const nlohmann::json json = nlohmann::json::parse(stream);
    EXPECT_EQ(json.at("name"), "a b");
    EXPECT_EQ(json.at("parameters").at("wall"), "{absorption: 0.3}");
    EXPECT_EQ(json.at("attempts").at(0).at("exit_code"), 5);
    EXPECT_TRUE(json.at("attempts").at(1).at("exit_code").is_null());
    const auto read = read_case_record(folder.path());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->name, record.name);
    EXPECT_EQ(read->parameters, record.parameters);
    EXPECT_EQ(read->command, "wavesim run x");
    EXPECT_EQ(read->version, "0.9");
    EXPECT_EQ(read->sentence, "it's full");
    ASSERT_EQ(read->attempts.size(), 2U);
    EXPECT_EQ(read->attempts[0].started, 1700000000);
    EXPECT_EQ(read->attempts[0].host, "first");
    EXPECT_EQ(read->attempts[0].job, "55_3");
    EXPECT_EQ(read->attempts[0].seconds, 12.5);
    EXPECT_EQ(read->attempts[0].exit_code, 5);
    EXPECT_EQ(read->attempts[1].exit_code, -1);
}

TEST(CaseRecord, OfAnotherKindOrCutIsNone) {
    StudyTestFolder folder;
    EXPECT_FALSE(read_case_record(folder.path()));
    write_case_record(folder.path(), record_with({3}));
    std::ifstream stream(folder.path() / "case.json");
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    std::string other = whole;
    other.replace(other.find("wavesim-case"), 12, "wavesim-shot");
    for (const std::string& text : {std::string(), std::string("[]"), std::string("{\"format\": \"wavesim-case\"}"),
                                    other, whole.substr(0, whole.size() / 2)}) {
        folder.write("case.json", text);
        EXPECT_FALSE(read_case_record(folder.path())) << text;
    }
    folder.write("case.json", whole);
    EXPECT_TRUE(read_case_record(folder.path()));
}

/// 75 is a time limit, 129 and more are signals.
TEST(CaseRecord, StopsAreNoFailures) {
    EXPECT_EQ(failed_attempts(record_with({})), 0);
    EXPECT_EQ(failed_attempts(record_with({0, 75, 129, 130, 143})), 0);
    EXPECT_EQ(failed_attempts(record_with({1, 74, 76, 128, -1, 0, 75})), 5);
    EXPECT_TRUE(was_stopped(75));
    EXPECT_TRUE(was_stopped(129));
    EXPECT_FALSE(was_stopped(128));
    EXPECT_FALSE(was_stopped(0));
}

TEST(CaseRecord, TheLastAttemptSaysTheStateOfACaseWithoutAResult) {
    StudyTestFolder folder;
    const auto state = [&](const std::vector<int>& codes) {
        return recorded_state(folder.path(), "0123", record_with(codes));
    };
    EXPECT_EQ(recorded_state(folder.path(), "0123", {}), CaseState::missing);
    EXPECT_EQ(state({}), CaseState::missing);
    EXPECT_EQ(state({3, 0}), CaseState::damaged) << "it was complete, and no result is there";
    EXPECT_EQ(state({3, -1}), CaseState::stopped);
    EXPECT_EQ(state({3, 143}), CaseState::stopped);
    EXPECT_EQ(state({75, 3}), CaseState::failed);
    EXPECT_EQ(case_state(folder.path() / "none", "0123", record_with({3})), CaseState::missing);
    EXPECT_EQ(case_state(folder.path(), "0123", record_with({3})), CaseState::failed);
    EXPECT_EQ(damage_of_case(folder.path()), "its result is gone");
    folder.write("result/result.h5", "x");
    EXPECT_EQ(damage_of_case(folder.path()), "its wavesim.json is gone or damaged");
}

}  // namespace
}  // namespace wavesim::test
