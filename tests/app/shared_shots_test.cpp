// SPDX-License-Identifier: MIT
// Surveys whose shots several processes compute in one folder (`run --shots`), against the run of one process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "io/hdf5_reader.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string survey_of(const std::vector<double>& places) {
    std::string text = "survey={shots: [";
    for (const double x : places) text += "[" + std::to_string(x) + ", 0.5, 0.5], ";
    return text + "]}";
}
const std::vector<double> places{0.5, 0.6, 0.7, 0.8, 0.9, 1.0};

class SharedShots : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("scene.yaml", small_scene); }
    static std::vector<std::string> arguments(const std::string& output, const std::vector<std::string>& more) {
        std::vector<std::string> all{"run", "scene.yaml", "-o", output, "--threads", "1"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    Outcome program(const std::vector<std::string>& words) const {
        return run_program(words, {.folder = folder_.path()});
    }
    Outcome shots(const std::string& numbers, std::vector<std::string> more) const {
        more.insert(more.end(), {"--shots", numbers, "--progress", "json"});
        return program(arguments("out", more));
    }
    std::unique_ptr<Running> start(const std::string& numbers, std::vector<std::string> more) const {
        more.insert(more.end(), {"--shots", numbers, "--progress", "json"});
        return std::make_unique<Running>(arguments("out", more), Start{.folder = folder_.path()});
    }
    std::string bytes(const std::string& file) const {
        std::ifstream stream(folder_.path() / file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    std::vector<double> traces(const std::string& result) const {
        const Hdf5Reader reader(folder_.path() / result / "result.h5");
        const std::vector<std::int64_t> shape = reader.shape("/traces/pressure");
        return reader.block("/traces/pressure", {0, 0, 0}, shape);
    }
    bool exists(const std::string& file) const { return fs::exists(folder_.path() / file); }

    TemporaryFolder folder_;
};

/// The event `shots` of a process.
nlohmann::json shots_of(const Outcome& outcome) {
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
        nlohmann::json event = nlohmann::json::parse(line, nullptr, false);
        if (event.is_object() && event["event"] == "shots") return event;
    }
    ADD_FAILURE() << outcome.out << outcome.err;
    return {};
}

TEST_F(SharedShots, of_three_processes_at_once_are_those_of_one) {
    const std::vector<std::string> scene{
        "--set",
        "time.duration=0.3 s",
        "--set",
        survey_of(places),
        "--set",
        "outputs={traces: {segy: true, gather: density}, snapshots: {every: 0.1 s, slice: {z: 0.6}, png: true}}"};
    ASSERT_EQ(program(arguments("alone", scene)).code, 0);

    std::vector<std::unique_ptr<Running>> processes;
    for (int i = 0; i < 3; ++i) processes.push_back(start("1-6", scene));
    std::vector<int> computed;
    for (const auto& process : processes) {
        const Outcome outcome = process->wait();
        ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
        const nlohmann::json shots = shots_of(outcome);
        for (const int shot : shots["computed"]) computed.push_back(shot);
    }

    EXPECT_THAT(computed, testing::UnorderedElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(program({"info", "out"}).out, HasSubstr("State       complete"));
    EXPECT_EQ(traces("out"), traces("alone"));
    for (const char* file : {"traces.sgy", "pictures/gather_000003.png", "pictures/shot_000006/pressure_000002.png",
                             "snapshots/shot_000004/pressure_000001.hdf"})
        EXPECT_TRUE(!bytes(std::string("alone/") + file).empty() &&
                    bytes(std::string("alone/") + file) == bytes(std::string("out/") + file))
            << file;
}

TEST_F(SharedShots, survive_a_killed_process_but_for_its_own) {
    const std::vector<std::string> scene{"--set", "time.duration=8 s", "--set", survey_of(places)};
    ASSERT_EQ(program(arguments("alone", scene)).code, 0);
    const std::unique_ptr<Running> killed = start("1-3", scene);
    ASSERT_TRUE(killed->wait_for("\"shot\":2,"));
    killed->send(SIGSTOP);
    const Outcome others = shots("2-4", scene);
    killed->send(SIGKILL);
    killed->wait();
    ASSERT_EQ(others.code, 0) << others.err;
    ASSERT_EQ(shots_of(others)["elsewhere"], std::vector{2});
    EXPECT_FALSE(exists("out/result.h5"));

    const Outcome rest = shots("1-6", scene);

    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_EQ(shots_of(rest)["computed"], (std::vector{2, 5, 6}));
    EXPECT_EQ(shots_of(rest)["there"], (std::vector{1, 3, 4}));
    EXPECT_EQ(traces("out"), traces("alone"));
}

TEST_F(SharedShots, stop_at_a_signal_and_keep_whole_ones) {
    const std::vector<std::string> scene{"--set", "time.duration=3 s", "--set", survey_of(places)};
    const std::unique_ptr<Running> stopped = start("1-6", scene);
    ASSERT_TRUE(stopped->wait_for("\"shot\":2,"));
    stopped->send(SIGTERM);

    EXPECT_EQ(stopped->wait().code, 143);

    EXPECT_TRUE(exists("out/shots/shot_000001.h5"));
    EXPECT_FALSE(exists("out/result.h5"));
    EXPECT_EQ(shots_of(shots("1", scene))["there"], std::vector{1});
}

TEST_F(SharedShots, stay_when_shots_are_added) {
    const auto scene = [](std::size_t count) {
        return std::vector<std::string>{
            "--set", "outputs.traces={segy: true}", "--set",
            survey_of({places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count)})};
    };
    ASSERT_EQ(shots("1-4", scene(4)).code, 0);
    ASSERT_EQ(program(arguments("alone", scene(6))).code, 0);
    const auto first = fs::last_write_time(folder_.path() / "out/shots/shot_000001.h5");

    const Outcome again = shots("1-4", scene(4));
    const Outcome some = shots("5", scene(6));
    EXPECT_EQ(traces("out").size(), traces("alone").size() / 6 * 4);  // until the new result is made
    const Outcome more = shots("1-6", scene(6));

    EXPECT_EQ(shots_of(again)["there"], (std::vector{1, 2, 3, 4})) << again.err;
    EXPECT_EQ(shots_of(some)["computed"], std::vector{5}) << some.err;
    EXPECT_EQ(shots_of(more)["computed"], std::vector{6}) << more.err;
    EXPECT_EQ(first, fs::last_write_time(folder_.path() / "out/shots/shot_000001.h5"));
    EXPECT_EQ(traces("out"), traces("alone"));
    EXPECT_EQ(bytes("out/traces.sgy"), bytes("alone/traces.sgy"));
}

TEST_F(SharedShots, are_never_lost_to_another_survey) {
    ASSERT_EQ(shots("1-6", {"--set", survey_of(places)}).code, 0);
    const std::string before = bytes("out/result.h5");
    const auto refused = [&](const std::vector<std::string>& scene) {
        const Outcome outcome = shots("1", scene);
        EXPECT_EQ(outcome.code, 5);
        EXPECT_THAT(outcome.out, HasSubstr("already holds the complete result of another version of this scene"));
        EXPECT_EQ(bytes("out/result.h5"), before);
    };

    refused({"--set", survey_of({0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0})});
    refused({"--set", survey_of({0.5, 0.6, 0.7})});
    refused({"--set", survey_of(places), "--set", "sources[0].signal.peak_frequency=140"});
    refused({"--set", survey_of(places), "--set", "receivers[0].position=[1.4, 1, 0.7]"});
}

TEST_F(SharedShots, need_a_survey_numbers_and_a_free_folder) {
    const std::vector<std::string> scene{"--set", survey_of(places)};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), scene.begin(), scene.end());
        return program(arguments("out", more));
    };

    const Outcome none = program(arguments("out", {"--shots", "1"}));
    const Outcome far = with({"--shots", "1-7"});
    const Outcome word = with({"--shots", "all"});
    const Outcome force = with({"--shots", "1", "--force"});
    EXPECT_FALSE(exists("out"));
    fs::create_directory(folder_.path() / "full");
    folder_.write("full/diary.txt", "mine");
    Outcome foreign = program({"run", "scene.yaml", "-o", "full", "--shots", "1", scene[0], scene[1]});
    Running alone(arguments("out", {"--set", survey_of(places), "--set", endless, "--progress", "plain"}),
                  {.folder = folder_.path()});
    ASSERT_TRUE(alone.wait_for("shot 1 of 6"));
    const Outcome busy = with({"--shots", "1", "--set", endless});

    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.err, "error: --shots is for surveys, and the scene has no survey\n");
    EXPECT_EQ(far.code, 2);
    EXPECT_EQ(far.err, "error: --shots: '1-7' does not lie in 1-6\n");
    EXPECT_EQ(word.code, 2);
    EXPECT_EQ(force.code, 2);
    EXPECT_EQ(foreign.code, 5) << foreign.err;
    EXPECT_THAT(foreign.err, HasSubstr("folder full holds files that wavesim did not write"));
    EXPECT_EQ(busy.code, 5) << busy.err;
    EXPECT_THAT(busy.err, HasSubstr("folder out is in use by another run of wavesim"));
}

/// Whoever asks for shots of a complete result is told that all of them are there.
TEST_F(SharedShots, of_a_complete_result_are_all_there) {
    const std::vector<std::string> scene{"--set", survey_of({0.5, 0.7}), "--set", "time.duration=1 ms"};
    ASSERT_EQ(program(arguments("out", scene)).code, 0);

    const Outcome again = shots("1", scene);

    EXPECT_EQ(again.code, 0) << again.err;
    const nlohmann::json event = shots_of(again);
    EXPECT_EQ(event["shots_in_folder"], 2);
    EXPECT_EQ(event["there"], nlohmann::json::array({1}));
    EXPECT_EQ(event["computed"].size(), 0U);
}

}  // namespace
}  // namespace wavesim::test
