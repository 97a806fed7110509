// SPDX-License-Identifier: MIT
#include "solvers/space/dual_cells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace wavesim {

namespace {

/// Least volume of an air region in a box, so that each of its nodes has a mass.
constexpr double least_volume = 1e-6;

std::array<std::int64_t, 3> key_of(const Node& low) { return {low.z, low.y, low.x}; }

Node corner_of(const Node& low, unsigned corner) {
    return {low.x + (corner & 1U), low.y + (corner >> 1 & 1U), low.z + (corner >> 2 & 1U)};
}

bool is_in(unsigned mask, unsigned corner) { return (mask >> corner & 1U) != 0; }

/// Whether a piece lies on a face of cells, halfway between nodes.
bool on_faces(const WallPiece& piece) {
    constexpr double place = 1e-5, direction = 1 - 1e-9;
    const std::array<double, 3> low{static_cast<double>(piece.low.x), static_cast<double>(piece.low.y),
                                    static_cast<double>(piece.low.z)};
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (std::abs(piece.normal[axis]) > direction) return std::abs(piece.centre[axis] - low[axis] - 0.5) < place;
    return false;
}

/// The corners of a box that lie beyond a wall on a face of cells.
unsigned beyond(const WallPiece& piece) {
    unsigned corners = 0;
    for (unsigned axis = 0; axis < 3; ++axis)
        for (unsigned corner = 0; std::abs(piece.normal[axis]) > 0.5 && corner < 8; ++corner)
            if (is_in(corner, axis) == (piece.normal[axis] < 0)) corners |= 1U << corner;
    return corners;
}

}  // namespace

DualCells::DualCells(const WallPieces& walls, const EdgeCuts& cuts, const RowPieces& pieces, CutStiffness stiffness)
    : walls_(walls), cuts_(cuts), pieces_(pieces), extent_(cuts.extent()), stiffness_(stiffness) {
    add_elements();
    add_whole_boxes();
    share_ghosts();
}

/// Whether a solid of `solids` fills a part of the box; such boxes keep the faces of cells.
bool DualCells::has_solid(const Node& low) const {
    for (unsigned corner = 0; corner < 8; ++corner)
        for (const int axis : {0, 1, 2}) {
            const Node n = corner_of(low, corner);
            if (is_in(corner, static_cast<unsigned>(axis)) || !extent_.contains(n.x, n.y, n.z)) continue;
            for (const EdgeCut& cut : cuts_.of(axis, extent_.index(n.x, n.y, n.z)))
                if (cut.triangle == EdgeCut::box) return true;
        }
    return false;
}

void DualCells::add_elements() {
    const auto& airs = walls_.airs();
    auto piece = walls_.all().begin();
    for (std::size_t i = 0; i < airs.size();) {
        std::size_t end = i + 1;
        const Node& low = airs[i].low;
        while (end < airs.size() && airs[end].low == low) ++end;
        bool by_mask = true;
        while (piece != walls_.all().end() && key_of(piece->low) < key_of(low)) ++piece;
        const auto first_piece = piece;
        for (; piece != walls_.all().end() && piece->low == low; ++piece) by_mask = by_mask && on_faces(*piece);
        unsigned air = 0, there = 0;
        for (unsigned corner = 0; corner < 8; ++corner) {
            const Node n = corner_of(low, corner);
            if (extent_.contains(n.x, n.y, n.z)) there |= 1U << corner;
        }
        for (std::size_t a = i; a < end; ++a) {
            air |= airs[a].corners;
            by_mask = by_mask && std::abs(airs[a].volume - std::popcount(airs[a].corners) / 8.0) < 1e-3;
        }
        bool apart = false;  // two adjacent air regions, which a mask would connect
        for (std::size_t a = i; a < end; ++a)
            for (unsigned corner = 0; corner < 8; ++corner)
                for (const unsigned step : {1U, 2U, 4U})
                    if (is_in(airs[a].corners, corner) && is_in(air & ~airs[a].corners, corner ^ step)) apart = true;
        by_mask = by_mask && !apart;
        const bool beside_solid = has_solid(low);
        if (beside_solid) by_mask = !apart;
        aligned_[key_of(low)] = by_mask;
        for (std::size_t a = i; a < end && !by_mask; ++a) {
            of_box_[key_of(low)].push_back(elements_.size());
            unsigned ghosts = beside_solid ? 0 : there & ~air;
            for (auto wall = first_piece; wall != piece; ++wall)  // a wall on a face of cells needs no ghosts
                if ((wall->air & airs[a].corners) != 0 && on_faces(*wall) && (beyond(*wall) & airs[a].corners) == 0)
                    ghosts &= ~beyond(*wall);
            elements_.push_back(
                {low, airs[a].corners, static_cast<std::uint8_t>(ghosts),
                 beside_solid ? std::popcount(airs[a].corners) / 8.0 : std::max(airs[a].volume, least_volume)});
        }
        i = end;
    }
}

