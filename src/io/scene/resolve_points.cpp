// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/canonical.hpp"
#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/signal_file.hpp"
#include "io/scene/units.hpp"
#include "io/scene/used_names.hpp"
#include "solvers/accuracy/mean_pressure.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/words.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

constexpr std::int64_t receivers_max = 1'000'000;
constexpr std::size_t sources_max = 10'000;

/// Point i of `count` from a to b, both included.
double between(double a, double b, std::int64_t i, std::int64_t count) {
    if (i == 0 || count == 1) return a;
    return i == count - 1 ? b : a + (b - a) * static_cast<double>(i) / static_cast<double>(count - 1);
}

}  // namespace

Point point_on_line(const Point& from, const Point& to, std::int64_t i, std::int64_t count) {
    return {between(from.x, to.x, i, count), between(from.y, to.y, i, count), between(from.z, to.z, i, count)};
}

void SceneResolver::resolve_sources(const json& values, const InputFolders& folders) {
    const json sources = values.value("sources", json::array());
    UsedNames names;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const json& value = sources[i];
        const std::string key = item_path("sources", i);
        if (!value.is_object()) continue;
        SourceRequest source;
        source.entry = i;
        if (value.contains("signal")) {
            source.signal = resolve_signal(value["signal"], key_path(key, "signal"), folders);
            check_heard(source.signal, key_path(key, "signal.delay"));
        }
        source.placement = enum_value(value, "placement", Placement::interpolated);
        source.time_filter = enum_value(value, "time_filter", TimeFilter::automatic);
        source.aliased = value.value("aliased", false);
        if (value.contains("directivity") && value["directivity"].is_object())
            source.directivity = resolve_directivity(value["directivity"], key_path(key, "directivity"));
        if (value.contains("file")) {
            if (const auto set = read_file_set(value, key, WantedPoints::sources, folders))
                add_sources(*set, value, key, names, source);
            continue;
        }
        source.name = value.value("name", "source " + std::to_string(i + 1));
        if (!names.add(source.name)) refuse_name(key_path(key, "name"), "source", source.name);
        if (read_position(value, "position", key, source.position))
            check_inside(source.position, key_path(key, "position"), "the source");
        scene_.sources.push_back(std::move(source));
    }
}

