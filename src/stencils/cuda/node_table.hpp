// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/kernels/arguments.cuh"
#include "stencils/passes.hpp"

namespace wavesim {

/// Where a logical node stands in device memory: rows padded to `pitch`, planes to `plane` values.
struct DeviceLayout {
    Extent extent;
    std::int64_t pitch = 0;
    std::int64_t plane = 0;
    std::int64_t size() const { return plane * extent.nz; }
    std::int64_t offset(std::int64_t node) const {
        const Node at = node_at(extent, node);
        return at.x + at.y * pitch + at.z * plane;
    }
};
DeviceLayout device_layout(const Extent& extent, Precision precision);

/// The wall passes merged node by node, so that one thread finishes one node: nodes ascending, and per node the
/// ranges of its corrections, explicit faces and branch faces.
struct NodeTable {
    std::vector<long long> node;  ///< device offsets
    std::vector<int> correction_first;
    std::vector<long long> neighbour;
    std::vector<double> weight;
    std::vector<int> explicit_first;
    std::vector<int> branch_first;
};
/// Throws std::length_error beyond 2^31 faces.
NodeTable merge_nodes(const WallPasses& walls, const DeviceLayout& layout);

template <class Real>
std::vector<kernels::Law<Real>> explicit_laws(const std::vector<WallLaw>& laws, double courant) {
    std::vector<kernels::Law<Real>> out;
    for (const WallLaw& law : laws)
        out.push_back({static_cast<Real>(law.resistance),
                       static_cast<Real>(1 / (law.air_mass + law.resistance * courant / 2)),
                       static_cast<Real>(courant * courant * law.area), Real(0), Real(1)});
    return out;
}

template <class Real>
std::vector<kernels::Law<Real>> branch_laws(const std::vector<WallLaw>& laws, double courant) {
    std::vector<kernels::Law<Real>> out;
    for (const WallLaw& law : laws) {
        const double memory = 2 * law.air_mass / courant;
        const double beta = 1 / (memory + law.resistance);
        out.push_back({static_cast<Real>(law.resistance), static_cast<Real>(beta), static_cast<Real>(law.area * beta),
                       static_cast<Real>(memory), static_cast<Real>(law.mass)});
    }
    return out;
}

}  // namespace wavesim
