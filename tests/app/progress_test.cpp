// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"
#include "app/shot_series.hpp"
#include "app/small_scene.hpp"
#include "solvers/run/simulation.hpp"

namespace wavesim::test {
namespace {

const Progress half{.step = 50, .steps = 100, .elapsed_s = 12, .eta_s = 12.4, .nodes_per_s = 34.2e6, .peak_pa = 0.12};

TEST(Progress, line_says_step_time_left_and_speed) {
    EXPECT_EQ(progress_line(half), "step 50 of 100 (50 %), 12 s elapsed, 12 s left, 34.2 Mnode/s, peak 120 mPa");
}

TEST(Progress, bar_is_filled_to_the_fraction) {
    EXPECT_EQ(progress_bar(half, 120),
              "[####################--------------------]  50 %  step 50/100  34.2 Mnode/s  peak 120 mPa  12 s left");
}

/// A shot takes 2 s and 3 s more; four of them are still to come after it, and the ones before took 10 s.
TEST(Progress, of_a_survey_counts_all_its_shots) {
    Progress shot;
    shot.elapsed_s = 2;
    shot.eta_s = 3;
    const Progress all = of_survey(shot, 10, 4);
    EXPECT_DOUBLE_EQ(all.elapsed_s, 12);
    EXPECT_DOUBLE_EQ(all.eta_s, 3 + 4 * 5);
    EXPECT_DOUBLE_EQ(of_survey(shot, 10, 0).eta_s, 3);
}

TEST(Progress, surveys_name_the_shot_and_count_all) {
    Progress third = half;
    third.shot = 2;
    third.shots = 4;

    EXPECT_EQ(progress_line(third),
              "shot 3 of 4, step 50 of 100 (50 %), 12 s elapsed, 12 s left, 34.2 Mnode/s, peak 120 mPa");
    EXPECT_NE(progress_bar(third, 120).find("]  62 %  shot 3 of 4  step 50/100  "), std::string::npos)
        << progress_bar(third, 120);
    const auto json = nlohmann::json::parse(progress_json(third));
    EXPECT_EQ(json["shot"], 3);
    EXPECT_EQ(json["shots"], 4);
    EXPECT_EQ(json["fraction"], 0.625);
}

TEST(Progress, bar_never_exceeds_the_terminal) {
    for (int columns = 1; columns < 200; ++columns) {
        EXPECT_LT(progress_bar(half, columns).size(), static_cast<std::size_t>(columns)) << columns;
    }
}

TEST(Progress, of_a_checkpoint_says_what_is_on_the_disk) {
    EXPECT_EQ(saving_line({.step = 400, .bytes = 3LL << 29, .most_bytes = 5LL << 30, .elapsed_s = 6.2}),
              "saving the checkpoint of step 400: 1.50 GiB of at most 5.00 GiB, 6.20 s elapsed");
}

/// Two shots are named, too; one alone has no number.
TEST(Progress, of_two_shots_names_them) {
    Progress first = half;
    first.shots = 2;
    first.shot_word = "source";

    EXPECT_EQ(progress_line(first).substr(0, 26), "source 1 of 2, step 50 of ");
    EXPECT_NE(progress_bar(first, 120).find("]  25 %  source 1 of 2  step 50/100  "), std::string::npos)
        << progress_bar(first, 120);
    EXPECT_EQ(nlohmann::json::parse(progress_json(first))["fraction"], 0.25);
    EXPECT_TRUE(progress_line(half).starts_with("step 50 of 100 ("));
}

/// Standard error of a reporter of plain lines.
template <class Show>
std::string plain_lines(const Show& show) {
    ::testing::internal::CaptureStderr();
    ProgressReporter reporter(ProgressStyle::plain);
    show(reporter);
    return ::testing::internal::GetCapturedStderr();
}

/// A line at once, and then every 10 s of a checkpoint; another checkpoint, or the same from its beginning, has its
/// own.
TEST(Progress, plain_lines_of_a_checkpoint_come_every_ten_seconds) {
    const std::string lines = plain_lines([](ProgressReporter& reporter) {
        const auto show = [&](std::int64_t step, double elapsed_s) {
            reporter.show(SavingProgress{step, 3 << 20, 5 << 20, elapsed_s});
        };
        for (const double elapsed_s : {1.0, 10.5, 11.5, 14.0, 21.0, 22.0}) show(400, elapsed_s);
        for (const double elapsed_s : {3.0, 12.0}) show(800, elapsed_s);
        show(800, 2.0);
    });
    const auto line = [](int step, const char* elapsed) {
        return "saving the checkpoint of step " + std::to_string(step) + ": 3.00 MiB of at most 5.00 MiB, " + elapsed +
               " elapsed\n";
    };
    EXPECT_EQ(lines,
              line(400, "1.00 s") + line(400, "12 s") + line(400, "22 s") + line(800, "3.00 s") + line(800, "2.00 s"));
}

/// As wide as the screen but for one column: 80 where there is none.
TEST(Progress, line_of_a_checkpoint_fills_the_screen) {
    ::testing::internal::CaptureStderr();
    ProgressReporter reporter(ProgressStyle::bar);
    reporter.show(SavingProgress{1'234'567'890, 3 << 20, 5 << 20, 21.0});
    const std::string shown = ::testing::internal::GetCapturedStderr();

    const std::string line = "saving the checkpoint of step 1234567890: 3.00 MiB of at most 5.00 MiB, 21 s elapsed";
    ASSERT_GT(line.size(), 79U);
    EXPECT_EQ(shown, "\r\x1b[K" + line.substr(0, 79));
}

/// A line at every tenth, and where none is reached every 30 s.
TEST(Progress, plain_lines_of_a_comparison_come_with_every_tenth_or_half_a_minute) {
    const std::string lines = plain_lines([](ProgressReporter& reporter) {
        for (const auto& [fraction, elapsed_s] :
             {std::pair(0.02, 1.0), {0.04, 20.0}, {0.06, 32.0}, {0.12, 33.0}, {0.19, 62.0}, {0.195, 64.0}})
            reporter.show(ComparisonProgress{fraction, elapsed_s});
    });
    EXPECT_EQ(lines,
              "comparing with the exact solution: 2 %, 1.00 s elapsed, 49 s left\n"
              "comparing with the exact solution: 6 %, 32 s elapsed, 8 min 21 s left\n"
              "comparing with the exact solution: 12 %, 33 s elapsed, 4 min 02 s left\n"
              "comparing with the exact solution: 20 %, 1 min 04 s elapsed, 4 min 24 s left\n");
}

/// The same for a run, and a line for every shot.
TEST(Progress, plain_lines_of_a_run_come_with_every_tenth_shot_or_half_a_minute) {
    const std::string lines = plain_lines([](ProgressReporter& reporter) {
        Progress progress = half;
        progress.shots = 3;
        for (const auto& [shot, step, elapsed_s] : {std::tuple(0, 1, 1.0),
                                                    {0, 20, 25.0},
                                                    {0, 25, 32.0},
                                                    {0, 28, 61.0},
                                                    {0, 32, 62.0},
                                                    {1, 1, 63.0},
                                                    {1, 2, 64.0}}) {
            progress.shot = shot;
            progress.step = step;
            progress.elapsed_s = elapsed_s;
            reporter.show(progress);
        }
    });
    std::string steps;
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        steps += lines.substr(at, lines.find(" of 100", at) - at) + '\n';
    EXPECT_EQ(steps, "shot 1 of 3, step 1\nshot 1 of 3, step 25\nshot 1 of 3, step 32\nshot 2 of 3, step 1\n");
}

TEST(Progress, json_holds_every_number) {
    const auto json = nlohmann::json::parse(progress_json(half));

    EXPECT_EQ(json, (nlohmann::json{{"event", "progress"},
                                    {"step", 50},
                                    {"steps", 100},
                                    {"fraction", 0.5},
                                    {"elapsed_s", 12.0},
                                    {"eta_s", 12.4},
                                    {"nodes_per_s", 34.2e6},
                                    {"peak_pa", 0.12}}));
}

TEST(Progress, json_run_writes_nothing_but_json_lines) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);

    const Outcome outcome = run_program({"run", "scene.yaml", "--progress", "json"}, {.folder = folder.path()});

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::vector<nlohmann::json> events;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) events.push_back(nlohmann::json::parse(line));
    ASSERT_GE(events.size(), 3u);
    EXPECT_EQ(events.front()["event"], "start");
    EXPECT_EQ(events[events.size() - 2]["event"], "progress");
    EXPECT_EQ(events[events.size() - 2]["fraction"], 1.0);
    EXPECT_EQ(events.back()["event"], "end");
    EXPECT_EQ(events.back()["complete"], true);
    EXPECT_EQ(events.back()["exit_code"], 0);
    EXPECT_FALSE(events.back()["error_budget"].empty());
    EXPECT_NEAR(events.back()["errors"]["directions"][0]["run_delay_s"].get<double>(),
                -events.back()["errors"]["run_path_m"].get<double>() / 343 *
                    events.back()["errors"]["directions"][0]["speed"].get<double>(),
                1e-5);
    EXPECT_EQ(events.back()["errors"].dump().find("_ms\""), std::string::npos);
    EXPECT_EQ(events.back()["steps_done"], events.front()["steps"]);
    EXPECT_EQ(outcome.err.find("step "), std::string::npos) << outcome.err;
}

TEST(Progress, equal_runs_start_equally) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    std::vector<std::string> starts;
    for (int i = 0; i < 2; ++i) {
        const Outcome outcome =
            run_program({"run", "scene.yaml", "--progress", "json", "-o", "out", "--force"}, {.folder = folder.path()});
        starts.push_back(outcome.out.substr(0, outcome.out.find('\n')));
        EXPECT_NE(outcome.out.find("\"predicted_seconds\":"), std::string::npos);
    }

