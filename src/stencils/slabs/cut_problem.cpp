// SPDX-License-Identifier: MIT
#include "stencils/slabs/cut_problem.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/tti/hourglass_weights.hpp"

namespace wavesim {

namespace {

/// Takes the slab's part of what a problem lists by plane or by node.
class Cutter {
  public:
    Cutter(const Extent& whole, const Slab& slab)
        : slab_(slab), plane_(whole.nx * whole.ny), shift_(slab.first() * plane_) {}

    /// A value or several per plane.
    template <class T>
    std::vector<T> planes(const std::vector<T>& all, std::int64_t per_plane) const {
        if (all.empty()) return {};
        return {all.begin() + slab_.first() * per_plane, all.begin() + slab_.end() * per_plane};
    }
    template <class T>
    std::vector<T> nodes(const std::vector<T>& all) const {
        return planes(all, plane_);
    }
    bool owns(std::int64_t node) const { return slab_.owns(node / plane_); }
    std::int64_t here(std::int64_t node) const { return node - shift_; }

    PointWeights owned(const PointWeights& point) const {
        PointWeights part;
        for (std::size_t i = 0; i < point.nodes.size(); ++i) {
            if (!owns(point.nodes[i])) continue;
            part.nodes.push_back(here(point.nodes[i]));
            part.weights.push_back(point.weights[i]);
            if (!point.second_weights.empty()) part.second_weights.push_back(point.second_weights[i]);
        }
        return part;
    }

