// SPDX-License-Identifier: MIT
#include "solvers/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "boundary/local_walls.hpp"
#include "boundary/walls.hpp"
#include "solvers/anisotropy.hpp"
#include "solvers/backend_choice.hpp"
#include "solvers/fault.hpp"
#include "solvers/forecast.hpp"
#include "solvers/geometry_report.hpp"
#include "solvers/interpolation.hpp"
#include "solvers/mean_pressure.hpp"
#include "solvers/medium.hpp"
#include "solvers/medium_density.hpp"
#include "solvers/open_sides.hpp"
#include "solvers/plan_draft.hpp"
#include "solvers/planned_wall_losses.hpp"
#include "solvers/radiated_level.hpp"
#include "solvers/region_plan.hpp"
#include "solvers/sealed_air.hpp"
#include "solvers/sound_ways.hpp"
#include "solvers/survey.hpp"
#include "solvers/time_correction.hpp"
#include "solvers/time_forecast.hpp"
#include "solvers/warning_groups.hpp"
#include "stencils/backend.hpp"
#include "stencils/performance_model.hpp"
#include "stencils/tti/layer_taper.hpp"
#include "stencils/tti/source_taper.hpp"

namespace wavesim {

namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// Walls of the room; lowers the Courant number where the walls allow less than the stencil.
WallPlan plan_walls(PlanDraft& draft, const VoxelRoom& room) {
    PlanOutline& plan = draft.plan;
    ProblemShape& shape = plan.decision.shape;
    const double fraction = shape.courant / plan.decision.courant_limit;
    WallPlan walls;
    for (int attempt = 0;; ++attempt) {
        try {
            walls = build_walls(shape.stencil, shape.courant, room, draft.admittance, plan.scene.boundaries.walls);
        } catch (const std::domain_error& error) {
            throw SceneError({{"boundaries", error.what(), ""}});
        }
        const double limit =
            walls.spectral_bound > 0 ? 2 / std::sqrt(walls.spectral_bound) : plan.decision.courant_limit;
        if (shape.courant <= limit || attempt == 2) break;
        plan.decision.courant_limit = limit;
        shape.courant = fraction * limit;
        set_time_step(plan);
    }
    plan.report.walls_method = walls.method;
    return walls;
}

/// The walls of a room as the medium has them.
void add_walls(PlanDraft& draft, const VoxelRoom& room, StencilProblem& problem) {
    WallPlan walls = plan_walls(draft, room);
    draft.plan.report.wall_losses = planned_wall_losses(draft.plan, walls);
    problem.walls = std::move(walls.passes);
    try {
        fit_walls_to_medium(problem.factors, problem.walls);
    } catch (const std::domain_error& error) {
        throw SceneError({{"boundaries", error.what(), ""}});
    }
}

std::vector<float> factors_with_layers(const PlanDraft& draft) {
    return grow_values(make_factors(draft.plan.scene, draft.grid, draft.walls), draft.grid.extent,
                       draft.plan.scene.boundaries.layer_cells());
}

ScalarProblem make_scalar_problem(PlanDraft& draft, const VoxelRoom& room) {
    PlanOutline& plan = draft.plan;
    ScalarProblem problem(plan.decision.shape);
    problem.factors.of_node = factors_with_layers(draft);
    plan.report.storage_error_m_s =
        store_factors(problem.factors, plan.decision.shape.speed.storage, plan.decision.fastest_m_s);
    add_walls(draft, room, problem);
    return problem;
}

DensityProblem make_density_problem(PlanDraft& draft, const VoxelRoom& room) {
    PlanOutline& plan = draft.plan;
    DensityProblem problem(plan.decision.shape);
    problem.factors.of_node = factors_with_layers(draft);
    problem.density = grow_values(make_density(plan.scene, draft.grid, draft.walls), draft.grid.extent,
                                  plan.scene.boundaries.layer_cells());
    limit_by_density(plan, problem);
    add_walls(draft, room, problem);
    return problem;
}

/// Makes the medium elliptical around every source and tells by how much waves leave earlier, in the shot where it is
/// most.
void make_elliptical(PlanOutline& plan, TtiProblem& problem) {
    const Scene& scene = plan.scene;
    const auto node_of = [&](std::size_t source, std::int64_t shot) {
        return nearest_node(plan.grid(), problem.halo, plan.decision.spacing_m,
                            from_grid_corner(scene, plan.decision.spacing_m, source_position(scene, source, shot)));
    };
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot)
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            const TaperLead lead =
                taper_lead(problem, scene.dims, node_of(s, shot), plan.decision.spacing_m, plan.decision.fastest_m_s);
            if (lead.seconds > plan.report.taper_lead.seconds) plan.report.taper_lead = lead;
        }
    for (std::size_t s = 0; s < scene.sources.size(); ++s)
        taper_around(problem.tti, plan.grid(), node_of(s, plan.decision.shot));
}

