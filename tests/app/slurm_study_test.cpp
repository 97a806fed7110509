// SPDX-License-Identifier: MIT
// `study run --slurm` beside a sbatch, squeue and scontrol that only write down what they were asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "app/program.hpp"
#include "app/small_scene.hpp"

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
        command("scontrol", "echo \"$@\" >>requeued");
        command("sleep", "");
        queue("");
    }
    void command(const std::string& name, const std::string& line) const {
        const fs::path file = folder_.write("bin/" + name, "#!/bin/sh\n" + line + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }
    /// What squeue says: numbers of tasks.
    void queue(const std::string& tasks) const { folder_.write("queue", tasks); }
    Outcome program(const std::vector<std::string>& arguments) const {
        return run_program(arguments,
                           {.folder = folder_.path(),
                            .environment = {"PATH=" + (folder_.path() / "bin").string() + ':' + getenv("PATH"),
                                            "QUEUE=" + (folder_.path() / "queue").string()}});
    }
    Outcome send() const { return program({"study", "run", "s.yaml", "--slurm", "cluster.yaml"}); }
    std::string numbers(const std::string& array) const {
        return read_text(folder_.path() / "results/s/slurm" / (array + ".numbers"));
    }

    TemporaryFolder folder_;
};

TEST_F(SlurmStudy, sends_what_is_missing_or_stopped_and_not_in_the_queue) {
    ASSERT_EQ(program({"study", "run", "s.yaml", "--cases", "1", "--time-limit", "3s"}).code, 75);
    ASSERT_EQ(program({"study", "run", "s.yaml", "--cases", "2"}).code, 0);

    EXPECT_THAT(send().out, HasSubstr("job 42 has 2 cases; "));
    EXPECT_EQ(numbers("array_1"), "1\n3\n");
    queue("1\n2\n");
    EXPECT_EQ(send().out, "nothing to send: 2 cases in the queue\n");
    queue("2\n");
    EXPECT_THAT(send().out, HasSubstr("job 43 has 1 case; "));
    EXPECT_EQ(numbers("array_2"), "1\n");
}

TEST_F(SlurmStudy, a_task_that_reaches_its_time_limit_asks_to_come_again) {
    ASSERT_EQ(send().code, 0);
    const auto task = [&](const std::string& number, const std::string& more) {
        return std::system(("cd " + folder_.path().string() + " && PATH=" + folder_.path().string() +
                            "/bin:$PATH SLURM_ARRAY_JOB_ID=42 SLURM_ARRAY_TASK_ID=" + number + " SLURM_JOB_ID=4" +
                            number + ' ' + more + " sh results/s/slurm/array_1.sh >/dev/null 2>&1")
                               .c_str()) /
               256;
    };

    EXPECT_EQ(task("1", "SLURM_JOB_END_TIME=" + std::to_string(std::time(nullptr) + 5)), 75);
    EXPECT_EQ(task("2", "SLURM_JOB_END_TIME=" + std::to_string(std::time(nullptr) + 600)), 0);

    EXPECT_EQ(read_text(folder_.path() / "requeued"), "requeue 42_1\n");
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
