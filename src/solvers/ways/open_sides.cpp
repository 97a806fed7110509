// SPDX-License-Identifier: MIT
#include "solvers/ways/open_sides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "boundary/absorbing.hpp"
#include "boundary/walls.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/space/mesh_room.hpp"
#include "solvers/ways/layer_profiles.hpp"
#include "solvers/ways/program_sponge.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

std::string solid_name(const Scene& scene, std::size_t i) {
    return scene.solids[i].name.empty() ? fmt::format("solids[{}]", i) : "'" + scene.solids[i].name + "'";
}

/// Cells from the sides of the domain to a solid, per Side.
std::array<std::int64_t, 6> cells_away(const NodeBox& n, const Extent& e) {
    return {n.from.x, e.nx - n.to.x, n.from.y, e.ny - n.to.y, n.from.z, e.nz - n.to.z};
}

void find_near_solids(const PlanDraft& draft, std::int64_t reach, const LayerForm& form, std::vector<Fault>& faults) {
    const Scene& scene = draft.plan.scene;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const auto box = box_nodes(draft.grid, scene.dims, scene.solids[i]);
        if (!box) continue;
        const auto away = cells_away(box->nodes, draft.grid.extent);
        const auto refuse = [&](const std::string& what, const char* advice) {
            faults.push_back(
                {fmt::format("solids[{}].box", i), fmt::format("the solid {} {}", solid_name(scene, i), what), advice});
        };
        for (std::size_t s = 0; s < 6; ++s) {
            const SideKind kind = scene.boundaries.kind[s];
            const auto side = word_of(scene.frame.users(all_sides[s]));
            const std::int64_t thick = box->nodes.extent().along(static_cast<int>(s / 2));
            if (kind == SideKind::wall) continue;
            if (kind == SideKind::absorbing && away[s] == 0) {
                if (form.averaged)
                    refuse(
                        fmt::format("runs into {}, an absorbing layer, where only leggy stencils treat solids", side),
                        "use stencil: auto or leggy-2");
                else if (thick < form.half_order)
                    refuse(
                        fmt::format("is {} thick where it runs into {}, an absorbing layer; the stencil needs {} there",
                                    cells_text(thick), side, form.half_order),
                        "let it begin further inside, or use stencil: auto or leggy-1");
                else
                    continue;
                break;
            }
            if (away[s] >= reach) continue;
            refuse(fmt::format("lies {} from {}, {}; {} needed there", cells_text(away[s]), side,
                               kind == SideKind::absorbing ? "an absorbing layer" : "a free surface",
                               reach == 1 ? "1 is" : fmt::format("{} are", reach)),
                   kind == SideKind::absorbing ? "let it touch that side, or make the domain larger"
                                               : "make the domain larger");
            break;
        }
    }
}

/// Finds sheets too close to sides that are not walls. They do not go through layers.
void find_near_sheets(const PlanDraft& draft, std::int64_t reach, std::vector<Fault>& faults) {
    const Scene& scene = draft.plan.scene;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const auto sheet = sheet_faces(draft.grid, scene.dims, scene.solids[i]);
        if (!sheet) continue;
        const auto away = cells_away(plane_of(*sheet), draft.grid.extent);
        for (std::size_t s = 0; s < 6; ++s) {
            const SideKind kind = scene.boundaries.kind[s];
            if (kind == SideKind::wall || away[s] >= reach) continue;
            faults.push_back({fmt::format("solids[{}].sheet", i),
                              fmt::format("the sheet {} lies {} from {}, {}; {} needed there", solid_name(scene, i),
                                          cells_text(away[s]), word_of(scene.frame.users(all_sides[s])),
                                          kind == SideKind::absorbing ? "an absorbing layer" : "a free surface",
                                          reach == 1 ? "1 is" : fmt::format("{} are", reach)),
                              "make the domain larger, or the sheet smaller"});
            break;
        }
    }
}

/// Distance in cells from the sides of the domain to the solids of a mesh, per Side; up to `reach`.
std::array<std::int64_t, 6> cells_to_mesh(const GridChoice& grid, std::int64_t reach) {
    std::array<std::int64_t, 6> away;
    away.fill(reach);
    const Extent& e = grid.extent;
    const auto look = [&](int axis, bool high) {
        for (std::int64_t i = 0; i < std::min(reach, e.along(axis)); ++i) {
            const std::int64_t plane = high ? e.along(axis) - 1 - i : i;
            const Node from{axis == 0 ? plane : 0, axis == 1 ? plane : 0, axis == 2 ? plane : 0};
            const Node to{axis == 0 ? plane + 1 : e.nx, axis == 1 ? plane + 1 : e.ny, axis == 2 ? plane + 1 : e.nz};
            for (std::int64_t z = from.z; z < to.z; ++z)
                for (std::int64_t y = from.y; y < to.y; ++y)
                    for (std::int64_t x = from.x; x < to.x; ++x)
                        if (grid.mesh->is_solid(e.index(x, y, z))) return i;
        }
        return reach;
    };
    for (std::size_t s = 0; s < 6; ++s) away[s] = look(static_cast<int>(s / 2), s % 2 == 1);
    return away;
}

