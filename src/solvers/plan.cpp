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
#include "solvers/medium.hpp"
#include "solvers/medium_density.hpp"
#include "solvers/open_sides.hpp"
#include "solvers/plan_draft.hpp"
#include "solvers/radiated_level.hpp"
#include "solvers/sealed_air.hpp"
#include "solvers/segy_sampling.hpp"
#include "solvers/signal.hpp"
#include "solvers/sound_ways.hpp"
#include "solvers/time_forecast.hpp"
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
void add_walls(PlanDraft& draft, const VoxelRoom& room) {
    Plan& plan = draft.plan;
    const double fraction = plan.courant / plan.courant_limit;
    for (int attempt = 0;; ++attempt) {
        WallPlan walls;
        try {
            walls =
                build_walls(plan.problem.stencil, plan.courant, room, draft.admittance, plan.scene.boundaries.walls);
        } catch (const std::domain_error& error) {
            throw SceneError({{"boundaries", error.what(), ""}});
        }
        plan.walls_method = walls.method;
        plan.problem.walls = std::move(walls.passes);
        const double limit = walls.spectral_bound > 0 ? 2 / std::sqrt(walls.spectral_bound) : plan.courant_limit;
        if (plan.courant <= limit || attempt == 2) break;
        plan.courant_limit = limit;
        plan.courant = fraction * limit;
        plan.problem.courant = plan.courant;
        set_time_step(plan);
    }
    plan.problem.layers = plan_layers(plan);
    try {
        fit_walls_to_medium(plan.problem.medium, plan.problem.walls);
    } catch (const std::domain_error& error) {
        throw SceneError({{"boundaries", error.what(), ""}});
    }
}

/// The TTI medium with absorbing layers or a sponge instead of walls; elliptical around every source.
void add_anisotropy(PlanDraft& draft) {
    Plan& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto layers = scene.boundaries.layer_cells();
    plan.problem.walls = {};
    plan.walls_method = has_sponge(scene) ? "none, a sponge all around" : "none, absorbing layers all around";
    plan.problem.tti = make_tilted_medium(scene, draft.grid, draft.walls, layers);
    if (has_sponge(scene))
        plan.problem.tti.damping = sponge(plan.grid, layers, plan.courant * std::sqrt(anisotropy_factor(scene)));
    else if (scene.tti->form == TtiForm::k73)
        taper_to_isotropic(plan.problem.tti, plan.grid, layers);
    else
        taper_in_layers(plan.problem.tti, plan.grid, layers);
    std::vector<Node> sources;
    for (const SourceRequest& source : scene.sources)
        sources.push_back(nearest_node(plan.grid, plan.problem.walls.halo, plan.spacing_m,
                                       from_grid_corner(scene, plan.spacing_m, source.position)));
    for (const Node& source : sources) {
        const TaperLead lead = taper_lead(plan.problem, scene.dims, source, plan.spacing_m, plan.fastest_m_s);
        if (lead.seconds > plan.taper_lead.seconds) plan.taper_lead = lead;
    }
    for (const Node& source : sources) taper_around(plan.problem.tti, plan.grid, source);
}

/// Node i of a source takes c_i^2, and where the density varies kappa_i / rho_0, rho_0 that of the node nearest to it.
void fit_to_medium(const Plan& plan, const Point& in_grid, PointWeights& source) {
    const MediumFactors& medium = plan.problem.medium;
    if (!medium.varies) return;
    const auto at = [](const std::vector<float>& values, std::int64_t node) {
        return static_cast<double>(values[static_cast<std::size_t>(node)]);
    };
    const Node near = nearest_node(plan.grid, plan.problem.walls.halo, plan.spacing_m, in_grid);
    for (std::size_t i = 0; i < source.nodes.size(); ++i) {
        source.weights[i] *= static_cast<double>(medium.factor(source.nodes[i]));
        if (medium.density_half_order > 0)
            source.weights[i] *=
                at(medium.density, source.nodes[i]) / at(medium.density, plan.grid.index(near.x, near.y, near.z));
    }
}

void add_points(PlanDraft& draft, const VoxelRoom& room) {
    Plan& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto& halo = plan.problem.walls.halo;
    const double x = plan.spacing_m;
    // u+ += (c_i^2 T^2 / X^3) W_i s in 3D; a line source in 2D has X^2.
    const double scale = plan.courant * plan.courant / (scene.dims == 2 ? 1 : x);
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
        const bool filtered = averages_in_time(source, plan.problem.stencil, plan.courant);
        Injection injection;
        injection.at = place(source.position, source.placement, PointRole::source, plan.sources);
        injection.signal = Signal(source.signal, plan.time_step_s).sample(plan.steps, filtered);
        fit_to_medium(plan, from_grid_corner(scene, x, source.position), injection.at);
        for (double& s : injection.signal) s *= scale;
        while (!injection.signal.empty() && injection.signal.back() == 0) injection.signal.pop_back();
        plan.problem.sources.push_back(std::move(injection));
    }
    for (const ReceiverRequest& receiver : scene.receivers)
        plan.problem.receivers.push_back(
            place(receiver.position, receiver.placement, PointRole::receiver, plan.receivers));
}

