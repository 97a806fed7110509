// SPDX-License-Identifier: MIT
// The last process of a shared survey is killed while it makes the result of all shots: nothing is lost, and the same
// command finishes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "io/hdf5_reader.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;

constexpr int shots = 4;

class KilledMerge : public ::testing::Test {
  protected:
    void SetUp() override {
        if (std::system("strace -o /dev/null true 2>/dev/null") != 0) GTEST_SKIP() << "strace cannot run here";
        folder_.write("scene.yaml",
                      std::string(small_scene) +
                          "survey: {shots: [[0.5, 0.5, 0.5], [0.6, 0.5, 0.5], [0.7, 0.5, 0.5], [0.8, 0.5, 0.5]]}\n"
                          "outputs: {traces: {segy: true, gather: density}, "
                          "snapshots: {every: 4 ms, slice: {z: 0.6}, png: true}}\n");
        ASSERT_EQ(run({"-o", "alone"}).code, 0);
        ASSERT_EQ(run({"-o", "begun", "--shots", "1-3"}).code, 0);
    }
    Outcome run(std::vector<std::string> more, const std::vector<std::string>& under = {}) const {
        more.insert(more.begin(), {"run", "scene.yaml", "--threads", "1", "--progress", "none"});
        return run_program(more,
                           {.folder = folder_.path(), .environment = {"ASAN_OPTIONS=detect_leaks=0"}, .under = under});
    }
    /// The last shot and the merge in a copy of the folder with the others, killed at a call of the system.
    Outcome merge(const std::string& call, int number) const {
        fs::remove_all(folder_.path() / "out");
        fs::copy(folder_.path() / "begun", folder_.path() / "out", fs::copy_options::recursive);
        return run(last_, {"strace", "-f", "-o", "/dev/null", "-e",
                           "inject=" + call + ":signal=SIGKILL:when=" + std::to_string(number)});
    }
    /// What the files of a result hold; of result.h5 the traces, since it has dates, too.
    std::vector<std::string> content(const std::string& result) const {
        std::vector<std::string> all;
        const Hdf5Reader reader(folder_.path() / result / "result.h5");
        const std::vector<double> traces =
            reader.block("/traces/pressure", {0, 0, 0}, reader.shape("/traces/pressure"));
        all.emplace_back(reinterpret_cast<const char*>(traces.data()), traces.size() * sizeof(double));
        for (const char* file : {"traces.sgy", "pictures/gather_000003.png", "pictures/shot_000004/pressure_000001.png",
                                 "snapshots/shot_000004/pressure_000001.hdf"}) {
            std::ifstream stream(folder_.path() / result / file, std::ios::binary);
            EXPECT_TRUE(stream) << result << '/' << file;
            all.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
        }
        return all;
    }

    const std::vector<std::string> last_{"-o", "out", "--shots", "4"};
    TemporaryFolder folder_;
};

/// Every file of the result is put in its place by a rename, and flushed before that.
TEST_F(KilledMerge, loses_nothing_and_the_same_command_finishes) {
    const std::vector<std::string> wanted = content("alone");
    const int stride = std::getenv("WAVESIM_EXHAUSTIVE") != nullptr ? 1 : 3;
    for (const std::string call : {"rename", "fsync"}) {
        int number = 1;
        for (; merge(call, number).code == 128 + SIGKILL; number += stride) {
            const std::string when = "killed at call " + std::to_string(number) + " of " + call;
            for (int shot = 1; shot < shots; ++shot)
                ASSERT_TRUE(fs::exists(folder_.path() / ("out/shots/shot_00000" + std::to_string(shot) + ".h5")))
                    << when;
            const Outcome again = run(last_);
            ASSERT_EQ(again.code, 0) << when << ": " << again.err;
            ASSERT_EQ(content("out"), wanted) << when;
        }
        EXPECT_GT(number, 9) << call << " must have been tried";
        EXPECT_EQ(content("out"), wanted) << "not killed";
    }
}

}  // namespace
}  // namespace wavesim::test
