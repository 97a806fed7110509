// SPDX-License-Identifier: MIT
#include "solvers/space/dual_cells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "solvers/space/wall_placer.hpp"
#include "stencils/grid/parallel_for.hpp"

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

void keep_one_of_each(std::vector<Node>& boxes, int threads) {
    parallel_sort(boxes.begin(), boxes.end(), threads,
                  [](const Node& a, const Node& b) { return key_of(a) < key_of(b); });
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
}

}  // namespace

DualCells::DualCells(const WallPieces& walls, const EdgeCuts& cuts, const RowPieces& pieces, CutStiffness stiffness,
                     int threads)
    : walls_(walls),
      cuts_(cuts),
      pieces_(pieces),
      extent_(cuts.extent()),
      stiffness_(stiffness),
      threads_(threads),
      elements_(extent_),
      placed_(threads) {
    add_elements();
    add_whole_boxes();
    share_ghosts();
}

/// Whether a solid of `solids` fills a part of the box; such boxes keep the faces of cells.
bool DualCells::has_solid(const Node& low) const {
    if (!cuts_.has_boxes()) return false;
    for (unsigned corner = 0; corner < 8; ++corner)
        for (const int axis : {0, 1, 2}) {
            const Node n = corner_of(low, corner);
            if (is_in(corner, static_cast<unsigned>(axis)) || !extent_.contains(n.x, n.y, n.z)) continue;
            for (const EdgeCut& cut : cuts_.of(axis, extent_.index(n.x, n.y, n.z)))
                if (cut.triangle == EdgeCut::box) return true;
        }
    return false;
}

/// The corners of a box that are nodes of the grid.
unsigned DualCells::corners_there(const Node& low) const {
    unsigned there = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Node n = corner_of(low, corner);
        if (extent_.contains(n.x, n.y, n.z)) there |= 1U << corner;
    }
    return there;
}

void DualCells::add_elements() {
    const auto& airs = walls_.airs();
    const auto first = blocks_of(airs.size(), 4096, [&](std::size_t i) { return airs[i].low != airs[i - 1].low; });
    parallel_in_order(
        std::ssize(first) - 1, threads_,
        [&](std::int64_t block) {
            Boxes boxes;
            for (std::size_t i = first[static_cast<std::size_t>(block)];
                 i < first[static_cast<std::size_t>(block) + 1];) {
                std::size_t end = i + 1;
                while (end < airs.size() && airs[end].low == airs[i].low) ++end;
                add_box(std::span(airs).subspan(i, end - i), boxes);
                i = end;
            }
            return boxes;
        },
        [&](const Boxes& boxes) { add(boxes); });
}

/// Adds a box with these air regions, with elements unless the mask describes it.
void DualCells::add_box(std::span<const BoxAir> airs, Boxes& boxes) const {
    const Node& low = airs.front().low;
    const auto place = [](const WallPiece& piece) { return key_of(piece.low); };
    const std::span walls(std::ranges::lower_bound(walls_.all(), key_of(low), {}, place),
                          std::ranges::upper_bound(walls_.all(), key_of(low), {}, place));
    bool by_mask = std::ranges::all_of(walls, on_faces);
    const unsigned there = corners_there(low);
    unsigned air = 0;
    for (const BoxAir& one : airs) {
        air |= one.corners;
        by_mask = by_mask && std::abs(one.volume - std::popcount(one.corners) / 8.0) < 1e-3;
    }
    bool apart = false;  // two adjacent air regions, which a mask would connect
    for (const BoxAir& one : airs)
        for (unsigned corner = 0; corner < 8; ++corner)
            for (const unsigned step : {1U, 2U, 4U})
                if (is_in(one.corners, corner) && is_in(air & ~one.corners, corner ^ step)) apart = true;
    by_mask = by_mask && !apart;
    const bool beside_solid = has_solid(low);
    if (beside_solid) by_mask = !apart;
    boxes.low.push_back(low);
    boxes.count.push_back(by_mask ? 0 : airs.size());
    if (by_mask) return;
    for (const BoxAir& one : airs) {
        unsigned ghosts = beside_solid ? 0 : there & ~air;
        for (const WallPiece& wall : walls)  // a wall on a face of cells needs no ghosts
            if ((wall.air & one.corners) != 0 && on_faces(wall) && (beyond(wall) & one.corners) == 0)
                ghosts &= ~beyond(wall);
        boxes.elements.push_back(
            {low, one.corners, static_cast<std::uint8_t>(ghosts),
             beside_solid ? std::popcount(one.corners) / 8.0 : std::max(one.volume, least_volume)});
    }
}

