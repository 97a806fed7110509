// SPDX-License-Identifier: MIT
#include "solvers/plan/plan.hpp"
#include "solvers/plan/make_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "boundary/wall_slabs.hpp"
#include "solvers/accuracy/mean_pressure.hpp"
#include "solvers/accuracy/radiated_level.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/factor_planes.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/medium/program_parameters.hpp"
#include "solvers/plan/backend_choice.hpp"
#include "solvers/plan/forecast.hpp"
#include "solvers/plan/half_wall_passes.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/plan_sketch.hpp"
#include "solvers/plan/planned_medium.hpp"
#include "solvers/plan/planned_points.hpp"
#include "solvers/plan/planned_taper.hpp"
#include "solvers/plan/region_plan.hpp"
#include "solvers/plan/slab_choice.hpp"
#include "solvers/plan/time_forecast.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/ways/geometry_report.hpp"
#include "solvers/ways/mesh_report.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/p_wave_points.hpp"
#include "solvers/ways/program_sponge.hpp"
#include "solvers/ways/sealed_air.hpp"
#include "solvers/ways/sound_ways.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/grid/node_boxes.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/tti/hourglass_weights.hpp"
#include "stencils/tti/layer_taper.hpp"
#include "stencils/tti/source_taper.hpp"

namespace wavesim {

namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// A builder of walls for a room that is completely in memory.
BuildWalls builder_of(const PlanDraft& draft, const VoxelRoom& room, int threads) {
    return [&draft, &room, threads](double courant) {
        return build_walls_on_threads(draft.plan.decision.shape.stencil, courant, room, draft.admittance,
                                      draft.plan.scene.boundaries.walls, vertex_laws(draft), threads);
    };
}

ScalarProblem make_scalar_problem(PlanDraft& draft, const VoxelRoom& room, int threads) {
    ScalarProblem problem(draft.plan.decision.shape);
    problem.walls = walls_of_one_density(draft, builder_of(draft, room, threads), &problem.factors);
    return problem;
}

DensityProblem make_density_problem(PlanDraft& draft, const VoxelRoom& room, int threads) {
    DensityProblem problem(draft.plan.decision.shape);
    problem.walls = walls_of_densities(draft, builder_of(draft, room, threads), &problem);
    return problem;
}

/// Makes the medium elliptical around every source. Records by how much waves leave earlier, in the shot where this is
/// largest.
void make_elliptical(PlanOutline& plan, TtiProblem& problem) {
    const Scene& scene = plan.scene;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot)
        for (std::size_t s = 0; s < scene.sources.size(); ++s)
            note_taper_lead(plan, problem, source_node(plan, s, shot));
    for (std::size_t s = 0; s < scene.sources.size(); ++s)
        taper_around(problem.tti, plan.grid(), source_node(plan, s, plan.decision.shot));
}

/// A TTI problem with absorbing layers or a sponge instead of walls.
TtiProblem make_tti_problem(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto layers = scene.boundaries.layer_cells();
    plan.report.walls_method = tti_ends(scene);
    TtiProblem problem(plan.decision.shape);
    if (plan.decision.shape.speed.varies) problem.factors = FactorPlanes(draft).all();
    problem.tti = make_tilted_medium(scene, draft.grid, draft.walls, layers, all_nodes(plan.grid()));
    if (has_sponge(scene))
        problem.tti.damping = sponge(plan.grid(), layers, plan.courant() * std::sqrt(anisotropy_factor(scene)));
    else if (scene.tti->form == TtiForm::k73)
        taper_to_isotropic(problem.tti, plan.grid(), layers);
    else
        taper_in_layers(problem.tti, plan.grid(), layers);
    plan.report.axes_turn_far = problem.tti.turned_far;
    if (has_elliptical_sources(scene)) make_elliptical(plan, problem);
    if (scene.tti->form == TtiForm::self_adjoint) problem.tti.mean_axis = tti::mean_axis(problem.tti, plan.grid());
    return problem;
}

