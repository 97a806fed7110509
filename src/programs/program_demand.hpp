// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "programs/program.hpp"

namespace wavesim {

/// What a program needs per node. It is derived once from the formula, since the ranking reads it thousands of times.
struct ProgramDemand {
    /// Implicit, so that callers with a single question can pass the program.
    ProgramDemand(const StencilProgram& program);  // NOLINT(google-explicit-constructor)

    int dims;
    int radius;
    int radius_y;               ///< 0 in 2D
    std::vector<Offset> nodes;  ///< nodes that are read, each once
    int operations;             ///< in the order of the text; a product that is added counts as one with its sum
    bool diagonals;             ///< reads nodes of other planes that are not in its column (reads_diagonals)
    bool rows_around;           ///< reads nodes whose x and y both differ from its own

    /// A weighted sum in the form of plan_sums.
    struct Sum {
        int ahead;       ///< planes between its start and its output
        int operations;  ///< a product that is added counts as one with its sum
    };
    std::optional<Sum> sum;  ///< none where the formula is no weighted sum
};

/// True if the formula reads nodes of other planes that are not in its column. A formula that is no weighted sum then
/// needs all planes in shared memory.
bool reads_diagonals(const StencilFormula& formula);

}  // namespace wavesim
