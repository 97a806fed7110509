// SPDX-License-Identifier: MIT
#include "solvers/scene/mesh_cleaning.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace wavesim {

namespace {

using Triangle = TriangleMesh::Triangle;

void merge_corners(TriangleMesh& mesh) {
    std::vector<std::uint32_t> order(mesh.corners.size()), to(mesh.corners.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&mesh](std::uint32_t i) {
        const Point& p = mesh.corners[i];
        return std::tuple{p.x, p.y, p.z, i};
    };
    std::ranges::sort(order, [&key](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < order.size(); ++i)
        to[order[i]] = i > 0 && mesh.corners[order[i]] == mesh.corners[order[i - 1]] ? to[order[i - 1]] : order[i];
    for (Triangle& triangle : mesh.triangles)
        for (std::uint32_t& corner : triangle.corner) corner = to[corner];
}

bool has_area(const TriangleMesh& mesh, const Triangle& triangle) {
    const auto& [a, b, c] = triangle.corner;
    return a != b && b != c && c != a && mesh.normal(triangle) != Point{};
}

void drop_degenerate(TriangleMesh& mesh) {
    mesh.degenerate = static_cast<std::int64_t>(
        std::erase_if(mesh.triangles, [&mesh](const Triangle& t) { return !has_area(mesh, t); }));
}

void drop_duplicates(TriangleMesh& mesh) {
    const auto key = [&mesh](std::size_t i) {
        std::array<std::uint32_t, 3> corner = mesh.triangles[i].corner;
        std::ranges::sort(corner);
        return std::pair{corner, i};
    };
    std::vector<std::pair<std::array<std::uint32_t, 3>, std::size_t>> keys;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) keys.push_back(key(i));
    std::ranges::sort(keys);
    std::vector<bool> again(mesh.triangles.size(), false);
    for (std::size_t i = 1; i < keys.size(); ++i)
        if (keys[i].first == keys[i - 1].first) again[keys[i].second] = true;
    std::size_t to = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        if (!again[i]) mesh.triangles[to++] = mesh.triangles[i];
    mesh.duplicate = static_cast<std::int64_t>(mesh.triangles.size() - to);
    mesh.triangles.resize(to);
}

/// Neighbours with the same orientation traverse their common edge in opposite directions.
void count_flipped(TriangleMesh& mesh) {
    struct Edge {
        std::uint32_t low, high;
        bool upwards;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const Triangle& triangle : mesh.triangles)
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = triangle.corner[i], b = triangle.corner[(i + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), a < b});
        }
    std::ranges::sort(edges, {}, [](const Edge& e) { return std::pair{e.low, e.high}; });
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high) ++end;
        if (end - i == 2 && edges[i].upwards == edges[i + 1].upwards) ++mesh.flipped;
        i = end;
    }
}

}  // namespace

TriangleMesh cleaned(TriangleMesh mesh) {
    merge_corners(mesh);
    drop_degenerate(mesh);
    drop_duplicates(mesh);
    count_flipped(mesh);
    return mesh;
}

}  // namespace wavesim