/// Adds boxes beside walls that pass through nodes. The boxes are not cut, but their corners on the wall are solid;
/// these are ghosts.
void DualCells::add_whole_boxes() {
    const std::size_t cut = elements_.size();
    for (std::size_t e = 0; e < cut; ++e)
        for (unsigned corner = 0; corner < 8; ++corner) {
            if (!is_in(elements_[e].ghosts, corner)) continue;
            const Node ghost = corner_of(elements_[e].low, corner);
            for (unsigned own = 0; own < 8; ++own) {
                const Node low{ghost.x - (own & 1U), ghost.y - (own >> 1 & 1U), ghost.z - (own >> 2 & 1U)};
                if (aligned_.contains(key_of(low)) || of_box_.contains(key_of(low)) || has_solid(low)) continue;
                const std::vector<std::size_t> airs = elements_of(low);
                if (airs.size() != 1) continue;
                unsigned there = 0;
                for (unsigned other = 0; other < 8; ++other) {
                    const Node n = corner_of(low, other);
                    if (extent_.contains(n.x, n.y, n.z)) there |= 1U << other;
                }
                Element& whole = elements_[airs.front()];
                if (2 * std::popcount(whole.air) <= std::popcount(there)) continue;  // it may lie in the wall
                whole.volume = std::popcount(there) / 8.0;
                whole.ghosts = static_cast<std::uint8_t>(there & ~whole.air);
            }
        }
}

bool DualCells::same_air(const Element& a, const Element& b) const {
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j)
            if (is_in(a.air, i) && is_in(b.air, j) && corner_of(a.low, i) == corner_of(b.low, j)) return true;
    return false;
}

/// The air regions near a ghost to which these elements belong: numbers from 0.
std::vector<std::uint8_t> DualCells::airs_around(const Node& ghost, const std::vector<std::size_t>& elements) const {
    std::array<std::uint8_t, 27> part{};
    std::iota(part.begin(), part.end(), std::uint8_t{0});
    const auto root = [&](std::uint8_t i) {
        while (part[i] != i) i = part[i];
        return i;
    };
    const auto number = [&](const Node& n) {
        return static_cast<std::uint8_t>((n.x - ghost.x + 1) + 3 * (n.y - ghost.y + 1) + 9 * (n.z - ghost.z + 1));
    };
    const auto reached = [&](const Node& n) {
        return extent_.contains(n.x, n.y, n.z) && pieces_.is_node_reached(extent_.index(n.x, n.y, n.z));
    };
    for (std::int64_t i = 0; i < 27; ++i) {
        const Node n{ghost.x - 1 + i % 3, ghost.y - 1 + i / 3 % 3, ghost.z - 1 + i / 9};
        if (!reached(n)) continue;
        for (int axis = 0; axis < 3; ++axis) {
            const Node next{n.x + (axis == 0 ? 1 : 0), n.y + (axis == 1 ? 1 : 0), n.z + (axis == 2 ? 1 : 0)};
            const bool inside = next.x <= ghost.x + 1 && next.y <= ghost.y + 1 && next.z <= ghost.z + 1;
            if (!inside || !reached(next) || !cuts_.of(axis, extent_.index(n.x, n.y, n.z)).empty()) continue;
            part[root(number(next))] = root(number(n));
        }
    }
    std::vector<std::uint8_t> airs;
    for (const std::size_t e : elements) {
        const auto first = static_cast<unsigned>(std::countr_zero(elements_[e].air));
        airs.push_back(root(number(corner_of(elements_[e].low, first))));
    }
    return airs;
}

