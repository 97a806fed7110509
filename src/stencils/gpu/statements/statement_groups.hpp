// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "stencils/equations/statement_graph.hpp"

namespace wavesim {

/// Where the levels of a field are. A step has a parity; in the next step both arrays change their roles.
enum class LevelArrays {
    one,   ///< one level, overwritten in place
    two,   ///< n and n-1, or n and n+1 if there is only one level; n+1 overwrites n-1
    three  ///< as `two`, but n-1 is read when n+1 is known: n+1 is computed elsewhere and copied at the end of the step
};
LevelArrays level_arrays(const equations::Program& program, const equations::StatementGraph& graph, int field);

/// The nodes [low, n + high) of each axis.
struct NodeRange {
    std::array<int, 3> low{}, high{};
    bool operator==(const NodeRange&) const = default;
};

/// Statements of a group whose results others of it read at other nodes. Each block computes them in its tile and a
/// halo around it, some planes ahead, and keeps the results in shared memory.
struct ChipStage {
    std::vector<int> statements;
    std::vector<int> kept;   ///< those of them that others read
    equations::Reach reach;  ///< offsets at which they are read
    equations::Reach box;    ///< nodes beyond the sides at which they are computed
};

/// Statements that one kernel computes, a thread per node.
struct StatementGroup {
    std::vector<int> statements;  ///< in order
    bool fixed = false;           ///< computed once, before the first step
    /// Nodes beyond the sides at which all of its statements are computed: at least as many as others read.
    equations::Reach box;
    /// What it reads and then writes, at offset 0. Results that only the group itself reads are not among these.
    std::vector<equations::Access> reads;
    std::vector<equations::Access> writes;
    std::optional<ChipStage> chip = {};
    /// With `chip`: where the statements that are not of it are computed. Elsewhere they read values beyond the sides
    /// of fields that the stage gives. A group of its own does that, a `shell`: all of its box but these nodes.
    NodeRange inner = {};
    bool shell = false;
};

/// The groups of a program in an order in which they can be computed, the fixed ones first. Statements of a group read
/// each other's results at the node alone. A group overwrites no value that it reads at another node. `arrays_max`:
/// most arrays of a group.
std::vector<StatementGroup> statement_groups(const equations::Program& program, const equations::StatementGraph& graph,
                                             int arrays_max);

/// Width of the halo along each axis that holds everything that groups read and write.
std::array<int, 3> halo_of(const std::vector<StatementGroup>& groups, const equations::StatementGraph& graph);

}  // namespace wavesim
