// SPDX-License-Identifier: MIT
#include "solvers/space/mesh_room.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "solvers/space/dual_cells.hpp"
#include "solvers/space/edge_blocks.hpp"
#include "solvers/space/face_areas.hpp"
#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

/// Weight of a face without air in front of it. It has an effect only if a cell has no other faces.
constexpr double hidden_weight = 1e-9;
/// Component of a normal from which on a surface counts as a slope: one cell in a thousand.
constexpr double least_slope = 1e-3;

std::array<std::int64_t, 3> strides(const Extent& e) { return {1, e.nx, e.nx * e.ny}; }

/// Absolute component of a triangle's normal along an axis, 0 to 1.
double facing(const TriangleMesh& mesh, std::uint32_t triangle, int axis) {
    const Point n = mesh.normal(mesh.triangles[triangle]);
    return std::abs(n.along(axis)) / std::hypot(n.x, n.y, n.z);
}

template <class Item>
void append(const std::vector<Item>& more, std::vector<Item>& all) {
    all.insert(all.end(), more.begin(), more.end());
}

/// If several triangles lie in one plane, the last one in the file is used, as for overlapping `solids`.
const EdgeCut& seen_last(std::span<const EdgeCut> edge, float at) {
    constexpr float in_one_plane = 1e-4F;
    const EdgeCut* last = nullptr;
    for (const EdgeCut& cut : edge)
        if (std::abs(cut.at - at) <= in_one_plane && (last == nullptr || cut.triangle > last->triangle)) last = &cut;
    return *last;
}

}  // namespace

MeshRoom::MeshRoom(const MeshWalls& walls, const EdgeCuts& cuts, const RowPieces& pieces,
                   const std::vector<std::uint8_t>& surface_of, double spacing_m, const MeshForm& form, int threads)
    : extent_(cuts.extent()), surface_of_(surface_of), hidden_(surface_of.front()), form_(form), airs_(pieces.airs()) {
    const TriangleMesh& mesh = *walls.mesh;
    const bool is_cut = form.form == MeshWalls::Form::cut;
    find_sheets(cuts, pieces, mesh, threads);
    if (is_cut) {  // they need no cell
        sheets_.clear();
        sheet_parts_.clear();
        sheet_cells_ = 0;
    }
    collect_runs(pieces, extent_);
    show_surfaces(cuts, mesh, spacing_m, threads);
    measure(mesh, spacing_m, threads);
    for (TrueArea& area : areas_)
        if (form.form != MeshWalls::Form::voxel) area.m2 = 0;
    const std::int64_t of_pieces = form.form == MeshWalls::Form::voxel ? 0
                                   : is_cut ? cut_boxes(cuts, pieces, mesh, spacing_m, threads)
                                            : share_areas(cuts, pieces, mesh, spacing_m, threads);
    making_bytes_ =
        cuts.bytes() + bytes() + std::max(making_bytes_, of_pieces);  // votes are gone before there are pieces
}

std::int64_t MeshRoom::cut_boxes(const EdgeCuts& cuts, const RowPieces& pieces, const TriangleMesh& mesh,
                                 double spacing_m, int threads) {
    const WallPieces walls(mesh, cuts, pieces, spacing_m, true, {-1, extent_.nz}, threads);
    measure_pieces(walls, mesh, spacing_m);
    DualCells boxes(walls, cuts, pieces, form_.stiffness, threads);
    cut_ = boxes.room([&](std::uint32_t triangle) { return surface(mesh, triangle); });
    cut_m3_ = missing_m3_ = boxes.more_volume() * spacing_m * spacing_m * spacing_m;
    return std::max(boxes.bytes() + walls.bytes(), walls.making_bytes());
}

std::int64_t MeshRoom::share_areas(const EdgeCuts& cuts, const RowPieces& pieces, const TriangleMesh& mesh,
                                   double spacing_m, int threads) {
    FaceAreas areas(extent_, shown_faces(cuts, threads));
    std::int64_t most = 0;
    for (const BoxPlanes& planes : planes_of_pieces(mesh, extent_, spacing_m)) {
        const WallPieces walls(mesh, cuts, pieces, spacing_m, false, planes, threads);
        measure_pieces(walls, mesh, spacing_m);
        areas.share_out(
            walls.all(), [&](std::uint32_t triangle) { return surface(mesh, triangle); }, threads);
        most = std::max(most, walls.making_bytes());
    }
    face_areas_ = areas.rounded();
    return areas.bytes() + most;
}