/// A program problem; images of its fields beyond the sides replace walls.
ProgramProblem make_program_problem(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    plan.report.walls_method = program_sides;
    ProgramProblem problem(plan.decision.shape);
    if (plan.decision.shape.speed.varies) problem.factors = FactorPlanes(draft).all();
    problem.parameters = ProgramParameters(plan.scene, draft.grid, draft.walls).everywhere();
    if (!has_sponge(plan.scene)) return problem;
    for (std::vector<double>& values : problem.parameters) values = grow_into_sponge(plan, values);
    problem.parameters.push_back(sponge_factors(plan));
    return problem;
}

Problem make_problem(PlanDraft& draft, const VoxelRoom& room, int threads) {
    const Scene& scene = draft.plan.scene;
    if (scene.medium.physics) return make_program_problem(draft);
    if (scene.tti) return make_tti_problem(draft);
    if (density_varies(scene.medium)) return make_density_problem(draft, room, threads);
    return make_scalar_problem(draft, room, threads);
}

/// Measures sizes and areas of the solids on the grid. Throws SceneError if no air is left.
void look_at_room(PlanDraft& draft, int threads) {
    PlanOutline& plan = draft.plan;
    plan.report.geometry =
        report_geometry(plan.scene, draft.grid, draft.walls, draft.surfaces, draft.admittance, threads);
    if (plan.report.geometry.volume_m3 == 0)
        throw SceneError({{"solids", "the solids leave no air", "make the boxes smaller"}});
    append(plan.report.warnings, geometry_warnings(plan.report.geometry, plan.scene.dims));
    append(plan.report.warnings, mesh_warnings(plan.report.geometry, draft.grid.mesh.get()));
    append(plan.report.warnings, mean_pressure_warnings(plan));
}

/// The backend that the options name. The message of a refusal starts with the place that sets it.
BackendChoice pick_backend(const PlanOptions& options, const StencilProblem& problem, const Machine& machine,
                           const RunSteps& steps) {
    try {
        return (machine.other_gpus.empty() ? choose_backend : choose_slabs)(backend_registry(), options.backend,
                                                                            problem, machine, steps);
    } catch (const EnvironmentError& error) {
        if (options.backend_place.empty()) throw;
        throw EnvironmentError(error.kind(), options.backend_place + ": " + error.what());
    }
}

/// Memory rate assumed if none was measured: that of a single channel of a laptop.
constexpr double assumed_bytes_per_s = 8e9;

/// Number of cells between solids whose air can be searched and whose faces can be measured within some 10 ms.
constexpr std::int64_t most_cells_to_search = 1 << 22;
constexpr double most_cells_to_measure = 1 << 19;

/// Number of steps between snapshots; all steps of the run without snapshots.
std::int64_t steps_between_snapshots(const PlanOutline& plan) {
    const bool any = plan.decision.snapshots && plan.decision.snapshots->count > 0;
    return any ? std::max<std::int64_t>(1, std::llround(plan.decision.snapshots->every_steps)) : plan.decision.steps;
}

/// A problem without lists. If walls are ports it has one port, so that backends without kernels for ports refuse it.
StencilProblem bare(const ProblemShape& shape) {
    StencilProblem problem{shape, {}, {}};
    if (shape.wall_ports) problem.walls.ports = {{0}, {0}, {{{{0, 0, 0}}, {1}}}, {0, 1}, {{1, 1, {{0, 1, 0}}}}};
    return problem;
}

/// Refuses a run that does not fit before anything is allocated; the lists of walls and receivers are not included.
/// Keeps the forecast without these lists.
void expect_memory_without_lists(PlanDraft& draft, const BackendChoice& choice, const Machine& machine) {
    PlanOutline& plan = draft.plan;
    const BackendEntry& backend = *choice.entry;
    const BackendEntry* const instead = choice.too_large;
    const std::int64_t mask =
        std::max(mask_bytes(plan.scene, draft.grid), plan.scene.any_solid() ? draft.grid.extent.nodes() : 0);
    expect_memory_for_grid(plan, backend, choice.proposal, machine, instead);
    plan.decision.slabs = choice.slabs;
    plan.forecast.memory = forecast_memory(plan, bare(plan.decision.shape), backend, choice.proposal, mask, machine);
    expect_memory(plan, backend, machine, instead);
}

