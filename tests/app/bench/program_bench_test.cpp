// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/program.hpp"
#include "programs/blocking_choice.hpp"
#include "programs/program_file.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim::test {
namespace {

/// Where no GPU is, kernels are written for an H200, which has the limits of some_gpu().
TEST(ProgramKernel, IsWrittenForAnH200WhereNoGpuIs) {
    const std::filesystem::path file = WAVESIM_SOURCE_DIR "/configs/stencils/gradient2d.yaml";
    const StencilProgram program = read_program(file);
    const TemporaryFolder folder;
    const Outcome outcome =
        run_program({"bench", "--program", file.string(), "--precision", "float", "--kernel", "k.cu"},
                    {.folder = folder.path(), .environment = {"CUDA_VISIBLE_DEVICES="}});
    ASSERT_EQ(outcome.code, 0) << outcome.err;

    const auto best = choose_configuration(program, program.usual_extent(), Precision::float32, some_gpu());
    EXPECT_THAT(read_text(folder.path() / "k.cu"),
                testing::StartsWith("// gradient2d, " + to_text(best.configuration) + "\n"));
}

}  // namespace
}  // namespace wavesim::test
