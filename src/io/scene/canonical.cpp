// SPDX-License-Identifier: MIT
#include "io/scene/canonical.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "boundary/words.hpp"
#include "solvers/scene/words.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

json point_json(const Point& point, int dims) {
    return dims == 2 ? json{point.x, point.z} : json{point.x, point.y, point.z};
}

json absorption_json(const SurfaceLaw& law) {
    if (!law.by_frequency()) return law.value;
    json result = json::object();
    for (const AbsorptionBand& band : law.bands) result[json(band.hz).dump()] = band.absorption;
    return result;
}

json admittance_json(const SurfaceLaw& law) {
    if (law.porous)
        return {{"porous",
                 {{"thickness", law.porous->thickness_m},
                  {"flow_resistivity", law.porous->flow_resistivity},
                  {"gap", law.porous->gap_m}}}};
    if (law.curve.empty()) return {{"admittance", law.value}};
    json rows = json::array();
    for (const AdmittancePoint& point : law.curve)
        rows.push_back({point.hz, point.admittance.real(), point.admittance.imag()});
    return {{"admittance", {{"table", rows}}}};
}

json surface_json(const SurfaceLaw& law) {
    switch (law.kind) {
        case SurfaceLaw::Kind::rigid: break;
        case SurfaceLaw::Kind::admittance: return admittance_json(law);
        case SurfaceLaw::Kind::absorption:
            return {{"absorption", absorption_json(law)}, {"incidence", word_of(law.incidence)}};
    }
    return word_of(SurfaceLaw::Kind::rigid);
}

json side_json(const Boundaries& boundaries, std::size_t side) {
    switch (boundaries.kind[side]) {
        case SideKind::wall: break;
        case SideKind::free_surface: return word_of(SideKind::free_surface);
        case SideKind::absorbing: {
            const LayerProfile& layer = boundaries.layer[side];
            json result = {{"cells", layer.cells}};
            if (layer.reflection > 0) result["reflection"] = layer.reflection;
            return {{"absorbing", result}};
        }
    }
    return surface_json(boundaries.side[side]);
}

json grid_json(const GridRequest& grid) {
    json result = json::object();
    if (grid.max_frequency_hz) {
        result["max_frequency"] = *grid.max_frequency_hz;
        result["points_per_wavelength"] = grid.points_per_wavelength;
    }
    if (grid.spacing_m) result["spacing"] = *grid.spacing_m;
    if (grid.courant_fraction) result["courant_fraction"] = *grid.courant_fraction;
    result["stencil"] = grid.stencil.name;
    if (grid.stencil.name == "explicit") {
        json shells = json::array();
        for (const Shell& shell : grid.stencil.shells) shells.push_back({shell.q1, shell.q2, shell.q3});
        result["stencil"] = {{"shells", shells}, {"weights", grid.stencil.weights}};
    }
    return result;
}

/// The layers of an example, in user coordinates.
json layers_json(const Medium::Layers& layers, const Frame& frame) {
    static constexpr const char* axes[] = {"x", "y", "z"};
    std::vector<double> interfaces;
    for (const double at : layers.interfaces_m) interfaces.push_back(frame.users(layers.axis, at));
    std::vector<double> speeds = layers.sound_speeds_m_s;
    if (layers.axis == 2 && frame.z_down()) {
        std::ranges::reverse(interfaces);
        std::ranges::reverse(speeds);
    }
    return {{"axis", axes[layers.axis]}, {"interfaces", interfaces}, {"sound_speeds", speeds}};
}

/// Adds the text of the program, even if it is in a file, and the scene's values of its parameters.
void add_physics(const Medium::Physics& physics, const json& values, json& medium) {
    medium["program"]["text"] = physics.text;
    medium["field"] = physics.program->declared.fields[static_cast<std::size_t>(physics.heard)].name;
    for (const Medium::Parameter& parameter : physics.parameters) {
        if (!values.contains("parameters") || !values["parameters"].contains(parameter.name)) continue;
        json said = values["parameters"][parameter.name];
        if (said.is_number()) said = {{"value", said}};
        if (parameter.grid) said["model"]["content"] = parameter.grid->content;
        medium["parameters"][parameter.name] = said;
    }
}

