// SPDX-License-Identifier: MIT
#include "solvers/space/wall_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "solvers/space/box_polygon.hpp"
#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

using Corner = std::array<double, 3>;

constexpr double least_area = 1e-9;     ///< cell faces
constexpr double beside = 1e-4;         ///< distance in cells from a piece to the point in the air in front of it
constexpr double on_box = 1e-7;         ///< a piece between two boxes lies in the lower one
constexpr std::size_t rays_across = 4;  ///< per axis; at planes 2 find volumes to 0.03 %, edges need more
constexpr std::int64_t finer = 6;       ///< parts of a box along each axis where triangles may pass through others

Corner minus(const Corner& a, const Corner& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Corner& a, const Corner& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Corner cross(const Corner& a, const Corner& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Corner between(const Corner& a, const Corner& b, double share) {
    return {a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])};
}

std::array<std::int64_t, 3> coordinates(const Node& n) { return {n.x, n.y, n.z}; }
auto order_of(const Node& n) { return std::tuple{n.z, n.y, n.x}; }

/// Intersection of a segment with a triangle, 0 to 1; below 0: none. Moeller and Trumbore (J. Graphics Tools 2 (1997)
/// 21).
double meeting(const std::array<Corner, 3>& t, const Corner& from, const Corner& way) {
    constexpr double rim = 1e-9;
    const Corner a = minus(t[1], t[0]), b = minus(t[2], t[0]), p = cross(way, b);
    const double volume = dot(a, p);
    if (volume == 0) return -1;
    const Corner s = minus(from, t[0]);
    const double u = dot(s, p) / volume;
    if (u < -rim || u > 1 + rim) return -1;
    const Corner q = cross(s, a);
    const double v = dot(way, q) / volume;
    if (v < -rim || u + v > 1 + rim) return -1;
    const double at = dot(b, q) / volume;
    return at >= 0 && at <= 1 ? at : -1;
}

Corner corner_at(const Node& low, unsigned corner) {
    return {static_cast<double>(low.x + (corner & 1U)) + EdgeCuts::shift[0],
            static_cast<double>(low.y + (corner >> 1 & 1U)) + EdgeCuts::shift[1],
            static_cast<double>(low.z + (corner >> 2 & 1U)) + EdgeCuts::shift[2]};
}

/// Appends the lists of all blocks, and empties these.
template <class Block, class Item, class List = std::identity>
void join(std::vector<Block>& blocks, std::vector<Item>& all, List list = {}) {
    std::size_t items = all.size();
    for (Block& block : blocks) items += std::invoke(list, block).size();
    all.reserve(items);
    for (Block& block : blocks) {
        const std::vector<Item> some = std::move(std::invoke(list, block));
        all.insert(all.end(), some.begin(), some.end());
    }
}

struct SmallPart {
    double area = 0;
    Corner centre{};
};

/// The eighth of a box in which a position lies, by bits x, y, z.
std::size_t eighth_of(const Node& low, const Corner& at) {
    const auto from = coordinates(low);
    std::size_t eighth = 0;
    for (std::size_t d = 0; d < 3; ++d)
        if (at[d] - static_cast<double>(from[d]) > 0.5 + on_box) eighth |= std::size_t{1} << d;
    return eighth;
}

/// The part of a triangle in a box, in small parts whose visibility is tested individually; `fine`: along each axis.
std::vector<SmallPart> small_parts(const std::array<Corner, 3>& triangle, const Node& low, std::int64_t fine) {
    std::vector<SmallPart> parts;
    const auto from = coordinates(low);
    const auto slice = [&](const auto& self, BoxPolygon rest, std::size_t axis) -> void {
        if (rest.empty()) return;
        if (axis == 3) {
            if (const double area = rest.area(); area > least_area) parts.push_back({area, rest.centre()});
            return;
        }
        const auto face = [&](std::int64_t i) {
            return static_cast<double>(from[axis]) + static_cast<double>(i) / static_cast<double>(fine) + on_box;
        };
        rest = rest.above(axis, face(0)).below(axis, face(fine));
        for (std::int64_t i = 1; i <= fine && !rest.empty(); ++i) {
            self(self, rest.below(axis, face(i)), axis + 1);
            rest = rest.above(axis, face(i));
        }
    };
    slice(slice, BoxPolygon(triangle), 0);
    return parts;
}

}  // namespace