    EXPECT_EQ(starts[0], starts[1]);
    EXPECT_EQ(starts[0].find("{\"event\":\"start\","), 0U);
}

TEST(Progress, json_run_reports_a_failure_as_an_event_only) {
    const Outcome outcome = run_program({"run", "missing.yaml", "--progress", "json"});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(nlohmann::json::parse(outcome.out),
              (nlohmann::json{{"event", "error"},
                              {"ok", false},
                              {"exit_code", 5},
                              {"error", "cannot read the scene missing.yaml: there is no such file"},
                              {"faults", nlohmann::json::array()}}));
    EXPECT_EQ(outcome.err, "");
}

TEST(Progress, json_run_lists_faults_as_check_does) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const std::vector<std::string> faulty{"scene.yaml", "--set", "grid.spacng=1", "--set", "time.duration=-1 s"};
    const auto with = [&faulty](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin() + 1, faulty.begin(), faulty.end());
        return arguments;
    };

    const Outcome run = run_program(with({"run", "--progress", "json"}), {.folder = folder.path()});
    const Outcome check = run_program(with({"check", "--json"}), {.folder = folder.path()});

    EXPECT_EQ(run.code, 3);
    EXPECT_EQ(run.err, "");
    const auto event = nlohmann::json::parse(run.out);
    const auto checked = nlohmann::json::parse(check.out);
    EXPECT_EQ(event["faults"].size(), 2u);
    for (const char* key : {"exit_code", "error", "faults"}) EXPECT_EQ(event[key], checked[key]) << key;
}

