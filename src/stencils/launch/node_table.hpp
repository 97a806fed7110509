// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/kernels/arguments.cuh"
#include "stencils/launch/row_ends.hpp"
#include "stencils/problem.hpp"
#include "stencils/wall_coefficients.hpp"

namespace wavesim {

/// Where a logical node stands in device memory: rows padded to `pitch`, planes to `plane` values.
struct DeviceLayout {
    Extent extent;
    std::int64_t pitch = 0;
    std::int64_t plane = 0;
    std::int64_t origin = 0;  ///< of node (0, 0, 0) in an array
    std::int64_t values = 0;  ///< of an array
    /// From node (0, 0, 0).
    std::int64_t offset(std::int64_t node) const {
        const Node at = node_at(extent, node);
        return at.x + at.y * pitch + at.z * plane;
    }
};
/// Without anything around the nodes but what fills up rows.
DeviceLayout device_layout(const Extent& extent, Precision precision);

/// Everything that acts on single nodes, merged node by node and sorted into groups of nodes of one kind, groups in the
/// order of the field. Lists are aligned to whole cache lines where groups begin.
struct NodeTable {
    std::vector<kernels::NodeGroup> groups;
    std::vector<kernels::NodeKind> kinds;
    std::vector<int> offset;
    std::vector<long long> correction_neighbour;
    std::vector<double> correction_weight;
    std::vector<unsigned short> explicit_law;
    std::vector<unsigned short> branch_law;
    std::int64_t explicit_states = 0;
    std::int64_t branch_states = 0;
    std::vector<long long> kept_node;  ///< device offset per kept level of branch nodes; -1 for padding
    std::vector<int> source_first{0};
    std::vector<int> source;
    std::vector<double> source_weight;
    RowEndTable ends;  ///< nodes with one lossy face and nothing else, where the sweep moves these
};
/// Throws std::length_error beyond 2^31 faces.
NodeTable merge_nodes(const StencilProblem& problem, const DeviceLayout& layout,
                      RowEndMover mover = RowEndMover::passes);

/// The laws of faces for the kernels.
template <class Real>
std::vector<kernels::ExplicitLaw<Real>> explicit_laws(const std::vector<WallLaw>& laws, double courant) {
    std::vector<kernels::ExplicitLaw<Real>> out;
    for (const WallLaw& law : laws) {
        const ExplicitCoefficients face = explicit_coefficients(law, courant);
        out.push_back(
            {static_cast<Real>(face.resistance), static_cast<Real>(face.conductance), static_cast<Real>(face.push)});
    }
    return out;
}
template <class Real>
std::vector<kernels::BranchLaw<Real>> branch_laws(const std::vector<WallLaw>& laws, double courant) {
    std::vector<kernels::BranchLaw<Real>> out;
    for (const WallLaw& law : laws) {
        const BranchCoefficients face = branch_coefficients(law, courant);
        out.push_back({static_cast<Real>(face.conductance), static_cast<Real>(face.admittance),
                       static_cast<Real>(face.inertia), static_cast<Real>(face.mass)});
    }
    return out;
}

}  // namespace wavesim