/// Measures true areas from the pieces in contact with air.
void MeshRoom::measure_pieces(const WallPieces& walls, const TriangleMesh& mesh, double spacing_m) {
    for (const WallPiece& piece : walls.all()) {
        const std::uint8_t shown = surface(mesh, piece.triangle);
        auto found = std::ranges::find(areas_, shown, &TrueArea::surface);
        if (found == areas_.end()) found = areas_.insert(found, {shown, 0});
        const double m2 = piece.area * spacing_m * spacing_m;
        found->m2 += m2;
        const bool sloped = std::ranges::none_of(piece.normal, [](double n) { return std::abs(n) > 1 - least_slope; });
        if (sloped) found->sloped_m2 += m2;
    }
}

/// Adds the faces between a solid cell of the mesh and air.
void MeshRoom::add_faces_of(const Shown& shown, const EdgeCuts& cuts, std::vector<VoxelRoom::Face>& faces) const {
    const auto stride = strides(extent_);
    const Node n = node_at(extent_, shown.node);
    const std::array<std::int64_t, 3> at{n.x, n.y, n.z};
    for (std::size_t s = 0; s < 6; ++s) {  // s: where the wall lies as seen from the air
        const auto axis = static_cast<int>(s / 2);
        const bool wall_above = s % 2 == 1;
        if (wall_above ? at[s / 2] == 0 : at[s / 2] + 1 >= extent_.along(axis)) continue;
        const std::int64_t air = wall_above ? shown.node - stride[s / 2] : shown.node + stride[s / 2];
        if (is_solid(air)) continue;
        const auto between = cuts.of(axis, std::min(air, shown.node));
        if (std::ranges::any_of(between, [](const EdgeCut& cut) { return cut.triangle == EdgeCut::box; })) continue;
        faces.push_back({air, all_sides[s], shown_on(shown.node, all_sides[s])});
    }
}

/// All faces between air and solid cells of the mesh.
std::vector<VoxelRoom::Face> MeshRoom::shown_faces(const EdgeCuts& cuts, int threads) const {
    constexpr std::int64_t of_block = 1 << 14;
    const std::int64_t count = std::ssize(shown_);
    std::vector<VoxelRoom::Face> faces;
    parallel_in_order((count + of_block - 1) / of_block, threads,
                      [&](std::int64_t block) {
                          std::vector<VoxelRoom::Face> some;
                          for (std::int64_t i = block * of_block; i < std::min((block + 1) * of_block, count); ++i)
                              add_faces_of(shown_[static_cast<std::size_t>(i)], cuts, some);
                          return some;
                      },
                      [&](const std::vector<VoxelRoom::Face>& some) { append(some, faces); });
    parallel_sort(faces.begin(), faces.end(), threads, [](const VoxelRoom::Face& a, const VoxelRoom::Face& b) {
        return std::pair{a.node, a.side} < std::pair{b.node, b.side};
    });
    return faces;
}

/// Surface on a side of a solid cell beside air.
std::uint8_t MeshRoom::shown_on(std::int64_t node, Side side) const {
    const auto other = std::ranges::lower_bound(faces_, std::pair{node, side}, {}, [](const VoxelRoom::Face& f) {
        return std::pair{f.node, f.side};
    });
    if (other != faces_.end() && other->node == node && other->side == side) return other->surface;
    return std::ranges::lower_bound(shown_, node, {}, &Shown::node)->surface;
}

