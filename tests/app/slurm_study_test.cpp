// SPDX-License-Identifier: MIT
// `study run --slurm` beside a sbatch, squeue and scontrol that only write down what they were asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "io/python_script.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SlurmStudy : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_.write("scene.yaml", small_scene);
        folder_.write("s.yaml",
                      "study: 1\nscene: scene.yaml\n"
                      "parameters: {t: {set: time.duration, values: [300 s, 10 ms, 20 ms]}}\n");
        folder_.write("cluster.yaml", "cluster: 1\npartition: test\nprogram: " WAVESIM_BINARY "\n");
        fs::create_directory(folder_.path() / "bin");
        command("sbatch", "echo $((41 + $(ls results/s/slurm/*.sh | wc -l)))");
        command("squeue", "cat \"$QUEUE\"");
        command("scontrol", "[ $1 = requeue ] && echo \"$@\" >>requeued");
        command("sleep", "");
        queue("");
    }
    void command(const std::string& name, const std::string& line) const {
        const fs::path file = folder_.write("bin/" + name, "#!/bin/sh\n" + line + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }
    /// What squeue says: job, task and state.
    void queue(const std::string& tasks) const { folder_.write("queue", tasks); }
    Outcome program(const std::vector<std::string>& arguments) const {
        return run_program(arguments,
                           {.folder = folder_.path(),
                            .environment = {"PATH=" + (folder_.path() / "bin").string() + ':' + getenv("PATH"),
                                            "QUEUE=" + (folder_.path() / "queue").string()}});
    }
    Outcome send(const std::vector<std::string>& options = {}) const {
        std::vector<std::string> words{"study", "run", "s.yaml", "--slurm", "cluster.yaml"};
        words.insert(words.end(), options.begin(), options.end());
        return program(words);
    }
    /// Names of the cases in a list that was sent.
    std::vector<std::string> names(const std::string& list) const {
        std::istringstream lines(read_text(folder_.path() / "results/s/slurm" / list));
        std::vector<std::string> all;
        for (std::string line; std::getline(lines, line);)
            if (const auto one = nlohmann::json::parse(line); one.contains("name")) all.push_back(one["name"]);
        return all;
    }
    std::string script(const std::string& name) const {
        return read_text(folder_.path() / "results/s/slurm" / (name + ".sh"));
    }
    /// Runs the script of an array as Slurm would.
    int task(const std::string& array, const std::string& number, const std::string& environment) const {
        const std::string quoted = shell_quoted(folder_.path());
        return std::system(("cd " + quoted + " && PATH=" + quoted +
                            "/bin:$PATH SLURM_ARRAY_JOB_ID=42 SLURM_ARRAY_TASK_ID=" + number + " SLURM_JOB_ID=4" +
                            number + ' ' + environment + " bash results/s/slurm/" + array +
                            ".sh >results/s/slurm/logs/42_" + number + ".log 2>&1")
                               .c_str()) /
               256;
    }

    TemporaryFolder folder_;
};

TEST_F(SlurmStudy, sends_what_is_missing_or_stopped_and_not_in_the_queue) {
    ASSERT_EQ(program({"study", "run", "s.yaml", "--cases", "1", "--time-limit", "3s"}).code, 75);
    ASSERT_EQ(program({"study", "run", "s.yaml", "--cases", "2"}).code, 0);

    EXPECT_THAT(send().out, HasSubstr("job 42 has 1 task for 2 cases; "));
    EXPECT_EQ(names("cases_1.jsonl"), (std::vector<std::string>{"case_1", "case_3"}));
    queue("42 1 RUNNING\n");
    EXPECT_EQ(send().out, "nothing to send: 2 cases in the queue\n");
    queue("");
    folder_.write("results/s/slurm/tasks/42_1", "start 1 here\nprogram 2 0\n");  // its node went down
    EXPECT_THAT(send().out, HasSubstr("job 43 has 1 task for 2 cases; "));
}

TEST_F(SlurmStudy, a_task_that_reaches_its_time_limit_asks_to_come_again) {
    ASSERT_EQ(send().code, 0);
    ASSERT_EQ(send({"--cases", "2-3"}).code, 0);

    EXPECT_EQ(task("array_1", "1", "SLURM_JOB_END_TIME=" + std::to_string(std::time(nullptr) + 5)), 75);
    EXPECT_EQ(task("array_2", "2", "SLURM_JOB_END_TIME=" + std::to_string(std::time(nullptr) + 600)), 0);

    EXPECT_EQ(read_text(folder_.path() / "requeued"), "requeue 42_1\n");
    EXPECT_THAT(program({"study", "status", "s.yaml"}).out, HasSubstr("2 complete, 1 stopped"));
}

