// SPDX-License-Identifier: MIT
#include "io/scene/reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "io/scene/canonical.hpp"
#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/overrides.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"

namespace wavesim {

namespace {

Mark mark_of(const Place& place, const std::string& file) {
    if (place.set == 0) return {file, place.line, place.column};
    return {"--set " + std::to_string(place.set), 0, 0};
}

std::string describe(const std::vector<MarkedFault>& faults) {
    std::string text;
    for (const MarkedFault& fault : faults) {
        if (!text.empty()) text += '\n';
        text += to_string(fault);
    }
    return text;
}

/// Whether the name stands for a file of the program, such as /dev/stdin and the /dev/fd/63 of `<(...)`.
bool is_open_already(const std::filesystem::path& file) {
    const std::string name = file.string();
    return name.starts_with("/dev/") || name.starts_with("/proc/");
}

[[noreturn]] void refuse(SceneFaults& faults, const std::string& file) {
    std::stable_sort(faults.begin(), faults.end(),
                     [](const SceneFault& a, const SceneFault& b) { return a.place < b.place; });
    std::vector<MarkedFault> marked;
    marked.reserve(faults.size());
    for (const SceneFault& fault : faults) {
        marked.push_back(
            {mark_of(fault.place, file), {fault.key, fault.message, fault.suggestion}, to_string(fault.rule)});
    }
    throw SceneFileError(std::move(marked));
}

}  // namespace

std::string to_string(const MarkedFault& marked) {
    const auto& [mark, fault, rule] = marked;
    std::string text = mark.file;
    if (mark.line > 0) text += ':' + std::to_string(mark.line) + ':' + std::to_string(mark.column);
    if (!text.empty()) text += ": ";
    if (!fault.key.empty()) text += fault.key + ": ";
    text += fault.message;
    if (!fault.suggestion.empty()) text += "; " + fault.suggestion;
    return text;
}

std::vector<std::string> scene_rules() {
    std::vector<std::string> rules;
    rules.reserve(rule_count);
    for (int i = 0; i < rule_count; ++i) rules.push_back(to_string(static_cast<Rule>(i)));
    std::sort(rules.begin(), rules.end());
    return rules;
}

SceneFileError::SceneFileError(std::vector<MarkedFault> faults)
    : std::runtime_error(describe(faults)), faults_(std::move(faults)) {}

LoadedScene parse_scene(const std::string& text, const std::filesystem::path& file,
                        const std::vector<Override>& overrides, const std::vector<std::filesystem::path>& data) {
    const std::string name = file.string();
    SceneFaults faults;
    SceneNode root;
    if (!parse_scene_yaml(text, 0, root, faults) || !expect_kind(root, "wavesim", faults)) refuse(faults, name);
    for (const Override& override : overrides) apply_override(override.text, override.position, root, faults);

    static const nlohmann::json schema = scene_schema();  // takes longer to make than all the rest of a small scene
    Places places;
    nlohmann::json values = check_structure(root, schema, places, faults);
    SceneResolver resolver(places, faults);
    const std::string stem = file.stem().string();
    LoadedScene loaded;
    loaded.scene = resolver.resolve(values, {file.parent_path(), data}, stem.empty() ? "scene" : stem);
    if (!faults.empty()) refuse(faults, name);

    for (const auto& [pointer, hash] : resolver.contents()) values[nlohmann::json::json_pointer(pointer)] = hash;
    loaded.scene.canonical = canonical_scene_text(loaded.scene, values);
    loaded.scene.hash = hash_text(loaded.scene.canonical);
    for (const auto& [key, place] : places) loaded.marks.set(key, mark_of(place, name));
    return loaded;
}

LoadedScene read_scene(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<std::filesystem::path>& data) {
    const auto refuse_file = [&](const std::string& why) {
        throw EnvironmentError(EnvironmentError::Kind::io, "cannot read the scene " + file.string() + ": " + why);
    };
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) refuse_file("there is no such file");
    if (error) refuse_file(error.message());
    if (std::filesystem::is_directory(status)) refuse_file("it is a folder");
    if (std::filesystem::is_fifo(status) && !is_open_already(file))
        refuse_file("it is a named pipe, which perhaps nobody ever writes; use a file or /dev/stdin");
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) refuse_file(errno != 0 ? std::generic_category().message(errno) : "it cannot be opened");
    std::string text;
    std::array<char, 16384> part;
    do {  // one part more than allowed tells that it is too long
        stream.read(part.data(), static_cast<std::streamsize>(part.size()));
        text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    } while (stream && text.size() <= scene_bytes_max);
    if (stream.bad()) refuse_file(errno != 0 ? std::generic_category().message(errno) : "reading failed");
    return parse_scene(text, file, overrides, data);
}

}  // namespace wavesim
