// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/equations/differences.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// Offsets along each axis. The lowest is at most 0 and the highest at least 0.
struct Reach {
    std::array<int, 3> low{};
    std::array<int, 3> high{};

    void include(const Reach& other);
    bool anywhere() const { return *this != Reach{}; }
    bool operator==(const Reach&) const = default;
};
Reach operator+(const Reach& a, const Reach& b);

/// The reads of one value by a statement.
struct GraphEdge {
    Access value;  ///< at offset 0
    Reach reach;
    int nodes = 0;  ///< number of products of weights and values in the sum
};

/// A statement and its dependencies.
struct GraphNode {
    std::vector<GraphEdge> reads;
    Reach beyond;        ///< nodes beyond the sides at which it is computed because others read it there
    bool fixed = false;  ///< its values never change
    int stage = 0;       ///< it reads other nodes only of statements of earlier stages
};

/// Which statement reads which values for a given stencil, and how far beyond the sides.
struct StatementGraph {
    std::vector<GraphNode> nodes;   ///< per statement
    std::vector<Reach> fields;      ///< nodes beyond the sides that are read, all levels together
    std::vector<Reach> parameters;  ///< the same

    int stages() const;
    /// The largest distance along an axis of all reads beyond the sides.
    int halo(int axis) const;
};

StatementGraph graph_of(const Program& program, const Differences& differences);

/// Largest number of nodes beyond a side that are stored.
inline constexpr int halo_max = 48;
/// One sentence why the statements are not possible in one step; empty if they are.
std::string reach_fault(const StatementGraph& graph);

}  // namespace wavesim::equations
