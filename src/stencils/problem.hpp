// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/absorbing_layers.hpp"
#include "stencils/grid.hpp"
#include "stencils/medium_storage.hpp"
#include "stencils/passes.hpp"
#include "stencils/stencil.hpp"
#include "stencils/tti/tilted_medium.hpp"

namespace wavesim {

/// Where the wave speed c varies, every node has its own share of courant^2. Interfaces between media lie half a cell
/// before the first node of the next medium.
struct MediumFactors {
    bool varies = false;         ///< known before the values are
    std::vector<float> of_node;  ///< (c_i / c)^2 in (0, 1] by logical index, c the fastest speed; empty where c is one
    /// The same in fewer bytes, instead of `of_node`, where `storage` is not float32, which is known before they are.
    StoredFactors stored;
    MediumStorage storage = MediumStorage::float32;
    /// M of density_operator.hpp, which then replaces L (and `varies`); 0: the density is one. Known before the values.
    int density_half_order = 0;
    std::vector<float> density;  ///< kg/m3 by logical index; only their ratios matter

    bool coded() const { return storage != MediumStorage::float32; }
    /// Keeps the factors of `of_node` in fewer bytes.
    void keep_as(MediumStorage wanted) {
        storage = wanted;
        if (!coded() || of_node.empty()) return;
        stored = StoredFactors(of_node, storage);
        of_node = std::vector<float>();  // = {} would keep their memory
    }
    /// Nodes that have a factor.
    std::int64_t count() const { return coded() ? stored.size() : static_cast<std::int64_t>(of_node.size()); }
    float factor(std::int64_t node) const {
        const auto i = static_cast<std::size_t>(node);
        return coded() ? stored[i] : of_node[i];
    }
};

/// All that a backend needs to advance a field in time: u+ = 2u - u- + courant^2 L u + passes. Where the medium varies,
/// node i takes courant^2 factor_i L u instead. Where its density varies, the operator of density_operator.hpp takes
/// the place of L; `stencil` is then the one that it becomes for one density. Fixed before step 0. Fields start at
/// zero.
struct StencilProblem {
    Extent extent;
    Precision precision = Precision::float32;
    Stencil stencil;
    double courant = 0;  ///< c T / X, c the fastest speed
    MediumFactors medium;
    AbsorbingLayers layers;
    WallPasses walls;
    TiltedMedium tti;  ///< where its form is not `none`, it replaces courant^2 L; the stencil is leggy-4 then
    std::vector<Injection> sources;
    std::vector<PointWeights> receivers;
};

}  // namespace wavesim