/// With absorbing layers or a sponge instead of walls.
TtiProblem make_tti_problem(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto layers = scene.boundaries.layer_cells();
    plan.report.walls_method = has_sponge(scene) ? "none, a sponge all around" : "none, absorbing layers all around";
    TtiProblem problem(plan.decision.shape);
    problem.factors.of_node = factors_with_layers(draft);
    problem.tti = make_tilted_medium(scene, draft.grid, draft.walls, layers);
    if (has_sponge(scene))
        problem.tti.damping = sponge(plan.grid(), layers, plan.courant() * std::sqrt(anisotropy_factor(scene)));
    else if (scene.tti->form == TtiForm::k73)
        taper_to_isotropic(problem.tti, plan.grid(), layers);
    else
        taper_in_layers(problem.tti, plan.grid(), layers);
    plan.report.axes_turn_far = problem.tti.turned_far;
    if (scene.tti->around_source == Anisotropy::AroundSource::elliptical) make_elliptical(plan, problem);
    return problem;
}

Problem make_problem(PlanDraft& draft, const VoxelRoom& room) {
    const Scene& scene = draft.plan.scene;
    if (scene.tti) return make_tti_problem(draft);
    if (density_varies(scene.medium)) return make_density_problem(draft, room);
    return make_scalar_problem(draft, room);
}

/// The weight of a source at a node, in a medium whose density is that of node `near` for the source.
double fitted(double weight, const StencilProblem& problem, std::int64_t node, std::int64_t) {
    return problem.speed.varies ? weight * static_cast<double>(problem.factors.factor(node)) : weight;
}
double fitted(double weight, const DensityProblem& problem, std::int64_t node, std::int64_t near) {
    const auto density = [&](std::int64_t i) {
        return static_cast<double>(problem.density[static_cast<std::size_t>(i)]);
    };
    return weight * static_cast<double>(problem.factors.factor(node)) * (density(node) / density(near));
}

/// Whether sources act so that the pressure at B of one at A is that at A of one at B. Along the axis their level is
/// that of an isotropic medium then. The elliptical medium around sources keeps neither.
bool is_reciprocal(const Scene& scene) {
    return scene.tti && scene.tti->form == TtiForm::self_adjoint &&
           scene.tti->around_source == Anisotropy::AroundSource::as_is;
}

/// Node i of a source takes c_i^2, and where the density varies kappa_i / rho_0, rho_0 that of the node nearest to it;
/// where TTI media are reciprocal c_i^2 (1 + 2 epsilon_i), the response of the pressure to a force.
void fit_to_medium(const PlanOutline& plan, const Problem& problem, const Point& in_grid, PointWeights& source) {
    const Extent& grid = plan.grid();
    const Node near = nearest_node(grid, plan.decision.shape.halo, plan.decision.spacing_m, in_grid);
    std::visit(
        [&](const auto& medium) {
            for (std::size_t i = 0; i < source.nodes.size(); ++i)
                source.weights[i] =
                    fitted(source.weights[i], medium, source.nodes[i], grid.index(near.x, near.y, near.z));
        },
        problem);
    if (!is_reciprocal(plan.scene)) return;
    const std::vector<float>& epsilon = std::get<TtiProblem>(problem).tti.epsilon;
    for (std::size_t i = 0; i < source.nodes.size(); ++i)
        source.weights[i] *= 1 + 2 * static_cast<double>(epsilon[static_cast<std::size_t>(source.nodes[i])]);
}

