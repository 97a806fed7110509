// SPDX-License-Identifier: MIT
// Studies through the real program.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "app/study_program.hpp"
#include "io/python_script.hpp"

namespace wavesim::test {
namespace {

using nlohmann::json;

TEST_F(StudyProgram, plan_shows_every_case_with_memory_time_and_disk) {
    const Outcome plan = program({"plan", "s.yaml"});
    const json json_plan = json::parse(program({"plan", "s.yaml", "--json"}).out);

    EXPECT_EQ(plan.code, 0) << plan.err;
    EXPECT_NE(plan.out.find("case    alpha  stencil  grid"), std::string::npos) << plan.out;
    EXPECT_NE(plan.out.find("case_6  0.4    leggy-2  21 x 17 x 13"), std::string::npos) << plan.out;
    EXPECT_NE(plan.out.find("6 cases in results/s: "), std::string::npos) << plan.out;
    ASSERT_EQ(json_plan["cases"].size(), 6U);
    EXPECT_GT(json_plan["cases"][0]["memory_bytes"].get<double>(), 1e6);
    EXPECT_GT(json_plan["seconds"].get<double>(), 6 * 0.05) << "files take time, too";
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results")) << "plan writes nothing";
}

TEST_F(StudyProgram, runs_all_cases_once_and_each_has_the_bits_of_a_run_of_its_own) {
    const Outcome first = program({"run", "s.yaml"});
    const Outcome second = program({"run", "s.yaml"});

    EXPECT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(states(), std::vector<std::string>(6, "complete"));
    EXPECT_EQ(attempts(), 6U);
    const json one = status()["cases"][3];
    const Outcome alone = run_program({"run", "scene.yaml", "--set", "boundaries.default.absorption=0.2", "--set",
                                       "grid.stencil=leggy-2", "-o", "alone"},
                                      {.folder = folder_.path()});
    ASSERT_EQ(alone.code, 0) << alone.err;
    const std::string compare = shell_quoted(folder_.path() / "alone/result.h5") + ' ' +
                                shell_quoted(folder_.path() / one["folder"].get<std::string>() / "result/result.h5");
    EXPECT_EQ(run_python("same_traces.py", compare), 0);
}

TEST_F(StudyProgram, added_values_run_alone_and_dropped_ones_are_listed) {
    ASSERT_EQ(program({"run", "s.yaml"}).code, 0);
    write_study(
        "parameters:\n"
        "  alpha: {set: boundaries.default.absorption, values: [0.3, 20 %]}\n"
        "  stencil: {set: grid.stencil, values: [leggy-2]}\n");
    EXPECT_EQ(states(), (std::vector<std::string>{"missing", "complete"}));

    const Outcome again = program({"run", "s.yaml"});

    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(attempts(), 2U);
    EXPECT_EQ(status()["others"].size(), 5U);
}

TEST_F(StudyProgram, a_bad_case_stops_no_other_and_has_its_sentence) {
    write_study("parameters:\n  stencil: {set: grid.stencil, values: [leggy-1, legy-2, leggy-2]}\n");

    const Outcome run = program({"run", "s.yaml"});
    const Outcome plan = program({"plan", "s.yaml"});

    const std::string sentence =
        "s.yaml:4:18: grid.stencil: no stencil has the name 'legy-2' (see `wavesim stencils`); did you mean 'leggy-2'?";
    EXPECT_EQ(run.code, 3);
    EXPECT_NE(run.err.find("warning: case case_2: " + sentence + "\n"), std::string::npos) << run.err;
    EXPECT_EQ(plan.code, 3);
    EXPECT_EQ(plan.err, sentence + " (case case_2)\n");
    EXPECT_EQ(states(), (std::vector<std::string>{"complete", "failed", "complete"}));
    EXPECT_EQ(status()["cases"][1]["sentence"], sentence);
    EXPECT_NE(program({"status", "s.yaml"}).out.find("case_2  failed  " + sentence + "\n"), std::string::npos);
}

TEST_F(StudyProgram, a_fault_of_the_base_scene_is_told_once) {
    folder_.write("scene.yaml", read_text(folder_.path() / "scene.yaml") + "nmae: x\n");

    const Outcome run = program({"run", "s.yaml"});

    EXPECT_EQ(run.code, 3);
    EXPECT_EQ(run.err, "scene.yaml:11:1: nmae: unknown key; did you mean 'name'?\n");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results"));
}

TEST_F(StudyProgram, failed_cases_run_again_and_only_they_with_retry) {
    // A file that is missing is a fault that goes away.
    write_study("parameters:\n  a: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.4]}\n");
    ASSERT_EQ(program({"run", "s.yaml", "--cases", "1"}).code, 0);
    const std::string second = status()["cases"][1]["folder"];
    std::filesystem::create_directories(folder_.path() / second / "result");
    std::ofstream(folder_.path() / second / "result" / "thesis.txt") << "in the way";

    const Outcome blocked = program({"run", "s.yaml", "--cases", "2"});
    EXPECT_EQ(blocked.code, 5);
    EXPECT_NE(blocked.err.find("warning: case case_2: folder "), std::string::npos) << blocked.err;
    EXPECT_EQ(states(), (std::vector<std::string>{"complete", "failed", "missing"}));
    std::filesystem::remove(folder_.path() / second / "result" / "thesis.txt");

    EXPECT_EQ(program({"retry", "s.yaml"}).code, 0);
    EXPECT_EQ(states(), (std::vector<std::string>{"complete", "complete", "missing"}));
    EXPECT_EQ(attempts(), 3U);
}

TEST_F(StudyProgram, two_starters_at_once_are_5_and_some_cases_may_share) {
    ASSERT_EQ(program({"run", "s.yaml", "--cases", "1"}).code, 0);
    // A file, since network file systems do not carry locks of folders to other computers.
    folder_.write("results/s/.wavesim.lock", "process 12 on node7 since yesterday\n");
    const int file = open((folder_.path() / "results/s/.wavesim.lock").c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(flock(file, LOCK_SH | LOCK_NB), 0);

    const Outcome whole = program({"run", "s.yaml"});
    const Outcome some = program({"run", "s.yaml", "--cases", "2-3"});
    Running waiting({"study", "run", "s.yaml", "--wait"}, {.folder = folder_.path()});
    ASSERT_TRUE(waiting.wait_for("; waiting for its end"));       // it has found the folder in use,
    std::this_thread::sleep_for(std::chrono::milliseconds(700));  // and tries again every 500 ms
    EXPECT_EQ(states()[3], "missing");
    close(file);
    const Outcome waited = waiting.wait();

    EXPECT_EQ(waited.code, 0) << waited.err;
    EXPECT_EQ(states(), std::vector<std::string>(6, "complete"));

    EXPECT_EQ(whole.code, 5);
    EXPECT_EQ(whole.err,
              "error: folder results/s is in use by another run of wavesim (process 12 on node7 since yesterday); wait "
              "for it, or choose another folder with --output\n");
    EXPECT_EQ(some.code, 0) << some.err;
}

TEST_F(StudyProgram, processes_that_share_a_folder_compute_each_case_once) {
    write_study("parameters:\n  t: {set: time.duration, range: {from: 10 ms, to: 100 ms, count: 24}}\n");
    const std::vector<std::string> command{"study", "run", "s.yaml", "--cases", "1-24", "--wait"};
    Running first(command, {.folder = folder_.path()}), second(command, {.folder = folder_.path()}),
        third(command, {.folder = folder_.path()});

    EXPECT_EQ(first.wait().code, 0);
    EXPECT_EQ(second.wait().code, 0);
    EXPECT_EQ(third.wait().code, 0);
    EXPECT_EQ(states(), std::vector<std::string>(24, "complete"));
    EXPECT_EQ(attempts(), 24U);
}

TEST_F(StudyProgram, a_signal_stops_cleanly_and_the_same_command_goes_on) {
    write_study("parameters:\n  t: {set: time.duration, values: [10 ms, 300 s, 301 s]}\n");
    Running run({"study", "run", "s.yaml", "--at-once", "2", "--checkpoint-every", "400 steps", "--progress", "json"},
                {.folder = folder_.path(), .all_threads = true});
    ASSERT_TRUE(run.wait_for(R"("complete":1)"));
    for (const std::size_t i : {1, 2}) {  // both cases compute
        const std::string folder = status()["cases"][i]["folder"];
        ASSERT_TRUE(appears(folder_.path() / folder / "result/checkpoint_1.state"));
    }
    run.send(SIGTERM);
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 143) << outcome.out;
    EXPECT_EQ(states(), (std::vector<std::string>{"complete", "stopped", "stopped"}));
    EXPECT_EQ(status()["cases"][1]["exit_code"], 75);
}

TEST_F(StudyProgram, cases_of_another_version_are_stale_until_they_are_asked_for) {
    write_study("parameters:\n  a: {set: boundaries.default.absorption, values: [0.1, 0.2]}\n");
    ASSERT_EQ(program({"run", "s.yaml"}).code, 0);
    const auto record = folder_.path() / status()["cases"][0]["folder"].get<std::string>() / "case.json";
    json edited = json::parse(read_text(record));
    edited["wavesim_version"] = "0.0.1";
    std::ofstream(record) << edited.dump();

    const Outcome run = program({"run", "s.yaml"});
    EXPECT_EQ(run.code, 8);
    EXPECT_EQ(run.err,
              "warning: 1 case was computed by another version of wavesim; `wavesim study retry s.yaml --stale` "
              "computes them "
              "again\n");
    EXPECT_EQ(states(), (std::vector<std::string>{"stale", "complete"}));
    EXPECT_EQ(program({"retry", "s.yaml"}).code, 8);
    EXPECT_EQ(program({"repair", "s.yaml"}).code, 0) << "it is as it was written";
    EXPECT_EQ(program({"retry", "s.yaml", "--stale"}).code, 0);
    EXPECT_EQ(states(), (std::vector<std::string>{"complete", "complete"}));
}

TEST_F(StudyProgram, what_took_the_place_of_a_result_is_set_aside_and_the_case_computed_again) {
    write_study("parameters:\n  a: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.3]}\n");
    ASSERT_EQ(program({"run", "s.yaml"}).code, 0);
    const auto result = [this](std::size_t number) {
        return folder_.path() / status()["cases"][number]["folder"].get<std::string>() / "result";
    };
    std::filesystem::remove(result(0) / "wavesim.json");
    std::filesystem::remove_all(result(1));
    std::filesystem::copy(result(2), result(1), std::filesystem::copy_options::recursive);

    EXPECT_EQ(states(), (std::vector<std::string>{"damaged", "damaged", "complete"}));
    const Outcome verified = program({"verify", "s.yaml"});
    EXPECT_EQ(verified.code, 5);
    EXPECT_NE(verified.err.find("its wavesim.json is gone or damaged"), std::string::npos) << verified.err;
    EXPECT_NE(verified.err.find("its result is that of another scene"), std::string::npos) << verified.err;
    EXPECT_EQ(program({"repair", "s.yaml", "--cases", "1"}).code, 0);
    EXPECT_EQ(program({"run", "s.yaml"}).code, 0);

    EXPECT_EQ(program({"verify", "s.yaml"}).out, "3 of 3 complete cases as they were written\n");
    for (const std::size_t number : {0, 1})
        EXPECT_TRUE(std::filesystem::exists(result(number).parent_path() / "result_2/result.h5")) << number;
}

TEST_F(StudyProgram, collect_gathers_what_the_study_asks_for) {
    write_study(
        "parameters:\n"
        "  absorption: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.4]}\n"
        "  stencil: {set: grid.stencil, values: [leggy-1, leggy-2]}\n"
        "collect: {quantities: [peak, energy, arrival, reverberation, traces, times], octaves: [125 Hz, 1 kHz]}\n");
    EXPECT_EQ(program({"collect", "s.yaml"}).code, 5) << "nothing is there yet";
    ASSERT_EQ(program({"run", "s.yaml", "--cases", "1-5"}).code, 0);

    const Outcome collected = program({"collect", "s.yaml"});

    EXPECT_EQ(collected.code, 0) << collected.err;
    EXPECT_EQ(collected.out, "5 of 6 cases collected in results/s/collected.h5 and results/s/collected.csv\n");
    const Outcome elsewhere = program({"collect", "s.yaml", "--into", "here"});
    EXPECT_EQ(elsewhere.out, "5 of 6 cases collected in here/collected.h5 and here/collected.csv\n") << elsewhere.err;
    EXPECT_EQ(read_text(folder_.path() / "here/collected.csv"), read_text(folder_.path() / "results/s/collected.csv"));
    EXPECT_EQ(run_python("read_study.py", shell_quoted(folder_.path() / "results/s")), 0);
}

TEST_F(StudyProgram, memory_is_flat_over_200_cases) {
#ifdef WAVESIM_SANITIZED
    GTEST_SKIP() << "sanitizers use memory of their own";
#endif
    const auto peak = [&](int cases) {
        write_study("name: n" + std::to_string(cases) +
                    "\nparameters:\n  a: {set: boundaries.default.absorption, range: {from: 0.1, to: 0.8, count: " +
                    std::to_string(cases) + "}}\n");
        const Outcome run = program({"run", "s.yaml", "--at-once", "1", "--threads", "1", "--progress", "none"});
        EXPECT_EQ(run.code, 0) << run.err;
        return run.peak_bytes;  // of the program and its workers
    };

    EXPECT_LT(peak(200) - peak(20), 3'000'000) << "16 kB per case";
}

TEST_F(StudyProgram, files_of_another_kind_are_called_by_their_name) {
    const Outcome scene = program({"run", "scene.yaml"});
    const Outcome study = run_program({"run", "s.yaml"}, {.folder = folder_.path()});

    EXPECT_EQ(scene.code, 3);
    EXPECT_EQ(scene.err, "scene.yaml:1:10: wavesim: this is a scene, not a study; `wavesim run` takes it\n");
    EXPECT_EQ(study.code, 3);
    EXPECT_EQ(study.err, "s.yaml:1:8: study: this is a study, not a scene; `wavesim study run` takes it\n");
}

TEST_F(StudyProgram, an_empty_number_is_not_all_cases) {
    const Outcome run = program({"run", "s.yaml", "--cases", ""});

    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("no number is given (is a variable empty?); write 1-16,20, for example"), std::string::npos)
        << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results"));
}

TEST_F(StudyProgram, cpus_of_a_task_of_slurm_are_those_that_it_uses) {
    const Outcome run =
        run_program({"study", "run", "s.yaml"}, {.folder = folder_.path(), .environment = {"SLURM_CPUS_PER_TASK=1"}});

    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("At once     1 case with 1 thread each\n"), std::string::npos) << run.out;
}

