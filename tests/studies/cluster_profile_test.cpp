// SPDX-License-Identifier: MIT
#include "studies/cluster_profile.hpp"

#include <gmock/gmock.h>

#include "studies/job_script.hpp"
#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

JobArray array_of_16() {
    JobArray array;
    array.name = "room";
    array.list = "/it's/cases.jsonl";
    array.output = "/out";
    array.logs = "/logs/5 %";
    array.notes = "/notes";
    array.options = {"--data", "/d"};
    array.memory = "77M";
    array.first = 1000;
    array.tasks = 16;
    array.all_tasks = 1016;
    return array;
}

TEST(ClusterProfile, TheScriptHasWhatTheProfileSays) {
    StudyTestFolder folder;
    const auto file = folder.write("c.yaml",
                                   "cluster: 1\npartition: gpu\ngres: gpu:1\ncpus: 8\nat_once: 5\nattempts: 4\n"
                                   "modules: [cuda/12]\ncontainer: apptainer exec a.sif\nlines: ['#SBATCH --qos=q']\n");
    const ClusterProfile profile = read_cluster_profile(file);
    const std::string script = job_script(profile, array_of_16());

    EXPECT_THAT(script, HasSubstr("#SBATCH --partition=gpu\n"));
    EXPECT_THAT(script, HasSubstr("#SBATCH --gres=gpu:1\n#SBATCH --cpus-per-task=8\n#SBATCH --mem=77M\n"));
    EXPECT_THAT(script, HasSubstr("#SBATCH --qos=q\n"));
    EXPECT_THAT(script, HasSubstr("module load cuda/12\n"));
    EXPECT_THAT(script,
                HasSubstr("apptainer exec a.sif wavesim study task '/it'\\''s/cases.jsonl' --output '/out' --share "
                          "$((task + 1000)) --shares 1016 --note \"$note\" --attempts 4 --cores 8 '--data' '/d' "
                          "$limit\n"));
    EXPECT_THAT(script, Not(HasSubstr("account")));
    EXPECT_THAT(words_to_send(profile, array_of_16(), "/a.sh"),
                testing::ElementsAre("sbatch", "--parsable", "--array=1-16", "--output=/logs/5 %%/%A_%a.log", "/a.sh"));
}

TEST(ClusterProfile, OtherBatchSystemsHaveTheirOwnWords) {
    StudyTestFolder folder;
    const auto sge = read_cluster_profile(
        folder.write("s.yaml", "cluster: 1\nsystem: sge\npartition: all.q\ntime: 00:10:05\ncpus: 3\n"));
    const auto pbs = read_cluster_profile(
        folder.write("p.yaml", "cluster: 1\nsystem: pbs\npartition: workq\ncpus: 2\nmemory: 5g\n"));

    EXPECT_THAT(job_script(sge, array_of_16()), HasSubstr("#$ -q all.q\n#$ -l h_rt=00:10:05\n#$ -pe smp 3\n"));
    EXPECT_THAT(job_script(sge, array_of_16()), HasSubstr("\nseconds=605\n"));
    EXPECT_THAT(job_script(sge, array_of_16()), HasSubstr("code=99\nfi\nexit $code\n"));
    for (const auto& profile : {sge, pbs})
        EXPECT_THAT(job_script(profile, array_of_16()), HasSubstr("\nexec >>'/logs/5 %'/${job}_$task.log 2>&1\n"));
    EXPECT_THAT(job_script(pbs, array_of_16()), HasSubstr("#PBS -l select=1:ncpus=2:mem=5gb\n"));
    EXPECT_EQ(words_to_send(sge, array_of_16(), "/a.sh")[0], "qsub");
}

/// A parallel environment is asked for where a job has two cores or more.
TEST(ClusterProfile, JobsOfOneCoreNeedNoParallelEnvironment) {
    StudyTestFolder folder;
    const auto script_of = [&folder](const std::string& cpus) {
        return job_script(read_cluster_profile(folder.write("s.yaml", "cluster: 1\nsystem: sge\ncpus: " + cpus + "\n")),
                          array_of_16());
    };

    EXPECT_THAT(script_of("1"), Not(HasSubstr("-pe smp")));
    EXPECT_THAT(script_of("2"), HasSubstr("\n#$ -pe smp 2\n"));
}

TEST(ClusterProfile, TimesAreAsTheBatchSystemTakesThem) {
    StudyTestFolder folder;
    const auto time_of = [&folder](const std::string& text) {
        return read_cluster_profile(folder.write("t.yaml", "cluster: 1\ntime: '" + text + "'\n")).time_limit;
    };

    EXPECT_EQ(time_of("10 minutes"), "00:10:00");
    EXPECT_EQ(time_of("1d 6h 90s"), "30:01:30");
    EXPECT_EQ(time_of("200ms"), "00:00:01");
    for (const char* const own : {"30", "02:30", "1-12", "1-12:00:00", "0", "UNLIMITED"}) EXPECT_EQ(time_of(own), own);
    for (const char* const no : {"soon", "-5", "10x", ""}) EXPECT_THROW(time_of(no), SceneFileError) << no;
}

TEST(ClusterProfile, UnknownKeysHaveAPlaceAndTheNearestName) {
    StudyTestFolder folder;
    const auto file = folder.write("c.yaml", "cluster: 1\npartitoin: gpu\n");
    try {
        read_cluster_profile(file);
        ADD_FAILURE() << "read";
    } catch (const SceneFileError& error) {
        EXPECT_THAT(error.what(), HasSubstr("c.yaml:2:1: partitoin: unknown key; did you mean 'partition'?"));
    }
}

TEST(ClusterProfile, NumbersBeyondTheirBoundsAndLinesWithoutAColonAreRefused) {
    StudyTestFolder folder;
    const auto why_not = [&](const std::string& line) -> std::string {
        try {
            read_cluster_profile(folder.write("c.yaml", "cluster: 1\n" + line + "\n"));
        } catch (const SceneFileError& error) {
            std::string text = error.what();
            return text.substr(text.find("c.yaml"));
        }
        return "";
    };
    for (const auto& [key, most] :
         {std::pair("cpus", 4096), std::pair("at_once", 100'000), std::pair("attempts", 1000)}) {
        const std::string name = key;
        EXPECT_EQ(why_not(name + ": 1"), "");
        EXPECT_EQ(why_not(name + ": " + std::to_string(most)), "");
        EXPECT_THAT(why_not(name + ": 0"), HasSubstr(name + ": is 0 (must be at least 1)"));
        EXPECT_THAT(why_not(name + ": " + std::to_string(most + 1)),
                    HasSubstr(name + ": is " + std::to_string(most + 1) + " (must be at most "));
    }
    EXPECT_EQ(why_not("cpus 4"), "c.yaml:2:1: the ':' after the key 'cpus' is missing; write 'cpus: 4'");
}

TEST(ClusterProfile, ThoseThatAreShippedCanBeRead) {
    for (const char* name : {"cpu.yaml", "gpu.yaml", "sge.yaml", "pbs.yaml"})
        EXPECT_FALSE(
            read_cluster_profile(std::string(WAVESIM_SOURCE_DIR "/configs/clusters/") + name).partition.empty());
}

}  // namespace
}  // namespace wavesim::test
