// SPDX-License-Identifier: MIT
#include "io/result/written_file.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "io/example_result.hpp"
#include "io/hdf5_file.hpp"
#include "io/python_script.hpp"
#include "io/result/snapshot_file.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

std::string why_not(const std::filesystem::path& file) {
    try {
        summarise_written_file(file);
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::io);
        const std::string text = error.what();
        return text.substr(text.find(": ") + 2);
    }
    return {};
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

TEST(WrittenFile, LeavesResultsToTheirReader) {
    const TemporaryFolder folder;
    write_example_result(folder.path() / "result.h5", small_plan());

    EXPECT_FALSE(summarise_written_file(folder.path() / "result.h5"));
    EXPECT_FALSE(summarise_written_file(folder.path()));
}

TEST(WrittenFile, SumsUpSnapshots) {
    const TemporaryFolder folder;
    const SnapshotLattice lattice{{3, 2, 2}, {0.05, 0.15, 0.25}, 0.1};
    const std::vector<double> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -11};
    write_snapshot_file(folder.path() / "pressure.hdf", lattice, 0.02, values, Precision::float32);

    const auto summary = summarise_written_file(folder.path() / "pressure.hdf");

    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->at("kind"), "snapshot");
    EXPECT_EQ(summary->at("time_s"), 0.02);
    EXPECT_EQ(summary->at("nodes"), (nlohmann::ordered_json{3, 2, 2}));
    EXPECT_EQ(summary->at("first_node_m"), (nlohmann::ordered_json{0.05, 0.15, 0.25}));
    EXPECT_EQ(summary->at("spacing_m"), 0.1);
    EXPECT_EQ(summary->at("least_pa"), -11);
    EXPECT_EQ(summary->at("most_pa"), 10);
}

TEST(WrittenFile, SaysWhereAPlaneLies) {
    const TemporaryFolder folder;
    const SnapshotLattice plane{{3, 2, 1}, {0.05, 0.15, 0.25}, 0.1};
    write_snapshot_file(folder.path() / "pressure.hdf", plane, 0.02, std::vector<double>(6), Precision::float32);

    const auto summary = summarise_written_file(folder.path() / "pressure.hdf");

    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->at("nodes"), (nlohmann::ordered_json{3, 2, 1}));
    EXPECT_EQ(summary->at("first_node_m"), (nlohmann::ordered_json{0.05, 0.15, 0.25}));
}

TEST(WrittenFile, SaysOfForeignHdf5ThatItIsForeign) {
    const TemporaryFolder folder;
    for (const std::string name : {"/data", "/traces", "/VTKHDF"}) {
        const std::filesystem::path file = folder.path() / (name.substr(1) + ".h5");
        Hdf5Writer writer(file, file);
        writer.group(name);
        writer.close();
        EXPECT_EQ(why_not(file), "it is an HDF5 file that wavesim did not write") << name;
    }
    write_bytes(folder.path() / "cut.h5", "\x89HDF\r\n\x1a\n cut off");
    EXPECT_EQ(why_not(folder.path() / "cut.h5"), "it is not a complete HDF5 file");
}

TEST(WrittenFile, RefusesSegyThatIsNone) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "traces.sgy";
    write_bytes(file, std::string(100, ' '));
    EXPECT_EQ(why_not(file), "it is shorter than the headers of a SEG-Y file");
    std::string bytes(3600, '\0');
    write_bytes(file, bytes);
    EXPECT_EQ(why_not(file), "it is no SEG-Y file of wavesim (IEEE floats, format 5)");
    bytes[3217] = 100;  // us
    bytes[3221] = 2;    // samples
    bytes[3225] = 5;
    write_bytes(file, bytes + std::string(3 * 248, '\0'));
    EXPECT_EQ(summarise_written_file(file)->at("traces"), 3);
    write_bytes(file, bytes + std::string(3 * 248 - 1, '\0'));
    EXPECT_EQ(why_not(file), "it ends within a trace");
}

}  // namespace
}  // namespace wavesim
