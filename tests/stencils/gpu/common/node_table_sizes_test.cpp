// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/node_table_sizes.hpp"

#include <gtest/gtest.h>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

enum class Form { explicit_walls, branch_walls };

/// Lossy sides of two laws, a solid with corrections beside it, two sources that share a node.
ScalarProblem room(Form form) {
    ScalarProblem problem;
    problem.stencil = make_stencil("leggy-1", 3);
    problem.courant = 0.5;
    const Extent n = problem.extent = {301, 20, 14};
    WallPasses& walls = problem.walls;
    walls.explicit_walls.law = walls.branch_walls.law = {{2, 0.5, 1, 1}, {5, 0.5, 1, 1}};
    for (std::int64_t node = 0; node < n.nodes(); ++node) {
        const Node at = node_at(n, node);
        std::vector<std::uint16_t> laws;
        for (const int axis : {0, 1, 2}) {
            const std::int64_t place = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
            if (place == 0) laws.push_back(0);
            if (place == n.along(axis) - 1) laws.push_back(axis == 2 ? 1 : 0);
        }
        if (laws.empty()) continue;
        if (form == Form::explicit_walls) {
            walls.explicit_walls.nodes.insert(walls.explicit_walls.nodes.end(), laws.size(), node);
            walls.explicit_walls.laws.insert(walls.explicit_walls.laws.end(), laws.begin(), laws.end());
        } else {
            walls.branch_walls.nodes.push_back(node);
            walls.branch_walls.laws.insert(walls.branch_walls.laws.end(), laws.begin(), laws.end());
            walls.branch_walls.first.push_back(std::ssize(walls.branch_walls.laws));
        }
    }
    const auto correct = [&](std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t towards) {
        const std::int64_t node = n.index(x, y, z);
        if (towards == 0)
            walls.corrections.add(node, {{0, 0.25}});
        else
            walls.corrections.add(node, {{0, 0.25}, {towards, 0.125}});
    };
    for (std::int64_t z = 5; z < 9; ++z)
        for (std::int64_t y = 6; y < 11; ++y) {
            correct(9, y, z, 0);
            walls.solids.push_back({n.index(10, y, z), 30});
            correct(40, y, z, y == 7 ? n.nx : 1);
        }
    const std::int64_t shared = n.index(50, 3, 3);
    problem.sources = {{{{shared, n.index(51, 3, 3)}, {0.5, 0.5}}, {1}},
                       {{{shared, n.index(50, 4, 3), n.index(20, 8, 6)}, {0.2, 0.3, 0.5}}, {2}}};  // one in the solid
    return problem;
}

void expect_lengths(const NodeTableSizes& sizes, const NodeTable& table) {
    EXPECT_EQ(sizes.groups, std::ssize(table.groups));
    EXPECT_EQ(sizes.kinds, std::ssize(table.kinds));
    EXPECT_EQ(sizes.offsets, std::ssize(table.offset));
    EXPECT_EQ(sizes.neighbours, std::ssize(table.correction_neighbour));
    EXPECT_EQ(sizes.neighbours, std::ssize(table.correction_weight));
    EXPECT_EQ(sizes.faces, std::ssize(table.faces));
    EXPECT_EQ(sizes.explicit_states, table.explicit_states);
    EXPECT_EQ(sizes.branch_states, table.branch_states);
    EXPECT_EQ(sizes.kept_nodes, std::ssize(table.kept_node));
    EXPECT_EQ(sizes.driven_nodes + 1, std::ssize(table.source_first));
    EXPECT_EQ(sizes.sources, std::ssize(table.source));
    EXPECT_EQ(sizes.row_ends, std::ssize(table.ends.law));
}

TEST(NodeTableSizes, AreThoseOfTheTable) {
    for (const Form form : {Form::explicit_walls, Form::branch_walls})
        for (const RowEndMover mover : {RowEndMover::passes, RowEndMover::sweep}) {
            SCOPED_TRACE(static_cast<int>(form) * 10 + static_cast<int>(mover));
            const ScalarProblem problem = room(form);
            const DeviceLayout layout = device_layout(problem.extent, problem.precision);
            const NodeTableSizes sizes = forecast_node_tables(problem, node_actions(problem), layout).of(mover);
            expect_lengths(sizes, merge_nodes(problem, layout, mover));
            EXPECT_EQ(sizes.driven_nodes, 3);
            EXPECT_EQ(sizes.sources, 4);
            EXPECT_EQ(sizes.most_faces, 3);  // in corners
        }
}

/// One law per kind of node tells which list the sweep takes: it holds every node of the two sides once.
TEST(NodeTableSizes, LeaveEndsOfRowsToTheSweep) {
    const ScalarProblem problem = room(Form::explicit_walls);
    const NodeTableForecast forecast =
        forecast_node_tables(problem, node_actions(problem), device_layout(problem.extent, problem.precision));
    const Extent& n = problem.extent;
    EXPECT_EQ(forecast.by_passes.row_ends, 0);
    EXPECT_EQ(forecast.by_sweep.row_ends, 2 * n.nz * 32);
    const std::int64_t ends = 2 * (n.ny - 2) * (n.nz - 2);  // with a single face
    EXPECT_NEAR(static_cast<double>(forecast.by_passes.offsets - forecast.by_sweep.offsets), static_cast<double>(ends),
                32.0 * 8);
}

}  // namespace
}  // namespace wavesim
