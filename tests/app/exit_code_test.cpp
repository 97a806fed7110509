// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

#include "app/program.hpp"
#include "app/report_error.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

/// Runs a command in a folder that holds scene.yaml.
class ExitCode : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("scene.yaml", small_scene); }
    Outcome program(const std::vector<std::string>& arguments) const {
        return run_program(arguments, {.folder = folder_.path()});
    }
    TemporaryFolder folder_;
};

/// One sentence on standard error, nothing else.
void expect_error(const Outcome& outcome, int code, const std::string& sentence) {
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.err, "error: " + sentence + "\n");
}

TEST_F(ExitCode, complete_run_is_0_and_names_its_files) {
    const Outcome outcome = program({"run", "scene.yaml"});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Results written in results/small_box\n  result.h5\n"), std::string::npos)
        << outcome.out;
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_.path() / "results/small_box/result.h5"));
}

/// What the program makes of work that ends with an exception: exit code, and the text on standard error.
template <class Thrown>
Outcome ending_with(Thrown thrown) {
    Outcome outcome;
    ::testing::internal::CaptureStderr();
    outcome.code = exit_code_of([&]() -> int { throw thrown; });
    outcome.err = ::testing::internal::GetCapturedStderr();
    return outcome;
}

TEST_F(ExitCode, bug_is_1_and_asks_for_a_report) {
    expect_error(ending_with(std::logic_error("a shell was lost")), 1,
                 "internal error, please report it together with the scene: a shell was lost");
}

TEST_F(ExitCode, exception_without_a_message_is_1) {
    expect_error(ending_with(42), 1,
                 "internal error, please report it together with the scene: an exception without a message");
}

TEST_F(ExitCode, faulty_scene_is_3_with_one_line_per_fault) {
    const Outcome outcome = program({"run", "scene.yaml", "--set", "grid.spacng=1 cm", "--set", "time.duration=-1 s"});

    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 2) << outcome.err;
    EXPECT_NE(outcome.err.find("--set 1: grid.spacng: unknown key; did you mean 'spacing'?\n"), std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("--set 2: time.duration: "), std::string::npos) << outcome.err;
}

TEST_F(ExitCode, unstable_request_is_a_fault_of_the_scene) {
    const Outcome outcome = program({"check", "scene.yaml", "--set", "grid.courant_fraction=1.2"});

    EXPECT_EQ(outcome.code, 3) << outcome.err;
}

TEST_F(ExitCode, fault_found_while_planning_has_its_place) {
    const Outcome outcome = program({"plan", "scene.yaml", "--set", "receivers[0].position=[1, 1, 5]"});

    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.err.find("--set 1: receivers[0].position"), 0u) << outcome.err;
}

