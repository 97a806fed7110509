// SPDX-License-Identifier: MIT
#include "stencils/equations/differences.hpp"

#include <algorithm>
#include <tuple>

#include "stencils/scheme/staggered_weights.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim::equations {

namespace {

Offset moved(Offset offset, int axis, int nodes) {
    (axis == 0 ? offset.x : axis == 1 ? offset.y : offset.z) += nodes;
    return offset;
}

std::vector<WeightedNode> laplace_of(const Stencil& stencil) {
    std::vector<WeightedNode> nodes;
    double centre = 0;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& offset : shell_points(stencil.shells[p], stencil.dims)) {
            nodes.push_back({offset, stencil.a[p]});
            centre -= stencil.a[p];
        }
    nodes.push_back({{}, centre});
    return nodes;
}

}  // namespace

Differences::Differences(const Stencil& stencil, int order)
    : dims_(stencil.dims),
      laplace_(laplace_of(stencil)),
      first_(staggered_weights(order > 0 ? order / 2 : (radius(stencil) + 1) / 2)),
      second_(leggy_weights(order > 0 ? order / 2 : radius(stencil))) {}

std::vector<WeightedNode> Differences::nodes(const Term& term) const {
    std::vector<WeightedNode> nodes;
    Offset at = term.access.offset;
    if (dims_ == 2) at.y = 0;
    const auto add = [&](int along, double weight) { nodes.push_back({moved(at, term.axis, along), weight}); };
    const bool flat = term.axis == 1 && dims_ == 2;
    switch (term.operation) {
        case Operation::laplace:
            for (const WeightedNode& n : laplace_)
                nodes.push_back({{at.x + n.offset.x, at.y + n.offset.y, at.z + n.offset.z}, n.weight});
            break;
        case Operation::forward:
        case Operation::backward: {
            const int back = term.operation == Operation::backward ? 1 : 0;
            for (int m = 1; m <= static_cast<int>(first_.size()) && !flat; ++m) {
                add(m - back, first_[static_cast<std::size_t>(m - 1)]);
                add(1 - m - back, -first_[static_cast<std::size_t>(m - 1)]);
            }
            break;
        }
        case Operation::second: {
            double centre = 0;
            for (int m = 1; m <= static_cast<int>(second_.size()) && !flat; ++m) {
                const double weight = second_[static_cast<std::size_t>(m - 1)];
                add(m, weight);
                add(-m, weight);
                centre -= 2 * weight;
            }
            if (!flat) add(0, centre);
            break;
        }
        default: nodes.push_back({at, 1});
    }
    std::ranges::sort(nodes, {}, [](const WeightedNode& n) { return std::tuple(n.offset.z, n.offset.y, n.offset.x); });
    return nodes;
}

}  // namespace wavesim::equations
