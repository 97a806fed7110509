// SPDX-License-Identifier: MIT
#include "io/result/state_file.hpp"

#include <gmock/gmock.h>

#include <xxhash.h>

#include <array>
#include <cstring>
#include <fstream>
#include <numeric>
#include <random>

#include "io/small_plan.hpp"
#include "solvers/scene/fault.hpp"

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

const StateOrigin origin{"0123456789abcdef",
                         {"1.2.3", "cpu", "x86-64-v2", "float", "89abcdef"},
                         "leggy-2",
                         1e-4,
                         2,
                         17,
                         9,
                         {"the steps up to 9 are by another"}};

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

/// The file with another table, whose length and checksum are right.
std::string with_table(const std::string& bytes, const std::string& table) {
    std::array<std::uint64_t, 2> ending{};
    std::memcpy(ending.data(), bytes.data() + bytes.size() - sizeof ending, sizeof ending);
    std::string changed = bytes.substr(0, bytes.size() - sizeof ending - ending[0]) + table;
    ending = {table.size(), XXH3_64bits(table.data(), table.size())};
    return changed.append(reinterpret_cast<const char*>(ending.data()), sizeof ending);
}

std::string table_of(const std::string& bytes) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data() + bytes.size() - 16, sizeof length);
    return bytes.substr(bytes.size() - 16 - length, length);
}

TEST(StateFile, ReadsOrRefusesWhateverTheTableSays) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample sample;
    write_sample(file, sample);
    const std::string bytes = file_bytes(file);
    const std::string table = table_of(bytes);
    ASSERT_EQ(with_table(bytes, table), bytes);
    std::mt19937 draw(1);
    constexpr std::string_view letters = "0123456789-+e.,:[]{}\"\\ntf\x80";
    int refused = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        std::string changed = table;
        for (int change = draw() % 3; change >= 0; --change) {
            const std::size_t at = draw() % changed.size();
            if (draw() % 3 == 0)
                changed.insert(at, draw() % 8 + 1, letters[draw() % letters.size()]);
            else
                changed[at] = letters[draw() % letters.size()];
        }
        std::ofstream(file, std::ios::binary) << with_table(bytes, changed);
        EXPECT_NO_THROW(refused += accepted(file) ? 0 : 1) << changed;
    }
    EXPECT_GT(refused, 500);
}

TEST(StateFile, RefusesSizesThatOverflow) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "a.state";
    Sample sample;
    write_sample(file, sample);
    const std::string bytes = file_bytes(file);
    for (const std::string shape : {"[4611686018427387904,4,3]", "[9223372036854775807]", "[2,-3,-4]", "[2,3,5]"}) {
        std::string table = table_of(bytes);
        table.replace(table.find("[2,3,4]"), 7, shape);
        std::ofstream(file, std::ios::binary) << with_table(bytes, table);
        EXPECT_FALSE(accepted(file)) << shape;
    }
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