TEST_F(SlurmStudy, the_end_of_a_job_is_that_of_squeue_and_a_partition_may_have_none) {
    ASSERT_EQ(send({"--cases", "2"}).code, 0);
    ASSERT_EQ(send({"--cases", "3"}).code, 0);
    ASSERT_EQ(send({"--cases", "1"}).code, 0);
    const auto squeue_says = [this](const std::string& text) { queue(text + '\n'); };
    const std::string queue_variable = "QUEUE=" + shell_quoted(folder_.path() / "queue");

    squeue_says("NONE");
    EXPECT_EQ(task("array_1", "1", queue_variable), 0);
    squeue_says("N/A");
    EXPECT_EQ(task("array_2", "1", queue_variable), 0);
    const std::time_t soon = std::time(nullptr) + 6;
    std::array<char, 32> end{};
    std::strftime(end.data(), end.size(), "%Y-%m-%dT%H:%M:%S", std::localtime(&soon));
    squeue_says(end.data());
    EXPECT_EQ(task("array_3", "1", queue_variable), 75) << "as 22.05 prints it";
}

TEST_F(SlurmStudy, folders_may_have_any_name_that_the_shell_could_misread) {
    const fs::path odd = folder_.path() / "it's 5 % \"für\" $HOME";
    fs::create_directory(odd);
    for (const char* file : {"scene.yaml", "s.yaml", "cluster.yaml"}) fs::copy(folder_.path() / file, odd / file);
    command("sbatch", "printf '%s\\n' \"$@\" >\"$QUEUE.sent\"; echo 42");
    const std::vector<std::string> environment{"PATH=" + (folder_.path() / "bin").string() + ':' + getenv("PATH"),
                                               "QUEUE=" + (folder_.path() / "queue").string()};

    const Outcome sent = run_program({"study", "run", "s.yaml", "--cases", "2-3", "--slurm", "cluster.yaml"},
                                     {.folder = odd, .environment = environment});
    ASSERT_EQ(sent.code, 0) << sent.err;
    const std::string output = "--output=" + (folder_.path() / "it's 5 %% \"für\" $HOME/results/s/slurm/logs").string();
    EXPECT_THAT(read_text(folder_.path() / "queue.sent"), HasSubstr(output + "/%A_%a.log\n"));
    const Outcome task = run_program({}, {.folder = odd,
                                          .environment = {"SLURM_ARRAY_JOB_ID=42", "SLURM_ARRAY_TASK_ID=1",
                                                          "SLURM_JOB_ID=42", "SLURM_JOB_END_TIME=9999999999"},
                                          .under = {"bash", "results/s/slurm/array_1.sh"}});
    EXPECT_EQ(task.code, 0) << task.err;
    EXPECT_THAT(run_program({"study", "status", "s.yaml"}, {.folder = odd}).out, HasSubstr("2 complete"));
}

TEST_F(SlurmStudy, options_beside_slurm_reach_the_tasks) {
    ASSERT_EQ(send({"--threads", "3", "--checkpoint-every", "7m"}).code, 0);

    EXPECT_THAT(script("array_1"), HasSubstr("'--threads' '3' '--checkpoint-every' '7m' "));
    EXPECT_EQ(send({"--wait"}).code, 2);
}

TEST_F(SlurmStudy, a_time_limit_of_ones_own_or_the_end_of_the_job_stops_a_task_whichever_comes_first) {
    const auto ends_in = [](int seconds) {
        return "SLURM_JOB_END_TIME=" + std::to_string(std::time(nullptr) + seconds);
    };
    for (const char* const limit : {"1h", "4s", "job"})
        ASSERT_EQ(send({"--cases", "1", "--time-limit", limit}).code, 0);

    EXPECT_EQ(task("array_1", "1", ends_in(5)), 75);
    EXPECT_EQ(task("array_2", "1", ends_in(600)), 75);
    EXPECT_EQ(task("array_3", "1", ends_in(5)), 75);
}

TEST_F(SlurmStudy, options_that_cannot_be_meant_are_2_and_send_nothing) {
    EXPECT_EQ(send({"--time-limit", "nonsense"}).code, 2);
    const Outcome refused = send({"--checkpoint-every", "nonsense"});

    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("--checkpoint-every: 'nonsense' is no interval"));
    EXPECT_FALSE(fs::exists(folder_.path() / "results"));
}