TEST(Progress, json_failure_that_standard_output_does_not_take_is_told_in_words) {
    const Outcome outcome =
        run_program({"run", "missing.yaml", "--progress", "json"}, {.under = {"sh", "-c", "\"$@\" >/dev/full", "sh"}});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.err, "error: cannot read the scene missing.yaml: there is no such file\n");
}

TEST(Progress, none_is_silent) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);

    const Outcome outcome = run_program({"run", "scene.yaml", "--progress", "none"}, {.folder = folder.path()});

    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err.find("step"), std::string::npos) << outcome.err;
}

/// Why there is no pseudo terminal here, as in a chroot without /dev/pts; empty where there is one.
std::string why_no_terminal() {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0) return std::string("there is no pseudo terminal here: ") + std::strerror(errno);
    const bool usable = ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0 && ::ptsname(terminal) != nullptr &&
                        ::access(::ptsname(terminal), R_OK | W_OK) == 0;
    ::close(terminal);
    return usable ? "" : "the pseudo terminals here cannot be opened (/dev/pts is missing)";
}

/// The program on a terminal of its own.
Outcome on_terminal(const TemporaryFolder& folder, const std::string& environment) {
    return run_program(
        {}, {.folder = folder.path(),
             .under = {"sh", "-c", environment + " TERM=xterm script -qec \"$0 run scene.yaml\" /dev/null"}});
}

TEST(Progress, terminal_shows_a_bar_and_colours) {
    if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);

    const Outcome outcome = on_terminal(folder, "NO_COLOR=");

    EXPECT_NE(outcome.out.find("\r\x1b[K["), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\x1b[1mScene\x1b[0m"), std::string::npos) << outcome.out;
}

TEST(Progress, no_color_is_respected) {
    if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);

    const Outcome outcome = on_terminal(folder, "NO_COLOR=1");

    EXPECT_NE(outcome.out.find("\r\x1b[K["), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("\x1b[1m"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace wavesim::test
