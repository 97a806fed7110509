// SPDX-License-Identifier: MIT
// The one place that says which keys a scene has, of which type, in which range and with which default. Draft-07 of
// JSON Schema, plus a few keywords that other readers ignore:
//   x-quantity       number or text with a unit of that dimension; its range stands at the number
//   x-discriminator  the key whose constant tells the alternatives of oneOf apart
//   x-reserved       keys that are kept for later, and what for
//   x-name           text that names something: no path separators, at most 64 bytes
#include <limits>

#include "io/scene_reader.hpp"
#include "io/scene_units.hpp"
#include "solvers/example_model.hpp"
#include "stencils/backend.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

json with(json schema, const char* description, const json& fallback = nullptr) {
    schema["description"] = description;
    if (!fallback.is_null()) schema["default"] = fallback;
    return schema;
}

json positive(double at_most) { return {{"exclusiveMinimum", 0}, {"maximum", at_most}}; }
json between(double low, double high) { return {{"minimum", low}, {"maximum", high}}; }
json above(double low, double high) { return {{"exclusiveMinimum", low}, {"maximum", high}}; }

json quantity(Dimension dimension, json range = json::object()) {
    range["type"] = "number";
    json result = {{"anyOf", {range, {{"type", "string"}, {"pattern", "^\\s*[-+]?[0-9.]"}}}}};
    result["x-quantity"] = to_string(dimension);
    return result;
}

json integer(std::int64_t low, std::int64_t high) { return {{"type", "integer"}, {"minimum", low}, {"maximum", high}}; }
json boolean() { return {{"type", "boolean"}}; }
json text() { return {{"type", "string"}, {"minLength", 1}}; }
json name() { return {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}, {"x-name", true}}; }
json choice(const std::vector<std::string>& words) { return {{"type", "string"}, {"enum", words}}; }

json list(json item, std::int64_t at_least, std::int64_t at_most) {
    json result = {{"type", "array"}, {"items", std::move(item)}, {"minItems", at_least}};
    if (at_most > 0) result["maxItems"] = at_most;
    return result;
}

json object(json properties, const std::vector<std::string>& required = {}) {
    json result = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) result["required"] = required;
    return result;
}

/// Exactly one of these keys must be there.
json& one_of(json& schema, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) schema["oneOf"].push_back({{"required", {key}}});
    return schema;
}

json length(json range = json::object()) { return quantity(Dimension::length, std::move(range)); }
json number(json range) { return quantity(Dimension::none, std::move(range)); }
json point() { return list(length(), 2, 3); }
json placement() {
    return with(choice({"interpolated", "nearest"}),
                "interpolated: exactly at the position (Kaiser-windowed sinc); nearest: on the nearest node",
                "interpolated");
}

json surface_object() {
    json properties = {
        {"absorption", with(number(between(0, 1)), "share of the sound energy that the surface takes, 0 to 1")},
        {"incidence", with(choice({"random", "normal"}),
                           "random: the absorption coefficient of tables and reverberation rooms; normal: of an "
                           "impedance tube",
                           "random")},
        {"admittance", with(number(between(0, 1e6)), "specific admittance rho c / Z (0 rigid, 1 matched)")}};
    json result = object(std::move(properties));
    result["dependencies"] = {{"incidence", {"absorption"}}};
    one_of(result, {"absorption", "admittance"});
    return result;
}

json surface(const char* description) {
    json word = text();
    word["examples"] = {"rigid"};
    return with({{"anyOf", {word, surface_object()}}}, description);
}

/// A surface, or what only a side of the domain can be.
json side(const char* description) {
    json layer = object(
        {{"cells", with(integer(1, 1000), "width in cells of the grid, outside the domain", 20)},
         {"reflection", with(number(above(0, 0.1)),
                             "what a wave that arrives head-on keeps in theory; by width and stencil when absent")}});
    json properties = surface_object()["properties"];
    properties["absorbing"] = with(layer, "absorbing layer that ends the grid as if space went on");
    json bearer = object(std::move(properties));
    bearer["dependencies"] = {{"incidence", {"absorption"}}};
    one_of(bearer, {"absorption", "admittance", "absorbing"});
    json word = text();
    word["examples"] = {"rigid", "absorbing", "free_surface"};
    return with({{"anyOf", {word, bearer}}}, description);
}

