// SPDX-License-Identifier: MIT
// Counters of kernels, by a script that stands in for ncu.
#include "app/bench/counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "app/bench/json.hpp"
#include "app/bench/kept_file.hpp"
#include "app/bench/report.hpp"
#include "app/program.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;

/// Two launches of one kernel and one of another, as ncu 2024 writes them; numbers above a thousand have commas.
const std::string csv =
    "==PROF== Connected to process 7 (/usr/bin/wavesim)\n"
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\","
    "\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"7\",\"wavesim\",\"h\",\"wavesim_bulk(FieldArguments<float>)\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, "
    "1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"dram__bytes.sum\",\"byte\",\"12,000\"\n"
    "\"0\",\"7\",\"wavesim\",\"h\",\"wavesim_bulk(FieldArguments<float>)\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, "
    "1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"lts__t_sector_hit_rate.pct\",\"%\",\"40.5\"\n"
    "\"1\",\"7\",\"wavesim\",\"h\",\"wavesim_layer_x\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 1, "
    "1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"lts__t_bytes.sum\",\"byte\",\"700\"\n"
    "\"2\",\"7\",\"wavesim\",\"h\",\"wavesim_bulk(FieldArguments<float>)\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, "
    "1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"dram__bytes.sum\",\"byte\",\"14,000\"\n"
    "\"3\",\"7\",\"wavesim\",\"h\",\"wavesim_bulk(FieldArguments<float>)\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, "
    "1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"l1tex__t_bytes.sum\",\"byte\",\"21,500\"\n"
    "\"3\",\"7\",\"wavesim\",\"h\",\"wavesim_bulk(FieldArguments<float>)\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, "
    "1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"l1tex__t_sector_hit_rate.pct\",\"%\",\"62\"\n";

TEST(Counters, AreMeansOfTheLaunchesOfAKernel) {
    const std::vector<KernelCounters> found = counters_in(csv);

    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].kernel, "wavesim_bulk");
    EXPECT_EQ(found[0].launches, 2);
    EXPECT_DOUBLE_EQ(found[0].dram_bytes, 13000);
    EXPECT_DOUBLE_EQ(found[0].l2_hits, 0.405);
    EXPECT_DOUBLE_EQ(found[0].l1_bytes, 21500);
    EXPECT_DOUBLE_EQ(found[0].l1_hits, 0.62);
    EXPECT_EQ(found[1].kernel, "wavesim_layer_x");
    EXPECT_DOUBLE_EQ(found[1].l2_bytes, 700);
    EXPECT_TRUE(counters_in("==PROF== nothing\n").empty());
    EXPECT_EQ(counters_text({found[0]}, 1000),
              "  wavesim_bulk: 13.00 B of DRAM, 0.00 B of L2 (40 % hits), 21.50 B of L1 (62 % hits) per node and "
              "launch\n");
}

/// A folder with a script named ncu in front of PATH.
class WithNcu : public ::testing::Test {
  protected:
    void SetUp() override { path_ = std::getenv("PATH"); }
    void TearDown() override { setenv("PATH", path_.c_str(), 1); }
    void stand_in(const std::string& script) {
        const std::filesystem::path file = folder_.write("ncu", "#!/bin/sh\n" + script);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    }
    std::string refusal() {
        try {
            count_kernels({"true"});
            return "";
        } catch (const EnvironmentError& error) {
            EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
            return error.what();
        }
    }

    TemporaryFolder folder_;
    std::string path_;
};

TEST_F(WithNcu, CountsWhatTheCommandLaunches) {
    const std::filesystem::path rows = folder_.write("rows.csv", csv);
    const std::filesystem::path seen = folder_.path() / "seen";
    // Fourth word: the log; after the options the command, which is run.
    stand_in("[ \"$1\" = --version ] && exit 0\ncp " + rows.string() + " \"$3\"\necho \"$@\" > " + seen.string() +
             "\nfor last; do :; done\ntest \"$last\" = \"two words\"\n");

    EXPECT_EQ(counters_why_not(), "");
    const std::vector<KernelCounters> found = count_kernels({"wavesim", "bench", "two words"});
    EXPECT_EQ(found.size(), 2);
    EXPECT_THAT(read_text(seen), HasSubstr("--metrics dram__bytes.sum,lts__t_bytes.sum,"));
    EXPECT_THAT(read_text(seen), HasSubstr(" wavesim bench two words\n"));
}

/// /proc/self/exe is ncu where ncu starts the command.
TEST_F(WithNcu, IsGivenTheNameOfThisProgram) {
    const std::filesystem::path rows = folder_.write("rows.csv", csv);
    const std::filesystem::path seen = folder_.path() / "seen";
    stand_in("cp " + rows.string() + " \"$3\"\necho \"$@\" > " + seen.string() + "\n");

    count_kernels({"/proc/self/exe", "bench"});
    EXPECT_THAT(read_text(seen), HasSubstr("/app_test bench\n"));
}

TEST_F(WithNcu, SaysWhatTheDriverForbids) {
    stand_in("echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission' > \"$3\"; exit 1\n");
    EXPECT_THAT(refusal(), HasSubstr("the driver lets only administrators read counters (ERR_NVGPUCTRPERM)"));
}

TEST_F(WithNcu, RepeatsWhatNcuSays) {
    stand_in("echo '==ERROR== Failed to find metric dram__bytes.sum'; exit 3\n");
    EXPECT_EQ(refusal(), "--counters: ncu says: Failed to find metric dram__bytes.sum");
    stand_in("exit 0\n");
    EXPECT_EQ(refusal(), "--counters: ncu counted no kernel (its exit code is 0)");
}

TEST_F(WithNcu, SaysThatItIsMissing) {
    setenv("PATH", folder_.path().c_str(), 1);
    EXPECT_THAT(counters_why_not(), HasSubstr("is not installed here or not in PATH"));
}

TEST(Counters, AreKeptWithTheirRow) {
    const TemporaryFolder folder;
    BenchReport report;
    report.rows.resize(1);
    report.rows[0].ratio_to_floor = 1;
    report.rows[0].counters = counters_in(csv);
    const auto file = folder.write("rows.json", bench_json(report).dump());
    const std::vector<StepTiming> kept = kept_rows(file, report);

    ASSERT_EQ(kept.front().counters.size(), 2);
    const KernelCounters &one = kept.front().counters[0], &other = report.rows[0].counters[0];
    EXPECT_EQ(std::tie(one.kernel, one.launches, one.dram_bytes, one.l2_bytes, one.l2_hits, one.l1_bytes, one.l1_hits),
              std::tie(other.kernel, other.launches, other.dram_bytes, other.l2_bytes, other.l2_hits, other.l1_bytes,
                       other.l1_hits));
}

TEST(ShareOfPeak, IsNotToldOfFieldsInCaches) {
    EXPECT_EQ(share_of_peak(3, 4), "75.00");
    EXPECT_EQ(share_of_peak(9, 4), "cache");
}

TEST(BenchCounters, AreRefusedWhereNothingIsCounted) {
    const auto sentence = [](std::vector<std::string> arguments, int code) {
        arguments.insert(arguments.begin(), {"bench", "--counters"});
        const Outcome outcome = run_program(arguments, {.environment = {"CUDA_VISIBLE_DEVICES="}});
        EXPECT_EQ(outcome.code, code);
        return outcome.err;
    };
    EXPECT_THAT(sentence({"--size", "32"}, 7), HasSubstr("--counters: a GPU counts: "));
    EXPECT_THAT(sentence({"--suite", "tti"}, 2), HasSubstr("not for programs and the suites semi and tti"));
}

}  // namespace
}  // namespace wavesim::test
