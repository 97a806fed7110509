// SPDX-License-Identifier: MIT
// The one place that says which keys a scene has, of which type, in which range and with which default. Draft-07 of
// JSON Schema, plus a few keywords that other readers ignore:
//   x-quantity       number or text with a unit of that dimension; its range stands at the number
//   x-discriminator  the key whose constant tells the alternatives of oneOf apart
//   x-words          words that stand instead of an object, but look like keys of it
//   x-lines          text that may have line feeds
//   x-name           text that names something: no path separators, at most 64 bytes

#include <fmt/core.h>

#include "boundary/words.hpp"
#include "io/scene/directivity_words.hpp"
#include "io/scene/mesh_units.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/schema_medium.hpp"
#include "io/scene/schema_surface.hpp"
#include "io/scene/schema_words.hpp"
#include "io/scene/side_names.hpp"
#include "solvers/scene/words.hpp"
#include "stencils/backend/backend_names.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim {

namespace {

using namespace schema;  // this file uses its functions throughout

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

json boundaries() {
    json properties = {
        {"default", side("surface of every side that is not named")},
        {"walls",
         with(choice<WallForm>(),
              "how walls are discretised; whole is for rooms without solids, vertex for 3D, lumped for comparisons",
              word_of(WallForm::automatic))},
    };
    for (const Side one : all_sides) {
        const std::string_view word = word_of(one);
        const std::string_view other = other_side_names[static_cast<std::size_t>(one)];
        const std::string where = fmt::format("side {} = {} (also {})", word[0], is_max(one) ? "size" : "0", other);
        properties[std::string(word)] = side(where.c_str());
        properties[std::string(other)] = side(fmt::format("the same as {}", word).c_str());
    }
    return object(std::move(properties));
}

json geometry() {
    json surfaces = {{"type", "object"}, {"additionalProperties", surface("surface of that material of the file")}};
    const json file = with(text(), "OBJ, STL or PLY file of triangles, relative to the scene's folder");
    const json further = object({{"file", file},
                                 {"unit", with(choice(mesh_unit_words()), "as geometry.unit when absent")},
                                 {"up", with(choice({"z", "y"}), "as geometry.up when absent")},
                                 {"origin", with(point(), "as geometry.origin when absent")}},
                                {"file"});
    return with(
        object(
            {{"file", file},
             {"more", with(list(further, 1, 1000), "further files, each with a place of its own")},
             {"unit", with(choice(mesh_unit_words()), "of the numbers in the file", "m")},
             {"up", with(choice({"z", "y"}), "which axis of the file points up", "z")},
             {"origin", with(point(), "where the origin of the file stands; 0 when absent")},
             {"air", with(choice<MeshWalls::Air>(),
                          "enclosed: the mesh surrounds the air; open: it stands in a room that the sides of the "
                          "domain end",
                          word_of(MeshWalls::Air::enclosed))},
             {"walls", with(choice<MeshWalls::Form>(),
                            "what surfaces beside the faces of cells are: voxel: stairs; areas: stairs with the true "
                            "areas; cut: cells of their true volume; auto: the best that the stencil has",
                            word_of(MeshWalls::Form::automatic))},
             {"materials", with(surfaces, "surface per material of the files; '*': of all others", json::object())},
             {"content",
              with(text(), "hash that the file must have, or all files together; written in resolved scenes")}},
            {"file"}),
        "walls of any shape, from files");
}

json signals() {
    const json amplitude = with(quantity(Dimension::source_strength, between(-1e12, 1e12)),
                                "A: the free field is A s(t - r/c) / (4 pi r), so 1 Pa m gives 1/(4 pi) Pa at 1 m", 1);
    const json delay = with(quantity(Dimension::time, between(-1e6, 1e6)), "time of the centre (sine, file: start)");
    const json frequency = quantity(Dimension::frequency, positive(1e9));
    const json zero = with(choice({"start", "peak"}), "what results call time 0: the start of the run, or the peak");
    const json width = with(quantity(Dimension::time, positive(1e6)), "standard deviation sigma of the bell");
    const auto kind = [&](SignalKind which, json properties, std::vector<std::string> required) {
        properties["kind"] = {{"const", word_of(which)}};
        properties["amplitude"] = amplitude;
        required.insert(required.begin(), "kind");
        return object(std::move(properties), required);
    };
    json result = {{"type", "object"}, {"x-discriminator", "kind"}};
    result["oneOf"] = {
        kind(SignalKind::ricker,
             {{"peak_frequency", with(frequency, "frequency of the spectrum's peak")},
              {"delay", delay},
              {"time_zero", zero}},
             {"peak_frequency"}),
        kind(SignalKind::gaussian, {{"width", width}, {"delay", delay}, {"time_zero", zero}}, {"width"}),
        kind(SignalKind::dgauss, {{"width", width}, {"delay", delay}}, {"width"}),
        kind(SignalKind::sine,
             {{"frequency", with(frequency, "frequency of the tone")},
              {"ramp_cycles", with(number(between(0, 1e6)), "periods over which the tone fades in", 3)},
              {"delay", delay}},
             {"frequency"}),
        kind(SignalKind::impulse, {{"delay", with(quantity(Dimension::time, between(0, 1e6)), "time of the impulse")}},
             {}),
        kind(SignalKind::samples,
             {{"file", with(text(), "WAV or CSV file, relative to the scene's folder")},
              {"channel", with(integer(1, 1024), "channel of a WAV file, column of values of a CSV file, from 1", 1)},
              {"sample_rate", with(frequency, "of a CSV file without a time column")},
              {"delay", delay},
              {"remove_mean", with(boolean(), "take its mean away, so that it leaves no pressure in a closed room")},
              {"content", with(text(), "hash that the samples must have; written in resolved scenes")}},
             {"file"})};
    return with(result, "what the source emits");
}

json point_file() {
    return with(text(), "CSV file, or SEG-Y file whose headers count, relative to the scene's folder");
}
json point_content() { return with(text(), "hash that the points of the file must have; written in resolved scenes"); }

json axis() { return with(list(number(between(-1e9, 1e9)), 3, 3), "where it points, [x, y, z] of any length"); }

json source_directivity() {
    json pattern = object({{"pattern", with(choice(source_pattern_words()), "of the waves that it sends")},
                           {"even", with(number(between(0, 1)),
                                         "waves at an angle g from the axis have even + (1 - "
                                         "even) cos(g) of the signal")},
                           {"axis", axis()}},
                          {"axis"});
    return with(one_of(pattern, {"pattern", "even"}), "where it sends; all around when absent");
}

json receiver_directivity() {
    json pattern = object({{"pattern", with(choice<ReceiverPattern>(),
                                            "figure_of_eight: one trace; ambisonics: four of first order, W, Y, Z, X "
                                            "(ACN, SN3D)")},
                           {"axis", axis()}},
                          {"pattern"});
    return with(pattern, "what it hears from where; the pressure when absent");
}

json sources() {
    json source = object({{"name", with(name(), "shown in reports; points of a file add a number")},
                          {"position", with(point(), "[x, y, z], or [x, z] in 2D")},
                          {"file", point_file()},
                          {"content", point_content()},
                          {"segy", segy_headers()},
                          {"signal", signals()},
                          {"placement", placement()},
                          {"directivity", source_directivity()},
                          {"time_filter", with(choice<TimeFilter>(),
                                               "two-step average of the signal, needed by stencils that are exact in "
                                               "time",
                                               word_of(TimeFilter::automatic))},
                          {"aliased", with(boolean(), "run though the grid carries less than half of its energy")}},
                         {"signal"});
    source["dependencies"] = {{"content", {"file"}}, {"segy", {"file"}}};
    one_of(source, {"position", "file"});
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
                            {"file", point_file()},
                            {"content", point_content()},
                            {"segy", segy_headers()},
                            {"directivity", receiver_directivity()},
                            {"placement", placement()}});
    json listed = object({{"file", receiver["properties"]["file"]},
                          {"name", receiver["properties"]["name"]},
                          {"content", receiver["properties"]["content"]},
                          {"segy", segy_headers()},
                          {"placement", placement()}},
                         {"file"});
    receiver["properties"]["streamer"] = with(
        object({{"offset", with(length(), "from the first source to the first group, against the way of the shots")},
                {"interval", with(length(positive(1e9)), "distance of groups")},
                {"count", with(integer(1, 1'000'000), "number of groups")},
                {"z", with(length(), "where it floats; the z of the first source when absent")}},
               {"offset", "interval", "count"}),
        "groups of a cable that the first source tows");
    receiver["dependencies"] = {{"content", {"file"}}, {"segy", {"file"}}};
    one_of(receiver, {"position", "line", "grid", "streamer", "file"});
    return with({{"anyOf", {list(receiver, 0, 0), listed}}}, "where the pressure is recorded", json::array());
}

