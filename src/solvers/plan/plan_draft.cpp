// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boundary/port_fit.hpp"
#include "boundary/walls.hpp"
#include "solvers/accuracy/band_walls.hpp"
#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/medium/program_parameters.hpp"
#include "solvers/plan/mesh_form.hpp"
#include "solvers/plan/plan_faults.hpp"
#include "solvers/plan/plan_warnings.hpp"
#include "solvers/plan/planned_ports.hpp"
#include "solvers/plan/planned_snapshots.hpp"
#include "solvers/plan/program_choice.hpp"
#include "solvers/plan/program_faults.hpp"
#include "solvers/plan/program_waves.hpp"
#include "solvers/plan/stencil_choice.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/segy_sampling.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/signal/wav_rate.hpp"
#include "solvers/space/mesh_voxels.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/program_sponge.hpp"
#include "stencils/equations/damping.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

constexpr double most_steps = 1e12;

bool positive(double x) { return std::isfinite(x) && x > 0; }

/// Checks values that the scene reader guarantees, for scenes that are built by code.
void find_value_faults(const Scene& scene, std::vector<Fault>& faults) {
    const auto expect = [&](bool ok, const char* key, const char* message) {
        if (!ok) faults.push_back({key, message, ""});
    };
    expect(scene.dims == 2 || scene.dims == 3, "domain.size", "a scene has 2 or 3 dimensions");
    expect(positive(scene.size_m.x) && positive(scene.size_m.z) && (scene.dims == 2 || positive(scene.size_m.y)),
           "domain.size", "every side must be longer than 0");
    for (std::size_t s = 0; s < 6; ++s) {
        const LayerProfile& layer = scene.boundaries.layer[s];
        if (scene.boundaries.kind[s] != SideKind::absorbing) continue;
        expect(scene.dims == 3 || s / 2 != 1, "boundaries", "a 2D scene has no layers along y");
        expect(layer.cells >= 1, "boundaries", "an absorbing layer is at least one cell wide");
        expect(layer.reflection >= 0 && layer.reflection < 1, "boundaries", "the reflection of a layer is below 1");
    }
    expect(positive(scene.medium.sound_speed_m_s), "medium.sound_speed", "the speed of sound must be above 0");
    if (const std::string wrong = medium_fault(scene.medium, scene.dims); !wrong.empty())
        faults.push_back({"medium", wrong, ""});
    expect(positive(scene.medium.density_kg_m3), "medium.density", "the density must be above 0");
    expect(positive(scene.duration_s), "time.duration", "the duration must be longer than 0");
    expect(!scene.sources.empty(), "sources", "there is no source, so nothing would sound");
    expect(positive(scene.grid.points_per_wavelength) && scene.grid.points_per_wavelength >= 2,
           "grid.points_per_wavelength", "fewer than 2 points per wavelength cannot carry a wave");
    expect(scene.grid.max_frequency_hz.has_value() || scene.grid.spacing_m.has_value(), "grid",
           "either max_frequency or spacing is needed");
    expect(!scene.grid.max_frequency_hz || positive(*scene.grid.max_frequency_hz), "grid.max_frequency",
           "the highest frequency must be above 0");
    expect(!scene.grid.spacing_m || positive(*scene.grid.spacing_m), "grid.spacing", "the spacing must be above 0");
    for (std::size_t i = 0; i < scene.sources.size(); ++i) {
        const SignalRequest& s = scene.sources[i].signal;
        const std::string key = source_key(scene, i) + ".signal";
        const bool needs_frequency = s.kind == SignalKind::ricker || s.kind == SignalKind::sine;
        const bool needs_width = s.kind == SignalKind::gaussian || s.kind == SignalKind::dgauss;
        if (needs_frequency && !positive(s.frequency_hz)) faults.push_back({key, "the frequency must be above 0", ""});
        if (needs_width && !positive(s.width_s)) faults.push_back({key, "the width must be above 0", ""});
        if (!std::isfinite(s.amplitude_pa_m)) faults.push_back({key, "the amplitude must be a number", ""});
        if (s.kind == SignalKind::samples && (s.samples.empty() || !positive(s.sample_rate_hz)))
            faults.push_back({key, "a sampled signal needs samples and a rate", ""});
        else if (const std::string why = why_silent(s, scene.duration_s); !why.empty())
            faults.push_back({key + ".delay", "the source stays silent: its signal " + why, ""});
    }
}

