// SPDX-License-Identifier: MIT
#include "stencils/slabs/cut_lists.hpp"

#include <stdexcept>

#include "stencils/slabs/cutter.hpp"

namespace wavesim {

namespace {

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
        if (cut.moves(span.node)) part.solids.push_back({cut.here(span.node), span.count});
    const Corrections& rows = whole.corrections;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (cut.moves(rows.node(i))) part.corrections.add(cut.here(rows.node(i)), rows, i);
    const ExplicitWalls& faces = whole.explicit_walls;
    part.explicit_walls.law = faces.law;
    for (std::size_t i = 0; i < faces.nodes.size(); ++i) {
        if (!cut.moves(faces.nodes[i])) continue;
        part.explicit_walls.nodes.push_back(cut.here(faces.nodes[i]));
        part.explicit_walls.laws.push_back(faces.laws[i]);
    }
    const BranchWalls& branch = whole.branch_walls;
    part.branch_walls.law = branch.law;
    for (std::size_t i = 0; i < branch.nodes.size(); ++i) {
        if (!cut.moves(branch.nodes[i])) continue;
        part.branch_walls.nodes.push_back(cut.here(branch.nodes[i]));
        for (auto k = static_cast<std::size_t>(branch.first[i]); k < static_cast<std::size_t>(branch.first[i + 1]); ++k)
            part.branch_walls.laws.push_back(branch.laws[k]);
        part.branch_walls.first.push_back(static_cast<std::int64_t>(part.branch_walls.laws.size()));
    }
    return part;
}

/// Boxes of the nodes of a receiver in a sketch.
void cut_boxes(const PassLists& whole, std::size_t receiver, const Slab& slab, ReceiverBoxes& boxes) {
    if (whole.boxes.end.empty()) return;
    for (std::size_t i = receiver == 0 ? 0 : whole.boxes.end[receiver - 1]; i < whole.boxes.end[receiver]; ++i) {
        NodeBox box = whole.boxes.box[i];
        box.from.z -= slab.first();
        box.to.z -= slab.first();
        boxes.box.push_back(box);
    }
    boxes.end.push_back(boxes.box.size());
}

}  // namespace

StencilProblem cut_lists(const StencilProblem& whole, const Slab& slab, std::int64_t steps) {
    const Cutter cut(whole.extent, slab, ghosts_moved(whole, slab, steps));
    StencilProblem part{static_cast<const ProblemShape&>(whole), {}, {}};
    part.extent.nz = slab.planes();
    cut_layers(part, slab, whole.extent.nz);
    part.walls = cut_walls(whole.walls, cut);
    for (const Injection& source : whole.sources)
        if (PointWeights at = cut.moved(source.at); !at.nodes.empty())
            part.sources.push_back({std::move(at), source.signal});
    for (const std::size_t i : receivers_of(whole, slab)) {
        PointWeights point = whole.receivers[i];
        for (std::int64_t& node : point.nodes) node = cut.here(node);
        part.receivers.push_back(std::move(point));
        cut_boxes(whole, i, slab, part.boxes);
    }
    return part;
}

std::vector<std::size_t> receivers_of(const StencilProblem& whole, const Slab& slab) {
    const std::int64_t plane = whole.extent.nx * whole.extent.ny;
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < whole.receivers.size(); ++i) {
        const std::vector<std::int64_t>& nodes = whole.receivers[i].nodes;
        if (slab.owns(nodes.empty() ? 0 : nodes.front() / plane)) own.push_back(i);
    }
    return own;
}

}  // namespace wavesim