json outputs() {
    json slice = object({{"x", with(length(), "the plane x = value")},
                         {"y", with(length(), "the plane y = value")},
                         {"z", with(length(), "the plane z = value")}});
    one_of(slice, {"x", "y", "z"});
    const json interval = object(
        {{"interval", with(quantity(Dimension::time, positive(1)), "time between samples, whole us")}}, {"interval"});
    const json gather = object(
        {{"style", with(choice<GatherStyle>(), "lines with their positive half filled, or colours")},
         {"agc", with(quantity(Dimension::time, positive(1e6)), "traces over their root mean square within this time")},
         {"power", with(number(above(0, 10)), "traces times t to this power")}},
        {"style"});
    json traces =
        object({{"wav", with(quantity(Dimension::frequency, between(1000, 768'000)),
                             "sample rate of one WAV file per receiver")},
                {"segy", with({{"anyOf", {boolean(), interval}}},
                              "one SEG-Y file of all traces; true: at the time step in whole us", false)},
                {"gather", with({{"anyOf", {choice_or<GatherStyle>("none"), gather}}},
                                "a picture of all traces of a shot, time downwards", "none")},
                {"time_correction", with(choice<TimeCorrection>(), "removes the error of the time step from the traces",
                                         word_of(TimeCorrection::automatic))}});
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
    json rir = object({{"band", with(list(quantity(Dimension::frequency, between(1, 100'000)), 2, 2),
                                     "where the responses are flat")},
                       {"rate", with(quantity(Dimension::frequency, between(8000, 192'000)),
                                     "sample rate of the responses", ResponseOutput{}.wav_rate_hz)}},
                      {"band"});
    const json metrics = {{"anyOf", {choice({"octave", "third"}), boolean()}}};
    return object({{"rir", with(rir, "impulse responses of each source by itself")},
                   {"metrics", with(metrics, "numbers of ISO 3382-1 by octaves, or by thirds of them", false)},
                   {"traces", with(traces, "recordings of the receivers", json::object())},
                   {"snapshots", with(snapshots, "the field at regular times")},
                   {"compare", with(choice<ExactReference>(), "exact solution that the end summary compares with",
                                    word_of(ExactReference::none))}});
}

json survey() {
    json line = object({{"from", with(point(), "first shot")},
                        {"to", with(point(), "last shot")},
                        {"count", with(integer(2, 100'000), "number of shots")}},
                       {"from", "to", "count"});
    json result =
        object({{"shots", with(list(point(), 1, 100'000), "where the first source stands, shot by shot")},
                {"line", with(line, "shots from ... to, both ends included")},
                {"file", point_file()},
                {"content", point_content()},
                {"segy", segy_headers()},
                {"spread", with(choice<Survey::Spread>(),
                                "fixed: receivers stay; towed: they move with the sources (marine); rolling: each shot "
                                "hears the stations around it (land); file: those that the file lists for it",
                                word_of(Survey::Spread::fixed))},
                {"channels", with(integer(1, 1'000'000), "stations that a shot of a rolling spread hears")}});
    result["dependencies"] = {{"content", {"file"}}, {"segy", {"file"}}};
    one_of(result, {"shots", "line", "file"});
    return with(result, "several shots, each a run of its own");
}

json run() {
    const std::vector<std::string> kernels = backend_names();
    std::vector<std::string> backends = kernels;
    backends.insert(backends.begin(), "auto");
    const json regions = object({{"inner", with(choice(kernels), "of the inner box")},
                                 {"layers", with(choice(kernels), "of the slabs next to sides with absorbing layers")}},
                                {"inner", "layers"});
    return with(object({{"backend",
                         with({{"anyOf", {choice(backends), regions}}},
                              "what computes the steps; auto: a GPU where one can, else the CPU; or one per region")},
                        {"precision", with(choice<Precision>(), "number format of the field")},
                        {"threads", with(integer(1, 4096), "CPU threads; all that the process may use when absent")},
                        {"device", with(integer(0, 1023), "GPU, counted from 0; the first when absent")},
                        {"gpus", with({{"anyOf", {choice({"all"}), integer(1, 1024)}}},
                                      "how many GPUs share the grid, from the first on, or all; 1 when absent")},
                        {"checkpoint", with(text(),
                                            "how often the state is saved, from which a run that was stopped "
                                            "goes on: 10m, 1h30m, 90s, '500 steps'; never when absent")}}),
                "how the program computes the scene; options of the command line win");
}

json domain() {
    return object(
        {{"size", with(list(length(positive(1e9)), 2, 3), "[x, y, z], or [x, z] in 2D")},
         {"origin",
          with(point(), "the corner with the smallest coordinates, from which all others count; 0 when absent")},
         {"vertical", with(choice({"up", "down"}), "where z points: up, or down from the top", "up")}},
        {"size"});
}

}  // namespace

json scene_schema() {
    json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                       {"to", with(point(), "corner with the larger coordinates")}},
                      {"from", "to"});
    json sheet =
        object({{"from", with(point(), "corner with the smaller coordinates")},
                {"to", with(point(), "corner with the larger coordinates, one of which is the same")},
                {"low", surface("surface of its face towards smaller coordinates; that of the solid when absent")},
                {"high", surface("surface of its face towards larger coordinates; that of the solid when absent")}},
               {"from", "to"});
    json solid = object({{"name", with(name(), "shown in reports")},
                         {"box", with(box, "axis-parallel box")},
                         {"sheet", with(sheet, "axis-parallel rectangle without thickness, instead of a box")},
                         {"surface", surface("surface of all its faces; boundaries.default when absent")}});
    one_of(solid, {"box", "sheet"});
    json materials = {{"type", "object"}, {"additionalProperties", surface("a surface, or catalogue/NAME")}};
    json root = object(
        {{"wavesim", with({{"type", "integer"}, {"const", 1}}, "version of the scene format")},
         {"name", with(name(), "title; the file name when absent")},
         {"domain", with(domain(), "the space that sound fills; around the mesh of geometry when absent")},
         {"grid", with(grid(), "resolution and stencil")},
         {"medium", with(medium(), "what fills the domain", json::object())},
         {"tti", with(tti(), "anisotropy: a tilted transversely isotropic medium")},
         {"time",
          with(object({{"duration", with(quantity(Dimension::time, positive(1e6)), "simulated time")}}, {"duration"}),
               "how long")},
         {"materials", with(materials, "surfaces by name, for boundaries, solids and geometry", json::object())},
         {"materials_file", with(text(), "CSV table of more materials, relative to the scene's folder")},
         {"boundaries", with(boundaries(), "surfaces of the six sides", json::object())},
         {"solids", with(list(solid, 0, 0), "what stands in the room", json::array())},
         {"geometry", geometry()},
         {"sources", sources()},
         {"receivers", receivers()},
         {"survey", survey()},
         {"outputs", with(outputs(), "what is kept", json::object())},
         {"run", run()}},
        {"wavesim", "grid", "time", "sources"});
    root["if"] = {{"not", {{"required", {"geometry"}}}}};
    root["then"] = {{"required", {"domain"}}};
    root["$schema"] = "http://json-schema.org/draft-07/schema#";
    root["title"] = "wavesim scene";
    return root;
}

}  // namespace wavesim
