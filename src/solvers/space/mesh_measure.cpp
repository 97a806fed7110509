// SPDX-License-Identifier: MIT
#include "solvers/space/mesh_measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <tuple>

#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

using PlaneKey = std::tuple<std::uint32_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
using EdgeKey = std::array<std::int64_t, 6>;

std::int64_t rounded(double value) { return std::llround(value); }

/// Material, normal and distance from the origin, independent of the orientation of the triangle.
PlaneKey plane_of(const TriangleMesh& mesh, const TriangleMesh::Triangle& triangle, double spacing_m) {
    constexpr double direction = 1e4, places = 1e2;  // per unit and per cell
    const Point n = mesh.normal(triangle);
    const double length = std::hypot(n.x, n.y, n.z);
    const Point& p = mesh.corners[triangle.corner[0]];
    std::array<std::int64_t, 4> key{rounded(direction * n.x / length), rounded(direction * n.y / length),
                                    rounded(direction * n.z / length),
                                    rounded(places * (n.x * p.x + n.y * p.y + n.z * p.z) / (length * spacing_m))};
    const auto first = key[0] != 0 ? key[0] : key[1] != 0 ? key[1] : key[2];
    if (first < 0)
        for (std::int64_t& part : key) part = -part;
    return {triangle.material, key[0], key[1], key[2], key[3]};
}

struct Placed {
    PlaneKey plane;
    std::size_t triangle;
};

/// Total length of the edges that belong to only one triangle of a plane, m.
double rim_of(const TriangleMesh& mesh, std::span<const Placed> plane, double unit_m) {
    std::vector<EdgeKey> edges;
    for (const Placed& one : plane)
        for (std::size_t c = 0; c < 3; ++c) {
            const auto place = [&](std::size_t corner) {
                const Point& p = mesh.corners[mesh.triangles[one.triangle].corner[corner % 3]];
                return std::array{rounded(p.x / unit_m), rounded(p.y / unit_m), rounded(p.z / unit_m)};
            };
            const std::array from = place(c), to = place(c + 1);
            const auto& [low, high] = std::minmax(from, to);
            edges.push_back({low[0], low[1], low[2], high[0], high[1], high[2]});
        }
    std::ranges::sort(edges);
    double length = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const EdgeKey& e = edges[i];
        if ((i > 0 && edges[i - 1] == e) || (i + 1 < edges.size() && edges[i + 1] == e)) continue;
        length += std::hypot(static_cast<double>(e[3] - e[0]), static_cast<double>(e[4] - e[1]),
                             static_cast<double>(e[5] - e[2]));
    }
    return length * unit_m;
}

/// The factor for the triangles of one plane.
double factor_of(const TriangleMesh& mesh, std::span<const Placed> plane, const std::vector<SeenTriangle>& seen,
                 double spacing_m) {
    constexpr double least_faces = 16;
    double area = 0, faces = 0;
    for (const Placed& one : plane) {
        const Point n = mesh.normal(mesh.triangles[one.triangle]);
        area += 0.5 * std::hypot(n.x, n.y, n.z);
        faces += seen[one.triangle].m2;
    }
    if (faces == 0 || area < least_faces * spacing_m * spacing_m) return 1;
    const double rim = 0.5 * spacing_m * rim_of(mesh, plane, 1e-3 * spacing_m);  // faces there may or may not be
                                                                                 // visible
    if (area < rim) return 1;
    for (const double sides : {1.0, 2.0})
        if (std::abs(sides * area - faces) <= sides * rim) return sides * area / faces;
    return 1;
}

}  // namespace

std::vector<double> true_area_factors(const TriangleMesh& mesh, const std::vector<SeenTriangle>& seen, double spacing_m,
                                      int threads) {
    constexpr std::size_t of_block = 1 << 14;  // triangles, and those of their last plane
    const std::size_t count = mesh.triangles.size();
    std::vector<Placed> placed(count);
    parallel_for(static_cast<std::int64_t>((count + of_block - 1) / of_block), threads, [&](std::int64_t block) {
        const std::size_t from = static_cast<std::size_t>(block) * of_block;
        for (std::size_t i = from; i < std::min(from + of_block, count); ++i)
            placed[i] = {plane_of(mesh, mesh.triangles[i], spacing_m), i};
    });
    parallel_sort(placed.begin(), placed.end(), threads, [](const Placed& a, const Placed& b) {
        return std::tie(a.plane, a.triangle) < std::tie(b.plane, b.triangle);
    });
    const auto end_of_plane = [&](std::size_t i) {
        while (i < count && placed[i].plane == placed[i - 1].plane) ++i;
        return i;
    };
    const auto first =
        blocks_of(count, of_block, [&](std::size_t i) { return placed[i].plane != placed[i - 1].plane; });
    std::vector<double> factors(count, 1.0);
    parallel_for(std::ssize(first) - 1, threads, [&](std::int64_t block) {
        const auto b = static_cast<std::size_t>(block);
        for (std::size_t i = first[b]; i < first[b + 1];) {
            const std::span<const Placed> plane(placed.data() + i, end_of_plane(i + 1) - i);
            const double factor = factor_of(mesh, plane, seen, spacing_m);
            for (const Placed& one : plane) factors[one.triangle] = factor;
            i += plane.size();
        }
    });
    return factors;
}

std::int64_t true_area_bytes(const TriangleMesh& mesh) {
    return static_cast<std::int64_t>(mesh.triangles.size() * (sizeof(Placed) + sizeof(double)));
}

}  // namespace wavesim