/// The machine with its measured memory rate, or with an assumed one.
Machine with_rate(Machine machine, Precision precision) {
    double& on_cpu = machine.triad.of(precision);
    if (on_cpu <= 0) on_cpu = assumed_bytes_per_s;
    return machine;
}

/// Ratio of the times per node on the CPU and on a GPU that `auto` does not use. If no CPU backend can run the problem,
/// it is the ratio of the memory rates. 0: not known.
double times_slower(const PlanOutline& plan, const StencilProblem& problem, const BackendChoice& choice,
                    const Machine& machine) {
    if (choice.too_large == nullptr) {
        const Precision precision = plan.decision.shape.precision;
        return machine.gpu.triad.of(precision) / machine.triad.of(precision);
    }
    const double on_gpu_s = choice.too_large->propose(problem, machine, steps_between_snapshots(plan)).ctpn_s;
    return on_gpu_s > 0 ? choice.proposal.ctpn_s / on_gpu_s : 0;
}

/// Warning about the speed lost if `auto` does not use the GPU of the machine; else empty.
std::string cpu_instead_of_gpu(const PlanOutline& plan, const StencilProblem& problem, const BackendChoice& choice,
                               const Machine& machine) {
    if (choice.gpu_refused.empty()) return {};
    std::string sentence = "the CPU computes this run and not the GPU";
    if (const double slower = times_slower(plan, problem, choice, machine); slower > 1)
        sentence += fmt::format(", about {:.{}f} times slower", slower, slower < 10 ? 1 : 0);
    sentence += ": " + choice.gpu_refused;
    if (choice.too_large == nullptr) return sentence;
    if (const auto spacing = finest_spacing(plan, *choice.too_large, machine))
        sentence += fmt::format("; the finest spacing that fits the GPU is {:.3g} m (asked: {:.3g} m)", *spacing,
                                plan.decision.spacing_m);
    return sentence;
}

}  // namespace

const BackendEntry& expect_to_fit(PlanDraft& draft, const Machine& given, const PlanOptions& options) {
    const Machine machine = with_rate(given, draft.plan.decision.shape.precision);
    const StencilProblem problem = bare(draft.plan.decision.shape);
    const BackendChoice choice =
        pick_backend(options, problem, machine, {draft.plan.decision.steps, steps_between_snapshots(draft.plan)});
    expect_memory_without_lists(draft, choice, machine);
    if (options.shot == 0)
        if (std::string sentence = cpu_instead_of_gpu(draft.plan, problem, choice, machine); !sentence.empty())
            draft.plan.report.warnings.push_back(std::move(sentence));
    draft.plan.forecast.disk_bytes = forecast_disk(draft.plan);
    return *choice.entry;
}

SceneCheck check_plan(const Scene& scene, const Machine& machine, const PlanOptions& options) {
    PlanDraft draft = draft_plan(scene, options);
    expect_to_fit(draft, machine, options);
    PlanOutline& plan = draft.plan;
    append(plan.report.warnings, sealed_air_warnings(draft, most_cells_to_search));
    if (geometry_cells(scene, draft.grid, draft.surfaces) <= most_cells_to_measure)
        look_at_room(draft, options.threads);
    else
        plan.report.warnings.emplace_back(
            "the solids are too many to be measured here: plan says how well they fit the grid");
    return {std::move(plan.report.warnings), plan.forecast.disk_bytes};
}

