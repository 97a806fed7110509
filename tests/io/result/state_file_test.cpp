// SPDX-License-Identifier: MIT
#include "io/result/state_file.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <numeric>

#include "io/small_plan.hpp"
#include "solvers/fault.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

/// Two arrays and a value.
struct Sample {
    std::vector<float> field = std::vector<float>(24);
    std::vector<std::int64_t> empty;
    std::int64_t step = 17;

    std::vector<StateArray> arrays() {
        return {state_value("step", step), state_array("field", std::span(field), {2, 3, 4}, 5),
                state_array("none", std::span(empty))};
    }
};

const StateOrigin origin{"0123456789abcdef", "1.2.3", "cpu", "x86-64-v2", "float", 2, 17, 9};

void write_sample(const fs::path& file, Sample& sample) {
    std::iota(sample.field.begin(), sample.field.end(), 0.5F);
    StateFileWriter writer(file, origin);
    save_state(writer, sample.arrays());
    writer.finish();
    writer.commit();
}

/// Whether a file is read to its end without a fault.
bool accepted(const fs::path& file) {
    try {
        StateFile state(file);
        state.expect_whole();
        return true;
    } catch (const StateError&) {
        return false;
    }
}

TEST(StateFile, GivesBackWhatWasSaved) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample saved;
    write_sample(file, saved);

    StateFile state(file);
    Sample loaded{{}, {}, 0};
    loaded.field.resize(24);
    load_state(state, loaded.arrays());

    EXPECT_EQ(state.origin(), origin);
    EXPECT_EQ(loaded.field, saved.field);
    EXPECT_EQ(loaded.step, 17);
    EXPECT_NO_THROW(state.expect_whole());
}

TEST(StateFile, BeginsWithTheBytesOfItsArrays) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample saved;
    write_sample(file, saved);

    const std::string bytes = file_bytes(file);

    EXPECT_EQ(bytes.substr(0, 16), "wavesim state 1\n");
    EXPECT_EQ(bytes.substr(16, 8), std::string("\x11\0\0\0\0\0\0\0", 8));
    EXPECT_EQ(bytes.substr(24, 96), std::string(reinterpret_cast<const char*>(saved.field.data()), 96));
}

TEST(StateFile, FindsEveryBitThatFlipsAndEveryMissingByte) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample sample;
    write_sample(file, sample);
    const std::string bytes = file_bytes(file);
    const auto rewritten = [&](const std::string& damaged) {
        std::ofstream(file, std::ios::binary) << damaged;
        return accepted(file);
    };

    ASSERT_TRUE(rewritten(bytes));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const int bit : {0, 7}) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            EXPECT_FALSE(rewritten(damaged)) << "byte " << i << ", bit " << bit;
        }
        EXPECT_FALSE(rewritten(bytes.substr(0, i))) << "cut after " << i;
    }
    EXPECT_FALSE(rewritten(bytes + "x"));
}

TEST(StateFile, NamesTheDamagedArray) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample sample;
    write_sample(file, sample);
    std::string bytes = file_bytes(file);
    bytes[40] = static_cast<char>(bytes[40] ^ 1);
    std::ofstream(file, std::ios::binary) << bytes;

    StateFile state(file);

    EXPECT_THAT([&] { state.expect_whole(); },
                testing::ThrowsMessage<StateError>("is damaged: array 'field' is not what its checksum says"));
}

TEST(StateFile, HasNoNameBeforeItIsWhole) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample sample;
    {
        StateFileWriter writer(file, origin);
        save_state(writer, sample.arrays());
        writer.finish();
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_TRUE(fs::is_empty(folder.path()));
    EXPECT_THROW(StateFileWriter(folder.path() / "none" / "a.state", origin), EnvironmentError);
}

}  // namespace
}  // namespace wavesim
