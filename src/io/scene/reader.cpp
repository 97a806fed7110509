// SPDX-License-Identifier: MIT
#include "io/scene/reader.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>

#include "io/scene/canonical.hpp"
#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/overrides.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"

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

/// Caches the last text without faults in parsed form, since studies read one scene with other settings many times.
/// Very long texts are not kept: their nodes need thirty times the memory of the text during the run.
class LastParsed {
  public:
    bool parse(const std::string& text, SceneNode& root, SceneFaults& faults) {
        if (text.size() > longest) return parse_scene_yaml(text, 0, root, faults);
        const std::scoped_lock lock(mutex_);
        if (text.empty() || text != text_) {
            if (!parse_scene_yaml(text, 0, root, faults)) return false;
            if (!faults.empty()) return true;
            text_ = text;
            root_ = root;
        }
        root = root_;
        return true;
    }

  private:
    static constexpr std::size_t longest = 128 << 10;
    std::mutex mutex_;
    std::string text_;
    SceneNode root_;
};

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
    static LastParsed last;
    if (!last.parse(text, root, faults) || !expect_kind(root, "wavesim", faults)) refuse(faults, name);
    for (const Override& override : overrides) apply_override(override.text, override.position, root, faults);

    static const nlohmann::json schema = scene_schema();  // takes longer to make than everything else for a small scene
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
    return parse_scene(read_text_file(file, "scene", scene_bytes_max, OtherFiles::streams), file, overrides, data);
}

}  // namespace wavesim
