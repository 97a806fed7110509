// SPDX-License-Identifier: MIT
// Runs whose grid several processes share, which mpirun starts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app/program.hpp"
#include "app/ranks_program.hpp"
#include "app/result_differences.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// A room with walls that take sound, a solid through which a cut goes, and a slice across all cuts.
constexpr const char* shared_room = R"(wavesim: 1
name: Shared Room
domain: {size: [1.9, 1.1, 5.3]}
grid: {spacing: 10 cm, stencil: leggy-2}
time: {duration: 60 ms}
materials: {soft: {absorption: 0.4}}
boundaries: {default: {absorption: 0.1}, floor: soft}
solids:
  - {box: {from: [0.4, 0.2, 1.5], to: [0.9, 0.7, 4.1]}, surface: soft}
sources:
  - {name: speaker, position: [1.4, 0.5, 2.6], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {name: below, position: [1.5, 0.8, 0.7]}
  - {name: above, position: [0.5, 0.9, 4.9]}
outputs:
  snapshots: {every: 20 ms, slice: {y: 0.6}, png: true}
)";

/// A shot in layers of rock with absorbing sides and a free surface.
constexpr const char* shared_shot = R"(wavesim: 1
name: Shared Shot
domain: {size: [240, 180, 520]}
grid: {spacing: 10 m, stencil: leggy-4}
time: {duration: 300 ms}
medium: {layers: {axis: z, interfaces: [320], sound_speeds: [2500, 1500], densities: [2100, 1000]}}
boundaries: {default: absorbing, z_max: free_surface}
sources:
  - {name: shot, position: [120, 90, 490], signal: {kind: ricker, peak_frequency: 12 Hz}}
receivers:
  - {name: near, position: [60, 90, 500]}
  - {name: deep, position: [120, 60, 120]}
)";

/// In seconds; a machine under load may let a process wait for long.
constexpr const char* patience = "300";

class RankedRun : public ::testing::Test {
  protected:
    void SetUp() override {
        if (mpirun.empty()) GTEST_SKIP() << "there is no mpirun";
        folder_.write("room.yaml", shared_room);
        folder_.write("shot.yaml", shared_shot);
        folder_.write("box.yaml", small_scene);
    }
    void needs_mpi() const {
        if (!has_mpi) GTEST_SKIP() << "this build has no MPI";
    }
    Start ranks(int count) const { return under_mpirun(count, folder_.path()); }
    /// The same for runs that are ended from outside. A machine under load needs some seconds for their last words.
    Start patient_ranks(int count) const { return under_mpirun(count, folder_.path(), 5); }
    Start alone() const { return {.folder = folder_.path()}; }
    Outcome run(int count, std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "run");
        arguments.insert(arguments.end(), {"--lost-after", patience});
        return run_program(arguments, count == 1 ? alone() : ranks(count));
    }
    /// Runs until the second checkpoint and requests a stop. Begins anew if the run ends before, as it may on a machine
    /// that gives this process no time.
    Outcome stopped(int count, const std::string& out, std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "run");
        arguments.insert(arguments.end(), {"-o", out, "--checkpoint-every", "400 steps", "--lost-after", patience});
        Outcome outcome;
        for (int tries = 0; tries < 5 && outcome.code != 75; ++tries) {
            fs::remove_all(path(out));
            Running running(arguments, count == 1 ? alone() : ranks(count));
            EXPECT_TRUE(appears(path(out + "/checkpoint_2.state")));
            running.send(SIGUSR1);  // mpirun passes it on
            outcome = running.wait();
        }
        return outcome;
    }
    fs::path path(const std::string& name) const { return folder_.path() / name; }
    std::string differences(const std::string& one, const std::string& other) const {
        return result_differences(folder_, one, other);
    }
    TemporaryFolder folder_;
};

constexpr const char* no_differences = "[1-9][0-9]* \\[\\]\n";