/// Finds edges with air at both ends: the cell through which the triangle passes becomes solid.
void MeshRoom::find_sheets(const EdgeCuts& cuts, const RowPieces& pieces, const TriangleMesh& mesh, int threads) {
    struct Found {
        std::vector<std::int64_t> sheets;
        std::vector<bool> thin, there;
    };
    const auto stride = strides(extent_);
    const std::vector<EdgeBlock> blocks = edge_blocks(cuts);
    std::vector<bool> thin(mesh.parts.size(), false), there(mesh.parts.size(), false);
    parallel_in_order(
        std::ssize(blocks), threads,
        [&](std::int64_t b) {
            const EdgeBlock& block = blocks[static_cast<std::size_t>(b)];
            Found found{{}, std::vector<bool>(thin.size(), false), std::vector<bool>(there.size(), false)};
            for_each_edge(cuts, block, [&](std::span<const EdgeCut> edge) {
                for (const EdgeCut& cut : edge) found.there[mesh.triangles[cut.triangle].part] = true;
                const std::int64_t low = edge.front().node, high = low + stride[static_cast<std::size_t>(block.axis)];
                if (!pieces.is_node_reached(low) || !pieces.is_node_reached(high)) return;
                found.sheets.push_back(edge.front().at < 0.5F ? low : high);
                found.thin[mesh.triangles[edge.front().triangle].part] = true;
            });
            return found;
        },
        [&](const Found& found) {
            append(found.sheets, sheets_);
            for (std::size_t i = 0; i < thin.size(); ++i) {
                thin[i] = thin[i] || found.thin[i];
                there[i] = there[i] || found.there[i];
            }
        });
    std::ranges::sort(sheets_);
    sheets_.erase(std::unique(sheets_.begin(), sheets_.end()), sheets_.end());
    sheet_cells_ = static_cast<std::int64_t>(sheets_.size());
    for (std::size_t i = 0; i < thin.size(); ++i) {
        if (thin[i]) sheet_parts_.push_back(mesh.parts[i]);
        if (!there[i]) lost_parts_.push_back(mesh.parts[i]);
    }
}

void MeshRoom::collect_runs(const RowPieces& pieces, const Extent& extent) {
    std::size_t sheet = 0;
    for (std::int64_t row = 0; row < pieces.rows(); ++row) {
        const std::int64_t zero = row * extent.nx;
        const auto add = [this](std::int64_t from, std::int64_t to) {
            if (!runs_.empty() && runs_.back().to == from)
                runs_.back().to = to;
            else
                runs_.push_back({from, to});
        };
        for (std::int64_t piece = pieces.first(row); piece < pieces.end(row); ++piece) {
            const std::int64_t end = zero + pieces.to(row, piece);
            if (!pieces.is_reached(piece)) add(zero + pieces.from(piece), end);
            for (; sheet < sheets_.size() && sheets_[sheet] < end; ++sheet) add(sheets_[sheet], sheets_[sheet] + 1);
        }
    }
}

/// True areas of surfaces, and the volume of air between faces and triangles. The volume is the mean of those with the
/// area of the faces and with the true area, accurate to second order.
void MeshRoom::measure(const TriangleMesh& mesh, double spacing_m, int threads) {
    const std::vector<double> factors = true_area_factors(mesh, seen_, spacing_m, threads);
    missing_m3_ = static_cast<double>(sheet_cells_) * spacing_m * spacing_m * spacing_m;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        if (seen_[i].m2 == 0) continue;
        const std::uint8_t shown = surface(mesh, static_cast<std::uint32_t>(i));
        auto found = std::ranges::find(areas_, shown, &TrueArea::surface);
        if (found == areas_.end()) found = areas_.insert(found, {shown, 0});
        found->m2 += factors[i] * seen_[i].m2;
        missing_m3_ += 0.5 * (1 + factors[i]) * seen_[i].m3;
    }
    seen_ = std::vector<SeenTriangle>();  // `= {}` would keep its memory
}