void SceneResolver::check_time_zero() {
    const double zero = time_zero(scene_);
    for (std::size_t i = 1; i < scene_.sources.size(); ++i) {
        const SignalRequest& signal = scene_.sources[i].signal;
        if (signal.zero_at_peak == scene_.sources[0].signal.zero_at_peak &&
            (!signal.zero_at_peak || when_heard(signal).centre == zero))
            continue;
        return fault(Rule::time_zero, source_key(scene_, i) + ".signal",
                     "all sources must have one time 0 (time_zero and delay as the first source has them)");
    }
    const double ms = 1000 * zero;
    if (scene_.outputs.traces.segy && (std::abs(ms - std::round(ms)) > 1e-6 || std::abs(ms) > 32'767))
        fault(Rule::time_zero, "sources[0].signal.delay",
              "the time from the start to the peak must be whole ms, at most 32767, in SEG-Y files",
              "leave the delay out, or round it");
}

/// Adds one source per point of a file, each with the values of `source`.
void SceneResolver::add_sources(const PointSet& set, const json& value, const std::string& key, UsedNames& names,
                                SourceRequest source) {
    if (scene_.sources.size() + set.points.size() > sources_max)
        return fault(Rule::point_file, set.key,
                     "there would be more than " + std::to_string(sources_max) + " sources in all");
    const std::string base = value.value("name", "source " + std::to_string(*source.entry + 1));
    for (std::size_t n = 0; n < set.points.size(); ++n) {
        source.position = set.points[n];
        source.name =
            set.names.empty() ? base + (set.points.size() > 1 ? ' ' + std::to_string(n + 1) : "") : set.names[n];
        if (!names.add(source.name)) return refuse_name(key, "source", source.name);
        if (!check_inside(source.position, set.key, set.describe(n, "the source"))) return;
        scene_.sources.push_back(source);
    }
}

void SceneResolver::refuse_name(const std::string& key, const char* what, const std::string& name) {
    fault(Rule::same_name, key, std::string("a ") + what + " before has the name " + shown(name) + ", too");
}

void SceneResolver::check_heard(const SignalRequest& signal, const std::string& key) {
    // Values with faults that are reported elsewhere have been left at 0.
    const bool whole = signal.kind == SignalKind::samples ? !signal.samples.empty()
                       : signal.kind == SignalKind::gaussian || signal.kind == SignalKind::dgauss
                           ? signal.width_s > 0
                           : signal.kind == SignalKind::impulse || signal.frequency_hz > 0;
    if (!whole || !(scene_.duration_s > 0)) return;
    if (const std::string why = why_silent(signal, scene_.duration_s); !why.empty())
        fault(Rule::silent_source, key, "the source stays silent: its signal " + why);
}

SignalRequest SceneResolver::resolve_signal(const json& value, const std::string& key, const InputFolders& folders) {
    SignalRequest signal;
    signal.kind = enum_value(value, "kind", SignalKind::ricker);
    signal.amplitude_pa_m = value.value("amplitude", 1.0);
    if (value.contains("delay")) signal.delay_s = value["delay"].get<double>();
    switch (signal.kind) {
        case SignalKind::ricker: signal.frequency_hz = value.value("peak_frequency", 0.0); break;
        case SignalKind::sine:
            signal.frequency_hz = value.value("frequency", 0.0);
            signal.ramp_cycles = value.value("ramp_cycles", signal.ramp_cycles);
            break;
        case SignalKind::gaussian:
        case SignalKind::dgauss: signal.width_s = value.value("width", 0.0); break;
        case SignalKind::impulse: break;
        case SignalKind::samples: resolve_samples(value, key, folders, signal); break;
    }
    signal.zero_at_peak = value.value("time_zero", "start") == "peak";
    if (signal.zero_at_peak && !signal.delay_s && (signal.frequency_hz > 0 || signal.width_s > 0))
        signal.delay_s = std::ceil(1000 * when_heard(signal).centre - 1e-6) / 1000;  // SEG-Y uses integer ms
    return signal;
}

void SceneResolver::resolve_samples(const json& value, const std::string& key, const InputFolders& folders,
                                    SignalRequest& signal) {
    if (!value.contains("file")) return;
    signal.file = value["file"];
    SignalFile file;
    std::optional<double> rate;
    if (value.contains("sample_rate")) rate = value["sample_rate"].get<double>();
    try {
        file = read_signal_file(folders, signal.file, value.value("channel", 1), rate);
    } catch (const InputFileError& error) {
        fault(error.rule, key_path(key, error.rule == Rule::signal_rate ? "sample_rate" : "file"), error.what());
        return;
    }
    signal.samples = std::move(file.samples);
    signal.sample_rate_hz = file.sample_rate_hz;
    std::string content = file.content;
    if (value.value("remove_mean", false)) {
        remove_mean(signal.samples);
        const auto* bytes = reinterpret_cast<const char*>(signal.samples.data());
        content = hash_text({bytes, signal.samples.size() * sizeof(double)});
    }
    if (value.contains("content") && value["content"] != content) {
        fault(Rule::file_changed, key_path(key, "content"),
              "the samples of " + shown(signal.file) + " have changed (their hash is " + content + ')');
    }
}

std::optional<PointSet> SceneResolver::read_point_set(const json& value, const std::string& key) {
    const bool line = value.contains("line");
    const bool grid = value.contains("grid") && !line;
    PointSet set;
    set.several = line || grid;
    if (!set.several) {
        set.key = key_path(key, "position");
        set.points.resize(1);
        return read_position(value, "position", key, set.points[0]) ? std::optional(set) : std::nullopt;
    }
    set.key = key_path(key, line ? "line" : "grid");
    const json& geometry = value[line ? "line" : "grid"];
    Point from;
    Point to;
    const bool has_from = read_position(geometry, "from", set.key, from);
    const bool has_to = read_position(geometry, "to", set.key, to);
    if (!has_from || !has_to || !geometry.contains(line ? "count" : "counts")) return std::nullopt;
    std::array<std::int64_t, 3> counts{1, 1, 1};
    if (line) {
        counts[0] = geometry["count"];
    } else {
        const json& list = geometry["counts"];
        if (std::any_of(list.begin(), list.end(), [](const json& n) { return !n.is_number(); })) return std::nullopt;
        if (static_cast<int>(list.size()) != scene_.dims) {
            fault(Rule::dimensions, key_path(set.key, "counts"),
                  "has " + std::to_string(list.size()) + " counts (a " + std::to_string(scene_.dims) +
                      "D scene needs one per axis)");
            return std::nullopt;
        }
        counts = {list[0], scene_.dims == 3 ? list[1].get<std::int64_t>() : 1, list.back()};
    }
    const double total =
        static_cast<double>(counts[0]) * static_cast<double>(counts[1]) * static_cast<double>(counts[2]);
    if (!check_receiver_count(total, set.key)) return std::nullopt;
    for (std::int64_t z = 0; z < counts[2]; ++z) {
        for (std::int64_t y = 0; y < counts[1]; ++y) {
            for (std::int64_t x = 0; x < counts[0]; ++x) {
                set.points.push_back(
                    {between(from.x, to.x, x, counts[0]),
                     line ? between(from.y, to.y, x, counts[0]) : between(from.y, to.y, y, counts[1]),
                     line ? between(from.z, to.z, x, counts[0]) : between(from.z, to.z, z, counts[2])});
            }
        }
    }
    return set;
}

std::optional<PointSet> SceneResolver::read_streamer(const json& value, const std::string& key, const json& values) {
    PointSet set{key, true, {}};
    for (const char* needed : {"offset", "interval", "count"})
        if (!value.contains(needed) || !value[needed].is_number()) return std::nullopt;
    if (scene_.sources.empty()) return std::nullopt;
    const std::int64_t count = value["count"];
    if (!check_receiver_count(static_cast<double>(count), key)) return std::nullopt;
    std::array<double, 2> way{1, 0};
    const json line = values.value("survey", json::object()).value("line", json::object());
    const auto at = [&](const char* end, std::size_t i) { return line[end][i].get<double>(); };
    const auto whole = [&](const char* end) {
        return line.contains(end) && line[end].is_array() && static_cast<int>(line[end].size()) == scene_.dims &&
               std::all_of(line[end].begin(), line[end].end(), [](const json& n) { return n.is_number(); });
    };
    if (whole("from") && whole("to")) {
        const double x = at("to", 0) - at("from", 0);
        const double y = scene_.dims == 3 ? at("to", 1) - at("from", 1) : 0;
        if (const double length = std::hypot(x, y); length > 0) way = {x / length, y / length};
    }
    scene_.boat_way = {way[0], way[1], 0};
    const Point& source = scene_.sources[0].position;
    const double z = value.contains("z") ? scene_.frame.inner(2, value["z"]) : source.z;
    for (std::int64_t i = 0; i < count; ++i) {
        const double behind = value["offset"].get<double>() + static_cast<double>(i) * value["interval"].get<double>();
        set.points.push_back({source.x - behind * way[0], source.y - behind * way[1], z});
    }
    return set;
}

bool SceneResolver::check_receiver_count(double more, const std::string& key) {
    if (more + static_cast<double>(scene_.receivers.size()) <= static_cast<double>(receivers_max)) return true;
    fault(Rule::too_many_receivers, key,
          "there would be more than " + std::to_string(receivers_max) + " receivers in all");
    return false;
}

void SceneResolver::resolve_receivers(const json& values, const InputFolders& folders) {
    const json receivers = values.value("receivers", json::array());
    UsedNames names;
    if (receivers.is_object()) {  // a file and nothing else
        if (const auto set = read_file_set(receivers, "receivers", WantedPoints::receivers, folders))
            add_receivers(*set, receivers, "receivers", names);
        return;
    }
    for (std::size_t i = 0; i < receivers.size(); ++i) {
        const json& value = receivers[i];
        const std::string key = item_path("receivers", i);
        if (!value.is_object()) continue;
        const std::optional<PointSet> set =
            value.contains("streamer") ? read_streamer(value["streamer"], key_path(key, "streamer"), values)
            : value.contains("file")   ? read_file_set(value, key, WantedPoints::receivers, folders)
                                       : read_point_set(value, key);
        if (set) add_receivers(*set, value, key, names);
    }
}

void SceneResolver::add_receivers(const PointSet& set, const json& value, const std::string& key, UsedNames& names) {
    ReceiverRequest receiver;
    receiver.key = set.key;
    receiver.placement = enum_value(value, "placement", Placement::interpolated);
    const std::string base = value.value("name", "");
    bool good = true;  // one fault per entry is enough
    const std::vector<Ear> ears = ears_of(value, key);
    if (!check_receiver_count(static_cast<double>(ears.size() * set.points.size()), set.key)) return;
    const std::size_t before = scene_.receivers.size(), after = before + ears.size() * set.points.size();
    // Doubles the capacity; otherwise every one of many entries would copy all earlier receivers.
    if (after > scene_.receivers.capacity()) scene_.receivers.reserve(std::max(after, 2 * before));
    const auto first = static_cast<std::int64_t>(before) + 1;
    const auto count = static_cast<std::int64_t>(set.points.size());
    std::optional<std::int64_t> taken;  // counted from 1
    if (!set.names.empty()) {
        for (std::int64_t n = 1; n <= count; ++n)
            if (!names.add(set.names[static_cast<std::size_t>(n - 1)]) && !taken) taken = n;
    } else if (base.empty()) {
        taken = names.add("receiver", first, first + count - 1);
        if (taken) *taken -= first - 1;
    } else if (set.several) {
        taken = names.add(base, 1, count);
    } else if (!names.add(base)) {
        taken = 1;
    }
    for (std::size_t n = 0; n < set.points.size(); ++n) {
        receiver.position = set.points[n];
        receiver.name = !set.names.empty() ? set.names[n]
                        : base.empty()     ? "receiver " + std::to_string(first + static_cast<std::int64_t>(n))
                        : set.several      ? base + ' ' + std::to_string(n + 1)
                                           : base;
        if (good && taken == static_cast<std::int64_t>(n) + 1) {
            refuse_name(!set.names.empty() ? set.key
                        : base.empty()     ? key
                                           : key_path(key, "name"),
                        "receiver", receiver.name);
            good = false;
        }
        good = good && check_inside(receiver.position, set.key, set.describe(n, "the receiver"));
        const std::string name = receiver.name;
        for (const Ear& ear : ears) {
            receiver.name = name + ear.ending;
            receiver.eight = ear.eight;
            if (*ear.ending && good && !names.add(receiver.name)) {
                refuse_name(key, "receiver", receiver.name);
                good = false;
            }
            scene_.receivers.push_back(receiver);
        }
    }
}

}  // namespace wavesim
