// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_sketch.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "boundary/wall_slabs.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/medium/medium_part.hpp"
#include "solvers/medium/program_parameters.hpp"
#include "solvers/plan/planned_medium.hpp"
#include "solvers/plan/planned_points.hpp"
#include "solvers/plan/planned_taper.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/ways/air_among_boxes.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/p_wave_points.hpp"
#include "stencils/grid/node_boxes.hpp"
#include "stencils/tti/layer_turn.hpp"
#include "stencils/tti/source_taper.hpp"

namespace wavesim {

namespace {

bool has_solids(const PlanDraft& draft) {
    const Scene& scene = draft.plan.scene;
    return draft.grid.mesh || scene.any_sheet() || !solid_nodes(scene, draft.grid).empty();
}

/// The planes [from, to) of the grid of the scene's room, layers included.
VoxelRoom room_planes(const PlanDraft& draft, std::int64_t from, std::int64_t to, std::vector<std::uint8_t> memory) {
    const auto layers = draft.plan.scene.boundaries.layer_cells();
    const std::int64_t planes = draft.grid.extent.nz;
    // Layers continue the plane next to them, so at least one plane of the domain is included.
    const std::int64_t first = std::clamp<std::int64_t>(from - layers[4], 0, planes - 1);
    const std::int64_t end = std::clamp<std::int64_t>(to - layers[4], first + 1, planes);
    VoxelRoom inside = voxelise_planes(draft.plan.scene, draft.grid, draft.surfaces, first, end, std::move(memory));
    if (first == from && end == to && std::ranges::all_of(layers, [](std::int64_t cells) { return cells == 0; }))
        return inside;
    const std::int64_t below = std::clamp<std::int64_t>(layers[4] - from, 0, to - from - (end - first));
    return grow_room(inside, {layers[0], layers[1], layers[2], layers[3], below, to - from - (end - first) - below});
}

/// Number of planes with some 8 MB of nodes, but at least as many as the planes around them.
std::int64_t planes_at_once(const Extent& grid, const Stencil& stencil) {
    return std::max<std::int64_t>(2 * radius(stencil), (1 << 23) / (grid.nx * grid.ny));
}

WallPlan build_walls_of(const PlanDraft& draft, double courant, int threads) {
    const Stencil& stencil = draft.plan.decision.shape.stencil;
    const WallForm form = draft.plan.scene.boundaries.walls;
    const auto planes = [&](std::int64_t from, std::int64_t to, std::vector<std::uint8_t> memory) {
        return room_planes(draft, from, to, std::move(memory));
    };
    const Extent& grid = draft.plan.grid();
    const std::vector<VertexLaw> laws = vertex_laws(draft);
    if (!has_solids(draft)) return build_walls(stencil, courant, planes(0, grid.nz, {}), draft.admittance, form, laws);
    return build_walls_in_slabs(stencil, courant, grid, planes_at_once(grid, stencil), planes, draft.admittance, form,
                                laws, threads);
}

/// The medium around a node as in the run, up to `reach` nodes away, and the position of the node in it.
struct Surroundings {
    TtiProblem problem;
    Node node;
};

Surroundings around(const PlanDraft& draft, const Node& node, std::int64_t reach, std::size_t turned_to) {
    const PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto layers = scene.boundaries.layer_cells();
    const NodeBox part =
        intersection(all_nodes(plan.grid()), {{node.x - reach, node.y - reach, node.z - reach},
                                              {node.x + reach + 1, node.y + reach + 1, node.z + reach + 1}});
    Surroundings found{TtiProblem(plan.decision.shape),
                       {node.x - part.from.x, node.y - part.from.y, node.z - part.from.z}};
    found.problem.extent = part.extent();
    found.problem.factors.of_node = factors_of_part(draft, part);
    TiltedMedium& tti = found.problem.tti;
    tti = make_tilted_medium(scene, draft.grid, draft.walls, layers, part);
    if (has_sponge(scene)) return found;
    if (scene.tti->form == TtiForm::k73)
        fade_in_layers(tti, plan.grid(), part, layers);
    else
        turn_in_layers(tti, plan.grid(), part, layers, turned_to);
    return found;
}

void sketch_tti(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto layers = scene.boundaries.layer_cells();
    plan.report.walls_method = tti_ends(scene);
    std::array<std::int64_t, 3> by_axis{};
    if (!has_sponge(scene) && scene.tti->form == TtiForm::self_adjoint) {
        for (const NodeBox& slab : slabs_of(plan.grid())) {
            const TiltedMedium medium = make_tilted_medium(scene, draft.grid, draft.walls, layers, slab);
            const auto nodes = layer_nodes_by_axis(medium, plan.grid(), slab, layers);
            for (std::size_t d = 0; d < 3; ++d) by_axis[d] += nodes[d];
        }
        plan.report.axes_turn_far = turns_far(by_axis);
    }
    if (!has_elliptical_sources(scene)) return;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot)
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            const Surroundings here =
                around(draft, source_node(plan, s, shot), 2 * source_radius, commonest_axis(by_axis));
            note_taper_lead(plan, here.problem, here.node);
        }
}

}  // namespace

StencilProblem sketch_problem(PlanDraft& draft, int threads) {
    StencilProblem problem{draft.plan.decision.shape, {}, {}};
    if (draft.plan.scene.tti) {
        sketch_tti(draft);
    } else if (draft.plan.scene.medium.physics) {
        draft.plan.report.walls_method = program_sides;
    } else {
        const auto build = [&](double courant) { return build_walls_of(draft, courant, threads); };
        problem.walls = density_varies(draft.plan.scene.medium) ? walls_of_densities(draft, build, nullptr)
                                                                : walls_of_one_density(draft, build, nullptr);
    }
    AirAmongBoxes air(draft.plan.scene, draft.grid);
    add_points(
        draft, [&air](const Node& n) { return air.is_air(n); }, problem, ReceiverLists::boxes);
    return problem;
}

}  // namespace wavesim