void add_points(PlanDraft& draft, const VoxelRoom& room, Problem& any) {
    PlanOutline& plan = draft.plan;
    StencilProblem& problem = common_part(any);
    const Scene& scene = plan.scene;
    const auto& halo = plan.decision.shape.halo;
    const double x = plan.decision.spacing_m;
    // u+ += (c_i^2 T^2 / X^3) W_i s in 3D; a line source in 2D has X^2.
    const double scale = plan.courant() * plan.courant() / (scene.dims == 2 ? 1 : x);
    const auto place = [&](const Point& at, Placement placement, PointRole role, std::vector<PlannedPoint>& points) {
        const Point in_grid = from_grid_corner(scene, x, at);
        PlacedPoint placed = place_point(room, halo, x, in_grid, placement, role);
        Point used = at;
        if (placement == Placement::nearest_node)
            used = from_domain_corner(scene, x, node_position(halo, x, placed.home, scene.dims));
        points.push_back({used, placed.half_width});
        return std::move(placed.weights);
    };
    for (const SourceRequest& source : scene.sources) {
        Injection injection;
        injection.at = place(source.position, source.placement, PointRole::source, plan.decision.sources);
        injection.signal = signal_in_steps(plan, source);
        fit_to_medium(plan, any, from_grid_corner(scene, x, source.position), injection.at);
        for (double& s : injection.signal) s *= scale;
        problem.sources.push_back(std::move(injection));
    }
    for (const ReceiverRequest& receiver : scene.receivers)
        problem.receivers.push_back(
            place(receiver.position, receiver.placement, PointRole::receiver, plan.decision.receivers));
}

/// Interpolated points so close to solids that fewer nodes than usual surround them.
std::vector<std::string> narrowing_warnings(const PlanDraft& draft) {
    const PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    std::vector<NodeBox> solids;
    for (const NodeBox& box : solid_nodes(scene, draft.grid)) solids.push_back(from_grid_corner(scene, box));
    const auto width = [&](const Point& at, Placement placement) {
        if (placement != Placement::interpolated) return 4;
        return half_width_beside(solids, plan.grid(), scene.dims, plan.decision.shape.halo, plan.decision.spacing_m,
                                 from_grid_corner(scene, plan.decision.spacing_m, at));
    };
    WarningGroups of_sources;
    for (const SourceRequest& source : scene.sources)
        if (const int nodes = width(source.position, source.placement); nodes < 4)
            of_sources.add(
                fmt::format("source '{}'", source.name),
                fmt::format("is close to a solid: its interpolation was narrowed to {} nodes per side", nodes));
    std::vector<std::string> warnings = of_sources.sentences();
    const auto narrowed = std::ranges::count_if(scene.receivers, [&](const ReceiverRequest& receiver) {
        return width(receiver.position, receiver.placement) < 4;
    });
    if (narrowed > 0)
        warnings.push_back(fmt::format("{} of {} receivers are close to a solid: their interpolation was narrowed",
                                       narrowed, scene.receivers.size()));
    return warnings;
}

/// Sizes, areas and points beside the solids on the grid. Throws SceneError where no air is left.
void look_at_room(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    plan.report.geometry = report_geometry(plan.scene, draft.grid, draft.walls, draft.surfaces, draft.admittance);
    if (plan.report.geometry.volume_m3 == 0)
        throw SceneError({{"solids", "the solids leave no air", "make the boxes smaller"}});
    append(plan.report.warnings, geometry_warnings(plan.report.geometry, plan.scene.dims));
    append(plan.report.warnings, narrowing_warnings(draft));
    append(plan.report.warnings, mean_pressure_warnings(plan));
}

/// The row that the options name; a refusal starts with the place that pins it.
BackendChoice pick_backend(const PlanOptions& options, const StencilProblem& problem, const Machine& machine,
                           std::int64_t steps_between_looks) {
    try {
        return choose_backend(backend_registry(), options.backend, problem, machine, steps_between_looks);
    } catch (const EnvironmentError& error) {
        if (options.backend_place.empty()) throw;
        throw EnvironmentError(error.kind(), options.backend_place + ": " + error.what());
    }
}

/// Memory rate assumed where none was measured: a laptop's single channel.
constexpr double assumed_bytes_per_s = 8e9;

/// Cells between solids whose air is searched and whose faces are measured within some 10 ms.
constexpr std::int64_t most_cells_to_search = 1 << 22;
constexpr double most_cells_to_measure = 1 << 19;

/// Whole steps from one snapshot to the next; all of the run without them.
std::int64_t steps_between_snapshots(const PlanOutline& plan) {
    const bool any = plan.decision.snapshots && plan.decision.snapshots->count > 0;
    return any ? std::max<std::int64_t>(1, std::llround(plan.decision.snapshots->every_steps)) : plan.decision.steps;
}

