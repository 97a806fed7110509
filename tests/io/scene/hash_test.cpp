// SPDX-License-Identifier: MIT
// The hash of a scene tells any two scenes apart: each value of five scenes that use every key is changed alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "io/scene/reader.hpp"

namespace wavesim {
namespace {

using nlohmann::json;

const char* const full_room = R"({"wavesim": 1, "name": "room",
 "domain": {"size": [4.0, 3.0, 2.5]},
 "grid": {"max_frequency": 500, "points_per_wavelength": 8, "stencil": "leggy-4", "courant_fraction": 0.9},
 "time": {"duration": 0.05},
 "medium": {"sound_speed": 340, "density": 1.19, "storage": "int16",
  "boxes": [{"box": {"from": [0.5, 0.5, 0.5], "to": [1, 1, 1]}, "sound_speed": 330, "density": 1.1}],
  "lenses": [{"centre": [2, 2, 1], "radius": 0.5, "sound_speed": 350}]},
 "boundaries": {"walls": "half", "x_min": {"absorption": 0.1, "incidence": "random"}, "x_max": {"admittance": 0.2},
  "y_min": "rigid", "y_max": "free_surface", "z_min": {"absorption": 0.3, "incidence": "normal"},
  "z_max": {"absorbing": {"cells": 12, "reflection": 1e-4}}},
 "solids": [{"name": "table", "box": {"from": [1.5, 1.5, 0.1], "to": [2, 2, 0.6]}, "surface": {"absorption": 0.4}}],
 "sources": [{"name": "a", "position": [3, 1, 1], "placement": "nearest", "time_filter": "on",
   "aliased": false, "signal": {"kind": "ricker", "peak_frequency": 200, "delay": 0.01, "amplitude": 2}},
  {"name": "b", "position": [3, 1.5, 1], "signal": {"kind": "gaussian", "width": 0.001, "delay": 0.006}},
  {"name": "c", "position": [3, 1.5, 1.5], "signal": {"kind": "sine", "frequency": 100, "ramp_cycles": 2}}],
 "receivers": [{"name": "seat", "position": [1, 2.5, 1.5], "placement": "nearest"},
  {"name": "row", "line": {"from": [0.5, 2, 1.5], "to": [1, 2, 1.5], "count": 3}},
  {"name": "plane", "grid": {"from": [2.5, 2, 1.5], "to": [3, 2.5, 2], "counts": [2, 2, 2]}}],
 "outputs": {"traces": {"wav": 48000, "segy": {"interval": 0.0005}, "gather": {"style": "wiggle", "power": 2},
   "time_correction": "on"},
  "snapshots": {"every": 0.005, "from": 0.01, "to": 0.04, "slice": {"z": 1.2}, "decimate": 2, "png": true, "vtk": true}}
})";

const char* const full_survey = R"({"wavesim": 1, "name": "survey",
 "domain": {"size": [1000, 600, 500]},
 "grid": {"spacing": 20, "stencil": {"shells": [[1, 0, 0], [2, 0, 0]], "weights": [1.3333333333333333,
  -0.08333333333333333]}},
 "time": {"duration": 0.2},
 "medium": {"density": 1100, "averaging": "node", "layers": {"axis": "z", "interfaces": [200, 300], "sound_speeds": [2500, 2000, 1500],
  "densities": [2300, 2100, 1000]}},
 "boundaries": {"default": {"absorbing": {"cells": 10}}},
 "sources": [{"position": [500, 300, 480], "signal": {"kind": "dgauss", "width": 0.01}}],
 "receivers": [{"line": {"from": [450, 300, 250], "to": [550, 300, 250], "count": 5}}],
 "survey": {"line": {"from": [200, 300, 480], "to": [800, 300, 480], "count": 4}, "spread": "fixed"},
 "outputs": {"traces": {"gather": {"style": "density", "agc": 0.05}}}
})";

const char* const full_tti = R"({"wavesim": 1, "name": "tti",
 "domain": {"size": [1000, 600, 500]}, "grid": {"spacing": 20}, "time": {"duration": 0.2},
 "medium": {"layers": {"axis": "x", "interfaces": [400], "sound_speeds": [2500, 2000]}},
 "boundaries": {"default": {"absorbing": {"cells": 20}}},
 "tti": {"form": "self_adjoint", "absorber": "layers", "clamp": false, "around_source": "elliptical",
  "growth": "refused", "epsilon": 0.2, "delta": 0.1, "theta": 30,
  "phi": 20, "layers": [{"epsilon": 0.3, "delta": 0.12, "theta": 25, "phi": 40}, {"epsilon": 0.1, "delta": 0.05}],
  "boxes": [{"box": {"from": [100, 100, 100], "to": [200, 300, 200]}, "epsilon": 0.15, "delta": 0.1, "theta": 45,
   "phi": 10}]},
 "sources": [{"position": [500, 300, 480], "signal": {"kind": "impulse", "delay": 0.01}}],
 "receivers": [{"position": [100, 300, 250]}], "outputs": {"snapshots": {"every": 0.05, "volume": true}}
})";