TEST_F(StudyProgram, an_attempt_knows_its_job_in_any_batch_system) {
    ASSERT_EQ(run_program({"study", "run", "s.yaml", "--cases", "2"},
                          {.folder = folder_.path(), .environment = {"JOB_ID=21", "SGE_TASK_ID=4", "SLURM_JOB_ID="}})
                  .code,
              0);

    const std::string record = status()["cases"][1]["folder"].get<std::string>() + "/case.json";
    EXPECT_EQ(json::parse(read_text(folder_.path() / record))["attempts"][0]["job"], "21_4");
}

TEST_F(StudyProgram, bad_input_gets_one_sentence) {
    EXPECT_EQ(program({"run", "no.yaml"}).code, 5);
    EXPECT_EQ(program({"run", "no.yaml"}).err, "error: cannot read the study no.yaml: there is no such file\n");
    EXPECT_EQ(program({"run", "s.yaml", "--cases", "3-9"}).err, "error: --cases: '3-9' does not lie in 1-6\n");
    EXPECT_EQ(program({"run", "s.yaml", "--cases", "3-9"}).code, 2);
    EXPECT_EQ(program({"pln", "s.yaml"}).code, 2);
    folder_.write("other.yaml", read_text(folder_.path() / "s.yaml"));
    for (const char* const data : {"a b", "c"}) std::filesystem::create_directory(folder_.path() / data);
    const Outcome elsewhere = program({"run", "s.yaml", "--cases", "1", "-o", "out", "--data", "a b", "--data", "c"});
    ASSERT_EQ(elsewhere.code, 0);
    EXPECT_NE(elsewhere.out.find("`wavesim study collect s.yaml -o out --data 'a b' --data c` gathers"),
              std::string::npos)
        << elsewhere.out;
    const Outcome other = program({"run", "other.yaml", "-o", "out"});
    EXPECT_EQ(other.code, 5);
    EXPECT_EQ(other.err, "error: folder out holds the study 's', not 'other'; --output out_2 keeps both\n");
}

}  // namespace
}  // namespace wavesim::test
