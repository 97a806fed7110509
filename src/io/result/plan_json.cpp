// SPDX-License-Identifier: MIT
#include "io/result/plan_json.hpp"

#include <algorithm>
#include <cmath>

#include "boundary/words.hpp"
#include "io/shown_field.hpp"
#include "solvers/accuracy/error_shares.hpp"
#include "solvers/accuracy/wave_summary.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/words.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/room_summary.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/problem/halo_words.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim {
namespace {

using nlohmann::ordered_json;

ordered_json point(const Point& p, int dims) {
    return dims == 2 ? ordered_json{p.x, p.z} : ordered_json{p.x, p.y, p.z};
}

ordered_json extent(const Extent& e) { return {e.nx, e.ny, e.nz}; }

ordered_json stencil(const Stencil& s) {
    ordered_json shells = ordered_json::array();
    for (const Shell& shell : s.shells) shells.push_back({shell.q1, shell.q2, shell.q3});
    return {{"name", s.name},
            {"points", point_count(s)},
            {"radius", radius(s)},
            {"shape", to_string(shape_of(s))},
            {"accuracy_order", s.accuracy_order},
            {"time_accurate", s.time_accurate},
            {"weights_source", s.weights_source},
            {"shells", shells},
            {"weights", s.a}};
}

ordered_json geometry(const GeometryReport& g, int dims) {
    ordered_json areas = ordered_json::array();
    for (const auto& area : g.areas)
        areas.push_back({{"surface", area.surface},
                         {"asked_m2", area.asked_m2},
                         {"m2", area.m2},
                         {"admittance", area.admittance},
                         {"absorption", random_absorption(area.admittance)}});
    ordered_json json{{"size_asked_m", point(g.size_asked_m, dims)},
                      {"size_m", point(g.size_m, dims)},
                      {"volume_asked_m3", g.volume_asked_m3},
                      {"volume_m3", g.volume_m3},
                      {"areas", areas}};
    if (g.mesh)
        json["mesh"] = {{"file", g.mesh->file},
                        {"triangles", g.mesh->triangles},
                        {"duplicate", g.mesh->duplicate},
                        {"degenerate", g.mesh->degenerate},
                        {"flipped", g.mesh->flipped},
                        {"walls", g.mesh->walls},
                        {"sheet_cells", g.mesh->sheet_cells},
                        {"sheet_parts", g.mesh->sheet_parts},
                        {"lost_parts", g.mesh->lost_parts}};
    return json;
}

/// The value, or null if it is not finite.
ordered_json finite(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(); }

ordered_json room(const RoomSummary& r) {
    ordered_json json{{"volume_m3", r.volume_m3},
                      {"surface_m2", r.surface_m2},
                      {"absorption_area_m2", r.absorption_area_m2},
                      {"mean_absorption", r.mean_absorption()},
                      {"sabine_s", finite(r.sabine_s)},
                      {"eyring_s", finite(r.eyring_s)},
                      {"schroeder_hz", finite(r.schroeder_hz)}};
    for (const RoomSummary::Octave& octave : r.octaves)
        json["octaves"].push_back({{"hz", octave.hz},
                                   {"mean_absorption", octave.mean_absorption},
                                   {"sabine_s", finite(octave.sabine_s)},
                                   {"eyring_s", finite(octave.eyring_s)}});
    if (!r.not_diffuse.empty()) json["not_diffuse"] = r.not_diffuse;
    return json;
}

ordered_json absorption(const BandAbsorption& a) {
    ordered_json bands = ordered_json::array();
    for (const BandAbsorption::Band& band : a.bands)
        bands.push_back({{"hz", band.hz}, {"asked", band.asked}, {"given", band.given}, {"got", band.got}});
    ordered_json json{{"surface", a.surface}, {"incidence", word_of(a.incidence)}, {"bands", bands}};
    if (a.curve) {
        const auto parts = [](std::complex<double> y) { return ordered_json{y.real(), y.imag()}; };
        const AdmittanceMiss& miss = a.curve->miss;
        json["admittance"] = {{"from_hz", a.curve->from_hz},
                              {"to_hz", a.curve->to_hz},
                              {"worst_hz", miss.hz},
                              {"asked", parts(miss.asked)},
                              {"got", parts(miss.got)}};
    }
    return json;
}

ordered_json waves(const WaveSummary& w) {
    const auto range = [](const std::optional<WaveSummary::Range>& r) {
        return r ? ordered_json{r->least, r->most} : ordered_json();
    };
    const auto wavelengths = [&](double frequency_hz) {
        return ordered_json{w.slowest_m_s / frequency_hz, w.fastest_m_s / frequency_hz};
    };
    return {{"frequency_hz", w.frequency_hz},
            {"wavelengths_m", wavelengths(w.frequency_hz)},
            {"peak_hz", w.peak_hz ? ordered_json(*w.peak_hz) : ordered_json()},
            {"peak_wavelengths_m", w.peak_hz ? wavelengths(*w.peak_hz) : ordered_json()},
            {"offsets_m", range(w.offsets_m)},
            {"first_arrivals_s", range(w.arrivals_s)},
            {"peak_delay_s", w.peak_delay_s ? ordered_json(*w.peak_delay_s) : ordered_json()}};
}

ordered_json dispersion(const DispersionReport& d) {
    return {{"frequency_hz", d.frequency_hz},
            {"points_per_wavelength", d.points_per_wavelength},
            {"axis", d.axis},
            {"face_diagonal", d.face_diagonal},
            {"body_diagonal", d.body_diagonal},
            {"worst", d.worst},
            {"worst_direction", d.worst_direction}};
}

ordered_json memory(const MemoryForecast& m) {
    return {{"fields_bytes", m.fields},   {"walls_bytes", m.walls},     {"geometry_bytes", m.geometry},
            {"medium_bytes", m.medium},   {"outputs_bytes", m.outputs}, {"recording_bytes", m.recording},
            {"writing_bytes", m.writing}, {"process_bytes", m.process}, {"total_bytes", m.total()},
            {"device_bytes", m.device}};
}

ordered_json seconds_of(const TimeForecast& t) {
    return {{"steps", t.steps},       {"receivers", t.receivers}, {"snapshots", t.snapshots},  {"traces", t.traces},
            {"pictures", t.pictures}, {"sound", t.sound},         {"comparison", t.comparison}};
}

ordered_json walls(const PlanOutline& plan, const WallPasses& w) {
    ordered_json halo = ordered_json::array();
    for (const HaloRule rule : plan.decision.shape.halo) halo.push_back(word_of(rule));
    return {{"method", plan.report.walls_method},
            {"halo", halo},
            {"solid_spans", w.solids.size()},
            {"corrected_nodes", w.corrections.size()},
            {"explicit_faces", w.explicit_walls.nodes.size()},
            {"branch_nodes", w.branch_walls.nodes.size()},
            {"branch_faces", w.branch_walls.laws.size()},
            {"ports", w.ports.nodes.size()}};
}

ordered_json node(const Node& n) { return {n.x, n.y, n.z}; }

ordered_json region(const PlannedRegion& r) {
    ordered_json boxes = ordered_json::array();
    for (const NodeBox& box : r.boxes) boxes.push_back({{"from_node", node(box.from)}, {"to_node", node(box.to)}});
    return {{"name", r.name},
            {"boxes", boxes},
            {"nodes", r.nodes()},
            {"steps_together", r.steps_together},
            {"backend", r.backend},
            {"isa", r.isa},
            {"tile", r.tile},
            {"why", r.why},
            {"memory_bytes", r.memory_bytes},
            {"step_s", r.step_s},
            {"sources", r.lists.sources},
            {"receivers", r.lists.receivers},
            {"wall_faces", r.lists.wall_faces},
            {"solid_nodes", r.lists.solids}};
}

/// How several GPUs share the grid, or several ranks.
ordered_json slabs(const SlabPlan& s, bool on_gpus) {
    ordered_json parts = ordered_json::array();
    for (const PlannedSlab& one : s.slabs)
        parts.push_back({{on_gpus ? "gpu" : "rank", on_gpus ? one.gpu : static_cast<int>(parts.size())},
                         {"device", one.device},
                         {"from_plane", one.slab.from},
                         {"to_plane", one.slab.to},
                         {"ghosts_below", one.slab.below},
                         {"ghosts_above", one.slab.above},
                         {"memory_bytes", one.memory_bytes},
                         {"step_s", one.step_s}});
    return {{"parts", parts},
            {"steps_between_exchanges", s.steps_together},
            {"largest_over_mean", s.largest_over_mean},
            {"exchange_bytes", s.exchange_bytes},
            {"exchange_s", s.exchange_s},
            {"efficiency", s.efficiency()}};
}

ordered_json layers(const AbsorbingLayers& l) {
    return {{"cells", l.width}, {"half_order", l.half_order}, {"averaged", l.averaged}};
}

ordered_json program(const Scene& scene, const std::vector<ProgramWave>& moving) {
    const Medium::Physics& physics = *scene.medium.physics;
    const ShownField shown = shown_field(scene);
    const auto& fields = physics.program->declared.fields;
    ordered_json names = ordered_json::array();
    for (const equations::Field& field : fields) names.push_back(field.name);
    ordered_json waves = ordered_json::array();
    for (const ProgramWave& wave : moving)
        waves.push_back(
            {{"frequency_hz", wave.frequency_hz}, {"speed_m_s", wave.speed_m_s}, {"decay_per_s", wave.decay_per_s}});
    return {{"name", physics.program->name},    {"fields", names}, {"field", shown.name}, {"units", shown.units},
            {"steps_later", shown.steps_later}, {"waves", waves}};
}

}  // namespace

