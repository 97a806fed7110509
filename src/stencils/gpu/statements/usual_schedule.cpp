// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/usual_schedule.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/equations/statement_graph.hpp"
#include "stencils/gpu/common/fitted_cards.hpp"

namespace wavesim {

namespace {

/// For programs in 3D of at least so many fields, whose statements read no more values each. The first row that fits
/// counts.
struct Row {
    std::string_view card;  ///< on which it was measured; it is used on every GPU
    std::size_t fields;
    int most_reads;
    const char* changes;  ///< of the schedule columns of 32 x 8
};
// Measured on 512^3 nodes in float on one NVIDIA H200 [ps per node]: elastic_3d (9 fields) 58.8, with columns of 32 x 8
// 64.1, with ahead=yes 59.1. density (1 field, 12 values) 15.5, with columns of 32 x 8 16.5. Between them nothing was
// measured. Of blocks of 512 threads that read much more, such as those of air, a multiprocessor has place for one.
constexpr Row rows[] = {{h200, 6, 64, "form=nodes,tile=64x4"}, {h200, 0, 64, "tile=64x8"}};

/// Values that the statement reads that reads most.
int most_reads(const ProgramShape& kind, const ProblemShape& shape) {
    int most = 0;
    const equations::Differences differences(shape.stencil, kind.program->declared.order);
    for (const equations::GraphNode& node : equations::graph_of(*kind.program, differences).nodes) {
        int reads = 0;
        for (const equations::GraphEdge& edge : node.reads) reads += edge.nodes;
        most = std::max(most, reads);
    }
    return most;
}

}  // namespace

StatementSchedule usual_schedule(const ProgramShape& kind, const ProblemShape& shape) {
    StatementSchedule schedule;
    if (shape.extent.ny == 1) return schedule;
    const int reads = most_reads(kind, shape);
    for (const Row& row : rows) {
        if (kind.program->declared.fields.size() < row.fields || reads > row.most_reads) continue;
        if (const std::string fault = change_schedule(schedule, row.changes); !fault.empty())
            throw std::logic_error(fault);
        break;
    }
    return schedule;
}

}  // namespace wavesim
