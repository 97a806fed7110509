// SPDX-License-Identifier: MIT
#include "io/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/machine_form.hpp"
#include "io/scene_faults.hpp"
#include "io/text_file.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* format_key = "format_version";
constexpr const char* no_gpu_key = "why_no_gpu";

/// Writes the members into an object.
// Moving a JSON value does not throw, although clang-tidy reports that it can.
struct Writer {  // NOLINT(bugprone-exception-escape)
    ordered_json object;
    template <class Count>
    void count(const char* key, Count value, std::int64_t, std::int64_t) {
        object[key] = value;
    }
    void text(const char* key, const std::string& value) { object[key] = value; }
    void isa(const char* key, const std::string& value) { object[key] = value; }
    void seconds(const char* key, double value) { object[key] = value; }
    void rate(const char* key, double value) { object[key] = value > 0 ? ordered_json(value) : ordered_json(); }
    void rates(const char* key, const TriadRates& value) {
        Writer inner;
        triad_members(value, inner);
        object[key] = inner.object;
    }
    void gpu(const char* key, const Gpu& value) {
        Writer inner;
        if (value.usable()) gpu_members(value, inner);
        object[key] = inner.object;
        object[no_gpu_key] = value.why_not();
    }
    void more_gpus(const char* key, const std::vector<Gpu>& values) {
        for (const Gpu& value : values) {
            Writer inner;
            gpu_members(value, inner);
            object[key].push_back(inner.object);
        }
    }
};

/// Gathers the names of the members.
struct Names {
    std::vector<std::string> keys;
    template <class... Values>
    void count(const char* key, const Values&...) {
        keys.emplace_back(key);
    }
    void text(const char* key, const std::string&) { keys.emplace_back(key); }
    void isa(const char* key, const std::string&) { keys.emplace_back(key); }
    void seconds(const char* key, double) { keys.emplace_back(key); }
    void rate(const char* key, double) { keys.emplace_back(key); }
    void rates(const char* key, const TriadRates&) { keys.emplace_back(key); }
    void gpu(const char* key, const Gpu&) { keys.insert(keys.end(), {key, no_gpu_key}); }
    void more_gpus(const char* key, const std::vector<Gpu>&) { optional = key; }
    std::string optional{};  ///< a key that may be missing
};

/// Reads the members of an object. Every member must exist, and no others.
class Reader {
  public:
    /// `place`: path of the object in the file, empty for the root.
    Reader(const json& object, std::string place, const std::vector<std::string>& keys,
           const std::string& optional = "")
        : object_(object), place_(std::move(place)) {
        if (!object_.is_object()) throw MachineFileError(subject(place_) + " is no object with keys and values");
        for (const auto& [key, value] : object_.items())
            if (key != optional && std::find(keys.begin(), keys.end(), key) == keys.end()) throw unknown(key, keys);
        for (const std::string& key : keys)
            if (!object_.contains(key)) throw MachineFileError(path(key) + " is missing");
    }

    template <class Count>
    void count(const char* key, Count& value, std::int64_t least, std::int64_t most) {
        const json& found = object_.at(key);
        const bool whole = found.is_number_integer() && !(found.is_number_unsigned() && found > most);
        if (!whole || found < least || found > most)
            throw wrong(key, fmt::format("a whole number of {} to {}", least, most));
        value = found.get<Count>();
    }
    void text(const char* key, std::string& value) {
        if (!object_.at(key).is_string() || object_.at(key).empty()) throw wrong(key, "a text");
        value = object_.at(key).get<std::string>();
    }
    void isa(const char* key, std::string& value) {
        const std::vector<std::string> levels{"x86-64-v2", "x86-64-v3", "x86-64-v4"};
        text(key, value);
        if (std::find(levels.begin(), levels.end(), value) == levels.end()) throw wrong(key, enumerate_words(levels));
    }
    void seconds(const char* key, double& value) {
        const json& found = object_.at(key);
        if (!found.is_number() || !(found.get<double>() >= 0)) throw wrong(key, "a number of seconds");
        value = found.get<double>();
    }
    void rate(const char* key, double& value) {
        const json& found = object_.at(key);
        if (!found.is_null() && !(found.is_number() && found.get<double>() > 0))
            throw wrong(key, "a number above 0, or null where nobody measured it");
        value = found.is_null() ? 0 : found.get<double>();
    }
    void rates(const char* key, TriadRates& value) {
        Names names;
        triad_members(value, names);
        Reader inner(object_.at(key), path(key), names.keys);
        triad_members(value, inner);
    }
    void gpu(const char* key, Gpu& value) {
        const json& why = object_.at(no_gpu_key);
        if (!why.is_string()) throw wrong(no_gpu_key, "a text");
        value.fault = why.get<std::string>();
        const json& found = object_.at(key);
        if (found.is_null() == value.fault.empty())
            throw MachineFileError(
                fmt::format("either {} is null and {} says why, or it describes a GPU and {} is empty", path(key),
                            path(no_gpu_key), path(no_gpu_key)));
        if (!found.is_null()) read_gpu(found, path(key), value);
    }
    void more_gpus(const char* key, std::vector<Gpu>& values) {
        if (!object_.contains(key)) return;
        const json& found = object_.at(key);
        if (!found.is_array()) throw wrong(key, "a list of GPUs");
        if (object_.at("gpu").is_null() && !found.empty())
            throw MachineFileError(path(key) + " has GPUs, and gpu is null");
        for (const json& one : found) {
            Gpu gpu;
            gpu.fault.clear();
            read_gpu(one, fmt::format("{}[{}]", path(key), values.size()), gpu);
            values.push_back(gpu);
        }
    }