ordered_json error_budget_json(const ErrorBudget& e) {
    ordered_json directions = ordered_json::array();
    for (const ErrorBudget::Direction& d : e.directions) {
        ordered_json one{{"direction", d.name}, {"speed", d.speed_error}};
        if (e.isotropic && std::isfinite(d.level_error)) one["level"] = d.level_error;
        one["delay_s"] = 1e-3 * d.delay_ms;
        one["run_delay_s"] = 1e-3 * d.run_delay_ms;
        directions.push_back(one);
    }
    const auto wall_loss_json = [](const WallLoss& loss) {
        return ordered_json{{"surface", loss.surface},
                            {"frequency_hz", loss.frequency_hz},
                            {"normal_absorption", loss.normal_absorption},
                            {"random_absorption", loss.random_absorption},
                            {"normal_reverberation", loss.normal_reverberation},
                            {"random_reverberation", loss.random_reverberation}};
    };
    ordered_json wall_losses = ordered_json::array();
    for (const WallLoss& loss : e.wall_losses) wall_losses.push_back(wall_loss_json(loss));
    ordered_json octaves = ordered_json::array();
    if (e.room)
        for (const OctaveAccuracy& octave : e.room->octaves)
            octaves.push_back({{"octave_hz", octave.middle_hz},
                               {"reverberation", octave.reverberation},
                               {"head_on_reverberation", octave.head_on},
                               {"seat_reverberation", octave.seat_reverberation},
                               {"seat_clarity_db", octave.seat_clarity_db},
                               {"seat_level_db", octave.seat_level_db}});
    ordered_json layers = ordered_json::array();
    for (const ErrorBudget::Layer& layer : e.layers)
        layers.push_back({{"side", layer.side}, {"cells", layer.cells}, {"reflection_db", layer.db}});
    const std::vector<ErrorShare> shares = error_shares(e);
    const std::optional<double> of_loudest = verdict_number(e);
    ordered_json causes = ordered_json::array();
    for (const ErrorShare& share : shares) causes.push_back({{"cause", share.cause}, {"error", share.error}});
    ordered_json band = nullptr;
    if (e.band) band = {{"low_hz", e.band->low_hz}, {"high_hz", e.band->high_hz}};
    return {{"frequency_hz", e.frequency_hz},
            {"source_band", band},
            {"carried_hz", e.carried_hz},
            {"aliased_share", e.aliased_share},
            {"longest_path_m", e.longest_path_m},
            {"run_path_m", e.run_path_m},
            {"directions", directions},
            {"snapshot_speed", e.snapshot_speed_error},
            {"side", {{"axis", std::string(1, e.side.axis)}, {"length", e.side.length_error}}},
            {"solid_shift_m", e.solid_shift_m},
            {"solids", e.solid_error},
            {"facing_solids", e.facing_error},
            {"solids_left_out", e.solids_left_out},
            {"edges", {{"hidden", e.edges.hidden}, {"visible", e.edges.visible}}},
            {"volume", e.volume_error},
            {"reverberation", e.reverberation_error},
            {"wall_losses", wall_losses},
            {"worst_wall_with_vertex", e.with_ports ? wall_loss_json(*e.with_ports) : ordered_json()},
            {"octaves", octaves},
            {"source_lead_s", e.taper_lead.seconds},
            {"p_wave_points", {{"level", e.p_wave_points.level}, {"second_wave", e.p_wave_points.second}}},
            {"slow_wave", {{"error", e.slow_wave.error}, {"unknown", e.slow_wave.unknown}}},
            {"interpolation", e.interpolation_error},
            {"beside_steps", e.beside_steps_error},
            {"medium",
             {{"axis", std::string(1, e.medium.axis)},
              {"reflected", e.medium.reflected},
              {"transmitted", e.medium.transmitted}}},
            {"near_source", {{"cells", e.near_source.cells}, {"error", e.near_source.error}}},
            {"layer_reflection_db", e.layer_reflection_db ? ordered_json(*e.layer_reflection_db) : ordered_json()},
            {"layers", layers},
            {"rounding", e.rounding},
            {"of_loudest", of_loudest ? ordered_json(*of_loudest) : ordered_json()},
            {"causes", causes}};
}