json grid() {
    const std::string stencils = "catalogue name such as leggy-4, compact-57-opt or box-125; auto chooses";
    json shell = list(integer(0, 20), 3, 3);
    json explicit_stencil =
        object({{"shells", with(list(shell, 1, 64), "shells [q1, q2, q3], q1 >= q2 >= q3 >= 0 (q3 = 0 in 2D)")},
                {"weights", with(list(number(json::object()), 1, 64), "one weight per shell")}},
               {"shells", "weights"});
    json word = text();
    word["examples"] = {"auto", "leggy-4", "compact-57-opt"};
    json result =
        object({{"max_frequency", with(quantity(Dimension::frequency, positive(1e9)), "highest frequency of interest")},
                {"points_per_wavelength", with(number(above(2, 1000)), "nodes per wavelength at max_frequency", 10)},
                {"spacing", with(length(positive(1e6)), "distance of nodes, instead of max_frequency")},
                {"stencil", with({{"anyOf", {word, explicit_stencil}}}, stencils.c_str(), "auto")},
                {"courant_fraction", with(number(above(0, 1)), "time step as a share of the largest stable one")}});
    result["dependencies"] = {{"points_per_wavelength", {"max_frequency"}}};
    return one_of(result, {"max_frequency", "spacing"});
}

json model_file(const std::vector<std::string>& units) {
    const json axis = choice({"x", "y", "z", "-x", "-y", "-z"});
    json type = choice({"float32", "float64", "int8", "int16", "int32", "uint8", "uint16", "uint32"});
    return object(
        {{"file", with(text(), "HDF5, SEG-Y, NPY or raw file, relative to the scene's folder")},
         {"format", with(choice({"auto", "hdf5", "segy", "npy", "raw"}), "auto: by the ending of the file", "auto")},
         {"dataset", with(text(), "path of the grid in a HDF5 file")},
         {"type", with(type, "numbers of a raw file", "float32")},
         {"byte_order", with(choice({"little", "big"}), "bytes of the numbers of a raw file", "little")},
         {"axes", with(list(axis, 2, 3), "what the indices run along, slowest first; - where coordinates fall")},
         {"shape", with(list(integer(1, std::int64_t{1} << 31), 2, 3), "numbers of values along axes")},
         {"spacing", with(list(length(positive(1e6)), 2, 3), "distance of values along x, y, z (2D: x, z)")},
         {"origin", with(point(), "where the first value of the file lies")},
         {"units", with(choice(units), "unit of the numbers")},
         {"resample", with(choice({"linear", "nearest"}), "how nodes between the values read", "linear")},
         {"content", with(text(), "hash that the values must have; written in resolved scenes")}},
        {"file", "axes", "spacing", "origin", "units"});
}

