// SPDX-License-Identifier: MIT
#include "boundary/gram_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "boundary/correction_rows.hpp"
#include "boundary/patch_forms.hpp"

namespace wavesim {
namespace {

constexpr double row_rounding = 1e-13;  ///< sums over patches do not cancel to the last digit

/// What lies around a node, as far as its row depends on it: bits of air, the distances from the sides, and bits of
/// closed faces per axis.
using Surroundings = std::vector<std::uint64_t>;

struct SurroundingsHash {
    std::size_t operator()(const Surroundings& words) const {
        std::uint64_t hash = 0xcbf29ce484222325U;
        for (const std::uint64_t word : words) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

using Row = std::vector<Corrections::Term>;

class RowMaker {
  public:
    RowMaker(const Stencil& stencil, double courant, const GramMatrix& gram, const VoxelRoom& room,
             const KeptRows& most_kept)
        : courant2_(courant * courant),
          patch_(gram.patch),
          room_(room),
          forms_(gram, most_kept.form_bytes),
          most_kept_entries_(most_kept.entries) {
        for (std::size_t p = 0; p < stencil.shells.size(); ++p)
            for (const Offset& l : shell_points(stencil.shells[p], stencil.dims)) points_.emplace_back(l, stencil.a[p]);
        std::set<Offset> sums;
        for (const Offset& p : patch_.points())
            for (const Offset& r : patch_.points()) sums.insert(p + r);
        around_.assign(sums.begin(), sums.end());
        std::ranges::sort(around_, {}, [](const Offset& s) { return std::tuple(s.z, s.y, s.x); });
        for (std::size_t i = 0; i < around_.size(); ++i) number_[around_[i]] = i;
        for (const Offset& p : patch_.points())
            for (const Offset& r : patch_.points()) sum_.push_back(number_.at(p + r));
        for (const Offset& s : around_) steps_.push_back(step(s));
    }

    const std::vector<Offset>& around() const { return around_; }

    /// The row of an air node. The reference is valid until the next call.
    const Row& of(std::int64_t x, std::int64_t y, std::int64_t z) {
        look(x, y, z);
        const auto found = known_.find(now_);
        if (found != known_.end()) return found->second;
        if (kept_ > most_kept_entries_) known_.clear(), kept_ = 0;
        Row row = make({x, y, z});
        kept_ += row.size() + now_.size();
        return known_.emplace(now_, std::move(row)).first->second;
    }

  private:
    std::int64_t step(const Offset& s) const { return room_.extent.index(s.x, s.y, s.z); }
    bool is_wall(std::size_t side) const { return room_.side_kind[side] == SideKind::wall; }
    bool bit(std::size_t i) const { return (now_[i / 64] >> i % 64 & 1U) != 0; }
    bool air_at(std::size_t i) const { return bit(i); }
    std::size_t words() const { return (around_.size() + 63) / 64; }  ///< of air, and of closed faces per axis
    bool closed_at(std::size_t axis, std::size_t i) const { return bit(64 * (words() * (axis + 1) + 1) + i); }

    /// What a step out of the room passes: a wall, or a side that is none.
    enum class Passes { nothing, open_side, wall };
    Passes passes(const Node& at, const Offset& s) const {
        Passes worst = Passes::nothing;
        const std::array<std::int64_t, 3> to{at.x + s.x, at.y + s.y, at.z + s.z};
        for (int axis = 0; axis < 3; ++axis) {
            const std::int64_t t = to[static_cast<std::size_t>(axis)];
            if (t >= 0 && t < room_.extent.along(axis)) continue;
            const std::size_t side = 2 * static_cast<std::size_t>(axis) + (t < 0 ? 0 : 1);
            worst = std::max(worst, is_wall(side) ? Passes::wall : Passes::open_side);
        }
        return worst;
    }

    /// Fills now_. Beyond walls there is no air; beyond other sides there is, since solids stay away from them.
    void look(std::int64_t x, std::int64_t y, std::int64_t z) {
        const Extent& e = room_.extent;
        const std::int64_t reach = 2 * patch_.reach();
        const std::array<std::int64_t, 6> away{x, e.nx - 1 - x, y, e.ny - 1 - y, z, e.nz - 1 - z};
        std::uint64_t sides = 0;
        bool inside = true;
        for (std::size_t side = 0; side < 6; ++side) {
            const bool across = patch_.dims() == 2 && side / 2 == 1;
            const std::int64_t distance = across ? reach : std::min(away[side], reach);
            sides = sides << 4 | static_cast<std::uint64_t>(distance);
            inside = inside && distance == reach;
        }
        now_.assign(room_.has_sheets() ? 4 * words() + 1 : words() + 1, 0);
        now_[words()] = sides;
        const std::uint8_t* solid = room_.solid.data() + e.index(x, y, z);
        for (std::size_t i = 0; i < around_.size(); ++i) {
            const Offset& s = around_[i];
            const Passes out = inside ? Passes::nothing : passes({x, y, z}, s);
            const bool air = out == Passes::nothing ? solid[steps_[i]] == 0 : out == Passes::open_side;
            now_[i / 64] |= std::uint64_t{air} << i % 64;
            if (!room_.has_sheets() || out != Passes::nothing) continue;
            const std::uint8_t closed = room_.closed[static_cast<std::size_t>(e.index(x, y, z) + steps_[i])];
            for (std::size_t axis = 0; axis < 3; ++axis)
                now_[words() * (axis + 1) + 1 + i / 64] |= std::uint64_t{closed >> axis & 1U} << i % 64;
        }
    }

    Row make(const Node& at) {
        std::vector<double> sum(around_.size());  // of the operator with solids minus the bulk operator
        const std::size_t n = patch_.size();
        for (std::size_t p = 0; p < n; ++p) {  // the patch around node + p has the node as its point -p
            if (!air_at(number_.at(patch_.points()[p]))) continue;
            PatchAir air(0);
            for (std::size_t r = 0; r < n; ++r) air.air |= std::uint64_t{air_at(sum_[p * n + r])} << r;
            for (std::size_t axis = 0; axis < 3 && room_.has_sheets(); ++axis)
                for (std::size_t r = 0; r < n; ++r)
                    air.closed[axis] |= std::uint64_t{closed_at(axis, sum_[p * n + r])} << r;
            const auto own = static_cast<std::size_t>(patch_.find(Offset{} - patch_.points()[p]));
            const std::vector<double>& form = forms_.of(air);
            for (std::size_t r = 0; r < n; ++r) sum[sum_[p * n + r]] += form[own * n + r];
        }
        const std::size_t centre = number_.at({});
        for (const auto& [l, a] : points_) {
            sum[centre] -= a;
            const Offset read{image_step(at.x, l.x, 0), image_step(at.y, l.y, 1), image_step(at.z, l.z, 2)};
            const std::size_t number = number_.at(read);
            if (air_at(number)) sum[number] += a;
        }
        Row row;
        for (std::size_t i = 0; i < around_.size(); ++i) {
            if (std::abs(sum[i]) <= row_rounding) continue;
            if (passes(at, around_[i]) != Passes::nothing)
                throw std::logic_error("a row beside solids reads beyond a side");
            row.push_back({steps_[i], -courant2_ * sum[i]});
        }
        return row;
    }

    /// The step along an axis that the bulk operator makes for `step`: walls are mirrors.
    int image_step(std::int64_t at, int step, int axis) const {
        const std::int64_t n = room_.extent.along(axis), to = at + step;
        if (to >= 0 && to < n) return step;
        if (!is_wall(2 * static_cast<std::size_t>(axis) + (to < 0 ? 0 : 1))) return step;
        return static_cast<int>(halo_image(to, n, HaloRule::mirror_half, HaloRule::mirror_half).node - at);
    }

    double courant2_;
    const GramPatch& patch_;
    const VoxelRoom& room_;
    PatchForms forms_;
    std::size_t most_kept_entries_;
    std::vector<std::pair<Offset, double>> points_;  ///< of the stencil, with weights
    std::vector<Offset> around_;                     ///< the sums of two points of the patch
    std::vector<std::int64_t> steps_;                ///< of `around_` in the room
    std::map<Offset, std::size_t> number_;           ///< in `around_`
    std::vector<std::size_t> sum_;                   ///< number of the sum of points p and r, |P| x |P|
    Surroundings now_;
    std::unordered_map<Surroundings, Row, SurroundingsHash> known_;
    std::size_t kept_ = 0;
};

/// The rows around a node on which its row depends.
std::vector<RowReach> rows_around(const std::vector<Offset>& around) {
    std::map<std::pair<int, int>, int> reach;
    for (const Offset& s : around) {
        int& most = reach[{s.y, s.z}];
        most = std::max(most, std::abs(s.x));
    }
    std::vector<RowReach> rows;
    rows.reserve(reach.size());
    for (const auto& [row, x] : reach) rows.push_back({row.first, row.second, x});
    return rows;
}

}  // namespace

void add_gram_rows(const Stencil& stencil, const GramMatrix& gram, double courant, const VoxelRoom& room,
                   const SolidRows& rows, const Planes& planes, Corrections& corrections, const KeptRows& kept) {
    RowMaker maker(stencil, courant, gram, room, kept);
    for_each_node_near_solids(room, rows, planes, rows_around(maker.around()),
                              [&](std::int64_t x, std::int64_t y, std::int64_t z) {
                                  const Row& row = maker.of(x, y, z);
                                  if (!row.empty()) corrections.add(planes.origin + room.extent.index(x, y, z), row);
                              });
}

}  // namespace wavesim
