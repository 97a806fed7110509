// SPDX-License-Identifier: MIT
#include "boundary/turned_layer.hpp"

#include "stencils/tti/hourglass_weights.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

/// A column of nodes through the layer; the last one is a node of the domain.
TiltedMedium column_of(const TurnedLayer& layer, const Extent& extent) {
    std::array<std::int64_t, 6> width{};
    width[2 * layer.across] = layer.cells;
    const auto nodes = static_cast<std::size_t>(extent.nodes());
    TiltedMedium medium;
    medium.epsilon.assign(nodes, static_cast<float>(layer.rock.epsilon));
    medium.delta.assign(nodes, static_cast<float>(layer.rock.delta));
    for (std::size_t d = 0; d < 3; ++d) medium.axis[d].assign(nodes, static_cast<float>(layer.rock.axis[d]));
    taper_in_layers(medium, extent, width);
    return medium;
}

}  // namespace

TurnedNodes::TurnedNodes(const TurnedLayer& of) {
    const std::size_t a = of.across, t = 2 - a;
    std::array<std::int64_t, 3> sizes{2, 1, 2};
    sizes[a] = of.cells + 1;
    const Extent extent{sizes[0], sizes[1], sizes[2]};
    const TiltedMedium medium = column_of(of, extent);
    const tti::HourglassWeights weights(medium, extent);
    const tti::TurnShare shares(medium, a, of.cells + 1);
    for (std::int64_t at = 0; at <= of.cells; ++at) {
        std::array<std::int64_t, 3> place{};
        place[a] = at;
        const auto i = static_cast<std::size_t>(extent.index(place[0], place[1], place[2]));
        TurnedNode node;
        node.across = static_cast<double>(medium.axis[a][i]);
        node.along = static_cast<double>(medium.axis[t][i]);
        const double share = shares.values[static_cast<std::size_t>(at)];
        for (std::size_t f = 0; f < 2; ++f) {
            node.weight_across[f] = weights.at(f, a, share);
            node.weight_along[f] = weights.at(f, t, share);
        }
        node.speed = static_cast<double>(medium.layer_speed[i]);
        const auto& damping = medium.damping[a];
        node.damping = damping.empty() ? 0 : static_cast<double>(damping[static_cast<std::size_t>(at)]);
        if (at < of.cells)
            layer.push_back(node);
        else
            inside = node;
    }
}

}  // namespace wavesim
