// SPDX-License-Identifier: MIT
#include "boundary/cut_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "boundary/correction_rows.hpp"
#include "boundary/wall_bounds.hpp"

namespace wavesim {

namespace {

using CubeForm = std::array<std::array<double, 8>, 8>;

Node corner_of(const Node& low, unsigned corner) {
    return {low.x + (corner & 1U), low.y + (corner >> 1 & 1U), low.z + (corner >> 2 & 1U)};
}

bool is_in(unsigned mask, unsigned corner) { return (mask >> corner & 1U) != 0; }

/// The quadratic form of an element with these n nodes and the volume n/8.
CubeForm form_of(CutStiffness stiffness, unsigned nodes) {
    CubeForm form{};
    const double n = std::popcount(nodes);
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j) {
            if (!is_in(nodes, i) || !is_in(nodes, j) || i == j) continue;
            const bool edge = std::popcount(i ^ j) == 1;
            const double weight = stiffness == CutStiffness::mean ? 0.5 / n : edge ? 0.25 : 0.0;
            form[i][j] -= weight;
            form[i][i] += weight;
        }
    return form;
}

class CutRows {
  public:
    /// For the nodes of `planes`.
    CutRows(const Stencil& stencil, double courant, const VoxelRoom& room, CutStiffness stiffness, const Planes& planes)
        : stencil_(stencil), courant2_(courant * courant), room_(room), stiffness_(stiffness) {
        for (std::size_t p = 0; p < stencil.shells.size(); ++p)
            for (const Offset& l : shell_points(stencil.shells[p], stencil.dims)) points_.emplace_back(l, stencil.a[p]);
        constexpr std::int64_t reach = 2;  // a node reads the next one, which is a ghost by a box before or behind it
        for (const CutElement& element : elements_between(room.cut, planes.from - reach, planes.to + reach))
            for (unsigned corner = 0; corner < 8; ++corner)
                if (const Node n = corner_of(element.low, corner); is_in(element.nodes, corner) && is_there(n)) {
                    nodes_.push_back(index(n));
                    if (!is_air(n)) ghosts_.push_back(index(n));
                }
        keep_one_of_each(ghosts_);
        for (const std::int64_t ghost : ghosts_) add_neighbours(node_at(room.extent, ghost));
        keep_one_of_each(nodes_);
    }

    /// Nodes of cut boxes in the room and nodes whose stencil reads a ghost, ascending.
    const std::vector<std::int64_t>& nodes() const { return nodes_; }
    const std::vector<std::int64_t>& ghosts() const { return ghosts_; }

    void add(std::int64_t node, std::int64_t origin, Corrections& corrections) {
        const Node at = node_at(room_.extent, node);
        for (const auto& [l, weight] : points_) {  // undo the bulk step
            const std::int64_t read = image(at, l);
            row_.add(origin + node, courant2_ * weight);
            if (moves(read)) row_.add(origin + read, -courant2_ * weight);
        }
        const double share = courant2_ / cut_mass(room_.cut, at, is_air(at));
        for (unsigned corner = 0; corner < 8; ++corner) {
            const Node low{at.x - (corner & 1U), at.y - (corner >> 1 & 1U), at.z - (corner >> 2 & 1U)};
            const auto elements = room_.cut.at(low);
            if (elements.empty() && is_air(at)) add_form(low, corner, voxel_form(low), share, origin);
            for (const CutElement& element : elements)
                if (is_in(element.nodes, corner))
                    add_form(low, corner, cut_form(element.nodes),
                             share * 8 * element.volume / std::popcount(element.nodes), origin);
        }
        row_.finish(origin + node, corrections);
    }

