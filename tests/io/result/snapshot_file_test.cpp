// SPDX-License-Identifier: MIT
#include "io/result/snapshot_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <memory>

#include "io/atomic_file.hpp"
#include "io/python_script.hpp"
#include "io/small_plan.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim {
namespace {

/// Snapshot `index`; the value at (x, y, z) is index + x/8 + y/64 + z/512.
std::vector<double> block(int index, const Extent& extent) {
    std::vector<double> values;
    for (std::int64_t z = 0; z < extent.nz; ++z)
        for (std::int64_t y = 0; y < extent.ny; ++y)
            for (std::int64_t x = 0; x < extent.nx; ++x)
                values.push_back(index + static_cast<double>(x) / 8 + static_cast<double>(y) / 64 +
                                 static_cast<double>(z) / 512);
    return values;
}

/// Every second node of a grid at 0.1 m, from node (0, 2, 4) on.
NodeBox every_second(const Extent& kept) {
    return {{0, 2, 4}, {2 * kept.nx - 1, 2 + 2 * kept.ny - 1, 4 + 2 * kept.nz - 1}, 2};
}

/// Two snapshots with both indexes, as a run writes them.
void write_series(const std::filesystem::path& folder, const Extent& kept, Precision storage) {
    const SnapshotLattice lattice = snapshot_lattice(small_plan(), every_second(kept));
    const std::vector<SnapshotEntry> entries{{"pressure_000000.hdf", 0.0}, {"pressure_000001.hdf", 0.25}};
    for (int index : {0, 1}) {
        const SnapshotEntry& entry = entries[static_cast<std::size_t>(index)];
        write_snapshot_file(folder / entry.name, lattice, entry.time_s, block(index, kept), storage);
    }
    write_file(folder / "pressure.hdf.series", series_index(entries));
    write_file(folder / "pressure.xdmf", xdmf_index(lattice, entries, storage));
}

std::string arguments(const std::filesystem::path& folder, const Extent& kept) {
    return shell_quoted(folder) + fmt::format(" {} {} {}", kept.nx, kept.ny, kept.nz);
}

int open_with_vtk(const Extent& kept, Precision storage) {
    const TemporaryFolder folder;
    write_series(folder.path(), kept, storage);
    return run_python("read_snapshots.py", arguments(folder.path(), kept));
}

/// A volume, planes across every axis, a line; and a volume whose 1.4 MB are written in parts of 1 MiB.
const Extent shapes[] = {{5, 4, 3}, {5, 4, 1}, {5, 1, 3}, {1, 4, 3}, {5, 1, 1}, {301, 290, 4}};

TEST(SnapshotFile, VtkReadsVolumesPlanesAndLines) {
    for (const Extent& kept : shapes) EXPECT_EQ(open_with_vtk(kept, Precision::float32), 0) << kept.ny << kept.nz;
}
TEST(SnapshotFile, VtkReadsDoublePrecision) { EXPECT_EQ(open_with_vtk({5, 4, 3}, Precision::float64), 0); }

TEST(ExhaustiveSnapshotFile, ParaViewOpensBothIndexes) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    const char* modules = std::getenv("WAVESIM_PARAVIEW_MODULES");
    if (modules == nullptr) GTEST_SKIP() << "ParaView's Python modules are not set (WAVESIM_PARAVIEW_MODULES)";
    for (const Extent& kept : shapes) {
        const TemporaryFolder folder;
        write_series(folder.path(), kept, Precision::float32);

        const std::string script = WAVESIM_SOURCE_DIR "/tests/python/read_paraview.py";
        const std::string command = "PYTHONPATH=" + shell_quoted(modules) + " pvbatch " + shell_quoted(script) + " " +
                                    arguments(folder.path(), kept);

        EXPECT_EQ(std::system(command.c_str()), 0) << kept.ny << kept.nz;
    }
}

TEST(SnapshotLattice, NodesSitInTheirCellsOrOnWholeWalls) {
    Plan plan = small_plan();

    EXPECT_EQ(snapshot_lattice(plan, every_second({5, 4, 3})).extent, (Extent{5, 4, 3}));
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.05, 0.05, 0.05));
    plan.decision.shape.halo.fill(HaloRule::mirror_whole);
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.0, 0.0, 0.0));
    plan.decision.shape.halo.fill(HaloRule::mirror_half);
    plan.scene.dims = 2;
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.05, 0.0, 0.05));
}

/// Of programs that show a velocity: its values stand half a cell further along z.
TEST(SnapshotLattice, ValuesBetweenNodesStandHalfACellFurther) {
    Plan plan = small_plan();
    equations::Program program;
    program.declared.fields.resize(2);
    program.declared.fields[1].half = {false, false, true};
    auto& physics = plan.scene.medium.physics.emplace();
    physics.program = std::make_shared<const equations::Program>(program);

    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.05, 0.05, 0.05));
    physics.heard = 1;
    EXPECT_THAT(first_node_m(plan), testing::ElementsAre(0.05, 0.05, 0.1));
}

}  // namespace
}  // namespace wavesim
