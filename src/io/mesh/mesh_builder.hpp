// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_file.hpp"
#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// Assembles triangles while a file of any format is read.
class MeshBuilder {
  public:
    /// `file` is its name in messages.
    explicit MeshBuilder(std::string file) : file_(std::move(file)) {}

    /// Throws if a coordinate is not a finite number; `where` is a line or a byte, "12" or "byte 84".
    void add_corner(const Point& corner, const std::string& where);
    std::size_t corners() const { return mesh_.corners.size(); }
    /// Sets the material of the triangles that follow.
    void set_material(std::string_view name, const std::string& where);
    void set_part(std::string_view name, const std::string& where);
    /// Adds a polygon that is flat or nearly so; a polygon that is not convex is cut by ear clipping.
    void add_polygon(std::span<const std::uint32_t> corners, const std::string& where);
    /// Throws if there is no triangle. Materials and parts without triangles are left out.
    TriangleMesh finish();

    [[noreturn]] void fail(const std::string& where, const std::string& what) const;

  private:
    using Indices = std::map<std::string, std::uint32_t, std::less<>>;
    void expect_name(std::string_view name, const std::string& where) const;
    static std::uint32_t index_of(Indices& known, std::vector<std::string>& names, std::string_view name);
    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);

    std::string file_;
    TriangleMesh mesh_;
    Indices materials_, parts_;
    std::uint32_t material_ = 0, part_ = 0;
};

}  // namespace wavesim
