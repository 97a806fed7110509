// SPDX-License-Identifier: MIT
#include "solvers/space/wall_placer.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace wavesim {

namespace {

Node corner_of(const Node& low, unsigned corner) {
    return {low.x + (corner & 1U), low.y + (corner >> 1 & 1U), low.z + (corner >> 2 & 1U)};
}

bool is_in(unsigned mask, unsigned corner) { return (mask >> corner & 1U) != 0; }

}  // namespace

bool same_air(const DualElement& a, const DualElement& b) {
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j)
            if (is_in(a.air, i) && is_in(b.air, j) && corner_of(a.low, i) == corner_of(b.low, j)) return true;
    return false;
}

std::vector<DualElement> elements_of_mask(const Node& low, const Extent& extent, const RowPieces& pieces) {
    std::array<std::uint8_t, 8> group{};
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Node n = corner_of(low, corner);
        if (extent.contains(n.x, n.y, n.z) && pieces.is_node_reached(extent.index(n.x, n.y, n.z)))
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
    std::vector<DualElement> made;
    for (unsigned corner = 0; corner < 8; ++corner)
        if (group[corner] != 0 && (group[corner] & ((1U << corner) - 1)) == 0)
            made.push_back({low, group[corner], 0, std::popcount(group[corner]) / 8.0});
    return made;
}

std::optional<std::size_t> element_of(const DualElements& elements, const WallPiece& piece) {
    const ElementRange range = elements.of(piece.low);
    for (std::size_t e = range.first; e < std::size_t{range.first} + range.count; ++e)
        if ((elements[e].air & piece.air) != 0) return e;
    return {};
}

/// The elements of a box; a box that only the mask describes gets them.
ElementRange WallPlacer::elements_of(const Node& low) {
    const auto behind = static_cast<std::uint32_t>(known_.size());
    if (const ElementRange found = known_.of(low); !found.empty()) return found;
    if (made_.knows(low)) {
        const ElementRange found = made_.of(low);
        return {behind + found.first, found.count};
    }
    const ElementRange range = made_.add(low, elements_of_mask(low, extent_, pieces_));
    if (!range.empty()) made_boxes.push_back(low);
    return {behind + range.first, range.count};
}

/// Element for a wall piece that is not visible from any corner of its box: the element of the node from which it is
/// visible, in the nearest box.
std::optional<std::size_t> WallPlacer::element_before(const WallPiece& piece) {
    const Node seer = node_at(extent_, piece.seer);
    std::optional<std::size_t> best;
    double nearest = 1e9;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Node low{seer.x - (corner & 1U), seer.y - (corner >> 1 & 1U), seer.z - (corner >> 2 & 1U)};
        const double away = std::hypot(static_cast<double>(low.x) + 0.5 - piece.centre[0],
                                       static_cast<double>(low.y) + 0.5 - piece.centre[1],
                                       static_cast<double>(low.z) + 0.5 - piece.centre[2]);
        if (away >= nearest) continue;
        const ElementRange range = elements_of(low);
        for (std::size_t e = range.first; e < std::size_t{range.first} + range.count; ++e)
            if (is_in(at(e).air, corner)) {
                nearest = away;
                best = e;
            }
    }
    return best;
}

/// Moves the area to the elements by trilinear weights of a point slightly in front of the piece, which keeps the
/// centroid of the area.
bool WallPlacer::move(const WallPiece& piece, std::size_t own, std::uint8_t surface) {
    constexpr double least_share = 1e-9, enough = 0.2;
    std::array<std::pair<std::size_t, double>, 64> weights;
    for (int quarters = stiffness_ == CutStiffness::mean ? 1 : 0; quarters <= 6; ++quarters) {
        const double before = 0.25 * quarters;
        std::array<std::int64_t, 3> base{};
        std::array<double, 3> share{};
        for (std::size_t d = 0; d < 3; ++d) {
            const double position = piece.centre[d] + before * piece.normal[d] - 0.5;
            base[d] = static_cast<std::int64_t>(std::floor(position));
            share[d] = position - std::floor(position);
        }
        std::size_t count = 0;
        double sum = 0;
        for (unsigned corner = 0; corner < 8; ++corner) {
            double weight = 1;
            for (std::size_t d = 0; d < 3; ++d)
                weight *= is_in(corner, static_cast<unsigned>(d)) ? share[d] : 1 - share[d];
            if (weight < least_share) continue;
            const Node low = corner_of({base[0], base[1], base[2]}, corner);
            const ElementRange range = elements_of(low);
            for (std::size_t e = range.first; e < std::size_t{range.first} + range.count; ++e) {
                const DualElement& element = at(e);
                const bool mine = low == at(own).low ? e == own : same_air(element, at(own));
                const int nodes = std::popcount(static_cast<unsigned>(element.air | element.ghosts));
                if (!mine || element.volume * 8 / nodes < enough) continue;
                weights[count++] = {e, weight};
                sum += weight;
            }
        }
        if (sum == 0) continue;
        for (std::size_t i = 0; i < count; ++i)
            placed.push_back(
                {static_cast<std::uint32_t>(weights[i].first), surface, piece.area * weights[i].second / sum});
        return true;
    }
    return false;
}

void WallPlacer::add(const WallPiece& piece, std::uint8_t surface) {
    const std::optional<std::size_t> own = piece.seer < 0 ? element_of(known_, piece) : element_before(piece);
    if (!own)
        lost += piece.area;
    else if (!move(piece, *own, surface))
        placed.push_back({static_cast<std::uint32_t>(*own), surface, piece.area});
}

}  // namespace wavesim