ordered_json plan_json(const PlanOutline& plan, const WallPasses& passes) {
    return plan_json(plan, passes, accuracy_of(plan));
}

ordered_json plan_json(const PlanOutline& plan, const WallPasses& passes, const AccuracyStatement& accuracy) {
    ordered_json regions = ordered_json::array();
    for (const PlannedRegion& r : plan.decision.regions) regions.push_back(region(r));
    ordered_json json{{"dims", plan.scene.dims},
                      {"grid", extent(plan.grid())},
                      {"nodes", plan.grid().nodes()},
                      {"spacing_m", plan.decision.spacing_m},
                      {"vertical", plan.scene.frame.z_down() ? "down" : "up"},
                      {"origin_m", point(plan.scene.frame.origin_m(), plan.scene.dims)},
                      {"time_step_s", plan.decision.time_step_s},
                      {"time_zero_s", time_zero(plan.scene)},
                      {"steps", plan.decision.steps},
                      {"time_correction",
                       {{"on", plan.decision.time_correction.on},
                        {"reason", plan.report.time_correction_reason},
                        {"steps_beyond", plan.decision.time_correction.steps_beyond}}},
                      {"courant", plan.courant()},
                      {"courant_limit", plan.decision.courant_limit},
                      {"precision", word_of(plan.decision.shape.precision)},
                      {"sound_speed_m_s", plan.scene.medium.sound_speed_m_s},
                      {"slowest_m_s", plan.decision.slowest_m_s},
                      {"fastest_m_s", plan.decision.fastest_m_s},
                      {"interface_shift_m", plan.report.interface_shift_m},
                      {"medium_storage", word_of(plan.scene.medium.storage)},
                      {"medium_storage_error_m_s", plan.report.storage_error_m_s},
                      {"density_kg_m3", plan.scene.medium.density_kg_m3},
                      {"least_density_kg_m3", density_range(plan.scene.medium).least},
                      {"most_density_kg_m3", density_range(plan.scene.medium).most},
                      {"stencil", stencil(plan.decision.shape.stencil)},
                      {"stencil_reason", plan.report.stencil_reason},
                      {"walls", walls(plan, passes)},
                      {"layers", layers(plan.decision.shape.layers)},
                      {"geometry", geometry(plan.report.geometry, plan.scene.dims)},
                      {"dispersion", dispersion(plan.report.dispersion)},
                      {"verdict", accuracy.verdict},
                      {"errors", accuracy.budget ? error_budget_json(*accuracy.budget) : ordered_json()},
                      {"regions", regions},
                      {"chosen_by", plan.report.chosen_by},
                      {"memory", memory(plan.forecast.memory)},
                      {"disk_bytes", plan.forecast.disk_bytes},
                      {"predicted_seconds", plan.forecast.time.total()},
                      {"predicted_seconds_of", seconds_of(plan.forecast.time)},
                      {"predicted_ctpn_s", plan.forecast.ctpn_s},
                      {"warnings", plan.report.warnings}};
    if (plan.scene.medium.physics) json["program"] = program(plan.scene, plan.report.program_waves);
    if (plan.decision.slabs.any()) json["slabs"] = slabs(plan.decision.slabs, plan.forecast.memory.device > 0);
    for (const PlannedKernel& kernel : plan.forecast.kernels)
        json["kernels"].push_back({{"name", kernel.name}, {"cached", kernel.cached}});
    // These keys exist only for media with the same value everywhere.
    if (plan.decision.slowest_m_s != plan.decision.fastest_m_s) json.erase("sound_speed_m_s");
    if (density_varies(plan.scene.medium)) json.erase("density_kg_m3");
    for (const BandAbsorption& one : plan.report.absorption) json["absorption"].push_back(absorption(one));
    const std::vector<RoomSummary> rooms = room_summaries(plan);
    if (!rooms.empty()) json["room"] = room(rooms.front());
    for (std::size_t i = 1; i < rooms.size(); ++i) json["other_rooms"].push_back(room(rooms[i]));
    if (const auto summary = wave_summary(plan)) json["waves"] = waves(*summary);
    if (plan.decision.snapshots) {
        const PlannedSnapshots& s = *plan.decision.snapshots;
        json["snapshots"] = {{"from_node", {s.box.from.x, s.box.from.y, s.box.from.z}},
                             {"to_node", {s.box.to.x, s.box.to.y, s.box.to.z}},
                             {"stride", s.box.stride},
                             {"first_step", s.step_of(0)},
                             {"every_steps", s.every_steps},
                             {"count", s.count}};
    }
    if (plan.decision.segy)
        json["segy"] = {{"interval_us", plan.decision.segy->interval_us},
                        {"samples", plan.decision.segy->samples},
                        {"resampled", plan.decision.segy->resampled}};
    if (const auto& survey = plan.scene.survey)
        json["survey"] = {{"shots", shot_count(plan.scene)}, {"spread", word_of(survey->spread)}};
    return json;
}

}  // namespace wavesim