json medium() {
    json grids = model_file({"m/s", "km/s", "ft/s"});
    grids["properties"]["density"] =
        with(model_file({"kg/m3", "g/cm3"}), "grid of the density, described like that of the speed");
    const json model = {{"anyOf", {choice(example_model_names()), grids}}};
    const json density = quantity(Dimension::density, positive(1e6));
    const json speed = quantity(Dimension::speed, positive(1e6));
    const json axis = with(choice({"x", "y", "z"}), "axis along which the speed changes", "z");
    const json layers =
        object({{"axis", axis},
                {"interfaces", with(list(length(), 1, 1000), "coordinates between the layers, ascending")},
                {"sound_speeds", with(list(speed, 2, 1001), "speed of each layer, one more than interfaces")},
                {"densities", with(list(density, 2, 1001), "density of each layer; 'density' when absent")}},
               {"interfaces", "sound_speeds"});
    const json gradient =
        object({{"axis", axis},
                {"from", with(length(), "coordinate up to which the first speed holds")},
                {"to", with(length(), "coordinate from which the second speed holds")},
                {"sound_speeds", with(list(speed, 2, 2), "the two speeds; linear between the coordinates")},
                {"densities", with(list(density, 2, 2), "the two densities; 'density' when absent")}},
               {"from", "to", "sound_speeds"});
    const json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                             {"to", with(point(), "corner with the larger coordinates")}},
                            {"from", "to"});
    const json block = object({{"box", with(box, "axis-parallel box")},
                               {"sound_speed", with(speed, "speed in it")},
                               {"density", with(density, "density in it; that of what lies under it when absent")}},
                              {"box", "sound_speed"});
    const json lens = object({{"centre", with(point(), "[x, y, z], or [x, z] in 2D")},
                              {"radius", with(length(positive(1e9)), "where the lens ends")},
                              {"sound_speed", with(speed, "speed in the centre")}},
                             {"centre", "radius", "sound_speed"});
    json result =
        object({{"sound_speed", with(speed, "speed of sound", 343)},
                {"density", with(density, "density wherever no other key says otherwise", 1.2)},
                {"layers", with(layers, "layers across an axis, instead of sound_speed")},
                {"gradient", with(gradient, "speed that changes linearly along an axis, instead of sound_speed")},
                {"model", with(model, "grid of the speed in a file, or an example, instead of sound_speed")},
                {"boxes", with(list(block, 1, 10'000), "boxes with their own speed; later ones win")},
                {"lenses", with(list(lens, 1, 10'000),
                                "balls in which the speed goes smoothly to that of the centre, as cos^2(pi r / 2R)")}});
    return result;
}

/// Thomsen's parameters and the axis, as far as a place says them.
json thomsen() {
    return {{"epsilon", with(number(between(-0.4, 4)), "how much faster sound is across the axis: v (1 + epsilon)")},
            {"delta", with(number(between(-0.4, 4)), "how much faster it is near the axis; at most epsilon")},
            {"theta", with(number(between(-360, 360)), "tilt of the axis from z, in degrees")},
            {"phi", with(number(between(-360, 360)), "azimuth of the axis from x, in degrees; 3D only")}};
}

json tti() {
    json properties = thomsen();
    for (auto& [key, value] : properties.items()) value["default"] = 0;
    const json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                             {"to", with(point(), "corner with the larger coordinates")}},
                            {"from", "to"});
    json inside = thomsen();
    inside["box"] = with(box, "axis-parallel box");
    properties["form"] =
        with(choice({"self_adjoint", "k73"}),
             "self_adjoint: stable for any tilt; k73: the 73-point form of the literature, for constant tilt",
             "self_adjoint");
    properties["layers"] = with(list(object(thomsen()), 1, 1001), "one entry per layer of the medium");
    properties["boxes"] = with(list(object(inside, {"box"}), 1, 10'000), "boxes with their own; later ones win");
    properties["clamp"] = with(boolean(), "where delta is above epsilon, use epsilon instead of refusing", false);
    return object(std::move(properties));
}

json boundaries() {
    json properties = {
        {"default", side("surface of every side that is not named")},
        {"walls", with(choice({"auto", "half", "whole", "lumped"}),
                       "how walls are discretised; whole is for rooms without solids, lumped for comparisons", "auto")},
    };
    const std::vector<std::pair<const char*, const char*>> sides = {
        {"x_min", "side x = 0 (also left)"},  {"x_max", "side x = size (also right)"},
        {"y_min", "side y = 0 (also front)"}, {"y_max", "side y = size (also back)"},
        {"z_min", "side z = 0 (also floor)"}, {"z_max", "side z = size (also ceiling)"},
        {"left", "the same as x_min"},        {"right", "the same as x_max"},
        {"front", "the same as y_min"},       {"back", "the same as y_max"},
        {"floor", "the same as z_min"},       {"ceiling", "the same as z_max"}};
    for (const auto& [name, description] : sides) properties[name] = side(description);
    return object(std::move(properties));
}

json signals() {
    const json amplitude = with(quantity(Dimension::source_strength, between(-1e12, 1e12)),
                                "A: the free field is A s(t - r/c) / (4 pi r), so 1 Pa m gives 1/(4 pi) Pa at 1 m", 1);
    const json delay = with(quantity(Dimension::time, between(-1e6, 1e6)), "time of the centre (sine, file: start)");
    const json frequency = quantity(Dimension::frequency, positive(1e9));
    const json width = with(quantity(Dimension::time, positive(1e6)), "standard deviation sigma of the bell");
    const auto kind = [&](const char* word, json properties, std::vector<std::string> required) {
        properties["kind"] = {{"const", word}};
        properties["amplitude"] = amplitude;
        required.insert(required.begin(), "kind");
        return object(std::move(properties), required);
    };
    json result = {{"type", "object"}, {"x-discriminator", "kind"}};
    result["oneOf"] = {
        kind("ricker", {{"peak_frequency", with(frequency, "frequency of the spectrum's peak")}, {"delay", delay}},
             {"peak_frequency"}),
        kind("gaussian", {{"width", width}, {"delay", delay}}, {"width"}),
        kind("dgauss", {{"width", width}, {"delay", delay}}, {"width"}),
        kind("sine",
             {{"frequency", with(frequency, "frequency of the tone")},
              {"ramp_cycles", with(number(between(0, 1e6)), "periods over which the tone fades in", 3)},
              {"delay", delay}},
             {"frequency"}),
        kind("impulse", {{"delay", with(quantity(Dimension::time, between(0, 1e6)), "time of the impulse")}}, {}),
        kind("file",
             {{"file", with(text(), "WAV or CSV file, relative to the scene's folder")},
              {"channel", with(integer(1, 1024), "channel of a WAV file, column of values of a CSV file, from 1", 1)},
              {"sample_rate", with(frequency, "of a CSV file without a time column")},
              {"delay", delay},
              {"content", with(text(), "hash that the samples must have; written in resolved scenes")}},
             {"file"})};
    return with(result, "what the source emits");
}

json sources() {
    json source = object({{"name", with(name(), "shown in reports")},
                          {"position", with(point(), "[x, y, z], or [x, z] in 2D")},
                          {"signal", signals()},
                          {"placement", placement()},
                          {"time_filter", with(choice({"auto", "on", "off"}),
                                               "two-step average of the signal, needed by stencils that are exact in "
                                               "time",
                                               "auto")}},
                         {"position", "signal"});
    return with(list(source, 1, 10'000), "point sources; line sources in 2D");
}

json receivers() {
    const json from = with(point(), "first point");
    const json to = with(point(), "last point");
    json line = object({{"from", from}, {"to", to}, {"count", with(integer(2, 1'000'000), "number of points")}},
                       {"from", "to", "count"});
    const json counts = with(list(integer(1, 1'000'000), 2, 3), "numbers of points along x, y, z (2D: x, z)");
    json grid = object({{"from", from}, {"to", to}, {"counts", counts}}, {"from", "to", "counts"});
    json receiver = object({{"name", with(name(), "column and file name of the trace; lines and grids add a number")},
                            {"position", with(point(), "[x, y, z], or [x, z] in 2D")},
                            {"line", with(line, "points from ... to, both ends included")},
                            {"grid", with(grid, "points of a box from ... to, counts per axis")},
                            {"placement", placement()}});
    one_of(receiver, {"position", "line", "grid"});
    return with(list(receiver, 0, 0), "where the pressure is recorded", json::array());
}

json outputs() {
    json slice = object({{"x", with(length(), "the plane x = value")},
                         {"y", with(length(), "the plane y = value")},
                         {"z", with(length(), "the plane z = value")}});
    one_of(slice, {"x", "y", "z"});
    const json interval = object(
        {{"interval", with(quantity(Dimension::time, positive(1)), "time between samples, whole us")}}, {"interval"});
    json traces = object({{"wav", with(quantity(Dimension::frequency, between(1000, 768'000)),
                                       "sample rate of one WAV file per receiver")},
                          {"segy", with({{"anyOf", {boolean(), interval}}},
                                        "one SEG-Y file of all traces; true: at the time step in whole us", false)},
                          {"gather", with(choice({"none", "wiggle", "density"}),
                                          "a picture of all traces of a shot, time downwards", "none")}});
    const json moment = quantity(Dimension::time, between(0, 1e6));
    json snapshots = object({{"every", with(quantity(Dimension::time, positive(1e6)), "time between two snapshots")},
                             {"from", with(moment, "time of the first; every when absent")},
                             {"to", with(moment, "none is later; the end when absent")},
                             {"slice", with(slice, "a plane, e.g. {z: 1.2}")},
                             {"volume", with(boolean(), "the whole volume", false)},
                             {"decimate", with(integer(1, 1'000'000), "keep every n-th node per axis", 1)},
                             {"png", with(boolean(), "pictures; planes and 2D scenes only", false)},
                             {"vtk", with(boolean(), "VTK image data for ParaView", true)}},
                            {"every"});
    return object({{"traces", with(traces, "recordings of the receivers", json::object())},
                   {"snapshots", with(snapshots, "the field at regular times")},
                   {"compare", with(choice({"none", "free_field", "shoebox"}),
                                    "exact solution that the end summary compares with", "none")}});
}

json survey() {
    json line = object({{"from", with(point(), "first shot")},
                        {"to", with(point(), "last shot")},
                        {"count", with(integer(2, 100'000), "number of shots")}},
                       {"from", "to", "count"});
    json result =
        object({{"shots", with(list(point(), 1, 100'000), "where the first source stands, shot by shot")},
                {"line", with(line, "shots from ... to, both ends included")},
                {"spread", with(choice({"fixed", "towed"}),
                                "fixed: receivers stay (land); towed: they move with the sources", "fixed")}});
    one_of(result, {"shots", "line"});
    return with(result, "several shots, each a run of its own");
}

json run() {
    std::vector<std::string> backends{"auto"};
    for (const BackendEntry& entry : backend_registry()) backends.push_back(entry.name);
    return with(
        object({{"backend", with(choice(backends), "what computes the steps; auto: a GPU where one can, else the CPU")},
                {"precision", with(choice({"float", "double"}), "number format of the field")},
                {"threads", with(integer(1, 4096), "CPU threads; all that the process may use when absent")},
                {"device", with(integer(0, 1023), "GPU, counted from 0; the first when absent")}}),
        "how the program computes the scene; options of the command line win");
}

}  // namespace

json scene_schema() {
    json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                       {"to", with(point(), "corner with the larger coordinates")}},
                      {"from", "to"});
    json solid = object({{"name", with(name(), "shown in reports")},
                         {"box", with(box, "axis-parallel box")},
                         {"surface", surface("surface of all its faces; boundaries.default when absent")}},
                        {"box"});
    json materials = {{"type", "object"}, {"additionalProperties", surface_object()}};
    json root = object(
        {{"wavesim", with({{"type", "integer"}, {"const", 1}}, "version of the scene format")},
         {"name", with(name(), "title; the file name when absent")},
         {"domain", with(object({{"size", with(list(length(positive(1e9)), 2, 3),
                                               "[x, y, z], or [x, z] in 2D, from the corner at the origin")}},
                                {"size"}),
                         "the space that sound fills")},
         {"grid", with(grid(), "resolution and stencil")},
         {"medium", with(medium(), "what fills the domain", json::object())},
         {"tti", with(tti(), "anisotropy: a tilted transversely isotropic medium")},
         {"time",
          with(object({{"duration", with(quantity(Dimension::time, positive(1e6)), "simulated time")}}, {"duration"}),
               "how long")},
         {"materials", with(materials, "surfaces by name, for boundaries and solids", json::object())},
         {"boundaries", with(boundaries(), "surfaces of the six sides", json::object())},
         {"solids", with(list(solid, 0, 0), "what stands in the room", json::array())},
         {"sources", sources()},
         {"receivers", receivers()},
         {"survey", survey()},
         {"outputs", with(outputs(), "what is kept", json::object())},
         {"run", run()}},
        {"wavesim", "domain", "grid", "time", "sources"});
    root["x-reserved"] = {{"checkpoint", "checkpoints"}};
    root["$schema"] = "http://json-schema.org/draft-07/schema#";
    root["title"] = "wavesim scene";
    return root;
}

}  // namespace wavesim