TEST_F(SlurmStudy, a_task_computes_stale_cases_anew) {
    ASSERT_EQ(program({"study", "run", "s.yaml", "--cases", "2-3"}).code, 0);
    const auto status = nlohmann::json::parse(program({"study", "status", "s.yaml", "--json"}).out);
    const fs::path stale = folder_.path() / std::string(status["cases"][1]["folder"]);
    auto record = nlohmann::json::parse(read_text(stale / "case.json"));
    record["wavesim_version"] = "0.0.9";
    std::ofstream(stale / "case.json") << record.dump();
    const fs::file_time_type before = fs::last_write_time(stale / "result/result.h5");

    EXPECT_EQ(send({"--cases", "2-3"}).code, 8);
    ASSERT_EQ(send({"--cases", "2-3", "--stale"}).code, 0);
    EXPECT_EQ(task("array_1", "1", "SLURM_JOB_END_TIME=9999999999"), 0);

    EXPECT_GT(fs::last_write_time(stale / "result/result.h5"), before);
    EXPECT_EQ(program({"study", "run", "s.yaml", "--cases", "2-3"}).code, 0);
}

TEST_F(SlurmStudy, cases_that_are_not_sent_since_they_failed_have_their_code) {
    folder_.write("s.yaml",
                  "study: 1\nscene: scene.yaml\n"
                  "parameters: {x: {set: 'receivers[0].position[0]', values: [0.4 m, 400 m]}}\n");
    ASSERT_EQ(program({"study", "run", "s.yaml", "--cases", "1"}).code, 0);

    EXPECT_EQ(send().code, 3) << "a receiver outside of the room";
    EXPECT_EQ(send({"--cases", "1"}).code, 0);
}

TEST_F(SlurmStudy, names_that_a_list_or_a_log_cannot_have_are_refused) {
    for (const auto& [name, fault] : {std::pair("Gr\xf6\xdf"
                                                "e",
                                                "is not UTF-8"),
                                      {"b\\n", "holds a backslash"}}) {
        const Outcome refused = send({"-o", name});
        EXPECT_EQ(refused.code, 5);
        EXPECT_THAT(refused.err, HasSubstr(std::string("its name ") + fault + "; rename it"));
        EXPECT_FALSE(fs::exists(folder_.path() / name));
    }
    command("sbatch", "for word in \"$@\"; do file=$word; done; case $file in /*) echo 42 ;; *) exit 1 ;; esac");
    EXPECT_EQ(send({"--output=-o x"}).code, 0) << "the script is no option";
}

TEST_F(SlurmStudy, arrays_are_as_large_as_slurm_allows) {
    folder_.write(
        "s.yaml",
        "study: 1\nscene: scene.yaml\nparameters: {t: {set: time.duration, range: {from: 300, to: 400, count: "
        "25}}}\n");
    folder_.write("cluster.yaml", "cluster: 1\npartition: test\ntime: 00:00:01\nprogram: " WAVESIM_BINARY "\n");
    command("scontrol", "echo 'MaxArraySize            = 11'");
    command("sbatch", "echo \"$@\" >>sent; echo $((41 + $(ls results/s/slurm/*.sh | wc -l)))");

    EXPECT_THAT(send().out, HasSubstr("job 42, 43, 44 has 25 tasks for 25 cases; "));

    const std::string sent = read_text(folder_.path() / "sent");
    for (const char* array : {"--array=1-10 ", "--array=1-5 "}) EXPECT_THAT(sent, HasSubstr(array));
    EXPECT_THAT(script("array_1"), HasSubstr("--share $((task + 0)) --shares 25"));
    EXPECT_THAT(script("array_3"), HasSubstr("--share $((task + 20)) --shares 25"));
    EXPECT_EQ(names("cases_1.jsonl").size(), 25U);
}