void DualCells::share_ghosts() {
    std::vector<std::pair<std::int64_t, std::size_t>> wanted;
    for (std::size_t e = 0; e < elements_.size(); ++e)
        for (unsigned corner = 0; corner < 8; ++corner) {
            const Node n = corner_of(elements_[e].low, corner);
            if (is_in(elements_[e].ghosts, corner)) wanted.emplace_back(extent_.index(n.x, n.y, n.z), e);
        }
    std::ranges::sort(wanted);
    for (std::size_t i = 0; i < wanted.size();) {
        std::vector<std::size_t> elements;
        const std::int64_t node = wanted[i].first;
        for (; i < wanted.size() && wanted[i].first == node; ++i) elements.push_back(wanted[i].second);
        const auto one_air = [&] {
            for (std::size_t k = 1; k < elements.size(); ++k)
                if (!same_air(elements_[elements[0]], elements_[elements[k]])) return false;
            return true;
        };
        if (one_air()) continue;
        const Node ghost = node_at(extent_, node);
        const std::vector<std::uint8_t> airs = airs_around(ghost, elements);
        std::array<double, 27> volume{};
        for (std::size_t k = 0; k < elements.size(); ++k) volume[airs[k]] += elements_[elements[k]].volume;
        const auto owner = std::ranges::max_element(volume) - volume.begin();
        for (std::size_t k = 0; k < elements.size(); ++k) {
            Element& element = elements_[elements[k]];
            if (airs[k] == owner) continue;
            for (unsigned corner = 0; corner < 8; ++corner)
                if (corner_of(element.low, corner) == ghost)
                    element.ghosts = static_cast<std::uint8_t>(element.ghosts & ~(1U << corner));
        }
    }
}

/// The elements of a box; a box that only the mask describes gets them.
std::vector<std::size_t> DualCells::elements_of(const Node& low) {
    const auto found = of_box_.find(key_of(low));
    if (found != of_box_.end()) return found->second;
    std::array<std::uint8_t, 8> group{};
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Node n = corner_of(low, corner);
        if (extent_.contains(n.x, n.y, n.z) && pieces_.is_node_reached(extent_.index(n.x, n.y, n.z)))
            group[corner] = static_cast<std::uint8_t>(1U << corner);
    }
    for (int round = 0; round < 3; ++round)
        for (unsigned corner = 0; corner < 8; ++corner)
            for (const unsigned step : {1U, 2U, 4U}) {
                if (group[corner] == 0 || group[corner ^ step] == 0) continue;
                const auto both = static_cast<std::uint8_t>(group[corner] | group[corner ^ step]);
                for (unsigned k = 0; k < 8; ++k)
                    if (is_in(both, k)) group[k] = both;
            }
    std::vector<std::size_t> made;
    for (unsigned corner = 0; corner < 8; ++corner) {
        if (group[corner] == 0 || (group[corner] & ((1U << corner) - 1)) != 0) continue;
        made.push_back(elements_.size());
        elements_.push_back({low, group[corner], 0, std::popcount(group[corner]) / 8.0});
    }
    if (!made.empty()) of_box_[key_of(low)] = made;
    return made;
}

std::size_t DualCells::element_of(const WallPiece& piece) const {
    const auto found = of_box_.find(key_of(piece.low));
    if (found == of_box_.end()) return elements_.size();
    for (const std::size_t e : found->second)
        if ((elements_[e].air & piece.air) != 0) return e;
    return elements_.size();
}

/// Element for a wall piece that is not visible from any corner of its box: the element of the node from which it is
/// visible, in the nearest box.
std::size_t DualCells::element_before(const WallPiece& piece) {
    const Node seer = node_at(extent_, piece.seer);
    std::size_t best = elements_.size();
    double nearest = 1e9;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Node low{seer.x - (corner & 1U), seer.y - (corner >> 1 & 1U), seer.z - (corner >> 2 & 1U)};
        const double away = std::hypot(static_cast<double>(low.x) + 0.5 - piece.centre[0],
                                       static_cast<double>(low.y) + 0.5 - piece.centre[1],
                                       static_cast<double>(low.z) + 0.5 - piece.centre[2]);
        if (away >= nearest) continue;
        for (const std::size_t e : elements_of(low))
            if (is_in(elements_[e].air, corner)) {
                nearest = away;
                best = e;
            }
    }
    return best;
}

/// Moves the area to the elements by trilinear weights of a point slightly in front of the piece, which keeps the
/// centroid of the area.
bool DualCells::move(const WallPiece& piece, std::size_t own, std::uint8_t surface) {
    constexpr double least_share = 1e-9, enough = 0.2;
    for (int quarters = stiffness_ == CutStiffness::mean ? 1 : 0; quarters <= 6; ++quarters) {
        const double before = 0.25 * quarters;
        std::array<std::int64_t, 3> base{};
        std::array<double, 3> share{};
        for (std::size_t d = 0; d < 3; ++d) {
            const double at = piece.centre[d] + before * piece.normal[d] - 0.5;
            base[d] = static_cast<std::int64_t>(std::floor(at));
            share[d] = at - std::floor(at);
        }
        std::vector<std::pair<std::size_t, double>> weights;
        double sum = 0;
        for (unsigned corner = 0; corner < 8; ++corner) {
            double weight = 1;
            for (std::size_t d = 0; d < 3; ++d) weight *= (corner >> d & 1U) != 0 ? share[d] : 1 - share[d];
            if (weight < least_share) continue;
            const Node low = corner_of({base[0], base[1], base[2]}, corner);
            for (const std::size_t e : elements_of(low)) {
                const bool mine = low == elements_[own].low ? e == own : same_air(elements_[e], elements_[own]);
                const int nodes = std::popcount(static_cast<unsigned>(elements_[e].air | elements_[e].ghosts));
                if (!mine || elements_[e].volume * 8 / nodes < enough) continue;
                weights.emplace_back(e, weight);
                sum += weight;
            }
        }
        if (sum == 0) continue;
        for (const auto& [element, weight] : weights) place(element, surface, piece.area * weight / sum);
        return true;
    }
    return false;
}