/// Finds meshes too close to sides that are not walls.
void find_near_mesh(const PlanDraft& draft, std::int64_t reach, std::vector<Fault>& faults) {
    if (!draft.grid.mesh) return;
    const Scene& scene = draft.plan.scene;
    const auto away = cells_to_mesh(draft.grid, reach);
    for (std::size_t s = 0; s < 6; ++s)
        if (scene.boundaries.kind[s] != SideKind::wall && away[s] < reach)
            faults.push_back(
                {"geometry",
                 fmt::format("the mesh of '{}' comes within {} of {}, which is no wall; {} needed there",
                             scene.geometry->file, cells_text(away[s] + 1), word_of(scene.frame.users(all_sides[s])),
                             reach == 1 ? "1 is" : fmt::format("{} are", reach)),
                 "make the domain larger"});
}

/// Finds sources and receivers on a free surface, where they have no effect: the pressure there is 0.
void find_silent_points(const PlanDraft& draft, std::vector<Fault>& faults) {
    const Scene& scene = draft.plan.scene;
    const auto check = [&](const Point& p, Placement placement, const std::string& key, const char* what) {
        if (placement == Placement::nearest_node) return;
        for (const Side side : all_sides) {
            const auto s = static_cast<std::size_t>(side);
            const double at = p.along(axis_of(side));
            const double away = is_max(side) ? scene.size_m.along(axis_of(side)) - at : at;
            if (scene.boundaries.kind[s] == SideKind::free_surface && away < 1e-6 * draft.grid.spacing_m)
                faults.push_back({key,
                                  fmt::format("the {} lies on the free surface {}, where the pressure is 0", what,
                                              word_of(scene.frame.users(all_sides[s]))),
                                  "move it below the surface"});
        }
    };
    for (std::size_t i = 0; i < scene.sources.size(); ++i)
        check(scene.sources[i].position, scene.sources[i].placement, source_key(scene, i) + ".position", "source");
    if (scene.medium.physics) return;  // not every field is 0 there
    for (std::size_t i = 0; i < scene.receivers.size(); ++i) {
        const ReceiverRequest& r = scene.receivers[i];
        check(r.position, r.placement, r.key.empty() ? fmt::format("receivers[{}]", i) : r.key, "receiver");
    }
}

}  // namespace

Extent grow_extent(const Extent& domain, const std::array<std::int64_t, 6>& layers) {
    return {domain.nx + layers[0] + layers[1], domain.ny + layers[2] + layers[3], domain.nz + layers[4] + layers[5]};
}

GridChoice domain_grid(const PlanOutline& plan) {
    const auto cells = plan.scene.boundaries.layer_cells();
    const Extent& grid = plan.grid();
    return {{grid.nx - cells[0] - cells[1], grid.ny - cells[2] - cells[3], grid.nz - cells[4] - cells[5]},
            plan.decision.spacing_m,
            0,
            plan.decision.mesh};
}

Point from_grid_corner(const Scene& scene, double spacing_m, const Point& in_domain) {
    const auto cells = scene.boundaries.layer_cells();
    const auto shift = [&](std::size_t side) { return static_cast<double>(cells[side]) * spacing_m; };
    return {in_domain.x + shift(0), in_domain.y + shift(2), in_domain.z + shift(4)};
}

Point from_domain_corner(const Scene& scene, double spacing_m, const Point& in_grid) {
    const Point corner = from_grid_corner(scene, spacing_m, {});
    return {in_grid.x - corner.x, in_grid.y - corner.y, in_grid.z - corner.z};
}

NodeBox from_grid_corner(const Scene& scene, const Extent& domain, const NodeBox& in_domain) {
    const auto cells = scene.boundaries.layer_cells();
    const auto moved = [&cells](const Node& n) { return Node{n.x + cells[0], n.y + cells[2], n.z + cells[4]}; };
    const auto away = cells_away(in_domain, domain);
    const auto on = [&](std::size_t side) { return away[side] == 0 ? cells[side] : 0; };
    NodeBox box{moved(in_domain.from), moved(in_domain.to)};
    box.from = {box.from.x - on(0), box.from.y - on(2), box.from.z - on(4)};
    box.to = {box.to.x + on(1), box.to.y + on(3), box.to.z + on(5)};
    return box;
}