/// Interpolated points so close to solids that fewer nodes than usual surround them.
std::vector<std::string> narrowing_warnings(const PlanDraft& draft) {
    const Plan& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto layers = scene.boundaries.layer_cells();
    std::vector<NodeBox> solids;
    for (const SolidBox& solid : scene.solids)
        if (const auto box = box_nodes(draft.grid, scene.dims, solid)) {
            const auto moved = [&layers](const Node& n) {
                return Node{n.x + layers[0], n.y + layers[2], n.z + layers[4]};
            };
            solids.push_back({moved(box->nodes.from), moved(box->nodes.to)});
        }
    const auto width = [&](const Point& at, Placement placement) {
        if (placement != Placement::interpolated) return 4;
        return half_width_beside(solids, plan.grid, scene.dims, plan.problem.walls.halo, plan.spacing_m,
                                 from_grid_corner(scene, plan.spacing_m, at));
    };
    std::vector<std::string> warnings;
    for (const SourceRequest& source : scene.sources)
        if (const int nodes = width(source.position, source.placement); nodes < 4)
            warnings.push_back(
                fmt::format("source '{}' is close to a solid: its interpolation was narrowed to {} nodes per side",
                            source.name, nodes));
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
    Plan& plan = draft.plan;
    plan.geometry = report_geometry(plan.scene, draft.grid, draft.walls, draft.surfaces, draft.admittance);
    if (plan.geometry.volume_m3 == 0)
        throw SceneError({{"solids", "the solids leave no air", "make the boxes smaller"}});
    append(plan.warnings, geometry_warnings(plan.geometry, plan.scene.dims));
    append(plan.warnings, narrowing_warnings(draft));
}

/// The row that the options name; a refusal starts with the place that pins it.
BackendChoice pick_backend(const PlanOptions& options, const StencilProblem& problem, const Machine& machine) {
    try {
        return choose_backend(backend_registry(), options.backend, problem, machine);
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
std::int64_t steps_between_snapshots(const Plan& plan) {
    const bool any = plan.snapshots && plan.snapshots->count > 0;
    return any ? std::max<std::int64_t>(1, std::llround(plan.snapshots->every_steps)) : plan.steps;
}

}  // namespace

SceneCheck check_plan(const Scene& scene, const Machine& machine, const PlanOptions& options) {
    PlanDraft draft = draft_plan(scene, options);
    Plan& plan = draft.plan;
    const BackendEntry& backend = *pick_backend(options, plan.problem, machine).entry;
    append(plan.warnings, sealed_air_warnings(draft, most_cells_to_search));
    if (geometry_cells(scene, draft.grid, draft.surfaces) <= most_cells_to_measure)
        look_at_room(draft);
    else
        plan.warnings.emplace_back("the solids are too many to be measured here: plan says how well they fit the grid");
    plan.memory = forecast_memory(plan, backend, scene.solids.empty() ? 0 : draft.grid.extent.nodes(), machine);
    expect_memory_for_grid(plan, backend, machine);
    expect_memory(plan, backend, machine);
    return {std::move(plan.warnings), forecast_disk(plan)};
}

Plan make_plan(const Scene& scene, const Machine& machine, const PlanOptions& options) {
    PlanDraft draft = draft_plan(scene, options);
    Plan& plan = draft.plan;
    expect_memory_for_grid(plan, *pick_backend(options, plan.problem, machine).entry, machine);

    if (options.shot == 0) append(plan.warnings, sealed_air_warnings(draft));
    look_at_room(draft);
    std::int64_t mask_bytes = 0;
    {
        VoxelRoom room = voxelise(scene, draft.grid, draft.surfaces);
        mask_bytes = static_cast<std::int64_t>(room.solid.size());
        const auto layers = scene.boundaries.layer_cells();
        if (scene.boundaries.any_absorbing()) room = grow_room(room, layers);
        const int density_half_order = plan.problem.medium.density_half_order;
        plan.problem.medium = grow_medium(make_medium(scene, draft.grid, draft.walls), draft.grid.extent, layers);
        plan.problem.medium.density_half_order = density_half_order;
        plan.storage_error_m_s = keep_medium(plan.problem.medium, scene.medium.storage, plan.fastest_m_s);
        limit_by_density(plan);
        add_walls(draft, room);
        if (scene.tti) add_anisotropy(draft);
        add_points(draft, room);
    }
    plan.ways = direct_ways(draft);
    report_dispersion(plan);
    plan.snapshots = plan_snapshots(draft);
    plan.segy = plan_segy(plan);

    const BackendChoice choice = pick_backend(options, plan.problem, machine);
    const BackendEntry& backend = *choice.entry;
    plan.regions = {{"inner", plan.grid, backend.name, backend.on_gpu() ? "" : machine.isa, "", choice.why}};
    plan.chosen_by = options.chosen_by;
    plan.memory = forecast_memory(plan, backend, mask_bytes, machine);
    expect_memory(plan, backend, machine);
    plan.disk_bytes = forecast_disk(plan);
    const double on_cpu = machine.triad.of(options.precision);
    const double on_gpu = machine.gpu.triad.of(options.precision);
    if (!backend.on_gpu())
        plan.predicted_ctpn_s = predict_cpu_ctpn(plan.problem, on_cpu > 0 ? on_cpu : assumed_bytes_per_s,
                                                 machine.threads, machine.isa, steps_between_snapshots(plan));
    else if (on_gpu > 0)
        plan.predicted_ctpn_s = predict_gpu_ctpn(plan.problem, backend.name, on_gpu);
    plan.time = forecast_time(plan, backend, machine);
    return std::move(plan);
}

}  // namespace wavesim