/// Adds boxes beside walls that pass through nodes. The boxes are not cut, but their corners on the wall are solid;
/// these are ghosts.
void DualCells::add_whole_boxes() {
    constexpr std::int64_t of_block = 4096;
    const auto blocks = (static_cast<std::int64_t>(elements_.size()) + of_block - 1) / of_block;
    std::vector<Node> beside;  // boxes beside ghosts that have no elements yet
    parallel_in_order(
        blocks, threads_,
        [&](std::int64_t block) {
            std::vector<Node> some;
            const std::size_t end = std::min(static_cast<std::size_t>((block + 1) * of_block), elements_.size());
            for (auto e = static_cast<std::size_t>(block * of_block); e < end; ++e)
                for (unsigned corner = 0; corner < 8; ++corner) {
                    if (!is_in(elements_[e].ghosts, corner)) continue;
                    const Node ghost = corner_of(elements_[e].low, corner);
                    for (unsigned own = 0; own < 8; ++own) {
                        const Node low{ghost.x - (own & 1U), ghost.y - (own >> 1 & 1U), ghost.z - (own >> 2 & 1U)};
                        if (!elements_.knows(low)) some.push_back(low);
                    }
                }
            keep_one_of_each(some, 1);
            return some;
        },
        [&](const std::vector<Node>& some) { beside.insert(beside.end(), some.begin(), some.end()); });
    keep_one_of_each(beside, threads_);
    const auto first = blocks_of(beside.size(), 4096, [](std::size_t) { return true; });
    parallel_in_order(
        std::ssize(first) - 1, threads_,
        [&](std::int64_t block) {
            Boxes boxes;
            for (std::size_t i = first[static_cast<std::size_t>(block)]; i < first[static_cast<std::size_t>(block) + 1];
                 ++i)
                add_whole_box(beside[i], boxes);
            return boxes;
        },
        [&](const Boxes& boxes) { add(boxes); });
}

void DualCells::add_whole_box(const Node& low, Boxes& boxes) const {
    if (has_solid(low)) return;
    std::vector<DualElement> made = elements_of_mask(low, extent_, pieces_);
    if (made.empty()) return;
    const unsigned there = corners_there(low);
    DualElement& whole = made.front();
    // A box with most of its corners in the wall may lie in it.
    if (made.size() == 1 && 2 * std::popcount(whole.air) > std::popcount(there)) {
        whole.volume = std::popcount(there) / 8.0;
        whole.ghosts = static_cast<std::uint8_t>(there & ~whole.air);
    }
    boxes.low.push_back(low);
    boxes.count.push_back(made.size());
    boxes.elements.insert(boxes.elements.end(), made.begin(), made.end());
}

void DualCells::add(const Boxes& boxes) {
    std::size_t from = 0;
    for (std::size_t b = 0; b < boxes.low.size(); from += boxes.count[b++])
        elements_.add(boxes.low[b], std::span(boxes.elements).subspan(from, boxes.count[b]));
}

/// The air regions near a ghost to which these elements belong: numbers from 0.
std::vector<std::uint8_t> DualCells::airs_around(const Node& ghost, std::span<const std::size_t> elements) const {
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
    parallel_sort(wanted.begin(), wanted.end(), threads_, std::less());
    most_bytes_ = elements_.bytes() + static_cast<std::int64_t>(wanted.size() * sizeof(wanted.front()));
    const auto first =
        blocks_of(wanted.size(), 4096, [&](std::size_t i) { return wanted[i].first != wanted[i - 1].first; });
    std::vector<GivenUp> given_up;
    parallel_in_order(
        std::ssize(first) - 1, threads_,
        [&](std::int64_t block) {
            std::vector<GivenUp> some;
            std::vector<std::size_t> elements;
            for (std::size_t i = first[static_cast<std::size_t>(block)];
                 i < first[static_cast<std::size_t>(block) + 1];) {
                const std::int64_t node = wanted[i].first;
                elements.clear();
                for (; i < wanted.size() && wanted[i].first == node; ++i) elements.push_back(wanted[i].second);
                share_ghost(node, elements, some);
            }
            return some;
        },
        [&](const std::vector<GivenUp>& some) { given_up.insert(given_up.end(), some.begin(), some.end()); });
    for (const GivenUp& one : given_up)
        elements_[one.element].ghosts = static_cast<std::uint8_t>(elements_[one.element].ghosts & ~(1U << one.corner));
}

/// Finds which of the elements that want a ghost do not get it.
void DualCells::share_ghost(std::int64_t node, std::span<const std::size_t> elements,
                            std::vector<GivenUp>& given_up) const {
    const bool one_air = std::ranges::all_of(
        elements.subspan(1), [&](std::size_t e) { return same_air(elements_[elements.front()], elements_[e]); });
    if (one_air) return;
    const Node ghost = node_at(extent_, node);
    const std::vector<std::uint8_t> airs = airs_around(ghost, elements);
    std::array<double, 27> volume{};
    for (std::size_t k = 0; k < elements.size(); ++k) volume[airs[k]] += elements_[elements[k]].volume;
    const auto owner = std::ranges::max_element(volume) - volume.begin();
    for (std::size_t k = 0; k < elements.size(); ++k)
        for (unsigned corner = 0; airs[k] != owner && corner < 8; ++corner)
            if (corner_of(elements_[elements[k]].low, corner) == ghost)
                given_up.push_back({elements[k], static_cast<std::uint8_t>(corner)});
}

