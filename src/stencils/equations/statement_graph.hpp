// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/equations/differences.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// Offsets along each axis, the lowest at most 0 and the highest at least 0.
struct Reach {
    std::array<int, 3> low{};
    std::array<int, 3> high{};

    void include(const Reach& other);
    bool anywhere() const { return *this != Reach{}; }
    bool operator==(const Reach&) const = default;
};
Reach operator+(const Reach& a, const Reach& b);

/// What a statement reads of one value.
struct GraphEdge {
    Access value;  ///< at offset 0
    Reach reach;
    int nodes = 0;  ///< weights times values that it adds up
};

/// A statement among the others.
struct GraphNode {
    std::vector<GraphEdge> reads;
    Reach beyond;        ///< nodes beyond the sides at which it is computed, since others read it there
    bool fixed = false;  ///< its values never change
    int stage = 0;       ///< it reads other nodes of statements of earlier stages alone
};

/// Who reads what on the grid of a stencil, and how far beyond the sides.
struct StatementGraph {
    std::vector<GraphNode> nodes;   ///< per statement
    std::vector<Reach> fields;      ///< beyond the sides, all levels together
    std::vector<Reach> parameters;  ///< the same

    int stages() const;
    /// The furthest along an axis that anything is read beyond the sides.
    int halo(int axis) const;
};

StatementGraph graph_of(const Program& program, const Differences& differences);

/// Furthest nodes beyond a side that are kept.
inline constexpr int halo_max = 48;
/// Why the statements do not fit one step, one sentence; empty: they do.
std::string reach_fault(const StatementGraph& graph);

}  // namespace wavesim::equations
