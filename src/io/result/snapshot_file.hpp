// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/shown_field.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Positions of the nodes of a snapshot.
struct SnapshotLattice {
    Extent extent;                     ///< after striding
    std::array<double, 3> origin_m{};  ///< position of the node with the smallest user coordinates
    double spacing_m = 0;              ///< between the stored nodes
};
/// Position of the value (0, 0, 0) of the grid: half a spacing from the corner, or 0 along axes with walls on the
/// nodes. With absorbing layers it is outside the domain by their width. Fields of a program may lie half a spacing
/// further.
std::array<double, 3> first_node_m(const PlanOutline& plan);
SnapshotLattice snapshot_lattice(const PlanOutline& plan, const NodeBox& box);
/// Values of the nodes in the order of the user's z; `values` are ordered upwards.
std::vector<double> in_users_order(const PlanOutline& plan, const Extent& extent, std::span<const double> values);

/// A snapshot file and its time, for the indexes.
struct SnapshotEntry {
    std::string name;  ///< relative to the index
    double time_s = 0;
};

/// Writes one VTKHDF 1.0 ImageData file with one point array of shape (z, y, x), named after the field, and the
/// attribute `time_s` of /VTKHDF. For fields of programs /wavesim/field holds name and units. A plane becomes a slab of
/// one cell around it, with its values on both faces. The file is written atomically; several threads may write at
/// once. Throws EnvironmentError (io).
void write_snapshot_file(const std::filesystem::path& file, const SnapshotLattice& lattice, double time_s,
                         std::span<const double> values, Precision storage,
                         AtomicFile::Folder folder = AtomicFile::Folder::flushed, const ShownField& field = {});

/// ParaView's `.series` file for the snapshots.
std::string series_index(const std::vector<SnapshotEntry>& entries);
/// XDMF 3 index of the snapshots, paths relative.
std::string xdmf_index(const SnapshotLattice& lattice, const std::vector<SnapshotEntry>& entries, Precision storage,
                       const std::string& field = ShownField{}.name);

}  // namespace wavesim
