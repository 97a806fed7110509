// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/solid_shell.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace wavesim {

namespace {

/// Nodes [from, to) of a row.
struct Run {
    std::int64_t from;
    std::int64_t to;
};

/// A row that has solid nodes; rows are counted over all planes.
struct Row {
    std::int64_t row;
    std::vector<Run> runs;
};

/// The intersection of `runs` with `others` shortened by `reach` nodes at both ends.
std::vector<Run> intersect(const std::vector<Run>& runs, const std::vector<Run>& others, std::int64_t reach) {
    std::vector<Run> both;
    for (const Run& run : runs)
        for (const Run& other : others) {
            const Run common{std::max(run.from, other.from + reach), std::min(run.to, other.to - reach)};
            if (common.from < common.to) both.push_back(common);
        }
    return both;
}

}  // namespace

std::vector<SolidSpan> solid_shell(const std::vector<SolidSpan>& solids, const Extent& extent, const Stencil& stencil) {
    std::map<std::pair<int, int>, std::int64_t> reach{{{0, 0}, 0}};  // of the stencil along x, per (dy, dz)
    for (const Shell& shell : stencil.shells)
        for (const Offset& l : shell_points(shell, stencil.dims)) {
            std::int64_t& most = reach[{l.y, l.z}];
            most = std::max<std::int64_t>(most, std::abs(l.x));
        }
    std::vector<Row> rows;  // ascending, as spans are
    for (const SolidSpan& span : solids) {
        const std::int64_t row = span.node / extent.nx;
        const std::int64_t x = span.node - row * extent.nx;
        if (rows.empty() || rows.back().row != row) rows.push_back({row, {}});
        std::vector<Run>& runs = rows.back().runs;
        if (!runs.empty() && runs.back().to == x)
            runs.back().to += span.count;
        else
            runs.push_back({x, x + span.count});
    }
    const auto find_row = [&rows](std::int64_t wanted) {
        const auto at = std::lower_bound(rows.begin(), rows.end(), wanted,
                                         [](const Row& a, std::int64_t value) { return a.row < value; });
        return at != rows.end() && at->row == wanted ? at : rows.end();
    };
    /// The nodes in the runs of a row that no stencil reads.
    const auto inner_of = [&](std::int64_t row, const std::vector<Run>& runs) {
        const std::int64_t y = row % extent.ny;
        const std::int64_t z = row / extent.ny;
        std::vector<Run> inner = runs;
        for (const auto& [offset, along_x] : reach) {
            const bool inside = extent.contains(0, y + offset.first, z + offset.second);
            const auto other = inside ? find_row(row + offset.first + extent.ny * offset.second) : rows.end();
            inner = other == rows.end() ? std::vector<Run>{} : intersect(inner, other->runs, along_x);
            if (inner.empty()) break;
        }
        return inner;
    };
    std::vector<SolidSpan> shell;
    const auto add = [&shell](std::int64_t row_start, std::int64_t from, std::int64_t to) {
        if (from < to) shell.push_back({row_start + from, static_cast<std::int32_t>(to - from)});
    };
    for (const auto& [row, runs] : rows) {
        const std::vector<Run> inner = inner_of(row, runs);
        auto next = inner.begin();
        for (const Run& run : runs) {
            std::int64_t x = run.from;
            for (; next != inner.end() && next->to <= run.to; ++next) {
                add(row * extent.nx, x, next->from);
                x = next->to;
            }
            add(row * extent.nx, x, run.to);
        }
    }
    return shell;
}

bool in_spans(const std::vector<SolidSpan>& spans, std::int64_t node) {
    const auto after = std::upper_bound(spans.begin(), spans.end(), node,
                                        [](std::int64_t at, const SolidSpan& span) { return at < span.node; });
    return after != spans.begin() && node < std::prev(after)->node + std::prev(after)->count;
}

}  // namespace wavesim
