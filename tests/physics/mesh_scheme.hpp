// SPDX-License-Identifier: MIT
#pragma once
// Rooms from triangles as schemes, and what their modes are off.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "boundary/cut_rows.hpp"
#include "boundary/room_cases.hpp"
#include "lossy_box.hpp"
#include "scene_builder.hpp"
#include "scheme_modes.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "solvers/space/mesh_voxels.hpp"

namespace wavesim::test {

/// A prism of height `deep` cells along y over a polygon in x and z, in cells; side i has material 1 + i, the ends 0.
inline TriangleMesh prism(const std::vector<std::array<double, 2>>& outline, double low, double deep, double spacing) {
    TriangleMesh mesh;
    const auto at = [&](std::size_t i, double y) {
        const auto& p = outline[i % outline.size()];
        return Point{p[0] * spacing, y * spacing, p[1] * spacing};
    };
    for (std::size_t i = 0; i < outline.size(); ++i)
        add_quad(mesh, {at(i, low), at(i + 1, low), at(i + 1, low + deep), at(i, low + deep)},
                 static_cast<std::uint32_t>(1 + i));
    for (const double y : {low, low + deep})
        for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
            const auto first = static_cast<std::uint32_t>(mesh.corners.size());
            for (const std::size_t c : {std::size_t{0}, i, i + 1}) mesh.corners.push_back(at(c, y));
            mesh.triangles.push_back({{first, first + 1, first + 2}, 0, 0});
        }
    return mesh;
}

/// A mesh on a grid of cells of 1 m, with the law of each material, and its scheme.
struct MeshScheme {
    ScalarProblem problem;
    std::shared_ptr<const MeshRoom> mesh;
    double volume = 0;

    MeshScheme(const TriangleMesh& triangles, const Extent& extent, const Point& source, const std::string& name,
               const std::vector<VertexLaw>& of_material, MeshWalls::Form form) {
        const Stencil stencil = make_stencil(name, 3);
        Scene scene;
        scene.dims = 3;
        scene.size_m = {static_cast<double>(extent.nx), static_cast<double>(extent.ny), static_cast<double>(extent.nz)};
        scene.sources = {ricker(source, 10)};
        std::vector<SurfaceLaw> laws;
        for (const VertexLaw& one : of_material) laws.push_back(admittance(one.branches.empty() ? 0 : 0.1));
        scene.geometry = walls_of(triangles, MeshWalls::Air::enclosed, laws);
        const SurfaceTable surfaces = make_surfaces(scene);
        GridChoice grid = *choose_grid(3, scene.size_m, 1, WallPosition::half);
        const auto stiffness = cut_stiffness(stencil);
        grid.mesh = mesh = make_mesh_room(scene, grid, surfaces, {form, stiffness.value_or(CutStiffness::mean)});
        const VoxelRoom room = voxelise(scene, grid, surfaces);
        volume = static_cast<double>(count_air_nodes(room)) + mesh->cut_m3();
        std::vector<VertexLaw> vertex_laws(surfaces.laws.size());
        std::vector<double> admittances(surfaces.laws.size());
        for (std::size_t m = 0; m < of_material.size(); ++m) {
            admittances[surfaces.of_mesh[m]] = of_material[m].branches.empty() ? 0 : 0.1;
            vertex_laws[surfaces.of_mesh[m]] = of_material[m];
        }
        problem.extent = extent;
        problem.precision = Precision::float64;
        problem.stencil = stencil;
        problem.courant = 0.999 * limit_of(stencil, room);
        WallPlan walls = build_walls(stencil, problem.courant, room, admittances, WallForm::vertex, vertex_laws);
        problem.halo = walls.halo;
        problem.walls = std::move(walls.passes);
    }

    std::complex<double> mode(std::complex<double> s,
                              const std::function<std::complex<double>(const Point&)>& shape) const {
        Eigen::VectorXcd u(problem.extent.nodes());
        for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
            const Node n = node_at(problem.extent, i);
            u[i] =
                shape({static_cast<double>(n.x) + 0.5, static_cast<double>(n.y) + 0.5, static_cast<double>(n.z) + 0.5});
        }
        for (const SolidSpan& span : problem.walls.solids) u.segment(span.node, span.count).setZero();
        return SchemeModes(problem).near(s, u);
    }
};

struct Errors {
    double frequency, time;  ///< relative
};
inline Errors errors(std::complex<double> scheme, std::complex<double> exact) {
    return {scheme.imag() / exact.imag() - 1, exact.real() / scheme.real() - 1};
}

inline VertexLaw real_law(double g) { return {{{0, 1 / g, 0}}, 1 / g}; }
inline WallAdmittance real_wall(double g) {
    return [g](std::complex<double>) { return g; };
}

/// `what` and the errors in the test's record; both within what is asked.
inline void expect_errors(const std::string& what, const Errors& e, double most_time, double most_frequency) {
    ::testing::Test::RecordProperty(what, fmt::format("T {:+.3f} %, f {:+.3f} %", 100 * e.time, 100 * e.frequency));
    EXPECT_LE(std::abs(e.time), most_time) << what << " T " << e.time;
    EXPECT_LE(std::abs(e.frequency), most_frequency) << what << " f " << e.frequency;
}

}  // namespace wavesim::test
