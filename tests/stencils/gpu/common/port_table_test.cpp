// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/port_table_sizes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

#include "stencils/gpu/common/device_pages.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/problem/wall_coefficients.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

constexpr Extent grid{40, 30, 9};
constexpr double courant = 0.5;

/// A floor of vertices between four nodes under two laws, the second of which has two branches, and one port that reads
/// a single node.
WallPorts floor_ports() {
    WallPorts ports;
    ports.row = {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {0.4, 0.3, 0.2, 0.1}}, {{{0, 0, 0}}, {1}}};
    ports.law = {{1, 0.5, {{0.2, 3, 0}}}, {0.75, 0.6, {{0, 2, 0.5}, {0.1, 4, 0}}}};
    for (int l = 0; l < 2; ++l) {
        for (std::int64_t y = 15 * l; y < 14 + 15 * l; ++y)
            for (std::int64_t x = 0; x + 1 < grid.nx; ++x) {
                ports.nodes.push_back(grid.index(x, y, 0));
                ports.rows.push_back(0);
            }
        if (l == 0) {
            ports.nodes.push_back(grid.index(7, 3, 8));
            ports.rows.push_back(1);
        }
        ports.first.push_back(std::ssize(ports.nodes));
    }
    return ports;
}

DeviceLayout layout() { return device_layout(grid, Precision::float32); }

TEST(PortTable, HasEveryPortOnceUnderItsLawAndRow) {
    const WallPorts ports = floor_ports();
    const PortTable table = merge_ports(ports, courant, layout());
    std::map<std::tuple<long long, double, int>, int> listed, expected;
    for (std::size_t l = 0; l < 2; ++l)
        for (std::int64_t p = ports.first[l]; p < ports.first[l + 1]; ++p) {
            const auto port = static_cast<std::size_t>(p);
            ++expected[{layout().offset(ports.nodes[port]), ports.law[l].air_mass, ports.rows[port] == 0 ? 4 : 1}];
        }
    for (const kernels::PortGroup& group : table.groups) {
        const kernels::PortKind<double>& kind = table.kinds.at(static_cast<std::size_t>(group.kind));
        EXPECT_LE(group.count, kernels::group_nodes);
        EXPECT_EQ(kind.branches, kind.air_mass == 0.5 ? 1 : 2);
        for (int i = 0; i < group.count; ++i)
            ++listed[{group.base + table.offset[static_cast<std::size_t>(group.first + i)], kind.air_mass, kind.nodes}];
    }
    EXPECT_EQ(listed, expected);
    EXPECT_EQ(table.kinds.size(), 3U);
    EXPECT_EQ(table.springs, 4 * 128 + 64);  // of 546 ports of one law, each group in whole lines
}

TEST(PortTable, WorksOutWhatIsConstantInTime) {
    const WallPorts ports = floor_ports();
    const PortTable table = merge_ports(ports, courant, layout());
    ASSERT_EQ(table.branches.size(), 3U);
    EXPECT_EQ(table.branches[0].spring, -1);
    EXPECT_EQ(table.branches[1].spring, 0);
    EXPECT_EQ(table.branches[1].stiffness, 0.5);
    EXPECT_DOUBLE_EQ(table.branches[1].state_weight, 2 + 0.5 * courant / 2);
    EXPECT_DOUBLE_EQ(table.branches[2].conductance, 1 / (0.1 + 4 * courant / 2));
    const auto second = std::ranges::find_if(table.kinds, [](const auto& kind) { return kind.branches == 2; });
    ASSERT_NE(second, table.kinds.end());
    EXPECT_DOUBLE_EQ(second->push, courant * courant * 0.75);
    EXPECT_DOUBLE_EQ(second->share, port_share(ports.law[1], courant));
    EXPECT_EQ(table.step[static_cast<std::size_t>(second->node_first + 2)], layout().pitch);
}

/// Whatever a node takes, it takes in the order of the ports and by their weights.
TEST(PortTable, GivesEveryNodeItsPortsInOrder) {
    const WallPorts ports = floor_ports();
    const PortTable table = merge_ports(ports, courant, layout());
    std::vector<long long> first_node(table.offset.size(), -1);  // by place in flux
    for (const kernels::PortGroup& group : table.groups)
        for (int i = 0; i < group.count; ++i) {
            const auto at = static_cast<std::size_t>(group.first + i);
            first_node[at] = group.base + table.offset[at];
        }
    using Pushes = std::map<long long, std::vector<std::pair<long long, double>>>;
    Pushes listed, expected;
    for (std::size_t p = 0; p < ports.nodes.size(); ++p) {
        const PortRow& row = ports.row[ports.rows[p]];
        const long long node = layout().offset(ports.nodes[p]);
        for (std::size_t i = 0; i < row.steps.size(); ++i)
            expected[node + layout().offset(row.steps[i])].emplace_back(node, row.weights[i]);
    }
    for (const kernels::PushGroup& group : table.push_groups)
        for (int i = 0; i < group.count; ++i) {
            auto& of = listed[group.base + table.push_offset[static_cast<std::size_t>(group.first + i)]];
            EXPECT_TRUE(of.empty());
            for (int k = 0; k < group.ports; ++k) {
                const auto at = static_cast<std::size_t>(group.port + k * group.count + i);
                of.emplace_back(first_node.at(static_cast<std::size_t>(table.port[at])),
                                table.push_weight.at(table.weight_of[at]));
            }
        }
    EXPECT_EQ(listed, expected);
}

