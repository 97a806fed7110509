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

void write_and_open(Precision storage) {
    const TemporaryFolder folder;
    const SnapshotLattice lattice = snapshot_lattice(small_plan(), every_second);
    const std::vector<SnapshotEntry> entries{{"pressure_000000.vtkhdf", 0.0}, {"pressure_000001.vtkhdf", 0.25}};

    for (int index : {0, 1}) {
        const SnapshotEntry& entry = entries[static_cast<std::size_t>(index)];
        write_snapshot_file(folder.path() / entry.name, lattice, entry.time_s, block(index), storage);
    }
    write_file(folder.path() / "pressure.vtkhdf.series", series_index(entries));
    write_file(folder.path() / "pressure.xdmf", xdmf_index(lattice, entries, storage));

    EXPECT_EQ(run_python("read_snapshots.py", quoted(folder.path())), 0);
}

TEST(SnapshotFile, VtkReadsSinglePrecision) { write_and_open(Precision::float32); }
TEST(SnapshotFile, VtkReadsDoublePrecision) { write_and_open(Precision::float64); }

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
