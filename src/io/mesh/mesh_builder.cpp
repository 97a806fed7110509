// SPDX-License-Identifier: MIT
#include "io/mesh/mesh_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "io/utf8.hpp"

namespace wavesim {

namespace {

struct Flat {
    double u, v;
};

double cross(const Flat& a, const Flat& b, const Flat& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

/// Normal vector of a polygon with the length of twice its area (Newell's sum).
Point across(const std::vector<Point>& corners, std::span<const std::uint32_t> polygon) {
    Point sum;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point& a = corners[polygon[i]];
        const Point& b = corners[polygon[(i + 1) % polygon.size()]];
        sum.x += (a.y - b.y) * (a.z + b.z);
        sum.y += (a.z - b.z) * (a.x + b.x);
        sum.z += (a.x - b.x) * (a.y + b.y);
    }
    return sum;
}

/// The polygon projected along the axis that is nearest to its normal, counter-clockwise.
std::vector<Flat> seen_flat(const std::vector<Point>& corners, std::span<const std::uint32_t> polygon) {
    const Point normal = across(corners, polygon);
    const std::array<double, 3> sizes{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
    const int axis = static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    const bool back = normal.along(axis) < 0;
    std::vector<Flat> flat;
    for (const std::uint32_t corner : polygon) {
        const Point& p = corners[corner];
        Flat at{p.along((axis + 1) % 3), p.along((axis + 2) % 3)};
        if (back) std::swap(at.u, at.v);
        flat.push_back(at);
    }
    return flat;
}

bool is_ear(const std::vector<Flat>& flat, const std::vector<std::size_t>& left, std::size_t i) {
    const std::size_t n = left.size();
    const Flat& a = flat[left[(i + n - 1) % n]];
    const Flat& b = flat[left[i]];
    const Flat& c = flat[left[(i + 1) % n]];
    if (!(cross(a, b, c) > 0)) return false;
    for (std::size_t k = 2; k + 1 < n; ++k) {
        const Flat& p = flat[left[(i + k) % n]];
        if (cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0) return false;
    }
    return true;
}

}  // namespace

void MeshBuilder::fail(const std::string& where, const std::string& what) const {
    const std::string separator = where.starts_with("byte") ? ", " : ":";
    throw InputFileError(Rule::mesh_file, shown(file_) + (where.empty() ? "" : separator + where) + ": " + what);
}

void MeshBuilder::add_corner(const Point& corner, const std::string& where) {
    if (!(std::isfinite(corner.x) && std::isfinite(corner.y) && std::isfinite(corner.z)))
        fail(where, "a coordinate is not a finite number");
    constexpr double most = 1e12;  // a million kilometres in millimetres
    if (std::max({std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)}) > most)
        fail(where, "a coordinate is beyond 1e12");
    if (mesh_.corners.size() == std::numeric_limits<std::uint32_t>::max()) fail(where, "too many corners");
    mesh_.corners.push_back(corner);
}

std::uint32_t MeshBuilder::index_of(Indices& known, std::vector<std::string>& names, std::string_view name) {
    const auto found = known.find(name);
    if (found != known.end()) return found->second;
    names.emplace_back(name);
    return known.emplace(name, static_cast<std::uint32_t>(names.size() - 1)).first->second;
}

/// Throws for unusable names: names become keys of scenes and texts of results.
void MeshBuilder::expect_name(std::string_view name, const std::string& where) const {
    constexpr std::size_t most_bytes = 200;
    if (!is_utf8(name)) fail(where, "the name is not UTF-8; save the file as UTF-8");
    if (std::ranges::any_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
        fail(where, "the name has control characters");
    if (name.size() > most_bytes) fail(where, "the name has more than " + std::to_string(most_bytes) + " bytes");
}

void MeshBuilder::set_material(std::string_view name, const std::string& where) {
    expect_name(name, where);
    material_ = index_of(materials_, mesh_.materials, name);
}

void MeshBuilder::set_part(std::string_view name, const std::string& where) {
    expect_name(name, where);
    part_ = index_of(parts_, mesh_.parts, name);
}

void MeshBuilder::add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh_.triangles.push_back({{a, b, c}, material_, part_});
}

void MeshBuilder::add_polygon(std::span<const std::uint32_t> corners, const std::string& where) {
    constexpr std::size_t most_corners = 1000;
    if (corners.size() < 3) fail(where, "a face needs at least three corners");
    if (corners.size() > most_corners)
        fail(where, "a face has at most " + std::to_string(most_corners) + " corners; cut it into triangles");
    if (mesh_.materials.empty()) set_material("default", where);
    if (mesh_.parts.empty()) set_part("default", where);
    if (corners.size() == 3) return add_triangle(corners[0], corners[1], corners[2]);
    const std::vector<Flat> flat = seen_flat(mesh_.corners, corners);
    std::vector<std::size_t> left(corners.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    while (left.size() > 3) {
        std::size_t ear = 0;
        while (ear < left.size() && !is_ear(flat, left, ear)) ++ear;
        if (ear == left.size()) ear = 0;  // a polygon that crosses itself: every cut keeps all of its edges
        const std::size_t n = left.size();
        add_triangle(corners[left[(ear + n - 1) % n]], corners[left[ear]], corners[left[(ear + 1) % n]]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    add_triangle(corners[left[0]], corners[left[1]], corners[left[2]]);
}

TriangleMesh MeshBuilder::finish() {
    if (mesh_.triangles.empty()) fail("", "has no faces, so there are no walls");
    const auto keep_used = [this](std::vector<std::string>& names, auto member) {
        constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> to(names.size(), unused);
        std::vector<std::string> used;
        for (TriangleMesh::Triangle& triangle : mesh_.triangles) {
            std::uint32_t& index = to[triangle.*member];
            if (index == unused) {
                index = static_cast<std::uint32_t>(used.size());
                used.push_back(names[triangle.*member]);
            }
            triangle.*member = index;
        }
        names = std::move(used);
    };
    keep_used(mesh_.materials, &TriangleMesh::Triangle::material);
    keep_used(mesh_.parts, &TriangleMesh::Triangle::part);
    return std::move(mesh_);
}

}  // namespace wavesim