WallPieces::WallPieces(const TriangleMesh& mesh, const EdgeCuts& cuts, const RowPieces& pieces, double spacing_m,
                       bool volumes, const BoxPlanes& planes, int threads)
    : mesh_(mesh), extent_(cuts.extent()), planes_(planes) {
    corners_.reserve(mesh.corners.size());
    for (const Point& p : mesh.corners)
        corners_.push_back({p.x / spacing_m - 0.5, p.y / spacing_m - 0.5, p.z / spacing_m - 0.5});
    cut_triangles(threads);
    // By box, those of a box by triangle; a box has one part of a triangle.
    parallel_sort(parts_.begin(), parts_.end(), threads, [](const Part& a, const Part& b) {
        return std::tuple{order_of(a.low), a.triangle} < std::tuple{order_of(b.low), b.triangle};
    });
    find(cuts, pieces, volumes, threads);
    // lists are joined from those of blocks: of parts both stand at once, of the others a seventh more than the list
    const auto joined = static_cast<std::int64_t>(seen_.size() * sizeof(WallPiece) + airs_.size() * sizeof(BoxAir));
    making_bytes_ = std::max(bytes() + joined / 7, static_cast<std::int64_t>(2 * parts_.size() * sizeof(Part)));
    parts_ = std::vector<Part>();  // `= {}` would keep their memory
    corners_ = std::vector<Corner>();
}

void WallPieces::cut_triangles(int threads) {
    constexpr std::int64_t of_block = 4096;
    const auto triangles = static_cast<std::int64_t>(mesh_.triangles.size());
    std::vector<std::vector<Part>> blocks(static_cast<std::size_t>((triangles + of_block - 1) / of_block));
    parallel_for(std::ssize(blocks), threads, [&](std::int64_t block) {
        for (std::int64_t i = block * of_block; i < std::min((block + 1) * of_block, triangles); ++i)
            cut_triangle(static_cast<std::uint32_t>(i), blocks[static_cast<std::size_t>(block)]);
    });
    join(blocks, parts_);
}

void WallPieces::find(const EdgeCuts& cuts, const RowPieces& pieces, bool volumes, int threads) {
    constexpr std::size_t of_block = 4096;  // parts, and those that share their last box
    const auto before = [&](std::int64_t plane) {
        const auto part = std::ranges::lower_bound(parts_, plane, {}, [](const Part& p) { return p.low.z; });
        return static_cast<std::size_t>(part - parts_.begin());
    };
    std::vector<std::size_t> first{before(planes_.from)};
    const std::size_t last = before(planes_.to);
    while (first.back() < last) {
        std::size_t end = std::min(first.back() + of_block, last);
        while (end < last && order_of(parts_[end].low) == order_of(parts_[end - 1].low)) ++end;
        first.push_back(end);
    }
    std::vector<Found> blocks(first.size() - 1);
    parallel_for(std::ssize(blocks), threads, [&](std::int64_t block) {
        Found& found = blocks[static_cast<std::size_t>(block)];
        const std::size_t to = first[static_cast<std::size_t>(block) + 1];
        for (std::size_t i = first[static_cast<std::size_t>(block)]; i < to;) {
            std::size_t end = i + 1;
            while (end < to && order_of(parts_[end].low) == order_of(parts_[i].low)) ++end;
            const Box box = box_of(std::span(parts_).subspan(i, end - i), cuts, pieces);
            look_at(box, pieces, volumes, found.seen);
            if (volumes) measure(box, found.airs);
            i = end;
        }
    });
    join(blocks, seen_, &Found::seen);
    join(blocks, airs_, &Found::airs);
}