void DualCells::place(std::size_t element, std::uint8_t surface, double area) {
    constexpr std::size_t least = 1U << 16;
    if (placed_.size() >= std::max(join_at_, least)) {
        join_placed();
        join_at_ = 2 * placed_.size();
        placed_.reserve(std::max(join_at_, least));
    }
    placed_.push_back({static_cast<std::uint32_t>(element), surface, area});
}

/// One entry per element and surface. The order of equal ones is that of their areas, so sums do not depend on it.
void DualCells::join_placed() {
    std::ranges::sort(placed_);
    std::size_t kept = 0;
    for (const Placed& one : placed_)
        if (kept > 0 && placed_[kept - 1].element == one.element && placed_[kept - 1].surface == one.surface)
            placed_[kept - 1].area += one.area;
        else
            placed_[kept++] = one;
    placed_.resize(kept);
}

CutRoom DualCells::room(const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of) {
    std::vector<const WallPiece*> by_mask;
    for (const WallPiece& piece : walls_.all()) {
        if (piece.seer < 0 && aligned_.at(key_of(piece.low))) {
            by_mask.push_back(&piece);
            continue;
        }
        const std::size_t own = piece.seer < 0 ? element_of(piece) : element_before(piece);
        if (own == elements_.size()) {
            lost_ += piece.area;
            continue;
        }
        const std::uint8_t surface = surface_of(piece.triangle);
        if (!move(piece, own, surface)) place(own, surface, piece.area);
    }
    for (const WallPiece* piece : by_mask)  // boxes that have elements now have no other ports
        if (const std::size_t own = element_of(*piece); own != elements_.size())
            place(own, surface_of(piece->triangle), piece->area);
    join_placed();

    const auto box_of = [&](std::size_t e) { return std::pair{key_of(elements_[e].low), elements_[e].air}; };
    std::ranges::sort(placed_, [&](const Placed& a, const Placed& b) {
        return std::tuple{box_of(a.element), a.surface} < std::tuple{box_of(b.element), b.surface};
    });
    CutRoom room;
    std::array<double, 256> left{};  // remainder of each surface
    const auto nodes_of = [](const Element& e) { return static_cast<std::uint8_t>(e.air | e.ghosts); };
    for (std::size_t i = 0; i < placed_.size();) {
        const Placed& first = placed_[i];
        double area = left[first.surface];
        for (; i < placed_.size() && placed_[i].element == first.element && placed_[i].surface == first.surface; ++i)
            area += placed_[i].area;
        // Rounded to 1/16 of an octave, with the remainder passed to the next one: this gives few laws and keeps the
        // sum.
        constexpr double per_octave = 16, least = 1.0 / 64;
        const double rounded = area < least ? 0 : std::exp2(std::round(std::log2(area) * per_octave) / per_octave);
        left[first.surface] = area - rounded;
        const Element& element = elements_[first.element];
        if (rounded > 0) room.ports.push_back({element.low, nodes_of(element), first.surface, rounded});
    }
    for (const Element& element : elements_) {
        room.elements.push_back({element.low, nodes_of(element), element.volume});
        more_volume_ += element.volume - std::popcount(element.air) / 8.0;
    }
    const auto order = [](const auto& entry) { return std::pair{key_of(entry.low), entry.nodes}; };
    std::ranges::sort(room.elements, {}, order);
    std::ranges::stable_sort(room.ports, {}, order);
    return room;
}

std::int64_t DualCells::bytes() const {
    constexpr std::size_t of_node = 48;  // overhead of a map node, including that of the allocator
    constexpr std::size_t of_list = 32;  // one element of a list
    return static_cast<std::int64_t>(elements_.capacity() * sizeof(Element) + placed_.capacity() * sizeof(Placed) +
                                     of_box_.size() *
                                         (of_node + of_list + sizeof(std::pair<Key, std::vector<std::size_t>>)) +
                                     aligned_.size() * (of_node + sizeof(std::pair<Key, bool>)));
}

}  // namespace wavesim