namespace {
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
}  // namespace

bool OpenSideRoom::any_solid() const { return solid < unlimited; }

OpenSideRoom open_side_room(const Scene& scene, const GridChoice& grid) {
    OpenSideRoom room{unlimited, unlimited};
    for (const SolidBox& solid : scene.solids)
        if (const auto sheet = sheet_faces(grid, scene.dims, solid))
            for (std::size_t s = 0; s < 6; ++s)
                if (scene.boundaries.kind[s] != SideKind::wall)
                    room.air = std::min(room.air, cells_away(plane_of(*sheet), grid.extent)[s]);
    for (const NodeBox& box : solid_nodes(scene, grid)) {
        const auto away = cells_away(box, grid.extent);
        for (std::size_t s = 0; s < 6; ++s) {
            if (scene.boundaries.kind[s] == SideKind::wall) continue;
            if (scene.boundaries.kind[s] == SideKind::absorbing && away[s] == 0)
                room.solid = std::min(room.solid, box.extent().along(static_cast<int>(s / 2)));
            else
                room.air = std::min(room.air, away[s]);
        }
    }
    return room;
}

bool fits(const OpenSideRoom& room, std::int64_t radius, const LayerForm& form) {
    return radius <= room.air && (!room.any_solid() || (!form.averaged && form.half_order <= room.solid));
}

std::vector<float> grow_values(std::vector<float> values, const Extent& domain,
                               const std::array<std::int64_t, 6>& layers) {
    if (values.empty() || std::ranges::count(layers, 0) == 6) return values;
    const Extent grid = grow_extent(domain, layers);
    std::vector<float> grown(static_cast<std::size_t>(grid.nodes()));
    for (std::int64_t z = 0; z < grid.nz; ++z)
        for (std::int64_t y = 0; y < grid.ny; ++y) {
            const std::int64_t inner_y = std::clamp<std::int64_t>(y - layers[2], 0, domain.ny - 1);
            const std::int64_t inner_z = std::clamp<std::int64_t>(z - layers[4], 0, domain.nz - 1);
            const auto from = values.begin() + domain.index(0, inner_y, inner_z);
            auto to = grown.begin() + grid.index(0, y, z);
            to = std::fill_n(to, layers[0], *from);
            to = std::copy_n(from, domain.nx, to);
            std::fill_n(to, layers[1], *(from + domain.nx - 1));
        }
    return grown;
}

double layer_frequency(const PlanOutline& plan) {
    const auto& sources = plan.scene.sources;
    if (sources.size() == 1 && sources[0].signal.frequency_hz > 0) return sources[0].signal.frequency_hz;
    return plan.report.dispersion.frequency_hz / 2.5;
}

namespace {

/// Damping layers at the sides; none for sponges.
std::array<LayerProfile, 6> damped_sides(const PlanOutline& plan) {
    std::array<LayerProfile, 6> sides;
    if (has_sponge(plan.scene)) return sides;
    const Boundaries& boundaries = plan.scene.boundaries;
    for (const Side side : all_sides) {
        const auto s = static_cast<std::size_t>(side);
        if (boundaries.kind[s] == SideKind::absorbing) sides[s] = layer_at(plan, side);
    }
    if (plan.scene.tti)
        for (LayerProfile& side : sides) side.cells = damped_cells(plan.scene.tti->form, side.cells);
    return sides;
}

/// Largest ratio of the wave speed to that along the symmetry axis in a tilted medium; 1 elsewhere.
double layer_stretch(const PlanOutline& plan) { return plan.scene.tti ? std::sqrt(anisotropy_factor(plan.scene)) : 1; }

}  // namespace

AbsorbingLayers outline_layers(const PlanOutline& plan) {
    return outline_layers(plan.decision.shape.stencil, plan.courant() * layer_stretch(plan), damped_sides(plan));
}

namespace {

AbsorbingLayers tables(const PlanOutline& plan, const Extent& extent, const std::array<LayerProfile, 6>& sides) {
    const double stretch = layer_stretch(plan);
    return build_layers(plan.decision.shape.stencil, plan.courant() * stretch, extent, sides,
                        layer_frequency(plan) * plan.decision.spacing_m / (plan.decision.fastest_m_s * stretch),
                        plan.scene.tti ? tilted_least_alpha : 0);
}

}  // namespace

