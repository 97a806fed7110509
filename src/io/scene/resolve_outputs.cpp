// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

using nlohmann::json;

void SceneResolver::resolve_outputs(const json& values) {
    const json outputs = values.value("outputs", json::object());
    resolve_traces(outputs);
    scene_.outputs.compare = enum_value(outputs, "compare", ExactReference::none);
    resolve_snapshots(outputs);
    resolve_compare(values);
    const bool unread = values.value("survey", json::object()).contains("file") && !scene_.survey;
    const bool no_receivers =
        values.contains("receivers") && values["receivers"].empty() && scene_.receivers.empty() && !unread;
    if (no_receivers && places_.find("outputs.snapshots") == places_.end()) {
        fault(Rule::nothing_recorded, "receivers",
              "nothing would be recorded (there are no receivers and no snapshots)", "add a receiver");
    }
    const TraceOutput& traces = scene_.outputs.traces;
    if (no_receivers && traces.wav_rate_hz)
        fault(Rule::nothing_recorded, "outputs.traces.wav", "there are no receivers whose sound could be written");
    if (no_receivers && traces.segy)
        fault(Rule::nothing_recorded, "outputs.traces.segy", "there are no receivers whose traces could be written");
    if (no_receivers && traces.gather)
        fault(Rule::nothing_recorded, "outputs.traces.gather", "there are no receivers whose traces could be drawn");
}

void SceneResolver::resolve_traces(const json& outputs) {
    const json traces = outputs.value("traces", json::object());
    if (traces.contains("wav")) scene_.outputs.traces.wav_rate_hz = traces["wav"].get<double>();
    const json segy = traces.value("segy", json(false));
    if (segy.is_object()) {
        scene_.outputs.traces.segy.emplace();
        if (segy.contains("interval")) scene_.outputs.traces.segy->interval_s = segy["interval"].get<double>();
    } else if (segy == true) {
        scene_.outputs.traces.segy.emplace();
    }
    const json gather = traces.value("gather", json("none"));
    if (gather.is_object()) {
        scene_.outputs.traces.gather = enum_value(gather, "style", GatherStyle::wiggle);
        GatherGain& gain = scene_.outputs.traces.gather_gain;
        gain.power = gather.value("power", 0.0);
        if (gather.contains("agc")) gain.agc_window_s = gather["agc"].get<double>();
        if (gather.contains("agc") && gather.contains("power"))
            fault(Rule::one_of, "outputs.traces.gather.power",
                  "'agc' is given, too (only one of 'agc' or 'power' may be)");
    } else {
        scene_.outputs.traces.gather = value_of<GatherStyle>(gather.get<std::string>());
    }
    scene_.outputs.traces.time_correction = enum_value(traces, "time_correction", TimeCorrection::automatic);
}

void SceneResolver::resolve_snapshots(const json& outputs) {
    if (!outputs.contains("snapshots")) return;
    const json& value = outputs["snapshots"];
    const std::string key = "outputs.snapshots";
    SnapshotOutput snapshots;
    snapshots.every_s = value.value("every", 0.0);
    if (value.contains("from")) snapshots.from_s = value["from"].get<double>();
    if (value.contains("to")) snapshots.to_s = value["to"].get<double>();
    snapshots.decimate = value.value("decimate", 1);
    snapshots.png = value.value("png", false);
    snapshots.vtk = value.value("vtk", true);
    const bool volume = value.value("volume", false);
    if (value.contains("slice")) {
        for (int axis = 0; axis < 3; ++axis) {
            const std::string name(1, "xyz"[axis]);
            if (!value["slice"].contains(name)) continue;
            const double at = scene_.frame.inner(axis, value["slice"][name]);
            snapshots.plane = {axis, at};
            if (!has_size_ || scene_.dims == 2 || (at >= 0 && at <= scene_.size_m.along(axis))) continue;
            fault(Rule::snapshot_region, key_path(key, "slice." + name), "the plane lies outside the domain");
        }
    }
    const bool asks_slice = places_.find(key + ".slice") != places_.end();
    const bool asks_volume = places_.find(key + ".volume") != places_.end();
    if (has_size_ && scene_.dims == 2 && asks_slice) {
        fault(Rule::snapshot_region, key_path(key, "slice"), "a 2D scene is a plane already", "remove the key");
    } else if (asks_slice && volume) {
        fault(Rule::snapshot_region, key_path(key, "volume"), "'slice' and 'volume: true' exclude each other");
    } else if (has_size_ && scene_.dims == 3 && !asks_slice && !volume && (!asks_volume || value.contains("volume"))) {
        fault(Rule::snapshot_region, key, "'slice' or 'volume: true' must be given",
              "write slice: {z: 1.2}, for example");
    }
    if (!snapshots.png && !snapshots.vtk) {
        fault(Rule::snapshot_format, key, "nothing would be written (png and vtk are both off)");
    }
    if (snapshots.png && has_size_ && scene_.dims == 3 && volume && !asks_slice) {
        fault(Rule::snapshot_format, key_path(key, "png"), "pictures show a plane, not a volume",
              "write slice: {z: 1.2}, for example");
    }
    if (snapshots.every_s > scene_.duration_s && scene_.duration_s > 0) {
        fault(Rule::snapshot_interval, key_path(key, "every"), "is longer than time.duration");
    }
    if (snapshots.from_s.value_or(0) > scene_.duration_s && scene_.duration_s > 0) {
        fault(Rule::snapshot_interval, key_path(key, "from"), "is later than time.duration");
    }
    if (snapshots.to_s && *snapshots.to_s < snapshots.from_s.value_or(snapshots.every_s)) {
        fault(Rule::snapshot_interval, key_path(key, "to"), "is before the first snapshot");
    }
    scene_.outputs.snapshots = snapshots;
}

/// A comparison requires that an exact solution exists.
void SceneResolver::resolve_compare(const json& values) {
    const std::string key = "outputs.compare";
    if (scene_.outputs.compare == ExactReference::none) return;
    const std::string word(word_of(scene_.outputs.compare));
    const auto refuse = [&](const std::string& why) { fault(Rule::compare_needs, key, '\'' + word + "' " + why); };
    if (!values.value("solids", json::array()).empty() || values.contains("geometry"))
        refuse("needs a domain without solids");
    if (scene_.outputs.compare == ExactReference::shoebox) {
        for (const Side side : all_sides) {
            if (scene_.dims == 2 && axis_of(side) == 1) continue;
            if (scene_.boundaries.side[static_cast<std::size_t>(side)].kind == SurfaceLaw::Kind::rigid) continue;
            refuse("needs rigid sides");
            break;
        }
    }
    if (values.contains("receivers") && values["receivers"].empty()) refuse("needs receivers");
}

}  // namespace wavesim