/// The process of that rank below mpirun; -1: there is none.
pid_t process_of(int rank, pid_t mpirun_process) {
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
        const std::string number = entry.path().filename().string();
        if (number.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream stat(entry.path() / "stat"), environment(entry.path() / "environ");
        std::string text((std::istreambuf_iterator<char>(stat)), {});
        std::istringstream behind_name(text.substr(std::min(text.rfind(')') + 2, text.size())));
        char state = 0;
        pid_t parent = 0;
        behind_name >> state >> parent;
        if (parent != mpirun_process) continue;
        const std::string all((std::istreambuf_iterator<char>(environment)), {});
        if (all.find(std::string("OMPI_COMM_WORLD_RANK=") + std::to_string(rank) + '\0') != std::string::npos)
            return static_cast<pid_t>(std::stol(number));
    }
    return -1;
}

/// Whether it ends within a minute; a process that nobody has waited for yet has ended, too.
bool is_gone(pid_t process) {
    for (int tries = 0; tries < 600; ++tries) {
        const std::string stat = read_text(fs::path("/proc") / std::to_string(process) / "stat");
        const std::size_t name_end = stat.rfind(')');
        if (name_end == std::string::npos || stat.compare(name_end, 3, ") Z") == 0) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

TEST_F(RankedRun, has_the_files_of_one_process) {
    needs_mpi();
    for (const std::string scene : {"room", "shot"}) {
        ASSERT_EQ(run(1, {scene + ".yaml", "-o", scene + "_1"}).code, 0);
        for (const int count : {2, 3, 4}) {
            SCOPED_TRACE(scene + " in " + std::to_string(count));
            const std::string name = scene + "_" + std::to_string(count);
            const Outcome outcome = run(count, {scene + ".yaml", "-o", name});
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr(std::to_string(count) + " processes on 1 host share the "));
            EXPECT_THAT(differences(scene + "_1", name), testing::MatchesRegex(no_differences));
        }
    }
}

TEST_F(RankedRun, goes_on_in_any_number_of_processes) {
    needs_mpi();
    const std::vector<std::string> longer{"room.yaml", "--set", "time.duration=2 s", "--set",
                                          "outputs.snapshots.every=1 s"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), longer.begin(), longer.end());
        return more;
    };
    ASSERT_EQ(run(1, with({"-o", "whole"})).code, 0);
    for (const auto& [before, after] : {std::pair{3, 1}, {1, 2}, {2, 4}}) {
        SCOPED_TRACE(std::to_string(before) + " then " + std::to_string(after));
        const std::string out = "out_" + std::to_string(before);
        ASSERT_EQ(stopped(before, out, longer).code, 75);
        const Outcome rest = run(after, with({"-o", out}));
        ASSERT_EQ(rest.code, 0) << rest.err;
        EXPECT_THAT(rest.out, HasSubstr("from the checkpoint of step "));
        EXPECT_THAT(differences("whole", out), testing::MatchesRegex(no_differences));
    }
}

/// A rank that is killed or stopped ends the job, and the others are gone then. How soon is not tested: that depends on
/// the load of the machine.
TEST_F(RankedRun, a_lost_rank_ends_the_job) {
    needs_mpi();
    struct Loss {
        int rank;
        int signal;
        const char* what;
    };
    for (const Loss& loss :
         {Loss{2, SIGKILL, "has ended without a word"}, Loss{1, SIGSTOP, "has given no sign of life for 4.8 s"},
          Loss{0, SIGKILL, "has ended without a word"}}) {
        SCOPED_TRACE(std::to_string(loss.signal) + " to rank " + std::to_string(loss.rank));
        const std::string out = "out_" + std::to_string(loss.rank);
        Running running({"run", "room.yaml", "-o", out, "--set", endless, "--set", "outputs.snapshots.every=100 s",
                         "--checkpoint-every", "400 steps", "--lost-after", loss.signal == SIGSTOP ? "8" : patience},
                        patient_ranks(3));
        ASSERT_TRUE(appears(path(out + "/checkpoint_2.state")));
        std::vector<pid_t> processes;
        for (int rank = 0; rank < 3; ++rank) processes.push_back(process_of(rank, running.pid()));
        ASSERT_THAT(processes, Not(testing::Contains(-1)));
        kill(processes[static_cast<std::size_t>(loss.rank)], loss.signal);
        const Outcome outcome = running.wait();
        EXPECT_NE(outcome.code, 0);
        const std::string why = testing::PrintToString(outcome.err);
        EXPECT_THAT(outcome.err,
                    testing::ContainsRegex("error: rank " + std::to_string(loss.rank) + " on [^ ]+ " + loss.what +
                                           "; the same command goes on from the checkpoint of "
                                           "step [0-9]+00 in " +
                                           out))
            << why;
        for (const pid_t process : processes) EXPECT_TRUE(is_gone(process));
    }
}