double asked_spacing(const Scene& scene) {
    if (scene.grid.spacing_m) return *scene.grid.spacing_m;
    return wave_speeds(scene).slowest / (*scene.grid.max_frequency_hz * scene.grid.points_per_wavelength);
}

/// Frequency at which dispersion is judged: max_frequency, or the one with the requested points per wavelength.
double judged_frequency(const Scene& scene, double spacing) {
    return scene.grid.max_frequency_hz.value_or(wave_speeds(scene).slowest /
                                                (spacing * scene.grid.points_per_wavelength));
}

void find_surface_faults(const Scene& scene, PlanDraft& draft, std::vector<Fault>& faults) {
    draft.surfaces = make_surfaces(scene);
    if (draft.surfaces.laws.size() > most_surfaces)
        faults.push_back(
            {"solids",
             fmt::format("{} different surfaces, at most {} are possible", draft.surfaces.laws.size(), most_surfaces),
             "give solids of the same material the same surface, or the mesh fewer materials"});
    for (std::size_t s = 0; s < draft.surfaces.laws.size(); ++s) {
        double g = 0;
        try {
            const SurfaceLaw& law = draft.surfaces.laws[s];
            g = admittance_of(law);
            if (law.by_frequency())  // limited to the range of the fit, so the wall is not rigid
                g = std::max(admittance_at(law, judged_frequency(scene, asked_spacing(scene))),
                             admittance_from_normal_absorption(least_fitted_absorption));
        } catch (const std::domain_error& error) {
            std::string key = s < 6 ? fmt::format("boundaries.{}", word_of(scene.frame.users(all_sides[s]))) : "solids";
            for (std::size_t i = 0; s >= 6 && i < scene.solids.size(); ++i)
                if (draft.surfaces.of_solid[i] == s || draft.surfaces.of_upper[i] == s) {
                    key = fmt::format("solids[{}].surface", i);
                    break;
                }
            if (std::ranges::find(draft.surfaces.of_mesh, s) != draft.surfaces.of_mesh.end())
                key = "geometry.materials";
            faults.push_back({key, error.what(), ""});
        }
        draft.admittance.push_back(g);
    }
}

void find_stencil_faults(const Scene& scene, const Stencil& stencil, WallForm form, std::vector<Fault>& faults) {
    if (!scene.any_solid()) return;
    if (form == WallForm::whole)
        faults.push_back(
            {"boundaries.walls", "whole-sample walls (whole) are for empty boxes, this scene has solids", "use half"});
    const WallSupport support = wall_support(stencil, contents_of(scene));
    if (!support.solids)
        faults.push_back(
            {"grid.stencil",
             fmt::format("{} has no stable treatment of {} ({})", stencil.name, scene.any_sheet() ? "sheets" : "solids",
                         support.solids_method.empty() ? "none is known" : support.solids_method),
             "use stencil: auto or leggy-2"});
}

}  // namespace

void follow_time_step(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    const double frequency_hz = plan.report.dispersion.frequency_hz;
    plan.report.dispersion =
        plan.scene.medium.physics ? program_dispersion(plan, frequency_hz) : dispersion_at(plan, frequency_hz);
    if (plan.scene.medium.physics) plan.report.program_waves = program_waves(plan);
    plan.decision.snapshots = plan_snapshots(draft);
    plan.decision.segy = plan_segy(plan);
    expect_wav_rate(plan);
    plan.decision.shape.layers = outline_layers(plan);
}

std::array<HaloRule, 6> mirrors_of(const PlanDraft& draft) {
    std::array<HaloRule, 6> halo;
    halo.fill(draft.walls == WallPosition::whole ? HaloRule::mirror_whole : HaloRule::mirror_half);
    return halo;
}