/// The medium. Keys that a medium with one speed does not need are left out. Coordinates are those in the scene.
json medium_json(const Scene& scene, const json& values) {
    const Medium& medium = scene.medium;
    if (medium.air)
        return {{"air",
                 {{"temperature", medium.air->temperature_c},
                  {"humidity", medium.air->humidity},
                  {"pressure", medium.air->pressure_pa}}}};
    json result = {{"density", medium.density_kg_m3}};
    if (medium.layers) {
        result["layers"] = values.contains("layers") ? values["layers"] : layers_json(*medium.layers, scene.frame);
    } else if (medium.gradient) {
        result["gradient"] = values["gradient"];
    } else if (medium.grid || medium.example) {
        result["model"] = values["model"];
        if (medium.grid) result["model"]["content"] = medium.grid->content;
        if (medium.density_grid) result["model"]["density"]["content"] = medium.density_grid->content;
    } else {
        result["sound_speed"] = medium.sound_speed_m_s;
    }
    if (medium.averaging != Averaging::cell) result["averaging"] = word_of(medium.averaging);
    if (medium.storage != MediumStorage::float32) result["storage"] = word_of(medium.storage);
    if (!medium.boxes.empty()) result["boxes"] = values["boxes"];
    if (!medium.lenses.empty()) result["lenses"] = values["lenses"];
    if (medium.physics) add_physics(*medium.physics, values, result);
    return result;
}

json thomsen_json(const Thomsen& values, const Scene& scene) {
    json result = {
        {"epsilon", values.epsilon}, {"delta", values.delta}, {"theta", scene.frame.tilt(values.theta_degrees)}};
    if (scene.dims == 3) result["phi"] = values.phi_degrees;
    return result;
}

json tti_json(const Scene& scene, const json& values) {
    const Anisotropy& tti = *scene.tti;
    json result = thomsen_json(tti.everywhere, scene);
    result["form"] = word_of(tti.form);
    result["clamp"] = tti.clamp;
    result["absorber"] = word_of(tti.absorber);
    result["around_source"] = word_of(tti.around_source);
    if (tti.growth == Anisotropy::Growth::accepted) result["growth"] = word_of(tti.growth);
    for (std::size_t i = 0; i < tti.grids.size(); ++i) {
        if (!tti.grids[i]) continue;
        json& model = result["model"][Anisotropy::grid_names[i]];
        model = values["model"][Anisotropy::grid_names[i]];
        model["content"] = tti.grids[i]->content;
    }
    for (const Thomsen& layer : tti.layers) result["layers"].push_back(thomsen_json(layer, scene));
    if (scene.frame.z_down() && scene.medium.layers && scene.medium.layers->axis == 2 && !tti.layers.empty())
        std::ranges::reverse(result["layers"]);
    for (std::size_t i = 0; i < tti.boxes.size(); ++i) {
        json item = thomsen_json(tti.boxes[i].inside, scene);
        item["box"] = values["boxes"][i]["box"];
        result["boxes"].push_back(item);
    }
    return result;
}

json boundaries_json(const Scene& scene) {
    json result = {{"walls", word_of(scene.boundaries.walls)}};
    for (const Side side : all_sides) {
        if (scene.dims == 2 && axis_of(side) == 1) continue;
        const auto index = static_cast<std::size_t>(side);
        result[std::string(word_of(scene.frame.users(side)))] = side_json(scene.boundaries, index);
    }
    return result;
}

/// The geometry as written, with the surface of each material and the hash of the file.
json geometry_json(const MeshWalls& walls, json value) {
    value["content"] = walls.content;
    value["materials"] = json::object();
    for (std::size_t m = 0; m < walls.surfaces.size(); ++m)
        value["materials"][walls.mesh->materials[m]] = surface_json(walls.surfaces[m]);
    return value;
}

