// SPDX-License-Identifier: MIT
#include "solvers/space/mesh_leak.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace wavesim {

namespace {

class LeakSearch {
  public:
    LeakSearch(const EdgeCuts& cuts, const RowPieces& pieces) : cuts_(cuts), pieces_(pieces), e_(cuts.extent()) {}

    std::optional<MeshLeak> from(const std::vector<std::int64_t>& nodes) {
        for (const std::int64_t node : nodes) visit(pieces_.of(node), {-1, 0, node, node});
        while (!waiting_.empty()) {
            const std::int64_t piece = waiting_.front();
            waiting_.pop_front();
            const Step step = steps_.at(piece);
            if (const auto end = way_out(piece, step.row)) return narrowest(piece, *end);
            go_on(piece, step.row);
        }
        return std::nullopt;
    }

  private:
    /// How a piece was reached: from a node of the previous piece to its neighbour in this one.
    struct Step {
        std::int64_t before, row, left, entered;
    };
    struct End {
        std::int64_t node;
        Side side;
    };

    void visit(std::int64_t piece, Step step) {
        if (step.before < 0) step.row = step.entered / e_.nx;
        if (steps_.emplace(piece, step).second) waiting_.push_back(piece);
    }

    std::optional<End> way_out(std::int64_t piece, std::int64_t row) const {
        const std::int64_t y = row % e_.ny, z = row / e_.ny, zero = row * e_.nx;
        const std::int64_t here = steps_.at(piece).entered;
        if (y == 0) return End{here, Side::y_min};
        if (y + 1 == e_.ny) return End{here, Side::y_max};
        if (z == 0) return End{here, Side::z_min};
        if (z + 1 == e_.nz) return End{here, Side::z_max};
        if (pieces_.from(piece) == 0) return End{zero, Side::x_min};
        if (pieces_.to(row, piece) == e_.nx) return End{zero + e_.nx - 1, Side::x_max};
        return std::nullopt;
    }

    /// Continues to the pieces of the four adjacent rows.
    void go_on(std::int64_t piece, std::int64_t row) {
        const std::int64_t y = row % e_.ny, z = row / e_.ny;
        if (y > 0) cross(piece, row, row - 1, 1);
        if (y + 1 < e_.ny) cross(piece, row, row + 1, 1);
        if (z > 0) cross(piece, row, row - e_.ny, 2);
        if (z + 1 < e_.nz) cross(piece, row, row + e_.ny, 2);
    }

    void cross(std::int64_t piece, std::int64_t row, std::int64_t next, int axis) {
        const std::int64_t lower = std::min(row, next) * e_.nx;
        const std::int64_t near = steps_.at(piece).entered % e_.nx;
        for (std::int64_t other = pieces_.first(next); other < pieces_.end(next); ++other) {
            if (steps_.contains(other)) continue;
            const std::int64_t low = std::max(pieces_.from(piece), pieces_.from(other));
            const std::int64_t high = std::min(pieces_.to(row, piece), pieces_.to(next, other));
            if (low >= high) continue;
            const std::int64_t here = std::clamp(near, low, high - 1);
            for (std::int64_t away = 0; here - away >= low || here + away < high; ++away) {
                std::int64_t open = -1;
                for (const std::int64_t x : {here - away, here + away})
                    if (x >= low && x < high && cuts_.of(axis, lower + x).empty()) open = x;
                if (open < 0) continue;
                visit(other, {piece, next, row * e_.nx + open, next * e_.nx + open});
                break;
            }
        }
    }

    std::int64_t stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? e_.nx : e_.nx * e_.ny; }

    /// Width of a hole in a surface across an axis: the number of adjacent edges in a direction that are open like the
    /// edge from a node along the axis. It is limited on either side.
    std::int64_t open_edges(std::int64_t node, int axis, int direction) const {
        constexpr std::int64_t most = 64;
        const Node n = node_at(e_, node);
        const std::int64_t at = direction == 0 ? n.x : direction == 1 ? n.y : n.z;
        const auto is_open = [&](std::int64_t away) { return cuts_.of(axis, node + away * stride(direction)).empty(); };
        std::int64_t below = 0, above = 0;
        while (below < most && at - below > 0 && is_open(-below - 1)) ++below;
        while (above < most && at + above + 1 < e_.along(direction) && is_open(above + 1)) ++above;
        return below + above + 1;
    }

    /// The edge on the path back around which the opening is smallest; the last one if there are several.
    MeshLeak narrowest(std::int64_t piece, const End& end) const {
        MeshLeak leak{node_at(e_, end.node), {1 << 20, 1 << 20}, end.side};
        const auto look = [&](std::int64_t from, std::int64_t to) {
            const std::int64_t node = std::min(from, to), way = std::max(from, to) - node;
            if (way == 0) return;
            const int axis = way == 1 ? 0 : way == e_.nx ? 1 : 2;
            std::array<std::int64_t, 2> open{open_edges(node, axis, (axis + 1) % 3),
                                             open_edges(node, axis, (axis + 2) % 3)};
            std::ranges::sort(open);
            if (open[0] * open[1] >= leak.width[0] * leak.width[1]) return;
            leak.at = node_at(e_, node);
            leak.width = open;
        };
        for (std::int64_t leaves = end.node; piece >= 0;) {
            const Step& step = steps_.at(piece);
            const std::int64_t way = step.entered < leaves ? -1 : 1;
            for (std::int64_t node = leaves; node != step.entered; node += way) look(node, node + way);
            look(step.entered, step.left);
            leaves = step.left;
            piece = step.before;
        }
        return leak;
    }

    const EdgeCuts& cuts_;
    const RowPieces& pieces_;
    const Extent& e_;
    std::unordered_map<std::int64_t, Step> steps_;
    std::deque<std::int64_t> waiting_;
};

}  // namespace

std::optional<MeshLeak> find_leak(const EdgeCuts& cuts, const RowPieces& pieces,
                                  const std::vector<std::int64_t>& from) {
    return pieces.reaches_a_side() ? LeakSearch(cuts, pieces).from(from) : std::nullopt;
}

}  // namespace wavesim