namespace {

struct Outlined {
    PlanOutline plan;
    Proposal proposal;
};

/// A plan without the data of its problem. `make_problem` makes the lists of the problem when they are needed.
Outlined outline_plan(PlanDraft draft, const Machine& given, const PlanOptions& options,
                      const std::function<StencilProblem&(PlanDraft&)>& make_problem) {
    const Machine machine = with_rate(given, draft.plan.decision.shape.precision);
    expect_to_fit(draft, machine, options);
    PlanOutline& plan = draft.plan;
    const double drafted_courant = plan.courant();

    if (options.shot == 0) append(plan.report.warnings, sealed_air_warnings(draft));
    look_at_room(draft, options.threads);
    StencilProblem& problem = make_problem(draft);
    if (plan.courant() != drafted_courant) follow_time_step(draft);  // walls or densities have lowered it
    plan.decision.shape.layers = plan_layers(plan);
    static_cast<ProblemShape&>(problem) = plan.decision.shape;
    plan.report.ways = direct_ways(draft);
    plan.report.ways_of_shots = direct_ways_of_shots(draft);

    BackendChoice choice =
        pick_backend(options, problem, machine, {plan.decision.steps, steps_between_snapshots(plan)});
    const BackendEntry& backend = *choice.entry;
    if (options.backend == "auto")
        if (const std::string quicker = quicker_with_half_walls(draft, choice, problem, machine,
                                                                {plan.decision.steps, steps_between_snapshots(plan)});
            !quicker.empty())
            choice.why += "; " + quicker;
    plan.report.chosen_by = options.chosen_by;
    plan.decision.slabs = choice.slabs;
    append(plan.report.warnings, slab_warnings(choice.slabs));
    plan.forecast.memory =
        forecast_memory(plan, problem, backend, choice.proposal, mask_bytes(plan.scene, draft.grid), machine);
    expect_memory(plan, backend, machine);
    plan.forecast.disk_bytes = forecast_disk(plan);
    plan.forecast.ctpn_s = expected_ctpn(choice.proposal);
    for (const KernelText& text : choice.proposal.texts)
        plan.forecast.kernels.push_back({text.name, in_cache(text, machine.gpu)});
    if (options.shot == 0 && backend.on_gpu() && machine.profile)
        append(plan.report.warnings, machine.profile->refused);
    plan.decision.backend = backend.name;
    const MemoryForecast& memory = plan.forecast.memory;
    const std::int64_t bytes = backend.on_gpu() ? memory.device + memory.other_devices : memory.fields;
    plan.decision.regions = plan_regions(problem, choice, machine, bytes, plan.forecast.ctpn_s);
    plan.forecast.time = forecast_time(plan, problem, backend, machine);
    return {std::move(plan), std::move(choice.proposal)};
}

/// The problem with all its data.
Problem whole_problem(PlanDraft& draft, int threads) {
    const Scene& scene = draft.plan.scene;
    VoxelRoom room = voxelise(scene, draft.grid, draft.surfaces);
    if (scene.boundaries.any_absorbing()) room = grow_room(room, scene.boundaries.layer_cells());
    Problem problem = make_problem(draft, room, threads);
    add_points(
        draft, [&](const Node& n) { return room.is_air(n.x, n.y, n.z); }, common_part(problem));
    fit_sources_to_medium(draft.plan, problem);
    return problem;
}

}  // namespace

Plan make_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options) {
    Problem problem;
    const auto make = [&](PlanDraft& drafted) -> StencilProblem& {
        problem = whole_problem(drafted, options.threads);
        return common_part(problem);
    };
    Outlined outlined = outline_plan(std::move(draft), machine, options, make);
    return {std::move(outlined.plan), std::move(problem), std::move(outlined.proposal)};
}

PlanSketch sketch_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options) {
    StencilProblem problem;
    const auto make = [&](PlanDraft& drafted) -> StencilProblem& {
        return problem = sketch_problem(drafted, options.threads);
    };
    Outlined outlined = outline_plan(std::move(draft), machine, options, make);
    return {std::move(outlined.plan), std::move(problem.walls)};
}

Plan make_plan(const Scene& scene, const Machine& machine, const PlanOptions& options) {
    return make_plan(draft_plan(scene, options), machine, options);
}

}  // namespace wavesim
