// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/input_file.hpp"
#include "io/model/model_file.hpp"
#include "io/model/units.hpp"
#include "io/scene/canonical.hpp"
#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/segy_reading.hpp"
#include "solvers/scene/model_grid.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

using Format = ModelFileRequest::Format;

/// The axes of a file; empty unless every axis of the domain occurs once.
std::vector<ModelFileRequest::Axis> read_axes(const json& list, int dims) {
    std::vector<ModelFileRequest::Axis> axes;
    std::string seen;
    for (const json& word : list) {
        if (!word.is_string()) return {};
        const auto text = word.get<std::string>();
        const char letter = text.back();
        if (seen.find(letter) != std::string::npos || (dims == 2 && letter == 'y')) return {};
        seen += letter;
        axes.push_back({letter - 'x', text.size() == 2});
    }
    if (static_cast<int>(axes.size()) != dims) return {};
    return axes;
}

constexpr const char* read_formats = "read are .h5, .hdf5, .sgy, .segy, .npy, .npz, .bin and .raw";

/// Hint for a file with an unknown extension.
std::string format_hint(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".rsf") return "give the file that its in= names, with format: raw, shape, and byte_order";
    if (ending == ".su") return "make it SEG-Y with segyhdrs and segywrite";
    if (ending == ".nc" || ending == ".mat") return "give format: hdf5, if it is NetCDF 4 or MATLAB 7.3";
    return "give the key 'format'";
}

std::string hash_of(const std::vector<float>& values) {
    return hash_text({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

}  // namespace

void SceneResolver::resolve_model(const json& value, const InputFolders& folders) {
    if (value.is_string()) {
        scene_.medium.example = value_of<ExampleModel>(value.get<std::string>());
        return;
    }
    scene_.medium.grid = resolve_model_grid(value, "medium.model", folders);
    if (value.contains("density"))
        scene_.medium.density_grid = resolve_model_grid(value["density"], "medium.model.density", folders);
}

std::optional<Medium::Grid> SceneResolver::resolve_model_grid(const json& value, const std::string& key,
                                                              const InputFolders& folders, ModelFileRequest request) {
    const auto refuse = [this](Rule rule, const std::string& where, const std::string& message,
                               const std::string& suggestion = {}) {
        fault(rule, where, message, suggestion);
        return std::nullopt;
    };
    // Keys with defaults are missing only if their values were faulty.
    for (const char* needed : {"file", "axes", "spacing", "origin", "units", "format", "type", "byte_order"})
        if (!value.contains(needed)) return std::nullopt;
    request.file = value["file"];
    request.dataset = value.value("dataset", "");
    const auto named = value_of<Format>(value["format"].get_ref<const std::string&>());
    const auto format = named ? named : model_format_of(request.file);
    if (!format)
        return refuse(Rule::model_file, key_path(key, "file"),
                      "the format of " + shown(request.file) + " cannot be told from its ending (" + read_formats + ')',
                      format_hint(request.file));
    request.format = *format;
    request.type = *sample_type(value.value("type", "float32"), value.value("byte_order", "little") == "big");
    for (const json& count : value.value("shape", json::array())) {
        if (!count.is_number()) return std::nullopt;
        request.shape.push_back(count);
    }
    if (request.format == Format::raw && request.shape.empty())
        return refuse(Rule::needs_key, key, "a raw file does not say how many values it has", "give the key 'shape'");
    if (request.format == Format::hdf5 && request.dataset.empty())
        return refuse(Rule::needs_key, key, "a HDF5 file may hold many grids", "give the key 'dataset'");
    const bool spaced = read_point(value, "spacing", key, request.spacing_m);
    const bool placed =
        read_position(value, "origin", key, request.origin_m);  // read in any case, so that both faults are reported
    if (!spaced || !placed) return std::nullopt;
    request.axes = read_axes(value["axes"], scene_.dims);
    if (request.axes.empty())
        return refuse(
            Rule::bad_medium, key_path(key, "axes"),
            std::string("must name every axis of the domain once (") + (scene_.dims == 2 ? "x and z)" : "x, y and z)"));
    if (!request.shape.empty() && request.shape.size() != request.axes.size())
        return refuse(Rule::bad_medium, key_path(key, "shape"), "must have one number for each of the axes");
    request.frame = scene_.frame;
    const bool down = scene_.frame.z_down();
    for (ModelFileRequest::Axis& axis : request.axes)
        if (axis.axis == 2 && down) axis.downwards = !axis.downwards;
    if (enum_value(value, "registration", Registration::cell) == Registration::corner) {
        // A cell gets the value of its corner with the smallest coordinates.
        request.origin_m.x += request.spacing_m.x / 2;
        request.origin_m.y += request.spacing_m.y / 2;
        request.origin_m.z += (down ? -0.5 : 0.5) * request.spacing_m.z;
    }
    const ModelUnit unit = model_unit(value["units"].get_ref<const std::string&>()).value();
    request.unit = unit.factor;
    request.meaning = unit.meaning;
    request.segy = segy_hints(value.value("segy", json::object()));
    if (value.contains("segy") && request.format != Format::segy)
        return refuse(Rule::model_file, key_path(key, "segy"), shown(request.file) + " is no SEG-Y file");
    Medium::Grid grid;
    grid.from_hdf5 = request.format == Format::hdf5;
    grid.resampling = enum_value(value, "resample", Resampling::linear);
    grid.registration = enum_value(value, "registration", Registration::cell);
    try {
        const auto model = std::make_shared<ModelGrid>(read_model(folders, request, scene_.size_m, &scene_.doubts));
        grid.content = hash_of(model->values);
        grid.values = model;
    } catch (const InputFileError& error) {
        const bool in_file = error.rule != Rule::bad_medium;
        return refuse(error.rule, in_file ? key_path(key, "file") : key, error.what());
    }
    if (key == "medium.model" && !value.value("unlikely", false))
        if (const auto words = likelier_speed_units(unit, grid.values->least, grid.values->most); !words.empty())
            return refuse(Rule::bad_medium, key_path(key, "units"),
                          fmt::format("in {} the numbers of {} would be speeds of {:.4g} to {:.4g} m/s, which no usual "
                                      "medium has",
                                      unit.word, shown(request.file), grid.values->least, grid.values->most),
                          "write units: " + enumerate_words(words) + "; or unlikely: true, if these are the speeds");
    if (value.contains("content") && value["content"] != grid.content)
        return refuse(Rule::file_changed, key_path(key, "content"),
                      "the values of " + shown(request.file) + " have changed (their hash is " + grid.content + ')');
    return grid;
}

}  // namespace wavesim
