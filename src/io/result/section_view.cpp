// SPDX-License-Identifier: MIT
#include "io/result/section_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "io/result/slice_view.hpp"
#include "io/result/snapshot_file.hpp"
#include "solvers/scene/mesh_section.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

namespace {

constexpr std::array<char, 3> axis_letters{'x', 'y', 'z'};

/// A plane across an axis.
struct Cut {
    int axis, right, up;
    double at_m;

    SectionView::Place flat(const Point& p) const { return {p.along(right), p.along(up)}; }
};

Cut cut_across(const Scene& scene, int axis) {
    return {axis, axis == 0 ? 1 : 0, axis == 2 ? 1 : 2, scene.sources.at(0).position.along(axis)};
}

/// The outline of a rectangle, each edge with its surface: left, right, lower, upper.
void add_rectangle(SectionView& view, const SectionView::Place& low, const SectionView::Place& high,
                   const std::array<std::optional<std::size_t>, 4>& surface) {
    const SectionView::Place right_low{high[0], low[1]}, left_high{low[0], high[1]};
    const std::array<std::array<SectionView::Place, 2>, 4> edges{
        {{low, left_high}, {right_low, high}, {low, right_low}, {left_high, high}}};
    for (std::size_t e = 0; e < 4; ++e)
        if (surface[e]) view.walls.push_back({edges[e][0], edges[e][1], *surface[e]});
}

void add_walls(SectionView& view, const Scene& scene, const Cut& cut, const SurfaceTable& surfaces) {
    std::array<std::optional<std::size_t>, 4> sides;
    const bool enclosed = scene.geometry && scene.geometry->air == MeshWalls::Air::enclosed;
    for (std::size_t e = 0; e < 4 && !enclosed; ++e) {
        const auto side = static_cast<std::size_t>(2 * (e < 2 ? cut.right : cut.up)) + e % 2;
        if (scene.boundaries.kind[side] == SideKind::wall) sides[e] = side;
    }
    add_rectangle(view, {0, 0}, view.size_m, sides);
    if (scene.geometry)
        for (const SectionLine& line : section_of(*scene.geometry->mesh, cut.axis, cut.at_m))
            view.walls.push_back({cut.flat(line.end[0]), cut.flat(line.end[1]), surfaces.of_mesh.at(line.material)});
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& box = scene.solids[i];
        const bool flat = scene.dims == 2;
        if (!flat && (cut.at_m < box.from.along(cut.axis) || cut.at_m > box.to.along(cut.axis))) continue;
        const std::size_t low = surfaces.of_solid.at(i), high = surfaces.of_upper.at(i);
        add_rectangle(view, cut.flat(box.from), cut.flat(box.to), {low, high, low, high});
    }
}

void add_nodes(SectionView& view, const PlanOutline& plan, const std::vector<SolidSpan>& solids, const Cut& cut) {
    view.spacing_m = plan.decision.spacing_m;
    const std::array<double, 3> first = first_node_m(plan);
    view.first_m = {first[static_cast<std::size_t>(cut.right)], first[static_cast<std::size_t>(cut.up)]};
    if (solids.empty()) return;
    const Extent& grid = plan.grid();
    view.across = grid.along(cut.right);
    view.solid.assign(static_cast<std::size_t>(view.across * grid.along(cut.up)), false);
    const auto nearest = std::llround((cut.at_m - first[static_cast<std::size_t>(cut.axis)]) / view.spacing_m);
    std::array<std::int64_t, 3> node{};
    node[static_cast<std::size_t>(cut.axis)] = std::clamp<std::int64_t>(nearest, 0, grid.along(cut.axis) - 1);
    std::size_t at = 0;
    for (std::int64_t j = 0; j < grid.along(cut.up); ++j)
        for (std::int64_t i = 0; i < view.across; ++i) {
            node[static_cast<std::size_t>(cut.right)] = i;
            node[static_cast<std::size_t>(cut.up)] = j;
            view.solid[at++] = is_solid(solids, grid.index(node[0], node[1], node[2]));
        }
}

/// Surfaces with the same name become one. A side without a named surface has the name of the side.
void name_surfaces(SectionView& view, const SurfaceTable& table) {
    std::vector<std::size_t> number;
    for (std::size_t s = 0; s < table.labels.size(); ++s) {
        const std::string& own = table.laws[s].name;
        const std::string& name = s < 6 && !own.empty() ? own : table.labels[s];
        const auto found = std::ranges::find(view.surfaces, name);
        number.push_back(static_cast<std::size_t>(found - view.surfaces.begin()));
        if (found == view.surfaces.end()) view.surfaces.push_back(name);
    }
    for (SectionView::Wall& wall : view.walls) wall.surface = number[wall.surface];
}

}  // namespace

SectionView section_view(const PlanOutline& plan, const std::vector<SolidSpan>& solids, int axis) {
    const Scene& scene = plan.scene;
    const Cut cut = cut_across(scene, axis);
    const Frame& frame = scene.frame;
    SectionView view;
    view.title = scene.name;
    if (scene.dims == 3)
        view.title += fmt::format(", {} = {:.4g} m", axis_letters.at(static_cast<std::size_t>(axis)),
                                  frame.users(axis, cut.at_m) + 0.0);
    view.axes = {axis_letters.at(static_cast<std::size_t>(cut.right)),
                 axis_letters.at(static_cast<std::size_t>(cut.up))};
    view.size_m = cut.flat(scene.size_m);
    view.corner_m = {frame.users(cut.right, 0), frame.users(cut.up, 0)};
    view.z_down = cut.up == 2 && frame.z_down();
    add_nodes(view, plan, solids, cut);
    const SurfaceTable surfaces = make_surfaces(scene);
    add_walls(view, scene, cut, surfaces);
    name_surfaces(view, surfaces);
    const auto add_mark = [&](const std::string& name, const Point& at, bool source) {
        const bool in_plane = scene.dims == 2 || std::abs(at.along(axis) - cut.at_m) <= view.spacing_m / 2;
        view.marks.push_back({name, cut.flat(at), source, in_plane});
    };
    if (scene.survey && !scene.survey->source_names.empty()) {  // each source of the scene has a run of its own
        for (std::size_t i = 0; i < scene.survey->shots.size(); ++i)
            add_mark(scene.survey->source_names.at(i), scene.survey->shots[i], true);
    } else {
        for (const SourceRequest& source : scene.sources) add_mark(source.name, source.position, true);
    }
    for (const ReceiverRequest& receiver : scene.receivers) add_mark(receiver.name, receiver.position, false);
    return view;
}

}  // namespace wavesim
