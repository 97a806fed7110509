// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Collects one row of Corrections: terms on the same node are summed, terms that cancel are dropped.
class CorrectionRow {
  public:
    void add(std::int64_t neighbour, double weight) { terms_.emplace_back(neighbour, weight); }

    /// Appends the row of `node` to `out` unless all terms have cancelled, and clears it.
    void finish(std::int64_t node, Corrections& out) {
        sort_terms();
        row_.clear();
        for (std::size_t i = 0; i < terms_.size();) {
            const std::int64_t neighbour = terms_[i].first;
            double sum = 0, largest = 0;
            for (; i < terms_.size() && terms_[i].first == neighbour; ++i) {
                sum += terms_[i].second;
                largest = std::max(largest, std::abs(terms_[i].second));
            }
            if (std::abs(sum) <= 1e-14 * largest) continue;
            row_.push_back({neighbour - node, sum});
        }
        terms_.clear();
        if (!row_.empty()) out.add(node, row_);
    }

  private:
    using Term = std::pair<std::int64_t, double>;

    /// Sorts the terms by neighbour; equal ones stay in their order. std::stable_sort allocates memory at every call,
    /// so it is used for long rows only.
    void sort_terms() {
        constexpr std::size_t few = 32;
        const auto before = [](const Term& a, const Term& b) { return a.first < b.first; };
        if (terms_.size() > few) {
            std::ranges::stable_sort(terms_, before);
            return;
        }
        for (std::size_t i = 1; i < terms_.size(); ++i) {
            const Term term = terms_[i];
            std::size_t at = i;
            for (; at > 0 && before(term, terms_[at - 1]); --at) terms_[at] = terms_[at - 1];
            terms_[at] = term;
        }
    }

    std::vector<Term> terms_;
    std::vector<Corrections::Term> row_;
};

/// A grid row that the stencil of a node reads: offset of that row, and how far the stencil reaches along it.
struct RowReach {
    int y = 0;
    int z = 0;
    int x = 0;
};

/// Calls visit(x, y, z) for every air node of `planes` that has a solid node, or one before a closed face, within
/// `reach`, in ascending order. Rows far from them cost nothing.
template <class Visit>
void for_each_node_near_solids(const VoxelRoom& room, const SolidRows& rows, const Planes& planes,
                               const std::vector<RowReach>& reach, Visit&& visit) {
    const Extent& e = room.extent;
    std::vector<std::uint8_t> near(static_cast<std::size_t>(e.nx));
    for (std::int64_t z = planes.from; z < planes.to; ++z)
        for (std::int64_t y = 0; y < e.ny; ++y) {
            bool any = false;
            for (const RowReach& r : reach) {
                if (!rows.has_solid(y + r.y, z + r.z)) continue;
                if (!any) std::fill(near.begin(), near.end(), std::uint8_t{0});
                any = true;
                for_each_mark_of_row(room, y + r.y, z + r.z, [&](const std::uint8_t* marks) {
                    const std::int64_t most = std::min<std::int64_t>(r.x, e.nx);
                    for (std::int64_t s = -most; s <= most; ++s) {
                        const std::int64_t from = std::max<std::int64_t>(0, s), to = std::min(e.nx, e.nx + s);
                        for (std::int64_t x = from; x < to; ++x) near[static_cast<std::size_t>(x)] |= marks[x - s];
                    }
                });
            }
            if (!any) continue;
            const std::uint8_t* own = room.solid.data() + e.index(0, y, z);
            for (std::int64_t x = 0; x < e.nx; ++x)
                near[static_cast<std::size_t>(x)] = own[x] == 0 ? near[static_cast<std::size_t>(x)] : 0;
            for_each_marked(near.data(), 0, e.nx, [&](std::int64_t x) { visit(x, y, z); });
        }
}

}  // namespace wavesim