TEST_F(SlurmStudy, what_dies_before_the_program_begins_is_shown_and_not_sent_for_ever) {
    folder_.write("cluster.yaml", "cluster: 1\npartition: test\nprogram: nosuch\n");
    for (int time = 1; time <= 3; ++time) {
        ASSERT_EQ(send().code, 0);
        const std::string job = std::to_string(41 + time);
        // Each job has a number of its own.
        const int code = std::system(("cd " + shell_quoted(folder_.path()) + " && SLURM_ARRAY_JOB_ID=" + job +
                                      " SLURM_ARRAY_TASK_ID=1 SLURM_JOB_ID=1 SLURM_JOB_END_TIME=9999999999 bash "
                                      "results/s/slurm/array_" +
                                      std::to_string(time) + ".sh >results/s/slurm/logs/" + job + "_1.log 2>&1")
                                         .c_str());
        EXPECT_EQ(code / 256, 127);
    }
    const Outcome status = program({"study", "status", "s.yaml"});
    const Outcome refused = send();

    EXPECT_THAT(status.out, HasSubstr("1 failed before wavesim began"));
    EXPECT_THAT(status.out, HasSubstr("task 44_1 ended with 127: "));
    EXPECT_THAT(status.out, HasSubstr("nosuch: command not found (results/s/slurm/logs/44_1.log)"));
    EXPECT_EQ(refused.code, 5);
    EXPECT_THAT(refused.err,
                HasSubstr("error: the last 3 jobs ended before wavesim began; task 44_1 ended with 127: "));
}

TEST_F(SlurmStudy, status_knows_what_waits_and_runs) {
    ASSERT_EQ(send().code, 0);
    queue("42 1 PENDING\n");

    const Outcome waits = program({"study", "status", "s.yaml"});
    queue("42 1 RUNNING\n");
    const Outcome runs = program({"study", "status", "s.yaml"});

    EXPECT_THAT(waits.out, HasSubstr("3 queued\n"));
    EXPECT_THAT(waits.out, HasSubstr("tasks of the last job: 1 queued\n"));
    EXPECT_THAT(runs.out, HasSubstr("tasks of the last job: 1 running\n"));
}

TEST_F(SlurmStudy, status_is_watched_until_nothing_waits_or_runs) {
    ASSERT_EQ(send().code, 0);
    command("squeue", "echo once >>asked; [ $(wc -l <asked) -gt 1 ] || echo 42 1 RUNNING");

    const Outcome watched = program({"study", "status", "s.yaml", "--watch"});

    EXPECT_EQ(watched.code, 0) << watched.err;
    EXPECT_EQ(read_text(folder_.path() / "asked"), "once\nonce\n");
    const std::size_t queued = watched.out.find(": 3 queued\n"), missing = watched.out.find(": 3 missing\n");
    ASSERT_NE(missing, std::string::npos) << watched.out;
    EXPECT_LT(queued, missing);
}

TEST_F(SlurmStudy, what_slurm_refuses_is_said_in_its_words) {
    command("sbatch", "echo 'sbatch: error: invalid partition specified: test' >&2; exit 1");
    const Outcome refused = send();
    command("sbatch", "echo 42");
    ASSERT_EQ(send().code, 0);
    command("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
    const Outcome silent = send();

    EXPECT_EQ(refused.code, 5);
    EXPECT_EQ(refused.err, "error: sbatch did not take the job: sbatch: error: invalid partition specified: test\n");
    EXPECT_EQ(silent.code, 5);
    EXPECT_EQ(silent.err,
              "error: squeue does not tell what is in the queue: slurm_load_jobs error: Unable to contact slurm "
              "controller\n");
}

TEST_F(SlurmStudy, a_profile_with_faults_is_3_and_sends_nothing) {
    folder_.write("cluster.yaml", "cluster: 1\npartion: test\ncpus: 0\n");
    const Outcome faults = send();
    folder_.write("cluster.yaml", small_scene);
    const Outcome scene = send();
    folder_.write("cluster.yaml", "cluster: 1\ntime: soon\ncheckpoint_every: now\n");
    const Outcome times = send();

    EXPECT_EQ(times.code, 3);
    EXPECT_EQ(times.err,
              "cluster.yaml:2:7: time: 'soon' is no time; write e.g. 02:00:00 or 90m\n"
              "cluster.yaml:3:19: checkpoint_every: 'now' is no time; write e.g. 10m or '500 steps'\n");
    EXPECT_EQ(faults.code, 3);
    EXPECT_EQ(faults.err,
              "cluster.yaml:2:1: partion: unknown key; did you mean 'partition'?\n"
              "cluster.yaml:3:7: cpus: is 0 (must be at least 1)\n");
    EXPECT_EQ(scene.code, 3);
    EXPECT_EQ(scene.err,
              "cluster.yaml:1:10: wavesim: this is a scene, not a profile of a cluster; `wavesim run` takes it\n");
    EXPECT_FALSE(fs::exists(folder_.path() / "results"));
}

}  // namespace
}  // namespace wavesim::test