TEST(PortTable, TakesWhatItsArraysTake) {
    const PortTable table = merge_ports(floor_ports(), courant, layout());
    for (const std::int64_t value : {4, 8}) {
        const std::vector<std::int64_t> bytes = sizes_of(table).device_bytes(value);
        const auto expected = static_cast<std::int64_t>(
            32 * table.groups.size() + (3 * static_cast<std::size_t>(value) + 16) * table.kinds.size() +
            (value == 4 ? 16 : 32) * table.branches.size() + 4 * table.offset.size() + 8 * table.step.size() +
            static_cast<std::size_t>(value) * (table.weight.size() + table.push_weight.size() + table.offset.size()) +
            24 * table.push_groups.size() + 4 * table.push_offset.size() + 4 * table.port.size() +
            2 * table.weight_of.size());
        EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0}),
                  expected + value * (table.theta + table.springs));
    }
    EXPECT_EQ(device_pages(sizes_of(merge_ports({}, courant, layout())).device_bytes(4)), 0);
}

void expect_sizes(const WallPorts& ports, const DeviceLayout& layout) {
    const PortTableSizes counted = forecast_port_table(ports, layout),
                         made = sizes_of(merge_ports(ports, courant, layout));
    EXPECT_EQ(counted.groups, made.groups);
    EXPECT_EQ(counted.kinds, made.kinds);
    EXPECT_EQ(counted.branches, made.branches);
    EXPECT_EQ(counted.offsets, made.offsets);
    EXPECT_EQ(counted.steps, made.steps);
    EXPECT_EQ(counted.theta, made.theta);
    EXPECT_EQ(counted.springs, made.springs);
    EXPECT_EQ(counted.push_groups, made.push_groups);
    EXPECT_EQ(counted.push_offsets, made.push_offsets);
    EXPECT_EQ(counted.pushes, made.pushes);
    EXPECT_EQ(counted.push_weights, made.push_weights);
}

/// Ports at random nodes under up to six laws, one of which may have none. Rows reach forwards and backwards by up to
/// two planes; one is never used. `masses`: of how many nodes the mass is not 1.
WallPorts random_ports(const Extent& n, unsigned seed, int masses) {
    std::mt19937 random(seed);
    const auto below = [&random](std::int64_t count) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
    };
    WallPorts ports;
    for (int r = 0; r < 7; ++r) {
        PortRow& row = ports.row.emplace_back();
        row.steps.push_back({0, 0, 0});
        for (int i = 0; i < r; ++i) row.steps.push_back({below(5) - 2, below(5) - 2, below(3)});
        for (std::size_t i = 0; i < row.steps.size(); ++i) row.weights.push_back(static_cast<double>(1 + below(9)) / 8);
    }
    for (std::int64_t l = 0, laws = 1 + below(6); l < laws; ++l) {
        ports.law.push_back({1, 0.5 + static_cast<double>(l), {}});
        for (std::int64_t b = 0; b <= below(3); ++b)
            ports.law.back().branches.push_back({0.25, 1, static_cast<double>(below(2))});
        const std::int64_t one_in = l == 3 ? n.nodes() + 1 : 1 + below(40);
        for (std::int64_t z = 0; z + 2 < n.nz; ++z)
            for (std::int64_t y = 2; y + 2 < n.ny; ++y)
                for (std::int64_t x = 2; x + 2 < n.nx; ++x)
                    for (std::int64_t again = 0; again < 2; ++again) {
                        if (l == 3 || below(one_in) > 0) continue;
                        ports.nodes.push_back(n.index(x, y, z));
                        ports.rows.push_back(static_cast<std::uint16_t>(below(6)));
                    }
        ports.first.push_back(std::ssize(ports.nodes));
    }
    for (std::int64_t m = 0; m < masses; ++m)
        ports.masses.push_back(
            {n.nodes() / masses * m + below(n.nodes() / masses), static_cast<double>(2 + below(5)) / 4});
    return ports;
}

TEST(PortTableSizes, AreThoseOfTheTable) {
    expect_sizes({}, layout());
    expect_sizes(floor_ports(), layout());
    unsigned seed = 0;
    for (const Extent& n : {Extent{9, 8, 7}, Extent{70, 33, 12}, Extent{7, 200, 9}, Extent{90, 80, 5}})
        for (const int masses : {0, 300})
            for (const Precision precision : {Precision::float32, Precision::float64}) {
                SCOPED_TRACE(++seed);
                expect_sizes(random_ports(n, seed, masses), device_layout(n, precision));
            }
}

}  // namespace
}  // namespace wavesim
