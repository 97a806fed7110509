// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/counted_nodes.hpp"

namespace wavesim {

const NodeActions& actions_on_nodes(const Inquiry& asked) {
    return asked.counted<NodeActions>([&asked] { return node_actions(asked.problem); });
}

const NodeTableForecast& node_tables(const Inquiry& asked) {
    return asked.counted<NodeTableForecast>([&asked] {
        return forecast_node_tables(asked.problem, actions_on_nodes(asked),
                                    device_layout(asked.problem.extent, asked.problem.precision));
    });
}

}  // namespace wavesim