namespace {

/// Determines the kind of the medium and the conditions beyond the sides of its grid.
void decide_medium(PlanDraft& draft) {
    const Scene& scene = draft.plan.scene;
    ProblemShape& shape = draft.plan.decision.shape;
    shape.speed = {varies(scene.medium), scene.medium.storage};
    shape.halo = halo_rules(scene.boundaries.walls, scene.dims, scene.boundaries.kind);
    shape.wall_ports = has_ports(draft);
    if (scene.tti) {
        shape.medium = TtiShape{scene.tti->form};
        shape.halo.fill(HaloRule::zero);
    } else if (density_varies(scene.medium)) {
        shape.medium = DensityShape{(radius(shape.stencil) + 1) / 2};
    } else if (const auto& physics = scene.medium.physics) {
        const ProgramParameters parameters(scene, draft.grid, draft.walls);
        ProgramShape program{physics->program, physics->heard, draft.plan.decision.time_step_s,
                             draft.plan.decision.spacing_m, parameters.varying()};
        if (has_sponge(scene)) {
            program.program = std::make_shared<const equations::Program>(equations::with_damping(*physics->program));
            program.varying += 1;
            std::ranges::replace(shape.halo, HaloRule::zero, HaloRule::mirror_half);  // behind the sponge
        }
        shape.medium = std::move(program);
    }
}

}  // namespace