TEST_F(RankedRun, sigterm_of_mpirun_leaves_a_checkpoint) {
    needs_mpi();
    std::vector<std::string> arguments{"run",
                                       "room.yaml",
                                       "-o",
                                       "out",
                                       "--set",
                                       "time.duration=400 s",
                                       "--set",
                                       "outputs.snapshots.every=100 s",
                                       "--checkpoint-every",
                                       "1h",
                                       "--lost-after",
                                       patience};
    for (const int signal : {SIGTERM, SIGINT}) {
        Running running(arguments, patient_ranks(2));
        ASSERT_TRUE(running.wait_for("elapsed"));
        running.send(signal);
        const Outcome outcome = running.wait();
        EXPECT_EQ(outcome.code, 1) << "that of mpirun itself";
        EXPECT_THAT(outcome.err, HasSubstr("stopping: what is recorded so far and the state of the run will be kept"));
        EXPECT_THAT(outcome.out, HasSubstr("the state is saved: the same command goes on"));
    }
}

TEST_F(RankedRun, what_cannot_be_shared_is_one_sentence) {
    needs_mpi();
    struct Refusal {
        int processes;
        std::vector<std::string> arguments;
        int code;
        std::string sentence;
    };
    const std::vector<Refusal> refusals{
        {4,
         {"run", "box.yaml", "--set", "grid.stencil=leggy-4"},
         7,
         "4 processes are too many for the 12 planes of this grid along z: 3 at most can share it"},
        {2, {"run", "room.yaml", "--set", "boundaries.walls=vertex"}, 7, "walls at the vertices of cells"},
        {2,
         {"run", "room.yaml", "--backend", "stream25.sweep"},
         7,
         "backend stream25.sweep cannot share a grid among processes: cpu can"},
        {2, {"run", "room.yaml", "--refine"}, 2, "--refine runs twice"},
        {2, {"run", "room.yaml", "--gpus", "2"}, 2, "several processes share a grid on CPUs"},
        {2, {"run", "nowhere.yaml"}, 5, "nowhere.yaml"},
        {2, {"run", "room.yaml", "--set", "time.duration=0 s"}, 3, "time.duration"},
        {2, {"run", "room.yaml", "--nonsense"}, 2, "--nonsense"},
        {3, {"run", "room.yaml", "--lost-after", "0.5"}, 2, "'0.5' is not a number of seconds, 1 to 1000000"},
        {2, {"study", "run", "study.yaml"}, 2, "mpirun has started 2 processes of `wavesim study run`"}};
    for (const Refusal& one : refusals) {
        SCOPED_TRACE(one.sentence);
        const Outcome outcome = run_program(one.arguments, ranks(one.processes));
        EXPECT_EQ(outcome.code, one.code) << outcome.err;
        const std::size_t first = outcome.err.find(one.sentence);
        ASSERT_NE(first, std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find(one.sentence, first + 1), std::string::npos) << outcome.err;
        EXPECT_FALSE(fs::exists(path("results")));
    }
}

/// It would compute the same scene several times, in one folder.
TEST_F(RankedRun, without_mpi_several_processes_are_refused) {
    if (has_mpi) GTEST_SKIP() << "this build has MPI";
    const Outcome outcome = run(3, {"room.yaml"});
    EXPECT_EQ(outcome.code, 7) << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr("error: mpirun has started 3 processes, and this wavesim was built without MPI"));
    EXPECT_FALSE(fs::exists(path("results")));
}

}  // namespace
}  // namespace wavesim::test