/// Cuts slices across x, each of them across y, and these across z, so that the cost grows with the number of pieces.
void WallPieces::cut_triangle(std::uint32_t triangle, std::vector<Part>& parts) const {
    std::array<Corner, 3> corners;
    for (std::size_t c = 0; c < 3; ++c) corners[c] = corners_[mesh_.triangles[triangle].corner[c]];
    // Pieces without a corner in air are looked at from boxes around them, which may lie a plane beyond.
    const auto from_z = static_cast<double>(planes_.from - 1), to_z = static_cast<double>(planes_.to + 1);
    const auto [lowest, highest] = std::minmax({corners[0][2], corners[1][2], corners[2][2]});
    if (highest < from_z || lowest > to_z + 1) return;
    std::array<std::int64_t, 3> low{};
    const auto slice = [&](const auto& self, const BoxPolygon& whole, std::size_t axis) -> void {
        if (axis == 3) {
            const double area = whole.area();
            if (area > least_area && low[2] >= planes_.from - 1 && low[2] <= planes_.to)
                parts.push_back({{low[0], low[1], low[2]}, triangle, area, whole.centre()});
            return;
        }
        const std::int64_t nodes = extent_.along(static_cast<int>(axis));
        const double end = static_cast<double>(nodes) - 0.5;
        const BoxPolygon inside = whole.above(axis, -0.5).below(axis, end);  // part inside the domain
        if (inside.empty()) return;
        const auto box_at = [](double at) { return static_cast<std::int64_t>(std::ceil(at - on_box)) - 1; };
        const std::int64_t from = box_at(inside.low(axis)), to = box_at(inside.high(axis));
        BoxPolygon rest = inside;
        for (std::int64_t box = from; box <= to && !rest.empty(); ++box) {
            low[axis] = std::clamp<std::int64_t>(box, -1, nodes - 1);
            if (box == to) return self(self, rest, axis + 1);
            const double face = static_cast<double>(box + 1) + on_box;
            self(self, rest.below(axis, face), axis + 1);
            rest = rest.above(axis, face);
        }
    };
    BoxPolygon whole(corners);
    if (lowest < from_z && planes_.from > -1) whole = whole.above(2, from_z + on_box);
    if (highest > to_z && planes_.to < extent_.nz) whole = whole.below(2, to_z + on_box);
    slice(slice, whole, 0);
}

WallPieces::Box WallPieces::box_of(std::span<const Part> parts, const EdgeCuts& cuts, const RowPieces& pieces) const {
    Box box{parts.front().low, parts, {}};
    const auto node = [&](unsigned corner) {
        return Node{box.low.x + (corner & 1U), box.low.y + (corner >> 1 & 1U), box.low.z + (corner >> 2 & 1U)};
    };
    std::array<std::int64_t, 8> index{};
    for (unsigned c = 0; c < 8; ++c) {
        const Node n = node(c);
        index[c] = extent_.contains(n.x, n.y, n.z) ? extent_.index(n.x, n.y, n.z) : -1;
        if (index[c] >= 0 && pieces.is_node_reached(index[c])) box.group[c] = static_cast<std::uint8_t>(1U << c);
    }
    for (bool grown = true; grown;) {
        grown = false;
        for (unsigned c = 0; c < 8; ++c)
            for (unsigned axis = 0; axis < 3; ++axis) {
                const unsigned other = c ^ 1U << axis;
                if (other < c || box.group[c] == 0 || box.group[other] == 0 || box.group[c] == box.group[other])
                    continue;
                if (!cuts.of(static_cast<int>(axis), index[c]).empty()) continue;
                const auto both = static_cast<std::uint8_t>(box.group[c] | box.group[other]);
                for (unsigned k = 0; k < 8; ++k)
                    if ((both >> k & 1U) != 0) box.group[k] = both;
                grown = true;
            }
    }
    return box;
}

