// SPDX-License-Identifier: MIT
#include "solvers/space/face_areas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

constexpr int any_surface = -1;
constexpr std::int64_t reach = 2;  ///< largest distance in boxes

/// Steps to the boxes around one, the nearest first.
const std::vector<Node>& steps_around() {
    static const std::vector<Node> steps = [] {
        std::vector<Node> all;
        for (std::int64_t z = -reach; z <= reach; ++z)
            for (std::int64_t y = -reach; y <= reach; ++y)
                for (std::int64_t x = -reach; x <= reach; ++x) all.push_back({x, y, z});
        return all;
    }();
    return steps;
}

double distance(const Node& low, const WallPiece& piece) {
    return std::hypot(static_cast<double>(low.x) + 0.5 - piece.centre[0],
                      static_cast<double>(low.y) + 0.5 - piece.centre[1],
                      static_cast<double>(low.z) + 0.5 - piece.centre[2]);
}

}  // namespace

FaceAreas::FaceAreas(const Extent& extent, std::vector<VoxelRoom::Face> faces)
    : extent_(extent), faces_(std::move(faces)), area_(faces_.size()) {}

/// Adds the quarters of faces in a box whose normals have the direction of a piece.
void FaceAreas::add_faces(const Node& low, const WallPiece& piece, int surface, double least,
                          std::vector<Share>& shares) const {
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Node air{low.x + (corner & 1U), low.y + (corner >> 1 & 1U), low.z + (corner >> 2 & 1U)};
        if (!extent_.contains(air.x, air.y, air.z)) continue;
        const std::int64_t node = extent_.index(air.x, air.y, air.z);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool wall_above = (corner >> axis & 1U) == 0;
            const double weight = piece.normal[axis] * (wall_above ? -1 : 1);
            if (weight <= least) continue;
            const std::pair key{node, all_sides[2 * axis + (wall_above ? 1 : 0)]};
            const auto face = std::ranges::lower_bound(faces_, key, {}, [](const VoxelRoom::Face& f) {
                return std::pair{f.node, f.side};
            });
            if (face == faces_.end() || std::pair{face->node, face->side} != key) continue;
            if (surface != any_surface && face->surface != surface) continue;
            shares.push_back({static_cast<std::size_t>(face - faces_.begin()), weight});
        }
    }
}

std::vector<FaceAreas::Share> FaceAreas::shares_of(const WallPiece& piece, int surface) const {
    constexpr double least_here = 1e-3, least_there = 0.2;
    std::vector<Share> shares;
    add_faces(piece.low, piece, surface, least_here, shares);
    if (shares.empty()) {
        std::vector<std::pair<double, Node>> boxes;
        for (const Node& step : steps_around()) {
            const Node low{piece.low.x + step.x, piece.low.y + step.y, piece.low.z + step.z};
            boxes.emplace_back(distance(low, piece), low);
        }
        std::ranges::stable_sort(boxes, {}, [](const auto& box) { return box.first; });
        for (std::size_t b = 0; b < boxes.size() && shares.empty(); ++b)
            add_faces(boxes[b].second, piece, surface, least_there, shares);
    }
    return shares;
}

/// Which faces share a piece is found on all threads; areas are added in the order of pieces.
void FaceAreas::share_out(const std::vector<WallPiece>& pieces,
                          const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of, int threads) {
    struct Shared {
        std::vector<Share> areas;  ///< weights are areas
        double lost = 0;
    };
    constexpr std::int64_t of_block = 4096;
    parallel_in_order((std::ssize(pieces) + of_block - 1) / of_block, threads,
                      [&](std::int64_t block) {
                          Shared shared;
                          const std::int64_t end = std::min((block + 1) * of_block, std::ssize(pieces));
                          for (std::int64_t i = block * of_block; i < end; ++i) {
                              const WallPiece& piece = pieces[static_cast<std::size_t>(i)];
                              std::vector<Share> shares = shares_of(piece, surface_of(piece.triangle));
                              if (shares.empty()) shares = shares_of(piece, any_surface);
                              if (shares.empty()) shared.lost += piece.area;
                              double sum = 0;
                              for (const Share& one : shares) sum += one.weight;
                              for (const Share& one : shares)
                                  shared.areas.push_back({one.face, piece.area * one.weight / sum});
                          }
                          return shared;
                      },
                      [&](const Shared& shared) {
                          for (const Share& one : shared.areas) area_[one.face] += one.weight;
                          lost_ += shared.lost;
                      });
}

std::vector<VoxelRoom::FaceArea> FaceAreas::rounded() const {
    constexpr double steps = 64, aligned = 1e-5;
    std::array<double, 256> left{};  // remainder of each surface
    std::vector<VoxelRoom::FaceArea> areas;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
        if (std::abs(area_[f] - 1) < aligned) continue;
        double& carried = left[faces_[f].surface];
        const double wanted = area_[f] + carried;
        const double area = std::max(0.0, std::round(wanted * steps) / steps);
        carried = wanted - area;
        if (area != 1) areas.push_back({faces_[f].node, faces_[f].side, area});
    }
    return areas;
}

}  // namespace wavesim