/// Signals as written in the scene. Samples from a file are replaced by their hash, which must be the same when they
/// are read later.
json signal_json(const SignalRequest& signal, json value) {
    if (!signal.zero_at_peak) value.erase("time_zero");
    if (signal.kind == SignalKind::samples) {
        const auto* bytes = reinterpret_cast<const char*>(signal.samples.data());
        value["content"] = hash_text({bytes, signal.samples.size() * sizeof(double)});
        if (!value.value("remove_mean", false)) value.erase("remove_mean");
    }
    return value;
}

json snapshots_json(const SnapshotOutput& snapshots, int dims, const json& values) {
    json result = {
        {"every", snapshots.every_s}, {"decimate", snapshots.decimate}, {"png", snapshots.png}, {"vtk", snapshots.vtk}};
    if (snapshots.from_s) result["from"] = *snapshots.from_s;
    if (snapshots.to_s) result["to"] = *snapshots.to_s;
    if (snapshots.plane) {
        result["slice"] = values["slice"];
    } else {
        result["volume"] = dims == 3;
    }
    return result;
}

}  // namespace

std::string hash_text(std::string_view text) {
    char digits[17];
    std::snprintf(digits, sizeof(digits), "%016llx",
                  static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
    return digits;
}

std::string canonical_scene_text(const Scene& scene, const json& values) {
    json result = {{"wavesim", 1}, {"name", scene.name}, {"grid", grid_json(scene.grid)}};
    result["domain"]["size"] = point_json(scene.size_m, scene.dims);
    if (scene.frame.z_down()) result["domain"]["vertical"] = "down";
    if (scene.frame.origin_m() != Point{})
        result["domain"]["origin"] = values.contains("domain") && values["domain"].contains("origin")
                                         ? values["domain"]["origin"]
                                         : point_json(scene.frame.origin_m(), scene.dims);
    result["medium"] = medium_json(scene, values["medium"]);
    if (scene.tti) result["tti"] = tti_json(scene, values["tti"]);
    result["time"]["duration"] = scene.duration_s;
    result["boundaries"] = boundaries_json(scene);
    result["solids"] = json::array();
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& solid = scene.solids[i];
        json item = {{"name", solid.name}, {"surface", surface_json(solid.surface)}};
        if (!solid.is_sheet()) {
            item["box"] = values["solids"][i]["box"];
        } else {
            const json& sheet = values["solids"][i]["sheet"];
            const bool turned = solid.across == 2 && scene.frame.z_down();
            item["sheet"] = {{"from", sheet["from"]}, {"to", sheet["to"]}};
            if (solid.upper) item["sheet"][turned ? "low" : "high"] = surface_json(*solid.upper);
        }
        result["solids"].push_back(item);
    }
    if (scene.geometry) result["geometry"] = geometry_json(*scene.geometry, values["geometry"]);
    result["sources"] = values["sources"];
    std::optional<std::size_t> before;
    for (const SourceRequest& source : scene.sources) {
        if (source.entry == before) continue;  // points of one file share the values of their entry
        before = source.entry;
        json& entry = result["sources"][source.entry.value()];
        if (!entry.contains("file")) entry["name"] = source.name;
        if (!source.aliased) entry.erase("aliased");
        entry["signal"] = signal_json(source.signal, entry["signal"]);
    }
    result["receivers"] = values["receivers"];
    if (values.contains("survey") && scene.survey) {
        result["survey"] = values["survey"];
        result["survey"]["spread"] = word_of(scene.survey->spread);
    }
    result["outputs"]["traces"] = values["outputs"]["traces"];
    result["outputs"]["compare"] = values["outputs"]["compare"];
    if (scene.outputs.rir) result["outputs"]["rir"] = values["outputs"]["rir"];
    if (scene.outputs.metrics)
        result["outputs"]["metrics"] = scene.outputs.metrics->per_octave == 1 ? "octave" : "third";
    if (scene.outputs.snapshots)
        result["outputs"]["snapshots"] =
            snapshots_json(*scene.outputs.snapshots, scene.dims, values["outputs"]["snapshots"]);
    return result.dump();
}

}  // namespace wavesim
