// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstdlib>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

/// File systems as clusters have them: what one lacks is played by strace, which lets system calls fail.
class FileSystem : public testing::Test {
  protected:
    void SetUp() override {
        if (std::system("strace -o /dev/null true 2>/dev/null") != 0) GTEST_SKIP() << "strace cannot run here";
        folder_.write("scene.yaml", small_scene);
    }

    Outcome with_failing(const std::string& calls, const std::vector<std::string>& arguments) const {
        // The search for leaks at the end of a program does not work under strace.
        return run_program(arguments, {.folder = folder_.path(),
                                       .environment = {"ASAN_OPTIONS=detect_leaks=0"},
                                       .under = {"strace", "-f", "-o", "/dev/null", "-e", "inject=" + calls}});
    }

    const TemporaryFolder folder_;
    const std::filesystem::path lock_ = folder_.path() / "out/.wavesim.lock";
};

/// ENOSYS: Lustre without the option flock; ENOLCK: NFS without a lock service; 524: ENOTSUPP of Cray DVS.
TEST_F(FileSystem, without_locks_a_run_warns_and_goes_on) {
    for (const std::string reason : {"ENOSYS", "ENOLCK", "524"}) {
        const Outcome outcome =
            with_failing("flock:error=" + reason, {"run", "scene.yaml", "-o", "out", "--progress", "none", "--force"});

        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("warning: file locks do not work in out ("));
        EXPECT_THAT(read_text(folder_.path() / "out/log.txt"), HasSubstr("warning: file locks do not work"));
        EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/result.h5"));
        EXPECT_FALSE(std::filesystem::exists(lock_));
    }
}

TEST_F(FileSystem, without_locks_a_marked_folder_is_refused_with_a_way_on) {
    std::filesystem::create_directory(folder_.path() / "out");
    folder_.write("out/.wavesim.lock", "process 12 on node7 since yesterday\n");

    const Outcome outcome = with_failing("flock:error=ENOLCK", {"run", "scene.yaml", "-o", "out"});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.err,
              "error: folder out is in use by another run of wavesim (process 12 on node7 since yesterday); wait for "
              "it, or choose another folder with --output; if that process has ended, remove out/.wavesim.lock (file "
              "locks do not work there)\n");
    EXPECT_EQ(read_text(lock_), "process 12 on node7 since yesterday\n");
}

TEST_F(FileSystem, without_locks_a_study_runs_in_one_process_alone) {
    folder_.write("s.yaml",
                  "study: 1\nscene: scene.yaml\nparameters: {a: {set: time.duration, values: [10 ms, 20 ms]}}\n");
    const std::string fault = "flock:error=ENOLCK";
    const std::string refusal =
        "error: file locks do not work in results/s (No locks available), so several processes cannot share that "
        "folder; run all of it in one process, or choose a folder on another file system with --output\n";

    const Outcome some = with_failing(fault, {"study", "run", "s.yaml", "--cases", "1"});
    const Outcome whole = with_failing(fault, {"study", "run", "s.yaml", "--progress", "none"});
    folder_.write("results/s/.wavesim.lock", "process 12 on node7 since yesterday\n");
    const Outcome marked = with_failing(fault, {"study", "run", "s.yaml"});

    EXPECT_EQ(some.code, 5);
    EXPECT_EQ(some.err, refusal);
    EXPECT_EQ(whole.code, 0) << whole.err;
    EXPECT_THAT(whole.err, HasSubstr("warning: file locks do not work in results/s (No locks available)"));
    EXPECT_THAT(whole.out, HasSubstr("2 of 2 cases complete"));
    EXPECT_EQ(marked.code, 5);
    EXPECT_THAT(marked.err, HasSubstr("if that process has ended, remove results/s/.wavesim.lock"));
}

TEST_F(FileSystem, without_locks_shots_are_not_shared) {
    const Outcome outcome = with_failing("flock:error=ENOLCK",
                                         {"run", "scene.yaml", "-o", "out", "--shots", "1", "--set",
                                          "survey={shots: [[0.5, 0.5, 0.5], [0.6, 0.5, 0.5]]}", "--progress", "none"});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("so several processes cannot share that folder; run all of it in one process"));
}

TEST_F(FileSystem, doctor_tells_of_missing_locks) {
    const Outcome outcome = with_failing("flock:error=ENOLCK", {"doctor"});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("No locks available; a file .wavesim.lock keeps other runs out"));
}

/// A quota may be full while the disk is not.
TEST_F(FileSystem, full_quota_is_said_and_costs_no_traces) {
    const Outcome outcome =
        with_failing("fsync:error=EDQUOT:when=2", {"run", "scene.yaml", "-o", "out", "--progress", "none"});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_THAT(outcome.err,
                HasSubstr("Disk quota exceeded (it is yours that is full, not the disk; `quota -s` shows"));
    EXPECT_THAT(outcome.err, HasSubstr("out keeps result.h5"));
}

/// Slurm gives a task CPUs without keeping it from others everywhere.
TEST(Threads, are_those_that_slurm_gives_a_task) {
    const auto threads = [](const std::string& cpus) {
        const Outcome outcome =
            run_program({"doctor"}, {.environment = {"SLURM_CPUS_PER_TASK=" + cpus}, .all_threads = true});
        const std::size_t end = outcome.out.find(" may be used");
        return outcome.out.substr(outcome.out.rfind(", ", end) + 2, end - outcome.out.rfind(", ", end) - 2);
    };

    EXPECT_EQ(threads("1"), "1 thread");
    const std::string all = threads("");
    for (const std::string other : {"4096", "0", "-1", "1x", "x"}) EXPECT_EQ(threads(other), all) << other;
}

TEST(Threads, are_those_of_any_batch_system_and_of_openmp_and_doctor_says_whose) {
    for (const std::string variable : {"OMP_NUM_THREADS", "NCPUS", "PBS_NP", "NSLOTS", "LSB_DJOB_NUMPROC"}) {
        const std::string out =
            run_program({"doctor"}, {.environment = {variable + "=1", "SLURM_CPUS_PER_TASK=2"}, .all_threads = true})
                .out;
        EXPECT_THAT(out, HasSubstr(", 1 thread may be used (" + variable + "), ")) << variable;
    }
    EXPECT_THAT(run_program({"doctor"}, {.environment = {"OMP_NUM_THREADS=1,4"}}).out,
                HasSubstr(", 1 thread may be used"));
}

TEST(Threads, of_a_plan_say_which_variable_limits_them) {
    const std::string scene = (std::filesystem::path(WAVESIM_SOURCE_DIR) / "scenes/first_room.yaml").string();
    const auto run_time = [&](std::vector<std::string> words, const char* variable) {
        words.insert(words.begin(), {"plan", scene, "--backend", "cpu"});
        const std::string out = run_program(words, {.environment = {variable}, .all_threads = true}).out;
        return out.substr(out.find("Run time"), 200);
    };

    EXPECT_THAT(run_time({}, "NSLOTS=1"), HasSubstr(" on 1 thread, as NSLOTS says ("));
    EXPECT_THAT(run_time({"--threads", "1"}, "NSLOTS=2"), HasSubstr(" on 1 thread ("));
}

}  // namespace
}  // namespace wavesim::test
