// SPDX-License-Identifier: MIT
#include "io/snapshot_file.hpp"

#include <gmock/gmock.h>

#include "io/atomic_file.hpp"
#include "io/python_script.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

/// Snapshot `index` of 5 x 4 x 3 nodes; the value at (x, y, z) is index + x/8 + y/64 + z/512.
std::vector<double> block(int index) {
    std::vector<double> values;
    for (int z = 0; z < 3; ++z)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 5; ++x) values.push_back(index + x / 8.0 + y / 64.0 + z / 512.0);
    return values;
}

/// Every second node of a grid at 0.1 m, from node (0, 2, 4) on.
constexpr NodeBox every_second{{0, 2, 4}, {9, 9, 9}, 2};

/// Two snapshots with both indexes, as a run writes them.
void write_series(const std::filesystem::path& folder, Precision storage) {
    const SnapshotLattice lattice = snapshot_lattice(small_plan(), every_second);
    const std::vector<SnapshotEntry> entries{{"pressure_000000.hdf", 0.0}, {"pressure_000001.hdf", 0.25}};
    for (int index : {0, 1}) {
        const SnapshotEntry& entry = entries[static_cast<std::size_t>(index)];
        write_snapshot_file(folder / entry.name, lattice, entry.time_s, block(index), storage);
    }
    write_file(folder / "pressure.hdf.series", series_index(entries));
    write_file(folder / "pressure.xdmf", xdmf_index(lattice, entries, storage));
}

int open_with_vtk(Precision storage) {
    const TemporaryFolder folder;
    write_series(folder.path(), storage);
    return run_python("read_snapshots.py", shell_quoted(folder.path()));
}

TEST(SnapshotFile, VtkReadsSinglePrecision) { EXPECT_EQ(open_with_vtk(Precision::float32), 0); }
TEST(SnapshotFile, VtkReadsDoublePrecision) { EXPECT_EQ(open_with_vtk(Precision::float64), 0); }

TEST(ExhaustiveSnapshotFile, ParaViewOpensBothIndexes) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    const char* modules = std::getenv("WAVESIM_PARAVIEW_MODULES");
    if (modules == nullptr) GTEST_SKIP() << "ParaView's Python modules are not set (WAVESIM_PARAVIEW_MODULES)";
    const TemporaryFolder folder;
    write_series(folder.path(), Precision::float32);

    const std::string script = WAVESIM_SOURCE_DIR "/tests/python/read_paraview.py";
    const std::string command =
        "PYTHONPATH=" + shell_quoted(modules) + " pvbatch " + shell_quoted(script) + " " + shell_quoted(folder.path());

    EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(SnapshotLattice, NodesSitInTheirCellsOrOnWholeWalls) {
    Plan plan = small_plan();

    EXPECT_EQ(snapshot_lattice(plan, every_second).extent, (Extent{5, 4, 3}));
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.05, 0.05, 0.05));
    plan.problem.walls.halo.fill(HaloRule::mirror_whole);
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.0, 0.0, 0.0));
    plan.problem.walls.halo.fill(HaloRule::mirror_half);
    plan.scene.dims = 2;
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.05, 0.0, 0.05));
}

}  // namespace
}  // namespace wavesim
