// SPDX-License-Identifier: MIT
// Files of a result that are cut off or changed: `info` says what is wrong with them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

/// Damaged in one byte out of 61, or cut off: 0 where nothing that is shown was hit, else one sentence and 5.
TEST(DamagedFile, of_a_snapshot_or_result_is_told) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    ASSERT_EQ(
        run_program({"run", "scene.yaml", "-o", "out", "--set", "outputs.snapshots={every: 5 ms, slice: {z: 0.5}}"},
                    {.folder = folder.path()})
            .code,
        0);
    int refused = 0;
    for (const std::string name : {"out/snapshots/pressure_000001.hdf", "out/result.h5"}) {
        const std::string whole = read_text(folder.path() / name);
        const std::string ending = name.substr(name.rfind('.'));
        for (std::size_t k = 0; k < 40; ++k) {
            std::string damaged = whole;
            if (k % 4 == 0)
                damaged.resize(whole.size() * k / 40);
            else
                for (std::size_t i = k; i < damaged.size(); i += 61) damaged[i] = static_cast<char>(~damaged[i]);
            const auto file = folder.write("damaged" + ending, damaged);

            const Outcome outcome = run_program({"info", file.string()});

            EXPECT_TRUE(outcome.code == 0 || outcome.code == 5) << name << ", " << k << ": " << outcome.err;
            if (outcome.code == 0) continue;
            EXPECT_TRUE(outcome.err.starts_with("error: cannot read ")) << outcome.err;
            ++refused;
        }
    }

    EXPECT_GT(refused, 40);
}

}  // namespace
}  // namespace wavesim::test