/// The votes of one edge. Each face between a solid cell and air gets the surface of the triangle that it represents.
/// Its area is weighted by the component of the triangle's normal, so that the sum over a staircase is the area of its
/// slope.
void MeshRoom::vote(int axis, std::span<const EdgeCut> edge, const EdgeCuts& cuts, const TriangleMesh& mesh,
                    double spacing_m, Voted& voted) const {
    const auto stride = strides(extent_);
    const double face = spacing_m * spacing_m;
    const auto a = static_cast<std::size_t>(axis);
    const std::int64_t low = edge.front().node, high = low + stride[a];
    const bool low_solid = is_solid(low), high_solid = is_solid(high);
    const auto vote_near = [&](std::int64_t node, const EdgeCut& cut, Side side, bool seen) {
        const double share = facing(mesh, cut.triangle, axis);
        voted.votes.push_back({node, cut.triangle, side, seen ? share : hidden_weight * share});
        if (!seen) return;
        const double beyond = (static_cast<double>(cut.at) + EdgeCuts::shift[a] - 0.5) * share * spacing_m;
        voted.shift_m = std::max(voted.shift_m, std::abs(beyond));
        voted.has_slopes = voted.has_slopes || (share > least_slope && share < 1 - least_slope);
        const bool sheet = std::ranges::binary_search(sheets_, node);
        voted.shares.push_back(
            {cut.triangle, face * share, sheet ? 0 : face * share * (is_max(side) ? beyond : -beyond)});
    };
    if (low_solid) vote_near(low, seen_last(edge, edge.back().at), all_sides[2 * a], !high_solid);
    if (high_solid) vote_near(high, seen_last(edge, edge.front().at), all_sides[2 * a + 1], !low_solid);
    // The far side of a sheet shows the triangle that comes first from there.
    const std::int64_t at = std::array{node_at(extent_, low).x, node_at(extent_, low).y, node_at(extent_, low).z}[a];
    const auto vote_far = [&](std::int64_t node, const EdgeCut& cut, Side side, std::int64_t edge_beyond) {
        if (std::ranges::binary_search(sheets_, node) && cuts.of(axis, edge_beyond).empty())
            voted.votes.push_back({node, cut.triangle, side, hidden_weight * facing(mesh, cut.triangle, axis)});
    };
    if (low_solid && !high_solid && at > 0)
        vote_far(low, seen_last(edge, edge.front().at), all_sides[2 * a + 1], low - stride[a]);
    if (high_solid && !low_solid && at + 2 < extent_.along(axis))
        vote_far(high, seen_last(edge, edge.back().at), all_sides[2 * a], high);
}

void MeshRoom::add_shares(const std::vector<Share>& shares) {
    for (const Share& share : shares) {
        seen_[share.triangle].m2 += share.m2;
        seen_[share.triangle].m3 += share.m3;
    }
}

/// Finds the surfaces of all solid cells beside air: by the votes of the edges that end there.
void MeshRoom::show_surfaces(const EdgeCuts& cuts, const TriangleMesh& mesh, double spacing_m, int threads) {
    seen_.resize(mesh.triangles.size());
    const std::vector<EdgeBlock> edges = edge_blocks(cuts);
    std::vector<Vote> votes;
    parallel_in_order(
        std::ssize(edges), threads,
        [&](std::int64_t block) {
            const EdgeBlock& some = edges[static_cast<std::size_t>(block)];
            Voted voted;
            for_each_edge(cuts, some,
                          [&](std::span<const EdgeCut> edge) { vote(some.axis, edge, cuts, mesh, spacing_m, voted); });
            return voted;
        },
        [&](const Voted& voted) {
            append(voted.votes, votes);
            add_shares(voted.shares);
            shift_m_ = std::max(shift_m_, voted.shift_m);
            has_slopes_ = has_slopes_ || voted.has_slopes;
        });
    if (shift_m_ < 1e-6 * spacing_m) shift_m_ = 0;
    making_bytes_ = static_cast<std::int64_t>(votes.capacity() * sizeof(Vote) + seen_.size() * sizeof(SeenTriangle)) +
                    true_area_bytes(mesh);
    const auto key = [](const Vote& v) { return std::tuple{v.node, v.side, v.triangle, v.weight}; };
    parallel_sort(votes.begin(), votes.end(), threads, [&](const Vote& a, const Vote& b) { return key(a) < key(b); });

    constexpr std::size_t of_block = 1 << 15;  // votes, and those for their last cell
    const auto end_of_cell = [&](std::size_t i) {
        while (i < votes.size() && votes[i].node == votes[i - 1].node) ++i;
        return i;
    };
    const auto first =
        blocks_of(votes.size(), of_block, [&](std::size_t i) { return votes[i].node != votes[i - 1].node; });
    parallel_in_order(
        std::ssize(first) - 1, threads,
        [&](std::int64_t block) {
            Decided decided;
            const auto b = static_cast<std::size_t>(block);
            for (std::size_t i = first[b]; i < first[b + 1];) {
                const std::size_t end = end_of_cell(i + 1);
                decide(std::span(votes).subspan(i, end - i), cuts, mesh, spacing_m * spacing_m, decided);
                i = end;
            }
            return decided;
        },
        [&](const Decided& decided) {
            append(decided.shown, shown_);
            append(decided.faces, faces_);
            add_shares(decided.shares);
        });
}