const char* const full_plane = R"({"wavesim": 1, "name": "plane",
 "domain": {"size": [1000, 500], "origin": [10, 20], "vertical": "down"},
 "grid": {"spacing": 20, "stencil": "auto"}, "time": {"duration": 0.2},
 "medium": {"gradient": {"axis": "z", "from": 100, "to": 400, "sound_speeds": [2500, 1500],
  "densities": [2300, 1000]}},
 "sources": [{"position": [500, 480], "signal": {"kind": "ricker", "peak_frequency": 10, "time_zero": "peak"}}],
 "receivers": [{"streamer": {"offset": 100, "interval": 50, "count": 4, "z": 450}}],
 "survey": {"shots": [[500, 480], [600, 480]], "spread": "towed"}
})";

const char* const full_comparison = R"({"wavesim": 1, "name": "free field", "domain": {"size": [10, 10, 10]},
 "grid": {"spacing": 0.5}, "time": {"duration": 0.01}, "boundaries": {"default": {"absorbing": {"cells": 10}}},
 "sources": [{"position": [5, 5, 5], "signal": {"kind": "ricker", "peak_frequency": 100}}],
 "receivers": [{"position": [2, 5, 5]}], "outputs": {"compare": "free_field"}
})";

const char* const full_hall = R"({"wavesim": 1, "name": "hall", "domain": {"size": [5, 4, 3]},
 "grid": {"max_frequency": 500, "points_per_wavelength": 8}, "time": {"duration": 0.2},
 "medium": {"air": {"temperature": 18, "humidity": 0.4, "pressure": 100000}},
 "sources": [{"name": "S", "position": [1, 1, 1], "directivity": {"pattern": "cardioid", "axis": [1, 0.5, 0.25]},
  "signal": {"kind": "ricker", "peak_frequency": 200}}],
 "receivers": [{"name": "R", "position": [2, 3, 1]}],
 "outputs": {"metrics": "third", "rir": {"band": [50, 450], "rate": 44100}}
})";

const char* const full_program = R"({"wavesim": 1, "name": "own", "domain": {"size": [8, 6]}, "grid": {"spacing": 0.5},
 "time": {"duration": 0.02},
 "medium": {"layers": {"interfaces": [3], "sound_speeds": [300, 340]}, "field": "p",
  "program": {"text": "program: 2\ndims: 2\nfields: {p: {levels: 2, source: true, receiver: true}, q: {receiver: true}}\nparameters: {c: {from: speed}, g: {default: 1}, h: {}}\nstatements:\n  - q.new = q + h*dt*p\n  - p.new = 2*p - p.old + (c*dt/dx)*(c*dt/dx)*laplace(p) - g*dt*dt*p\n# end"},
  "parameters": {"g": {"value": 2.5, "boxes": [{"box": {"from": [1, 1], "to": [2, 2]}, "value": 3.5}]},
   "h": {"layers": [1.5, 2.5]}}},
 "sources": [{"position": [2, 3], "signal": {"kind": "ricker", "peak_frequency": 60}}],
 "receivers": [{"position": [5, 2]}]
})";

/// What changes as a whole: one number alone would make a scene that is refused.
const std::vector<std::pair<std::string, json>> other_parts{
    {"/grid/stencil", json::parse(R"({"shells": [[1, 0, 0], [2, 0, 0]], "weights": [1.2, -0.05]})")},
    {"/grid/stencil", json::parse(R"({"shells": [[1, 0, 0], [3, 0, 0]], "weights": [1.18, -0.02]})")},
    {"/outputs/snapshots/slice", json::parse(R"({"x": 1.2})")},
    {"/outputs/snapshots/slice", json::parse(R"({"y": 1.2})")},
    {"/outputs/snapshots", json::parse(R"({"every": 0.05, "slice": {"z": 1}})")}};

/// Other words for a word; names take any.
std::vector<json> other_words(const std::string& word) {
    static const std::vector<std::vector<std::string>> groups{
        {"auto", "leggy-4", "leggy-2", "half", "layers", "sponge", "on"},
        {"int16", "index16"},
        {"cell", "node"},
        {"p", "q"},
        {"random", "normal"},
        {"rigid", "free_surface"},
        {"nearest", "interpolated"},
        {"wiggle", "density"},
        {"none", "free_field"},
        {"x", "z"},
        {"up", "down"},
        {"start", "peak"},
        {"fixed", "towed"},
        {"self_adjoint", "k73"},
        {"elliptical", "as_is"},
        {"refused", "accepted"},
        {"octave", "third"},
        {"dipole", "hypercardioid", "cardioid"}};
    std::vector<json> others;
    for (const auto& group : groups)
        if (std::find(group.begin(), group.end(), word) != group.end())
            for (const std::string& other : group)
                if (other != word) others.emplace_back(other);
    if (others.empty()) others.emplace_back(word + "x");
    return others;
}

