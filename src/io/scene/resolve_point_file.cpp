// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "io/scene/canonical.hpp"
#include "io/scene/resolve.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

/// Hash of the content of a file: its points and names, or its traces, in their order.
std::string hash_of(const PointFile& file) {
    constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;
    std::string chunk;
    std::string hash;
    const auto flush = [&] { hash = hash_text(hash + chunk), chunk.clear(); };
    const auto add = [&](const auto& value) {
        chunk.append(reinterpret_cast<const char*>(&value), sizeof(value));
        if (chunk.size() >= chunk_bytes) flush();
    };
    const auto add_point = [&](const Point& point) { add(point.x), add(point.y), add(point.z); };
    for (const Point& point : file.list.points) add_point(point);
    for (const std::string& name : file.list.names) {
        for (const char c : name) add(c);
        add('\n');
    }
    for (const TraceRow& trace : file.traces) {
        add(trace.shot);
        add_point(trace.source);
        add_point(trace.receiver);
    }
    flush();
    return hash;
}

/// Whether all traces lie above the domain of that height, with its top at elevation 0, and would lie in it with z
/// inverted.
bool upside_down(const PointFile& file, double height_m) {
    const auto mirrored = [height_m](const Point& point) { return point.z > height_m && point.z <= 2 * height_m; };
    return file.segy && std::ranges::all_of(file.traces, [&](const TraceRow& trace) {
               return mirrored(trace.source) && mirrored(trace.receiver);
           });
}

/// JSON pointer of a key such as receivers[0].content.
std::string pointer_of(const std::string& key) {
    std::string pointer = "/";
    for (const char c : key) {
        if (c != ']') pointer += c == '.' || c == '[' ? '/' : c;
    }
    return pointer;
}

}  // namespace

std::optional<PointFile> SceneResolver::read_points(const json& value, const std::string& key, WantedPoints wanted,
                                                    const InputFolders& folders) {
    if (!has_size_ || !value["file"].is_string()) return std::nullopt;
    PointFile file;
    try {
        std::optional<SegyReading> reading;
        if (value.contains("segy")) reading = segy_reading(value["segy"]);
        file = read_point_file(folders, value["file"], wanted, scene_.dims, reading);
    } catch (const InputFileError& error) {
        fault(error.rule, key_path(key, "file"), error.what());
        return std::nullopt;
    }
    const std::string content = hash_of(file);
    contents_.emplace_back(pointer_of(key_path(key, "content")), content);
    if (value.contains("content") && value["content"] != content) {
        fault(Rule::file_changed, key_path(key, "content"),
              "the points of " + shown(file.name) + " have changed (their hash is " + content + ')');
        return std::nullopt;
    }
    const auto place = [&](Point& point) {
        if (file.elevations) point.z = scene_.frame.z_of_elevation(point.z);
        point = scene_.frame.inner(point);
        if (scene_.dims == 2) point.y = 0;
    };
    for (Point& point : file.list.points) place(point);
    for (TraceRow& trace : file.traces) place(trace.source), place(trace.receiver);
    std::ranges::move(file.doubts, std::back_inserter(scene_.doubts));
    if (!value.contains("segy") && upside_down(file, scene_.size_m.z)) {
        fault(Rule::point_file, key_path(key, "file"),
              "all traces of " + shown(file.name) + " lie above the domain, and would lie in it upside down",
              "if the file has depths as positive numbers, write segy: {depths: positive}");
        return std::nullopt;
    }
    return file;
}

std::optional<PointSet> SceneResolver::read_file_set(const json& value, const std::string& key, WantedPoints wanted,
                                                     const InputFolders& folders) {
    std::optional<PointFile> file = read_points(value, key, wanted, folders);
    if (!file) return std::nullopt;
    PointSet set{key_path(key, "file"), true, {}};
    PointList list = points_of(*file, wanted);
    file->traces.clear();
    file->traces.shrink_to_fit();
    set.points = std::move(list.points);
    set.names = std::move(list.names);
    set.rows = std::move(list.rows);
    set.file = std::move(*file);
    set.file->list = {};
    if (wanted == WantedPoints::receivers && !check_receiver_count(static_cast<double>(set.points.size()), set.key))
        return std::nullopt;
    return set;
}

std::string PointSet::describe(std::size_t point, const char* single) const {
    if (!several) return single;
    const std::string text = "point " + std::to_string(point + 1);
    return file ? text + " (" + file->place_of(rows.at(point)) + ')' : text;
}

}  // namespace wavesim