/// Decides the votes of one cell. The surface with the largest weight becomes that of all faces with no triangle in
/// front of them.
void MeshRoom::decide(std::span<const Vote> votes, const EdgeCuts& cuts, const TriangleMesh& mesh, double face,
                      Decided& decided) const {
    const std::int64_t node = votes.front().node;
    const Vote* best = &votes.front();
    double most = 0;
    for (const Vote& one : votes) {
        double weight = 0;
        for (const Vote& other : votes)
            if (surface(mesh, other.triangle) == surface(mesh, one.triangle)) weight += other.weight;
        const bool same = surface(mesh, one.triangle) == surface(mesh, best->triangle);
        if (weight < most || (same && one.weight <= best->weight)) continue;
        if (!same && weight == most) continue;
        most = weight;
        best = &one;
    }
    const std::uint8_t shown = surface(mesh, best->triangle);
    decided.shown.push_back({node, shown});
    for (const Vote& one : votes)
        if (surface(mesh, one.triangle) != shown)
            decided.faces.push_back({node, one.side, surface(mesh, one.triangle)});
    if (!std::ranges::binary_search(sheets_, node)) return;
    const auto stride = strides(extent_);
    const Node n = node_at(extent_, node);
    const std::array<std::int64_t, 3> at{n.x, n.y, n.z};
    for (int axis = 0; axis < 3; ++axis)
        for (const bool up : {false, true}) {
            const auto a = static_cast<std::size_t>(axis);
            if (up ? at[a] + 1 >= extent_.along(axis) : at[a] == 0) continue;
            const std::int64_t other = up ? node + stride[a] : node - stride[a];
            if (is_solid(other) || !cuts.of(axis, std::min(node, other)).empty()) continue;
            const auto own = std::ranges::find(votes, all_sides[2 * a + (up ? 0 : 1)], &Vote::side);
            const std::uint32_t triangle = own == votes.end() ? best->triangle : own->triangle;
            decided.shares.push_back({triangle, face * facing(mesh, triangle, axis), 0});
        }
}

bool MeshRoom::is_solid(std::int64_t node) const {
    const auto after = std::ranges::upper_bound(runs_, node, {}, &Run::from);
    return after != runs_.begin() && node < (after - 1)->to;
}

void MeshRoom::fill(VoxelRoom& room, std::int64_t from) const {
    if (room.solid.empty()) room.solid.assign(static_cast<std::size_t>(room.extent.nodes()), 0);
    const std::int64_t first = from * extent_.nx * extent_.ny, end = first + room.extent.nodes();
    auto run = std::ranges::upper_bound(runs_, first, {}, &Run::from);
    if (run != runs_.begin() && (run - 1)->to > first) --run;
    for (; run != runs_.end() && run->from < end; ++run) {
        const std::int64_t low = std::max(run->from, first), high = std::min(run->to, end);
        std::fill(room.solid.begin() + (low - first), room.solid.begin() + (high - first),
                  static_cast<std::uint8_t>(hidden_ + 1));
    }
    for (auto shown = std::ranges::lower_bound(shown_, first, {}, &Shown::node);
         shown != shown_.end() && shown->node < end; ++shown)
        room.solid[static_cast<std::size_t>(shown->node - first)] = static_cast<std::uint8_t>(shown->surface + 1);
    for (auto face = std::ranges::lower_bound(faces_, first, {}, &VoxelRoom::Face::node);
         face != faces_.end() && face->node < end; ++face)
        room.other_faces.push_back({face->node - first, face->side, face->surface});
    for (auto face = std::ranges::lower_bound(face_areas_, first, {}, &VoxelRoom::FaceArea::node);
         face != face_areas_.end() && face->node < end; ++face)
        room.areas.push_back({face->node - first, face->side, face->area});
    if (!cut_.empty()) room.cut = cut_.planes(from, from + room.extent.nz);
}

std::int64_t MeshRoom::bytes() const {
    return static_cast<std::int64_t>(runs_.capacity() * sizeof(Run) + shown_.capacity() * sizeof(Shown) +
                                     faces_.capacity() * sizeof(VoxelRoom::Face) +
                                     face_areas_.capacity() * sizeof(VoxelRoom::FaceArea) +
                                     sheets_.capacity() * sizeof(std::int64_t)) +
           cut_.bytes();
}

}  // namespace wavesim