  private:
    Slab slab_;
    std::int64_t plane_;
    std::int64_t shift_;
};

void cut_layers(ProblemShape& shape, const Slab& slab, std::int64_t nz) {
    AbsorbingLayers& layers = shape.layers;
    if (slab.first() > 0) layers.width[4] = 0, shape.halo[4] = HaloRule::zero;
    if (slab.end() < nz) layers.width[5] = 0, shape.halo[5] = HaloRule::zero;
    for (std::vector<double>* table : {&layers.decay[2], &layers.gain[2]}) {
        if (table->empty()) continue;
        *table = layers.along(2) ? std::vector<double>(table->begin() + slab.first(), table->begin() + slab.end())
                                 : std::vector<double>();
    }
}

WallPasses cut_walls(const WallPasses& whole, const Cutter& cut) {
    if (!whole.ports.empty())
        throw std::invalid_argument("ports at the vertices of walls cannot be cut into slabs yet");
    WallPasses part;
    for (const SolidSpan& span : whole.solids)
        if (cut.owns(span.node)) part.solids.push_back({cut.here(span.node), span.count});
    const Corrections& rows = whole.corrections;
    for (std::size_t i = 0; i < rows.nodes.size(); ++i) {
        if (!cut.owns(rows.nodes[i])) continue;
        part.corrections.nodes.push_back(cut.here(rows.nodes[i]));
        for (auto k = static_cast<std::size_t>(rows.first[i]); k < static_cast<std::size_t>(rows.first[i + 1]); ++k) {
            part.corrections.neighbours.push_back(cut.here(rows.neighbours[k]));
            part.corrections.weights.push_back(rows.weights[k]);
        }
        part.corrections.first.push_back(static_cast<std::int64_t>(part.corrections.neighbours.size()));
    }
    const ExplicitWalls& faces = whole.explicit_walls;
    part.explicit_walls.law = faces.law;
    for (std::size_t i = 0; i < faces.nodes.size(); ++i) {
        if (!cut.owns(faces.nodes[i])) continue;
        part.explicit_walls.nodes.push_back(cut.here(faces.nodes[i]));
        part.explicit_walls.laws.push_back(faces.laws[i]);
    }
    const BranchWalls& branch = whole.branch_walls;
    part.branch_walls.law = branch.law;
    for (std::size_t i = 0; i < branch.nodes.size(); ++i) {
        if (!cut.owns(branch.nodes[i])) continue;
        part.branch_walls.nodes.push_back(cut.here(branch.nodes[i]));
        for (auto k = static_cast<std::size_t>(branch.first[i]); k < static_cast<std::size_t>(branch.first[i + 1]); ++k)
            part.branch_walls.laws.push_back(branch.laws[k]);
        part.branch_walls.first.push_back(static_cast<std::int64_t>(part.branch_walls.laws.size()));
    }
    return part;
}

NodeFactors cut_factors(const NodeFactors& whole, const Cutter& cut, const Extent& part) {
    if (whole.stored.size() == 0) return {cut.nodes(whole.of_node), {}};
    // A factor that a code stands for gets this code again.
    StoredFactors stored(whole.stored.code(), part.nodes());
    std::vector<float> plane(static_cast<std::size_t>(part.nx * part.ny));
    for (std::int64_t z = 0; z < part.nz; ++z) {
        for (std::size_t i = 0; i < plane.size(); ++i) {
            const std::int64_t node = z * part.nx * part.ny + static_cast<std::int64_t>(i) - cut.here(0);
            plane[i] = whole.stored[static_cast<std::size_t>(node)];
        }
        stored.append(plane);
    }
    return {{}, std::move(stored)};
}

void cut_medium(const ScalarProblem&, const Slab&, const Cutter&, ScalarProblem&) {}

void cut_medium(const DensityProblem& whole, const Slab& slab, const Cutter& cut, DensityProblem& part) {
    const Extent& n = whole.extent;
    const std::int64_t plane = n.nx * n.ny;
    part.code = whole.code;
    part.fluid.modulus = cut.nodes(whole.fluid.modulus);
    for (std::size_t d = 0; d < 3; ++d) part.fluid.buoyancy[d] = cut.nodes(whole.fluid.buoyancy[d]);
    part.fluid.low_side[0] = cut.planes(whole.fluid.low_side[0], n.ny);
    part.fluid.low_side[1] = cut.planes(whole.fluid.low_side[1], n.nx);
    part.fluid.low_side[2] = whole.fluid.low_side[2];
    if (slab.first() > 0) {
        const auto before = whole.fluid.buoyancy[2].begin() + (slab.first() - 1) * plane;
        part.fluid.low_side[2].assign(before, before + plane);
    }
}

void cut_medium(const TtiProblem& whole, const Slab&, const Cutter& cut, TtiProblem& part) {
    const TiltedMedium& from = whole.tti;
    TiltedMedium& to = part.tti;
    to.epsilon = cut.nodes(from.epsilon);
    to.delta = cut.nodes(from.delta);
    to.layer_speed = cut.nodes(from.layer_speed);
    for (std::size_t d = 0; d < 3; ++d) to.axis[d] = cut.nodes(from.axis[d]);
    to.kept = from.kept;
    to.damping = from.damping;
    to.kept[2] = cut.planes(from.kept[2], 1);
    to.damping[2] = cut.planes(from.damping[2], 1);
    to.layer_axis = from.layer_axis;
    to.turned_far = from.turned_far;
    to.mean_axis = from.mean_axis ? *from.mean_axis : tti::mean_axis(from, whole.extent);
}

template <class MediumProblem>
MediumProblem cut_part(const MediumProblem& whole, const Slab& slab) {
    const Cutter cut(whole.extent, slab);
    MediumProblem part(static_cast<const ProblemShape&>(whole));
    part.extent.nz = slab.planes();
    cut_layers(part, slab, whole.extent.nz);
    part.walls = cut_walls(whole.walls, cut);
    for (const Injection& source : whole.sources)
        if (PointWeights at = cut.owned(source.at); !at.nodes.empty())
            part.sources.push_back({std::move(at), source.signal});
    for (const std::size_t i : receivers_of(whole, slab)) {
        PointWeights point = whole.receivers[i];
        for (std::int64_t& node : point.nodes) node = cut.here(node);
        part.receivers.push_back(std::move(point));
    }
    part.factors = cut_factors(whole.factors, cut, part.extent);
    cut_medium(whole, slab, cut, part);
    return part;
}

}  // namespace

std::vector<std::size_t> receivers_of(const StencilProblem& whole, const Slab& slab) {
    const std::int64_t plane = whole.extent.nx * whole.extent.ny;
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < whole.receivers.size(); ++i) {
        const std::vector<std::int64_t>& nodes = whole.receivers[i].nodes;
        if (slab.owns(nodes.empty() ? 0 : nodes.front() / plane)) own.push_back(i);
    }
    return own;
}

Problem cut_problem(const Problem& whole, const Slab& slab) {
    return std::visit([&slab](const auto& one) -> Problem { return cut_part(one, slab); }, whole);
}

}  // namespace wavesim
