// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Nodes of a snapshot in space.
struct SnapshotLattice {
    Extent extent;                     ///< after striding
    std::array<double, 3> origin_m{};  ///< position of the node with the smallest coordinates, as users count
    double spacing_m = 0;              ///< between the nodes kept
};
/// Position of node (0, 0, 0) of the grid: half a spacing from the corner, or 0 along axes whose walls lie on nodes;
/// outside the domain by the width of absorbing layers.
std::array<double, 3> first_node_m(const PlanOutline& plan);
SnapshotLattice snapshot_lattice(const PlanOutline& plan, const NodeBox& box);
/// Values of the nodes, which go upwards, in the order of the user's z.
std::vector<double> in_users_order(const PlanOutline& plan, const Extent& extent, std::span<const double> values);

/// A snapshot file and its time, for the indexes.
struct SnapshotEntry {
    std::string name;  ///< relative to the index
    double time_s = 0;
};

/// Writes one VTKHDF 1.0 ImageData file with the point array `pressure` [Pa], of shape (z, y, x); attribute `time_s` of
/// /VTKHDF. A plane becomes a slab of one cell around it, its values on both faces. Atomic; several threads may write
/// at once. Throws EnvironmentError (io).
void write_snapshot_file(const std::filesystem::path& file, const SnapshotLattice& lattice, double time_s,
                         std::span<const double> values, Precision storage,
                         AtomicFile::Folder folder = AtomicFile::Folder::flushed);

/// ParaView's `.series` file for the snapshots.
std::string series_index(const std::vector<SnapshotEntry>& entries);
/// XDMF 3 index of the snapshots, paths relative.
std::string xdmf_index(const SnapshotLattice& lattice, const std::vector<SnapshotEntry>& entries, Precision storage);

}  // namespace wavesim