TEST_F(ExitCode, too_little_memory_is_4_and_says_what_fits) {
    const Outcome outcome = program({"run", "scene.yaml", "--set", "grid.spacing=0.2 mm"});

    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_NE(outcome.err.find("GiB"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results"));
}

TEST_F(ExitCode, missing_scene_is_5) {
    expect_error(program({"run", "missing.yaml"}), 5, "cannot read the scene missing.yaml: there is no such file");
}

/// Files behind a folder without permission: a sentence, no internal error.
TEST_F(ExitCode, folder_without_permission_is_5) {
    ASSERT_EQ(program({"run", "scene.yaml", "-o", "closed"}).code, 0);
    std::filesystem::copy(folder_.path() / "scene.yaml", folder_.path() / "closed/scene.yaml");
    ASSERT_EQ(chmod((folder_.path() / "closed").c_str(), 0), 0);
    Start start{.folder = folder_.path()};
    if (geteuid() == 0) start.under = {"setpriv", "--bounding-set=-dac_override,-dac_read_search"};

    const Outcome info = run_program({"info", "closed"}, start);
    const Outcome json = run_program({"info", "closed", "--json"}, start);
    const Outcome check = run_program({"check", "closed/scene.yaml"}, start);
    const Outcome signal =
        run_program({"check", "scene.yaml", "--set", "sources[0].signal={kind: file, file: closed/a.wav}"}, start);
    const Outcome run = run_program({"run", "scene.yaml", "-o", "closed"}, start);
    chmod((folder_.path() / "closed").c_str(), 0700);

    expect_error(info, 5, "cannot read closed/result.h5: Permission denied");
    EXPECT_EQ(json.code, 5);
    EXPECT_NE(json.out.find("\"error\": \"cannot read closed/result.h5: Permission denied\""), std::string::npos)
        << json.out;
    expect_error(check, 5, "cannot read the scene closed/scene.yaml: Permission denied");
    EXPECT_EQ(signal.code, 3);
    EXPECT_NE(signal.err.find("the file 'closed/a.wav' cannot be read: Permission denied"), std::string::npos)
        << signal.err;
    expect_error(run, 5, "cannot open folder closed: Permission denied");
}

TEST_F(ExitCode, named_pipe_that_nobody_writes_is_5) {
    ASSERT_EQ(mkfifo((folder_.path() / "pipe.yaml").c_str(), 0600), 0);

    expect_error(program({"check", "pipe.yaml"}), 5,
                 "cannot read the scene pipe.yaml: it is a named pipe, which perhaps nobody ever writes; use a file or "
                 "/dev/stdin");
}

TEST_F(ExitCode, scene_from_standard_input) {
    const Outcome outcome = run_program(
        {"check", "/dev/stdin"}, {.folder = folder_.path(), .under = {"sh", "-c", "cat scene.yaml | \"$@\"", "sh"}});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

/// A limit of the address space leaves no room for the stacks of so many threads.
TEST_F(ExitCode, threads_that_cannot_be_started_are_4) {
#ifdef WAVESIM_SANITIZED
    GTEST_SKIP() << "sanitizers need more address space";
#endif
    const Outcome outcome =
        run_program({"run", "scene.yaml", "-o", "out", "--backend", "cpu", "--threads", "1000", "--progress", "none"},
                    {.folder = folder_.path(), .under = {"sh", "-c", "ulimit -v 2000000; exec \"$@\"", "sh"}});

    expect_error(outcome, 4,
                 "cannot start 1000 threads (--threads N asks for fewer): Resource temporarily unavailable");
}

TEST_F(ExitCode, what_a_disk_cannot_read_is_told_as_that) {
    expect_error(program({"check", "/proc/self/mem"}), 5, "cannot read the scene /proc/self/mem: Input/output error");
    expect_error(program({"info", "/proc/self/mem"}), 5, "cannot read /proc/self/mem: Input/output error");
}

TEST_F(ExitCode, unwritable_folder_is_5_before_any_step) {
    const Outcome outcome = program({"run", "scene.yaml", "-o", "scene.yaml/out"});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.err.find("error: "), 0u);
    EXPECT_NE(outcome.err.find("scene.yaml/out"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("step "), std::string::npos) << outcome.err;
}

TEST_F(ExitCode, file_beyond_the_size_limit_is_5_and_leaves_nothing_half_written) {
    const Outcome outcome =
        run_program({"run", "scene.yaml", "-o", "out", "--progress", "none", "--set", "outputs.traces.wav=48 kHz"},
                    {.folder = folder_.path(), .under = {"prlimit", "--fsize=8192"}});

    EXPECT_EQ(outcome.code, 5) << outcome.err;
    EXPECT_NE(outcome.err.find("File too large"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/result.h5"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/audio"));
}

TEST_F(ExitCode, overflowing_field_is_6_and_what_was_recorded_stays) {
    folder_.write("loud.csv", "0, 1e30\n1e-3, 1e30\n2e-3, 1e30\n3e-3, 1e30\n");

    const Outcome outcome = program({"run", "scene.yaml", "-o", "out", "--progress", "none", "--set",
                                     "sources[0].signal={kind: file, file: loud.csv, amplitude: 1e12}"});

    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("error: "), std::string::npos);
    EXPECT_NE(outcome.out.find("What is recorded was written in out"), std::string::npos) << outcome.out;
    const Outcome info = program({"info", "out"});
    EXPECT_NE(info.out.find("State       unstable"), std::string::npos) << info.out << info.err;
}

TEST_F(ExitCode, summary_of_a_field_that_grew_says_how_loud_it_was) {
    folder_.write("grows.yaml", R"(wavesim: 1
domain: {size: [1500, 1500]}
grid: {spacing: 10 m}
medium: {sound_speed: 2500 m/s}
tti: {form: k73, growth: accepted, epsilon: 0.3, boxes: [{box: {from: [400, 400], to: [1100, 1100]}, epsilon: 0.3, theta: 60}]}
time: {duration: 60 s}
boundaries: {default: absorbing}
sources: [{position: [750, 250], signal: {kind: ricker, peak_frequency: 15 Hz}}]
receivers: [{name: far, position: [750, 1300]}]
)");

    const Outcome outcome = program({"run", "grows.yaml", "-o", "out", "--progress", "none"});

    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("likely cause: tti.form k73 is not stable"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("Pa, the largest pressure at a receiver"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("per node and step (CTPN)"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Error budget: none, since the field is not stable"), std::string::npos) << outcome.out;
}

/// Four shales of other tilts, for 1.2 s: 0.4 times the energy that the source gave, while a sound run has 0.005 of it.
TEST_F(ExitCode, field_that_grows_while_the_source_is_silent_is_6) {
    folder_.write("grows.yaml", R"(wavesim: 1
domain: {size: [900, 700]}
grid: {spacing: 10, stencil: leggy-4}
medium: {layers: {interfaces: [150, 330, 520], sound_speeds: [3035.5, 4351.4, 1932.5, 4345.9]}}
tti:
  form: k73
  growth: accepted
  absorber: layers
  layers:
    - {epsilon: 0.1559, delta: 0.0646, theta: -27.24}
    - {epsilon: 0.2117, delta: -0.0559, theta: 46.15}
    - {epsilon: 0.4139, delta: 0.2812, theta: -31.49}
    - {epsilon: 0.2046, delta: 0.0818, theta: -7.44}
boundaries: {default: {absorbing: {cells: 20}}}
time: {duration: 1.2}
sources: [{position: [303, 402], signal: {kind: ricker, peak_frequency: 5}}]
receivers: [{position: [600, 200]}]
)");

    const Outcome outcome = program({"run", "grows.yaml", "-o", "out", "--progress", "none"});
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("times the energy that was left when the sources fell silent"), std::string::npos)
        << outcome.err;

    const Outcome sound =
        program({"run", "grows.yaml", "-o", "sound", "--progress", "none", "--set", "tti.form=self_adjoint"});
    EXPECT_EQ(sound.code, 0) << sound.err;
}

TEST_F(ExitCode, missing_device_is_7_and_says_what_exists) {
    const Outcome outcome = program({"run", "scene.yaml", "--device", "1023"});

    EXPECT_EQ(outcome.code, 7);
    EXPECT_NE(outcome.err.find("GPU 1023"), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(ExitCode, check_refuses_what_plan_refuses) {
    const std::vector<std::vector<std::string>> refused{{"--device", "1023"},
                                                        {"--set", "run.device=1023"},
                                                        {"--backend", "cpu", "--device", "0"},
                                                        {"--backend", "cpu", "--set", "grid.spacing=0.2 mm"}};
    std::vector<int> codes;
    for (const std::vector<std::string>& options : refused) {
        const auto with = [&options](std::vector<std::string> arguments) {
            arguments.insert(arguments.end(), options.begin(), options.end());
            return arguments;
        };
        const Outcome plan = program(with({"plan", "scene.yaml"}));
        const Outcome check = program(with({"check", "scene.yaml"}));
        const Outcome json = program(with({"check", "scene.yaml", "--json"}));

        codes.push_back(check.code);
        EXPECT_EQ(check.code, plan.code) << check.out;
        // what is free changes from call to call
        const auto until_free = [](const std::string& text) { return text.substr(0, text.find(" GiB, ")); };
        EXPECT_EQ(until_free(check.err), until_free(plan.err));
        EXPECT_EQ(json.code, plan.code);
        EXPECT_EQ(json.err, "");
        EXPECT_NE(json.out.find("\"exit_code\": " + std::to_string(plan.code)), std::string::npos) << json.out;
        EXPECT_NE(json.out.find("\"warnings\": []"), std::string::npos) << json.out;
    }
    EXPECT_EQ(codes, (std::vector<int>{7, 7, 2, 4}));
}

TEST_F(ExitCode, missing_device_of_the_scene_is_7_and_says_where_it_stands) {
    const Outcome outcome = program({"run", "scene.yaml", "--set", "run.device=1023"});

    EXPECT_EQ(outcome.code, 7);
    EXPECT_EQ(outcome.err.find("error: --set 1: run.device: GPU 1023"), 0U) << outcome.err;
}

TEST_F(ExitCode, device_beside_the_cpu_backend_is_2) {
    expect_error(program({"run", "scene.yaml", "--backend", "cpu", "--device", "0"}), 2,
                 "--device is for GPU backends, not for --backend cpu");
}

TEST_F(ExitCode, device_beside_a_scene_for_the_cpu_is_2) {
    expect_error(
        program({"run", "scene.yaml", "--set", "run.backend=cpu", "--device", "0"}), 2,
        "--device is for GPU backends, and the scene runs on the CPU (--set 1: run.backend); --backend auto takes "
        "a GPU");
}

TEST_F(ExitCode, more_gpus_than_there_are_is_7) {
    const Outcome outcome = program({"run", "scene.yaml", "--gpus", "1000"});

    EXPECT_EQ(outcome.code, 7);
    EXPECT_NE(outcome.err.find("GPU"), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(ExitCode, gpus_beside_the_cpu_backend_or_a_device_is_2) {
    expect_error(program({"run", "scene.yaml", "--backend", "cpu", "--gpus", "2"}), 2,
                 "--gpus is for GPU backends, not for --backend cpu");
    expect_error(program({"run", "scene.yaml", "--gpus", "all", "--device", "0"}), 2,
                 "--device picks one GPU and --gpus several; leave one of them out");
}

TEST_F(ExitCode, info_of_a_foreign_file_is_5) {
    expect_error(program({"info", "scene.yaml"}), 5,
                 "cannot read scene.yaml: it is no HDF5 file (info reads result.h5 and its folder, files of shots/ and "
                 "snapshots/, and traces.sgy)");
    expect_error(program({"info", "missing.h5"}), 5, "cannot read missing.h5: No such file or directory");
    expect_error(program({"info", "."}), 5,
                 "cannot read .: the folder holds no result.h5, and wavesim did not write it");
    expect_error(program({"info", "scene.sgy"}), 5, "cannot read scene.sgy: No such file or directory");
}

TEST_F(ExitCode, folder_in_use_is_5) {
    Running first({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "json"},
                  {.folder = folder_.path()});
    ASSERT_TRUE(first.wait_for("\"progress\""));

    const Outcome second = program({"run", "scene.yaml", "-o", "out", "--set", endless});

    EXPECT_EQ(second.code, 5);
    EXPECT_NE(second.err.find("is in use by another run of wavesim (process "), std::string::npos) << second.err;
    const std::string log = read_text(folder_.path() / "out/log.txt");
    EXPECT_NE(log.find("wavesim run scene.yaml -o out --set 'time.duration="), std::string::npos) << log;
}

}  // namespace
}  // namespace wavesim::test