bool WallPieces::is_blocked(const Box& box, const Corner& from, const Corner& to) const {
    const Corner way = minus(to, from);
    return std::ranges::any_of(box.parts, [&](const Part& part) {
        const auto& c = mesh_.triangles[part.triangle].corner;
        return meeting({corners_[c[0]], corners_[c[1]], corners_[c[2]]}, from, way) >= 0;
    });
}

/// The air region of the nearest corner from which a position is visible.
std::uint8_t WallPieces::seen_from(const Box& box, const Corner& at) const {
    double nearest = 1e9;
    std::uint8_t found = 0;
    for (unsigned c = 0; c < 8; ++c) {
        if (box.group[c] == 0 || (found & 1U << c) != 0) continue;
        const Corner corner = corner_at(box.low, c), way = minus(at, corner);
        const double distance = dot(way, way);
        if (distance >= nearest || is_blocked(box, corner, at)) continue;
        nearest = distance;
        found = box.group[c];
    }
    return found;
}

WallPieces::Corner WallPieces::normal_of(std::uint32_t triangle) const {
    const Point n = mesh_.normal(mesh_.triangles[triangle]);
    const double length = std::hypot(n.x, n.y, n.z);
    return {n.x / length, n.y / length, n.z / length};
}

std::span<const WallPieces::Part> WallPieces::parts_in(const Node& low) const {
    const auto place = [](const Part& part) { return order_of(part.low); };
    const auto first = std::ranges::lower_bound(parts_, order_of(low), {}, place);
    return {first, std::ranges::upper_bound(parts_, order_of(low), {}, place)};
}

/// Tests visibility from nodes of the neighbouring boxes.
void WallPieces::look_from_afar(const Box& box, const RowPieces& pieces, std::vector<WallPiece>& seen) const {
    std::vector<Node> seers;
    for (std::int64_t i = 0; i < 64; ++i) {
        const Node n{box.low.x - 1 + i % 4, box.low.y - 1 + i / 4 % 4, box.low.z - 1 + i / 16};
        if (extent_.contains(n.x, n.y, n.z) && pieces.is_node_reached(extent_.index(n.x, n.y, n.z))) seers.push_back(n);
    }
    if (seers.empty()) return;
    std::vector<Part> around;
    for (std::int64_t i = 0; i < 27; ++i) {
        const auto some = parts_in({box.low.x - 1 + i % 3, box.low.y - 1 + i / 3 % 3, box.low.z - 1 + i / 9});
        around.insert(around.end(), some.begin(), some.end());
    }
    const Box wide{box.low, around, {}};
    for (const Part& part : box.parts) {
        const Corner normal = normal_of(part.triangle);
        std::ranges::stable_sort(seers, {}, [&](const Node& n) {
            const Corner way = minus(corner_at(n, 0), part.centre);
            return dot(way, way);
        });
        for (const double sign : {1.0, -1.0}) {
            const Corner out{sign * normal[0], sign * normal[1], sign * normal[2]};
            const Corner at{part.centre[0] + beside * out[0], part.centre[1] + beside * out[1],
                            part.centre[2] + beside * out[2]};
            const auto seer =
                std::ranges::find_if(seers, [&](const Node& n) { return !is_blocked(wide, corner_at(n, 0), at); });
            if (seer == seers.end()) continue;
            seen.push_back(
                {box.low, part.triangle, 0, extent_.index(seer->x, seer->y, seer->z), part.area, part.centre, out});
        }
    }
}