/// What may stand there instead of a value.
std::vector<json> others_of(const json& value) {
    if (value.is_boolean()) return {!value.get<bool>()};
    if (value.is_number_integer()) return {value.get<int>() + 1, value.get<int>() - 1, value.get<int>() + 0.5};
    if (value.is_number()) return {value.get<double>() * 1.01, value.get<double>() * 0.99};
    return other_words(value.get<std::string>());
}

std::string hash_of(const json& scene) { return parse_scene(scene.dump(), "scene.yaml", {}).scene.hash; }

class SceneHash : public testing::TestWithParam<const char*> {};

TEST_P(SceneHash, ChangesWithEveryValue) {
    const json scene = json::parse(GetParam());
    const std::string hash = hash_of(scene);
    const json leaves = scene.flatten();
    int changed = 0;
    for (const auto& [path, value] : leaves.items()) {
        if (path == "/wavesim" || path.ends_with("/kind")) continue;  // other kinds have other keys
        if (path.starts_with("/grid/stencil/") || path.ends_with("/volume")) continue;
        bool valid = false;
        for (const json& other : others_of(value)) {
            json changed_scene = scene;
            changed_scene[json::json_pointer(path)] = other;
            try {
                const std::string changed_hash = hash_of(changed_scene);
                EXPECT_NE(changed_hash, hash) << path << " = " << other;
                valid = true;
            } catch (const SceneFileError&) {
                continue;  // not a scene
            }
        }
        EXPECT_TRUE(valid) << path << " could not be changed";
        ++changed;
    }
    EXPECT_GT(changed, 12);
    for (const auto& [path, part] : other_parts) {
        json changed_scene = scene;
        if (!scene.contains(json::json_pointer(path))) continue;
        changed_scene[json::json_pointer(path)] = part;
        EXPECT_NE(hash_of(changed_scene), hash) << path << " = " << part;
    }
}

/// A scene is its canonical text.
TEST_P(SceneHash, IsThatOfTheCanonicalText) {
    const Scene scene = parse_scene(GetParam(), "scene.yaml", {}).scene;
    EXPECT_EQ(parse_scene(scene.canonical, "scene.yaml", {}).scene.hash, scene.hash);
}

INSTANTIATE_TEST_SUITE_P(EveryKey, SceneHash,
                         testing::Values(full_room, full_survey, full_tti, full_plane, full_comparison, full_hall,
                                         full_program));

/// Sources that run by themselves are written as they were read.
TEST(SceneHashOfSources, ThatRunByThemselvesIsThatOfTheCanonicalText) {
    json hall = json::parse(full_hall);
    hall["sources"].push_back(hall["sources"][0]);
    hall["sources"][1]["name"] = "T";
    hall["sources"][1]["position"] = {3, 2, 2};
    const Scene scene = parse_scene(hall.dump(), "scene.yaml", {}).scene;
    ASSERT_TRUE(scene.survey);
    EXPECT_EQ(scene.survey->source_names, (std::vector<std::string>{"S", "T"}));
    EXPECT_EQ(scene.survey->shots[1], (Point{3, 2, 2}));
    EXPECT_EQ(scene.sources.size(), 1U);
    const Scene again = parse_scene(scene.canonical, "scene.yaml", {}).scene;
    EXPECT_EQ(again.hash, scene.hash);
    EXPECT_EQ(again.survey->shots, scene.survey->shots);
    hall["sources"][1]["position"] = {3, 2, 1.9};
    EXPECT_NE(hash_of(hall), scene.hash);
    hall["sources"][1]["signal"]["peak_frequency"] = 210;
    EXPECT_THROW(hash_of(hall), SceneFileError);
}

/// Receivers with a direction, and the share of a pattern that has no name.
TEST(SceneHashOfDirections, IsThatOfTheirPatternsAndAxes) {
    std::set<std::string> hashes;
    for (const char* ear : {R"({"pattern": "ambisonics"})", R"({"pattern": "figure_of_eight", "axis": [1, 0, 0]})",
                            R"({"pattern": "figure_of_eight", "axis": [0, 1, 0]})"})
        for (const double even : {0.3, 0.7}) {
            json hall = json::parse(full_hall);
            hall["receivers"][0]["directivity"] = json::parse(ear);
            hall["sources"][0]["directivity"] = {{"even", even}, {"axis", {1, 0, 0}}};
            const Scene scene = parse_scene(hall.dump(), "scene.yaml", {}).scene;
            EXPECT_EQ(scene.sources[0].directivity.even, even);
            EXPECT_EQ(scene.receivers.size(), scene.receivers[0].name == "R W" ? 4U : 1U);
            EXPECT_EQ(parse_scene(scene.canonical, "scene.yaml", {}).scene.hash, scene.hash);
            hashes.insert(scene.hash);
        }
    EXPECT_EQ(hashes.size(), 6U);
}

