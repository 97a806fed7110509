// SPDX-License-Identifier: MIT
#include "studies/cluster_profile.hpp"

#include <gmock/gmock.h>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ClusterProfile, TheScriptHasWhatTheProfileSays) {
    StudyTestFolder folder;
    const auto file = folder.write("c.yaml",
                                   "cluster: 1\npartition: gpu\ngres: gpu:1\ncpus: 8\nat_once: 5\n"
                                   "modules: [cuda/12]\ncontainer: apptainer exec a.sif\nlines: ['#SBATCH --qos=q']\n");
    const std::string script =
        job_script(read_cluster_profile(file), {"room", "/s.yaml", "/out", "/it's", "/logs", {"--data", "/d"}, 16});

    EXPECT_THAT(script, HasSubstr("#SBATCH --array=1-16%5\n#SBATCH --partition=gpu\n"));
    EXPECT_THAT(script, HasSubstr("#SBATCH --gres=gpu:1\n#SBATCH --cpus-per-task=8\n"));
    EXPECT_THAT(script, HasSubstr("#SBATCH --qos=q\nmodule load cuda/12\n"));
    EXPECT_THAT(script, HasSubstr("sed -n \"${SLURM_ARRAY_TASK_ID}p\" '/it'\\''s')"));
    EXPECT_THAT(script, HasSubstr("apptainer exec a.sif wavesim study run '/s.yaml' --output '/out'"));
    EXPECT_THAT(script, HasSubstr("--progress plain '--data' '/d'\n"));
    EXPECT_THAT(script, Not(HasSubstr("account")));
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

TEST(ClusterProfile, ThoseThatAreShippedCanBeRead) {
    for (const char* name : {"cpu.yaml", "gpu.yaml"})
        EXPECT_FALSE(
            read_cluster_profile(std::string(WAVESIM_SOURCE_DIR "/configs/clusters/") + name).partition.empty());
}

}  // namespace
}  // namespace wavesim::test