/// A problem without lists.
StencilProblem bare(const ProblemShape& shape) { return {shape, {}, {}}; }

/// Refuses what does not fit before anything is allocated: only the lists of walls and receivers come on top. Leaves
/// the forecast without them.
void expect_memory_without_lists(PlanDraft& draft, const BackendEntry& backend, const Machine& machine) {
    PlanOutline& plan = draft.plan;
    const std::int64_t mask_bytes = plan.scene.solids.empty() ? 0 : draft.grid.extent.nodes();
    expect_memory_for_grid(plan, backend, machine);
    plan.forecast.memory = forecast_memory(plan, bare(plan.decision.shape), backend, mask_bytes, machine);
    expect_memory(plan, backend, machine);
}

/// Predicted time per node of a step; 0: not known.
double forecast_ctpn(const PlanOutline& plan, const StencilProblem& problem, const BackendEntry& backend,
                     const Machine& machine) {
    Machine known = machine;
    double& on_cpu = known.triad.of(plan.decision.shape.precision);
    if (on_cpu <= 0) on_cpu = assumed_bytes_per_s;
    return backend.ctpn(problem, known, steps_between_snapshots(plan));
}

}  // namespace

void expect_to_fit(PlanDraft& draft, const Machine& machine, const PlanOptions& options) {
    const StencilProblem problem = bare(draft.plan.decision.shape);
    const BackendChoice choice = pick_backend(options, problem, machine, steps_between_snapshots(draft.plan));
    expect_memory_without_lists(draft, *choice.entry, machine);
    draft.plan.forecast.disk_bytes = forecast_disk(draft.plan);
}

SceneCheck check_plan(const Scene& scene, const Machine& machine, const PlanOptions& options) {
    PlanDraft draft = draft_plan(scene, options);
    expect_to_fit(draft, machine, options);
    PlanOutline& plan = draft.plan;
    append(plan.report.warnings, sealed_air_warnings(draft, most_cells_to_search));
    if (geometry_cells(scene, draft.grid, draft.surfaces) <= most_cells_to_measure)
        look_at_room(draft);
    else
        plan.report.warnings.emplace_back(
            "the solids are too many to be measured here: plan says how well they fit the grid");
    return {std::move(plan.report.warnings), plan.forecast.disk_bytes};
}

Plan make_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options) {
    expect_to_fit(draft, machine, options);
    PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const double drafted_courant = plan.courant();

    if (options.shot == 0) append(plan.report.warnings, sealed_air_warnings(draft));
    look_at_room(draft);
    std::int64_t mask_bytes = 0;
    Problem problem;
    {
        VoxelRoom room = voxelise(scene, draft.grid, draft.surfaces);
        mask_bytes = static_cast<std::int64_t>(room.solid.size());
        if (scene.boundaries.any_absorbing()) room = grow_room(room, scene.boundaries.layer_cells());
        problem = make_problem(draft, room);
        add_points(draft, room, problem);
    }
    if (plan.courant() != drafted_courant) follow_time_step(draft);  // walls or densities have lowered it
    plan.decision.shape.layers = plan_layers(plan);
    StencilProblem& common = common_part(problem);
    static_cast<ProblemShape&>(common) = plan.decision.shape;
    plan.report.ways = direct_ways(draft);
    plan.report.ways_of_shots = direct_ways_of_shots(draft);

    const BackendChoice choice = pick_backend(options, common, machine, steps_between_snapshots(plan));
    const BackendEntry& backend = *choice.entry;
    plan.report.chosen_by = options.chosen_by;
    plan.forecast.memory = forecast_memory(plan, common, backend, mask_bytes, machine);
    expect_memory(plan, backend, machine);
    plan.forecast.disk_bytes = forecast_disk(plan);
    plan.forecast.ctpn_s = forecast_ctpn(plan, common, backend, machine);
    plan.decision.backend = backend.name;
    plan.decision.regions = plan_regions(common, choice, machine, plan.forecast.ctpn_s);
    plan.forecast.time = forecast_time(plan, common, backend, machine);
    return {std::move(plan), std::move(problem)};
}

Plan make_plan(const Scene& scene, const Machine& machine, const PlanOptions& options) {
    return make_plan(draft_plan(scene, options), machine, options);
}

}  // namespace wavesim