/// Places all pieces: first those of boxes with elements, on all threads. Boxes that get elements meanwhile are added
/// in the order of pieces.
void DualCells::place_walls(const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of) {
    constexpr std::int64_t of_block = 4096;
    const auto& walls = walls_.all();
    const std::int64_t blocks = (std::ssize(walls) + of_block - 1) / of_block;
    const auto in_block = [&](std::int64_t block, const auto& visit) {
        for (std::int64_t i = block * of_block; i < std::min((block + 1) * of_block, std::ssize(walls)); ++i)
            visit(walls[static_cast<std::size_t>(i)]);
    };
    const auto is_by_mask = [](const DualElements& elements, const WallPiece& piece) {
        return piece.seer < 0 && elements.is_by_mask(piece.low);
    };
    const std::size_t known = elements_.size();
    DualElements added(extent_);
    std::vector<Node> boxes;  // with elements of `added`
    parallel_in_order(
        blocks, threads_,
        [&](std::int64_t block) {
            WallPlacer placer(elements_, pieces_, extent_, stiffness_);
            in_block(block, [&](const WallPiece& piece) {
                if (!is_by_mask(elements_, piece)) placer.add(piece, surface_of(piece.triangle));
            });
            join(placer.placed, 1);
            return placer;
        },
        [&](WallPlacer placer) {
            std::vector<std::uint32_t> number(placer.made().size());  // of each element of the placer
            for (const Node& low : placer.made_boxes) {
                const ElementRange own = placer.made().of(low);
                ElementRange all = added.of(low);
                if (all.empty()) {
                    std::vector<DualElement> made;
                    for (std::uint32_t i = 0; i < own.count; ++i) made.push_back(placer.made()[own.first + i]);
                    all = added.add(low, made);
                    boxes.push_back(low);
                }
                for (std::uint32_t i = 0; i < own.count; ++i)
                    number[own.first + i] = static_cast<std::uint32_t>(known) + all.first + i;
            }
            for (PlacedWall& one : placer.placed)
                if (one.element >= known) one.element = number[one.element - known];
            placed_.add(placer.placed);
            lost_ += placer.lost;
        });
    parallel_in_order(
        blocks, threads_,
        [&](std::int64_t block) {  // boxes that have elements now have no other ports
            std::vector<PlacedWall> placed;
            in_block(block, [&](const WallPiece& piece) {
                if (!is_by_mask(elements_, piece)) return;
                if (const auto own = element_of(added, piece))
                    placed.push_back(
                        {static_cast<std::uint32_t>(known + *own), surface_of(piece.triangle), piece.area});
            });
            return placed;
        },
        [&](const std::vector<PlacedWall>& placed) { placed_.add(placed); });
    for (const Node& low : boxes) {
        const ElementRange range = added.of(low);
        std::vector<DualElement> made;
        for (std::uint32_t i = 0; i < range.count; ++i) made.push_back(added[range.first + i]);
        elements_.add(low, made);
    }
}

CutRoom DualCells::room(const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of) {
    place_walls(surface_of);
    std::vector<PlacedWall> placed = placed_.take();
    most_bytes_ =
        std::max(most_bytes_, elements_.bytes() + static_cast<std::int64_t>(placed.capacity() * sizeof(PlacedWall)));
    const auto order_of = [&](const PlacedWall& wall) {
        const DualElement& e = elements_[wall.element];
        return std::tuple{key_of(e.low), e.air, wall.surface};
    };
    parallel_sort(placed.begin(), placed.end(), threads_,
                  [&](const PlacedWall& a, const PlacedWall& b) { return order_of(a) < order_of(b); });
    CutRoom room;
    std::array<double, 256> left{};  // remainder of each surface
    const auto nodes_of = [](const DualElement& e) { return static_cast<std::uint8_t>(e.air | e.ghosts); };
    for (const PlacedWall& wall : placed) {
        // Rounded to 1/16 of an octave, with the remainder passed to the next one: this gives few laws and keeps the
        // sum.
        constexpr double per_octave = 16, least = 1.0 / 64;
        const double area = left[wall.surface] + wall.area;
        const double rounded = area < least ? 0 : std::exp2(std::round(std::log2(area) * per_octave) / per_octave);
        left[wall.surface] = area - rounded;
        const DualElement& element = elements_[wall.element];
        if (rounded > 0) room.ports.push_back({element.low, nodes_of(element), wall.surface, rounded});
    }
    placed = std::vector<PlacedWall>();
    room.elements.reserve(elements_.size());
    for (std::size_t e = 0; e < elements_.size(); ++e) {
        const DualElement& element = elements_[e];
        room.elements.push_back({element.low, nodes_of(element), element.volume});
        more_volume_ += element.volume - std::popcount(element.air) / 8.0;
    }
    const auto before = [](const auto& a, const auto& b) {
        return std::pair{key_of(a.low), a.nodes} < std::pair{key_of(b.low), b.nodes};
    };
    parallel_sort(room.elements.begin(), room.elements.end(), threads_, before);
    std::ranges::stable_sort(room.ports, before);
    return room;
}

}  // namespace wavesim