  private:
    static void read_gpu(const json& found, const std::string& place, Gpu& value) {
        Names names;
        gpu_members(value, names);
        Reader inner(found, place, names.keys);
        gpu_members(value, inner);
        if (value.triad.float32 == 0 || value.triad.float64 == 0)
            throw MachineFileError(place + ".triad_bytes_per_s has no rate: times on a GPU are told by it alone");
    }
    static std::string subject(const std::string& place) { return place.empty() ? "the file" : place; }
    std::string path(const std::string& key) const { return place_.empty() ? key : place_ + "." + key; }
    MachineFileError unknown(const std::string& key, const std::vector<std::string>& keys) const {
        const std::string near = did_you_mean(key, keys);
        return MachineFileError(fmt::format("{} has an unknown key {}; {}", subject(place_), shown(key),
                                            near.empty() ? "there are " + enumerate_words(keys, " and ") : near));
    }
    MachineFileError wrong(const std::string& key, const std::string& expected) const {
        const json& found = object_.at(key);
        return MachineFileError(fmt::format("{} must be {}, not {}", path(key), expected,
                                            found.is_structured() ? found.type_name() : shown(found.dump())));
    }

    const json& object_;
    std::string place_;
};

std::string text_of(const std::filesystem::path& file) {
    constexpr std::size_t most = 1 << 20;
    std::string text = read_text_file(file, "machine", most, OtherFiles::streams);
    if (text.size() > most) throw MachineFileError("the file is larger than 1 MiB");
    return text;
}

json parsed(const std::string& text) {
    try {
        return json::parse(text);
    } catch (const json::parse_error& error) {
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        throw MachineFileError(fmt::format("line {} is no JSON", 1 + std::count(text.begin(), end, '\n')));
    }
}

void expect_format(const json& object) {
    if (!object.is_object() || !object.contains(format_key))
        throw MachineFileError(fmt::format("{} is missing; `wavesim doctor --json` writes such a file", format_key));
    if (object.at(format_key) != machine_format_version)
        throw MachineFileError(fmt::format("{} is {}, this program reads {}", format_key,
                                           shown(object.at(format_key).dump()), machine_format_version));
}

}  // namespace

ordered_json machine_json(const Machine& machine) {
    Writer writer;
    writer.object[format_key] = machine_format_version;
    machine_members(machine, writer);
    return writer.object;
}

Machine read_machine(const std::filesystem::path& file) {
    try {
        json whole = parsed(text_of(file));
        const bool examined = whole.is_object() && whole.contains("machine");
        const json object = examined ? whole.at("machine") : std::move(whole);
        expect_format(object);
        Machine machine;
        Names names{{format_key}};
        machine_members(machine, names);
        Reader reader(object, examined ? "machine" : "", names.keys, names.optional);
        machine_members(machine, reader);
        return machine;
    } catch (const MachineFileError& error) {
        throw MachineFileError(fmt::format("{}: {}", file.string(), error.what()));
    }
}

}  // namespace wavesim