AbsorbingLayers plan_layers(const PlanOutline& plan) { return tables(plan, plan.grid(), damped_sides(plan)); }

AbsorbingLayers layer_tables(const PlanOutline& plan, Side side) {
    std::array<LayerProfile, 6> sides;
    sides[0] = damped_sides(plan)[static_cast<std::size_t>(side)];
    return tables(plan, {sides[0].cells, 1, 1}, sides);
}

void find_open_side_faults(const PlanDraft& draft, std::vector<Fault>& faults) {
    const PlanOutline& plan = draft.plan;
    const Boundaries& boundaries = plan.scene.boundaries;
    if (boundaries.all_walls()) return;
    if (boundaries.walls == WallForm::whole)
        faults.push_back({"boundaries.walls",
                          "absorbing layers and free surfaces need half-cell walls, not walls on the nodes (whole)",
                          "use half"});
    find_silent_points(draft, faults);
    const Stencil& stencil = plan.decision.shape.stencil;
    const LayerForm form = layer_form(stencil, plan.courant());
    if (plan.scene.any_solid()) {
        const std::int64_t reach = wall_support(stencil, contents_of(plan.scene)).solids_reach;
        find_near_sheets(draft, reach, faults);
        find_near_solids(draft, reach, form, faults);
        find_near_mesh(draft, reach, faults);
    }
    if (!boundaries.any_absorbing()) return;
    if (!form.why_not.empty() && !plan.scene.medium.physics) {
        faults.push_back({"grid.stencil", form.why_not, "use another stencil or a smaller grid.courant_fraction"});
        return;
    }
    const std::int64_t thinnest = boundaries.thinnest_layer();
    if (!has_sponge(plan.scene) && thinnest < form.least_cells) {
        faults.push_back({"boundaries",
                          fmt::format("absorbing layers beside {} take {} cells at least, this one has {}",
                                      stencil.name, form.least_cells, thinnest),
                          form.averaged ? "make them wider or use a leggy stencil" : "make them wider"});
        return;
    }
    const std::array<std::int64_t, 3> cells{draft.grid.extent.nx, draft.grid.extent.ny, draft.grid.extent.nz};
    for (std::size_t s = 0; s < 6; ++s)
        if (boundaries.kind[s] == SideKind::absorbing && cells[s / 2] < form.half_order) {
            faults.push_back({"domain.size",
                              fmt::format("the domain has {} along {} between absorbing layers, {} needs {}",
                                          cells_text(cells[s / 2]), "xyz"[s / 2], stencil.name, form.half_order),
                              "use a finer grid or a stencil of shorter reach"});
            return;
        }
}

std::vector<std::string> describe_open_sides(const PlanOutline& plan) {
    const Boundaries& boundaries = plan.scene.boundaries;
    std::vector<std::string> lines;
    const LayerForm form = layer_form(plan.decision.shape.stencil, plan.courant());
    for (std::size_t s = 0; s < 6; ++s) {
        if (boundaries.kind[s] == SideKind::free_surface)
            lines.push_back(fmt::format("{}: free surface{}, on the face of the first cells",
                                        word_of(plan.scene.frame.users(all_sides[s])),
                                        plan.scene.medium.physics ? "" : " (pressure 0)"));
        if (boundaries.kind[s] != SideKind::absorbing) continue;
        const LayerProfile layer = layer_at(plan, all_sides[s]);
        if (has_sponge(plan.scene)) {
            lines.push_back(fmt::format("{}: sponge of {} outside the domain",
                                        word_of(plan.scene.frame.users(all_sides[s])), cells_text(layer.cells)));
            if (has_program_sponge(plan.scene))
                lines.back() += fmt::format(", which sends back {:.0f} dB of waves of {:.3g} Hz head-on",
                                            sponge_echo_db(plan, all_sides[s]), layer_frequency(plan));
            continue;
        }
        const std::int64_t damped = plan.scene.tti ? damped_cells(plan.scene.tti->form, layer.cells) : layer.cells;
        LayerDamping damping = default_damping(damped, form.half_order);
        if (layer.reflection > 0) damping.reflection = layer.reflection;
        lines.push_back(
            fmt::format("{}: absorbing layer of {} outside the domain, {} differences, R0 {:.1e}",
                        word_of(plan.scene.frame.users(all_sides[s])), cells_text(layer.cells),
                        form.averaged ? std::string("averaged") : fmt::format("order-{}", 2 * form.half_order),
                        damping.reflection));
    }
    return lines;
}

}  // namespace wavesim