  private:
    static std::span<const CutElement> elements_between(const CutRoom& cut, std::int64_t from, std::int64_t to) {
        const auto plane = [](const CutElement& element) { return element.low.z; };
        return {std::ranges::lower_bound(cut.elements, from, {}, plane),
                std::ranges::lower_bound(cut.elements, to, {}, plane)};
    }
    static void keep_one_of_each(std::vector<std::int64_t>& list) {
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    void add_neighbours(const Node& at) {
        for (const auto& [l, weight] : points_)
            if (const Node n{at.x + l.x, at.y + l.y, at.z + l.z}; is_air(n)) nodes_.push_back(index(n));
    }
    bool is_there(const Node& n) const { return room_.extent.contains(n.x, n.y, n.z); }
    std::int64_t index(const Node& n) const { return room_.extent.index(n.x, n.y, n.z); }
    bool is_air(const Node& n) const { return room_.is_air(n.x, n.y, n.z); }
    bool moves(std::int64_t node) const {
        return room_.solid.empty() || room_.solid[static_cast<std::size_t>(node)] == 0 ||
               std::ranges::binary_search(ghosts_, node);
    }
    std::int64_t image(const Node& at, const Offset& l) const {
        const auto along = [&](int axis, std::int64_t t) {
            return halo_image(t, room_.extent.along(axis), HaloRule::mirror_half, HaloRule::mirror_half).node;
        };
        return index({along(0, at.x + l.x), along(1, at.y + l.y), along(2, at.z + l.z)});
    }
    const CubeForm& cut_form(unsigned nodes) {
        const auto found = cut_forms_.find(nodes);
        return found != cut_forms_.end() ? found->second
                                         : cut_forms_.emplace(nodes, form_of(stiffness_, nodes)).first->second;
    }
    const CubeForm& voxel_form(const Node& low) {
        unsigned mask = 0;
        for (unsigned corner = 0; corner < 8; ++corner)
            if (is_air(corner_of(low, corner))) mask |= 1U << corner;
        const auto found = voxel_forms_.find(mask);
        return found != voxel_forms_.end() ? found->second
                                           : voxel_forms_.emplace(mask, cube_form(stencil_, mask)).first->second;
    }
    void add_form(const Node& low, unsigned corner, const CubeForm& form, double share, std::int64_t origin) {
        for (unsigned other = 0; other < 8; ++other)
            if (form[corner][other] != 0) row_.add(origin + index(corner_of(low, other)), -share * form[corner][other]);
    }

    const Stencil& stencil_;
    double courant2_;
    const VoxelRoom& room_;
    CutStiffness stiffness_;
    std::vector<std::pair<Offset, double>> points_;
    std::vector<std::int64_t> nodes_, ghosts_;
    std::map<unsigned, CubeForm> cut_forms_, voxel_forms_;
    CorrectionRow row_;
};

/// Removes nodes from spans.
std::vector<SolidSpan> without(const std::vector<SolidSpan>& spans, const std::vector<std::int64_t>& nodes,
                               std::int64_t origin) {
    std::vector<SolidSpan> left;
    for (const SolidSpan& span : spans) {
        std::int64_t from = span.node;
        const std::int64_t end = span.node + span.count;
        for (auto node = std::ranges::lower_bound(nodes, from - origin); node != nodes.end() && origin + *node < end;
             ++node) {
            if (origin + *node > from) left.push_back({from, static_cast<std::int32_t>(origin + *node - from)});
            from = origin + *node + 1;
        }
        if (from < end) left.push_back({from, static_cast<std::int32_t>(end - from)});
    }
    return left;
}

}  // namespace

std::optional<CutStiffness> cut_stiffness(const Stencil& stencil) {
    if (stencil.dims != 3 || !acts_on_nearest(stencil)) return std::nullopt;
    const CubeForm own = cube_form(stencil, 255);
    for (const CutStiffness stiffness : {CutStiffness::mean, CutStiffness::edges}) {
        double differs = 0;
        const CubeForm form = form_of(stiffness, 255);
        for (unsigned i = 0; i < 8; ++i)
            for (unsigned j = 0; j < 8; ++j) differs = std::max(differs, std::abs(own[i][j] - form[i][j]));
        if (differs < 1e-12) return stiffness;
    }
    return std::nullopt;
}

double cut_mass(const CutRoom& cut, const Node& node, bool is_air) {
    constexpr double steps = 1024;
    const double mass = cut.mass(node, is_air);
    if (std::abs(mass - 1) < 1e-12) return 1;
    return std::exp2(std::ceil(std::log2(mass) * steps) / steps);
}

void add_cut_rows(const Stencil& stencil, double courant, const VoxelRoom& room, const Planes& planes,
                  Corrections& corrections, std::vector<SolidSpan>& solids) {
    if (room.cut.empty()) return;
    const auto stiffness = cut_stiffness(stencil);
    if (!stiffness) throw std::domain_error("stencil '" + stencil.name + "' has no stable treatment of cut cells");
    CutRows rows(stencil, courant, room, *stiffness, planes);
    solids = without(solids, rows.ghosts(), planes.origin);
    const std::int64_t plane = room.extent.nx * room.extent.ny;
    Corrections all;
    std::size_t old = 0;
    const auto keep_before = [&](std::int64_t node) {
        for (; old < corrections.size() && corrections.node(old) < node; ++old)
            all.add(corrections.node(old), corrections, old);
    };
    for (const std::int64_t node : rows.nodes()) {
        if (node < plane * planes.from || node >= plane * planes.to) continue;
        keep_before(planes.origin + node);
        if (old < corrections.size() && corrections.node(old) == planes.origin + node) ++old;
        rows.add(node, planes.origin, all);
    }
    keep_before(INT64_MAX);
    corrections = std::move(all);
}

}  // namespace wavesim
