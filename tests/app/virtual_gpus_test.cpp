// SPDX-License-Identifier: MIT
// A node of eight GPUs that are not there: the cases of a study on its workers, which are a script that writes down
// when it had which device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "app/program.hpp"
#include "app/study/local_run.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t gpus = 8;
constexpr std::size_t cases = 60;
constexpr std::size_t lost = 20;  ///< the case whose worker dies

/// Takes orders as `study worker` does. No case ends before all workers have one; those of odd numbers take longer.
constexpr const char* worker_script = R"(
import json, os, signal, sys, time
def note(what, order):
    with open(FILE, "a", buffering=1) as file: file.write(f"{what} {os.getpid()} {order['number']} {order['gpus'][0]}\n")
for line in iter(sys.stdin.readline, ""):
    order = json.loads(line)
    note("begin", order)
    while len({text.split()[1] for text in open(FILE)}) < WORKERS: time.sleep(0.01)
    time.sleep(0.1 if order["number"] % 2 else 0.03)
    note("end", order)
    if order["number"] == LOST: os.kill(os.getpid(), signal.SIGKILL)
    print(json.dumps({"event": "case", "number": order["number"], "exit_code": 0, "seconds": 0.1}), flush=True)
)";

struct Use {
    std::size_t most_at_once = 0;        ///< cases
    std::map<int, std::size_t> most_of;  ///< cases on a device at once
    std::map<int, std::size_t> all_of;   ///< cases on a device
    std::multiset<std::size_t> numbers;  ///< of the cases
    std::set<std::string> workers;
};

Use read_use(const std::filesystem::path& file) {
    Use use;
    std::map<int, std::size_t> now;
    std::size_t running = 0;
    std::ifstream stream(file);
    std::string what, worker;
    std::size_t number = 0;
    for (int device = 0; stream >> what >> worker >> number >> device;) {
        if (what == "end") {
            --now[device], --running;
            continue;
        }
        use.workers.insert(worker);
        use.numbers.insert(number);
        ++use.all_of[device];
        use.most_of[device] = std::max(use.most_of[device], ++now[device]);
        use.most_at_once = std::max(use.most_at_once, ++running);
    }
    return use;
}

class VirtualGpus : public ::testing::TestWithParam<int> {};

TEST_P(VirtualGpus, each_has_as_many_cases_as_it_may_and_outlives_a_worker) {
    const TemporaryFolder folder;
    const auto per_gpu = static_cast<std::size_t>(GetParam());
    const fs::path script =
        folder.write("worker.py", "FILE, LOST, WORKERS = '" + (folder.path() / "devices").string() + "', " +
                                      std::to_string(lost) + ", " + std::to_string(gpus * per_gpu) + worker_script);
    OpenStudy open;
    open.folder = StudyFolder(folder.path() / "study");
    SharedCases shared;
    for (std::size_t i = 0; i < cases; ++i) {
        open.study.cases.push_back({"case_" + std::to_string(i), {}, {}});
        open.scenes.scenes.push_back({"id" + std::to_string(i), "hash" + std::to_string(i), 1});
        shared.forecasts.push_back({std::int64_t{1} << 20, true, 10});
    }
    open.chosen.resize(cases);
    std::iota(open.chosen.begin(), open.chosen.end(), std::size_t{0});
    LocalRun run;
    run.cases_per_gpu = GetParam();
    run.progress = "none";
    run.node = {.cores = 64, .gpus = {3, 5, 7, 9, 11, 13, 15, 17}, .worker = {"/usr/bin/python3", script.string()}};

    const int code = run_shared(run, open, shared);

    const Use use = read_use(folder.path() / "devices");
    EXPECT_EQ(code, 4) << "of the case whose worker was killed";
    EXPECT_EQ(use.numbers.size(), cases);
    EXPECT_EQ(std::set<std::size_t>(use.numbers.begin(), use.numbers.end()).size(), cases) << "each once";
    EXPECT_EQ(use.most_at_once, gpus * per_gpu);
    EXPECT_EQ(use.workers.size(), gpus * per_gpu + 1) << "one more for the one that died";
    for (const int device : run.node->gpus) {
        EXPECT_EQ(use.most_of.at(device), per_gpu) << device;
        EXPECT_GE(use.all_of.at(device), per_gpu) << device;
    }
    EXPECT_EQ(use.all_of.size(), run.node->gpus.size());
}

INSTANTIATE_TEST_SUITE_P(Cases, VirtualGpus, ::testing::Values(1, 2));

}  // namespace
}  // namespace wavesim::test