void WallPieces::look_at(const Box& box, const RowPieces& pieces, bool eighths, std::vector<WallPiece>& seen) const {
    if (std::ranges::all_of(box.group, [](std::uint8_t group) { return group == 0; }))
        return look_from_afar(box, pieces, seen);
    const auto same_plane = [&](const Part& part) {
        return std::abs(dot(normal_of(part.triangle), normal_of(box.parts.front().triangle))) > 1 - 1e-9;
    };
    const bool one_plane = std::ranges::all_of(box.parts, same_plane);
    for (const Part& part : box.parts) {
        const Corner normal = normal_of(part.triangle);
        const auto& c = mesh_.triangles[part.triangle].corner;
        const std::array<Corner, 3> triangle{corners_[c[0]], corners_[c[1]], corners_[c[2]]};
        const std::vector<SmallPart> small = !one_plane ? small_parts(triangle, box.low, finer)
                                             : eighths  ? small_parts(triangle, box.low, 2)
                                                        : std::vector<SmallPart>{{part.area, part.centre}};
        for (const double sign : {1.0, -1.0}) {
            const Corner out{sign * normal[0], sign * normal[1], sign * normal[2]};
            std::map<std::pair<std::size_t, std::size_t>, SmallPart> found;  // by air in front of them, and eighth
            for (const SmallPart& one : small) {
                const std::uint8_t air =
                    seen_from(box, {one.centre[0] + beside * out[0], one.centre[1] + beside * out[1],
                                    one.centre[2] + beside * out[2]});
                if (air == 0) continue;
                SmallPart& sum = found[{air, eighths ? eighth_of(box.low, one.centre) : 0}];
                sum.area += one.area;
                for (std::size_t d = 0; d < 3; ++d) sum.centre[d] += one.area * one.centre[d];
            }
            for (const auto& [place, sum] : found) {
                const Corner centre{sum.centre[0] / sum.area, sum.centre[1] / sum.area, sum.centre[2] / sum.area};
                const auto air = static_cast<std::uint8_t>(place.first);
                seen.push_back({box.low, part.triangle, air, -1, sum.area, centre, out});
            }
        }
    }
}

/// Measures volumes by the lengths of air along rays across most of the walls.
void WallPieces::measure(const Box& box, std::vector<BoxAir>& airs) const {
    const std::size_t first = airs.size();
    for (unsigned c = 0; c < 8; ++c)
        if (box.group[c] != 0 && (box.group[c] & ((1U << c) - 1)) == 0) airs.push_back({box.low, box.group[c], 0});
    if (airs.size() == first) return;
    Corner across{};
    for (const Part& part : box.parts) {
        const Corner n = normal_of(part.triangle);
        for (std::size_t d = 0; d < 3; ++d) across[d] += part.area * std::abs(n[d]);
    }
    const auto axis = static_cast<std::size_t>(std::ranges::max_element(across) - across.begin());
    const auto low = coordinates(box.low);
    std::vector<double> ends;
    for (std::size_t i = 0; i < rays_across; ++i)
        for (std::size_t j = 0; j < rays_across; ++j) {
            constexpr double off_planes = 1.3e-5;
            Corner from{static_cast<double>(low[0]), static_cast<double>(low[1]), static_cast<double>(low[2])};
            from[(axis + 1) % 3] += (static_cast<double>(i) + 0.5) / rays_across + off_planes;
            from[(axis + 2) % 3] += (static_cast<double>(j) + 0.5) / rays_across + 1.7 * off_planes;
            Corner to = from;
            to[axis] += 1;
            ends = {0, 1};
            for (const Part& part : box.parts) {
                const auto& c = mesh_.triangles[part.triangle].corner;
                const double at = meeting({corners_[c[0]], corners_[c[1]], corners_[c[2]]}, from, minus(to, from));
                if (at > 0) ends.push_back(at);
            }
            std::ranges::sort(ends);
            for (std::size_t e = 1; e < ends.size(); ++e) {
                const double length = ends[e] - ends[e - 1];
                if (length <= 0) continue;
                const std::uint8_t air = seen_from(box, between(from, to, (ends[e] + ends[e - 1]) / 2));
                for (std::size_t a = first; air != 0 && a < airs.size(); ++a)
                    if (airs[a].corners == air)
                        airs[a].volume += length / static_cast<double>(rays_across * rays_across);
            }
        }
}

std::int64_t WallPieces::bytes() const {
    return static_cast<std::int64_t>(corners_.size() * sizeof(Corner) + parts_.size() * sizeof(Part) +
                                     seen_.size() * sizeof(WallPiece) + airs_.size() * sizeof(BoxAir));
}

}  // namespace wavesim