namespace {

PlanDraft draft_with_walls(const Scene& scene, const PlanOptions& options);

/// A draft with walls at the vertices and that stencil; none if the scene cannot have them.
std::optional<PlanDraft> draft_at_vertices(const Scene& scene, const PlanOptions& options,
                                           const StencilChoice& choice) {
    Scene at_vertices = scene;
    at_vertices.boundaries.walls = WallForm::vertex;
    at_vertices.grid.stencil.name = choice.stencil.name;
    try {
        PlanDraft draft = draft_with_walls(at_vertices, options);
        draft.plan.scene.grid.stencil = scene.grid.stencil;
        draft.plan.report.stencil_reason = choice.reason;
        return draft;
    } catch (const SceneError&) {
        return {};
    }
}

/// A draft with the walls of the scene; automatic walls are half a cell beyond the nodes, except around a mesh with cut
/// cells.
PlanDraft draft_with_walls(const Scene& scene, const PlanOptions& options) {
    PlanDraft draft;
    PlanOutline& plan = draft.plan;
    plan.scene = scene;
    plan.decision.shot = options.shot;
    move_to_shot(plan.scene, options.shot);
    plan.decision.shape.precision = options.precision;
    draft.walls = scene.boundaries.walls == WallForm::whole ? WallPosition::whole : WallPosition::half;

    std::vector<Fault> faults;
    find_value_faults(scene, faults);
    find_program_faults(scene, faults);
    if (!faults.empty()) throw SceneError(faults);
    find_surface_faults(scene, draft, faults);

    const std::string spacing_key = scene.grid.spacing_m ? "grid.spacing" : "grid.max_frequency";
    const auto grid = choose_grid(scene.dims, scene.size_m, asked_spacing(scene), draft.walls);
    if (!grid) {
        const double shortest = scene.dims == 2 ? std::min(scene.size_m.x, scene.size_m.z)
                                                : std::min({scene.size_m.x, scene.size_m.y, scene.size_m.z});
        const bool coarse = asked_spacing(scene) > shortest;
        faults.push_back({spacing_key,
                          fmt::format("a spacing of {:.4g} m {}", asked_spacing(scene),
                                      coarse ? "is longer than the domain" : "makes a grid beyond every memory"),
                          coarse ? "ask for a higher frequency or a finer spacing"
                                 : "ask for a lower frequency or a coarser spacing"});
        throw SceneError(faults);
    }
    draft.grid = *grid;
    const SpeedRange speeds = wave_speeds(scene);
    plan.decision.slowest_m_s = speeds.slowest;
    plan.decision.fastest_m_s = speeds.fastest;
    plan.report.interface_shift_m = interface_shift(scene, *grid, draft.walls);
    plan.decision.shape.extent = grow_extent(grid->extent, scene.boundaries.layer_cells());
    plan.decision.spacing_m = grid->spacing_m;
    const double frequency = judged_frequency(scene, plan.decision.spacing_m);
    const double points_per_wavelength = plan.decision.slowest_m_s / (frequency * plan.decision.spacing_m);
    if (points_per_wavelength < 2) {
        faults.push_back({spacing_key,
                          fmt::format("{:.4g} Hz has only {:.2f} points per wavelength on this spacing, fewer than 2 "
                                      "cannot carry a wave",
                                      frequency, points_per_wavelength),
                          ""});
        throw SceneError(faults);
    }

    const BackendEntry* const named_backend = find_backend(options.backend);
    const auto choice = scene.medium.physics ? choose_program_stencil(draft, faults)
                                             : choose_stencil(scene, points_per_wavelength, faults);
    if (choice && (named_backend == nullptr || !named_backend->half_walls) &&
        needs_vertex_walls(draft, choice->stencil, points_per_wavelength))
        if (std::optional<PlanDraft> at_vertices = draft_at_vertices(scene, options, *choice))
            return *std::move(at_vertices);
    if (scene.geometry && draft.walls == WallPosition::half) {
        const bool lossy = std::ranges::any_of(draft.admittance, [](double g) { return g >= least_admittance; });
        const MeshForm form = choice ? mesh_form(scene, choice->stencil, lossy, faults) : MeshForm{};
        draft.grid.mesh = plan.decision.mesh = make_mesh_room(scene, *grid, draft.surfaces, form, options.threads);
    }
    find_point_faults(draft, faults);
    find_aliased_faults(draft, faults);
    find_output_faults(draft, faults);
    find_anisotropy_faults(scene, draft.grid, draft.walls, faults);
    find_density_faults(scene, faults);
    find_storage_faults(scene, faults);
    if (choice) {
        find_stencil_faults(scene, choice->stencil, scene.boundaries.walls, faults);
        plan.decision.shape.stencil = choice->stencil;
        plan.decision.shape.courant = choice->courant;
        plan.decision.courant_limit = choice->courant_limit;
        plan.report.stencil_reason = choice->reason;
        find_open_side_faults(draft, faults);
        find_port_faults(draft, points_per_wavelength, faults);
        const double steps = scene.duration_s / (plan.courant() * plan.decision.spacing_m / plan.decision.fastest_m_s);
        if (steps > most_steps)
            faults.push_back({"time.duration",
                              fmt::format("{:.3g} time steps, at most {:.0e} are possible", steps, most_steps), ""});
    }
    if (!faults.empty()) throw SceneError(faults);
    set_time_step(plan);
    plan.report.dispersion.frequency_hz = frequency;
    decide_time_correction(draft, faults);
    if (!faults.empty()) throw SceneError(faults);
    decide_medium(draft);
    follow_time_step(draft);
    try {
        if (plan.decision.shape.wall_ports) plan.report.absorption = planned_absorption(plan, draft.surfaces);
    } catch (const std::domain_error& error) {
        throw SceneError({{"grid.stencil",
                           fmt::format("absorption by frequency cannot be fitted with {}: {}",
                                       plan.decision.shape.stencil.name, error.what()),
                           "use more points per wavelength or another stencil"}});
    }
    for (const auto& warnings :
         {medium_warnings(scene, draft.grid, draft.walls), anisotropy_warnings(scene, draft.grid, draft.walls),
          absorption_warnings(plan.report.absorption, frequency), draft_warnings(draft), sponge_warnings(plan)})
        plan.report.warnings.insert(plan.report.warnings.end(), warnings.begin(), warnings.end());
    return draft;
}

}  // namespace

PlanDraft draft_plan(const Scene& scene, const PlanOptions& options) {
    PlanDraft draft = draft_with_walls(scene, options);
    const BackendEntry* const named = find_backend(options.backend);
    if ((named != nullptr && named->half_walls) || !whole_walls_are_better(draft)) return draft;
    Scene whole = scene;
    whole.boundaries.walls = WallForm::whole;
    try {
        PlanDraft on_nodes = draft_with_walls(whole, options);
        on_nodes.half_walls = std::move(draft.plan.decision.shape);
        return on_nodes;
    } catch (const SceneError&) {
        return draft;  // the box cannot have them
    }
}

}  // namespace wavesim