/// A corner of a sheet moves with the other one, so sheets are changed as a whole.
TEST(SceneHashOfSheets, IsThatOfTheirPlaceAndBothSurfaces) {
    std::set<std::string> hashes;
    for (const char* vertical : {"up", "down"})
        for (const char* sheet :
             {R"({"from": [1, 1, 0.7], "to": [2, 1.8, 0.7]})", R"({"from": [1, 1, 0.8], "to": [2, 1.8, 0.8]})",
              R"({"from": [1, 1, 0.7], "to": [2, 1.9, 0.7]})", R"({"from": [1, 1, 0.7], "to": [1, 1.8, 0.9]})",
              R"({"from": [1, 1, 0.7], "to": [2, 1.8, 0.7], "low": {"absorption": 0.4}})",
              R"({"from": [1, 1, 0.7], "to": [2, 1.8, 0.7], "high": {"absorption": 0.4}})",
              R"({"from": [1, 1, 0.7], "to": [2, 1.8, 0.7], "high": "rigid"})"}) {
            json room = json::parse(full_hall);
            room["domain"]["vertical"] = vertical;
            room["solids"] = {{{"sheet", json::parse(sheet)}, {"surface", {{"absorption", 0.2}}}}};
            const Scene scene = parse_scene(room.dump(), "scene.yaml", {}).scene;
            EXPECT_TRUE(scene.solids.at(0).is_sheet());
            EXPECT_EQ(parse_scene(scene.canonical, "scene.yaml", {}).scene.hash, scene.hash) << scene.canonical;
            hashes.insert(scene.hash);
        }
    EXPECT_EQ(hashes.size(), 14U);
}

/// Every key of the schema stands in one of the scenes, so that a new key is asked for here.
TEST(SceneHashKeys, AreThoseOfTheSchema) {
    std::set<std::string> used;
    for (const char* text : {full_room, full_survey, full_tti, full_plane, full_comparison, full_hall, full_program}) {
        const json leaves = json::parse(text).flatten();
        for (const auto& [path, value] : leaves.items())
            for (std::size_t at = 0; at < path.size(); at = path.find('/', at + 1))
                used.insert(path.substr(at + 1, path.find('/', at + 1) - at - 1));
    }
    // Other names of sides; what a file holds and walls by frequency (their hashes have tests of their own); how to
    // compute.
    const std::set<std::string> elsewhere{"left",
                                          "right",
                                          "front",
                                          "back",
                                          "floor",
                                          "ceiling",
                                          "file",
                                          "channel",
                                          "sample_rate",
                                          "model",
                                          "content",
                                          "sheet",  // of sheets there is a test above
                                          "low",
                                          "high",
                                          "materials",
                                          "run",
                                          "backend",
                                          "inner",
                                          "device",
                                          "gpus",
                                          "precision",
                                          "threads",
                                          "axes",
                                          "byte_order",
                                          "dataset",
                                          "format",
                                          "origin",
                                          "resample",
                                          "registration",
                                          "shape",
                                          "type",
                                          "units",
                                          "channels",
                                          "checkpoint",
                                          "remove_mean",
                                          "x",
                                          "y",
                                          "bytes",
                                          "coordinate_scalar",
                                          "coordinate_unit",
                                          "depths",
                                          "elevation_scalar",
                                          "receiver_elevation",
                                          "receiver_x",
                                          "receiver_y",
                                          "samples",
                                          "shot",
                                          "source_depth",
                                          "source_elevation",
                                          "source_x",
                                          "source_y",
                                          "unlikely",
                                          "geometry",
                                          "more",
                                          "unit",
                                          "up",
                                          "octaves",
                                          "thirds",
                                          "impedance",
                                          "table",
                                          "porous",
                                          "thickness",
                                          "flow_resistivity",
                                          "gap",
                                          "materials_file",
                                          "even"};
    std::set<std::string> missing;
    const std::function<void(const json&)> look = [&](const json& schema) {
        if (schema.is_object() && schema.contains("properties"))
            for (const auto& [key, value] : schema["properties"].items())
                if (!used.contains(key) && !elsewhere.contains(key)) missing.insert(key);
        if (schema.is_structured())
            for (const auto& [key, value] : schema.items()) look(value);
    };
    look(scene_schema());
    EXPECT_EQ(missing, std::set<std::string>{});
}

}  // namespace
}  // namespace wavesim
