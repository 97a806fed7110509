// SPDX-License-Identifier: MIT
#include "studies/study_reader.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"
#include "studies/case_list.hpp"
#include "studies/collected_plot.hpp"
#include "studies/study_schema.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

/// Replaces all values by words for the schema, since values may be anything that a scene key accepts.
SceneNode with_words_for_values(SceneNode root) {
    SceneNode* parameters = root.find("parameters");
    if (parameters == nullptr) return root;
    for (SceneNode::Entry& parameter : parameters->entries) {
        SceneNode* values = parameter.value.find("values");
        if (values == nullptr || values->kind != SceneNode::Kind::sequence) continue;
        for (SceneNode& item : values->items) {
            SceneNode word;
            word.kind = SceneNode::Kind::scalar;
            word.quoted = true;
            word.text = "value";
            word.place = item.place;
            item = word;
        }
    }
    return root;
}

[[noreturn]] void refuse_study(SceneFaults& faults, const std::string& file) {
    std::ranges::stable_sort(faults, {}, &SceneFault::place);
    std::vector<MarkedFault> marked;
    for (const SceneFault& fault : faults)
        marked.push_back({{file, fault.place.line, fault.place.column},
                          {fault.key, fault.message, fault.suggestion},
                          to_string(fault.rule)});
    throw SceneFileError(std::move(marked));
}

CollectRequest collect_request(const json& values, const Places& places, SceneFaults& faults) {
    CollectRequest request;
    for (const json& word : values["quantities"])
        if (word.is_string()) request.quantities.push_back(*value_of<Quantity>(word.get<std::string>()));
    for (const json& hz : values.value("octaves", json::array()))
        if (hz.is_number()) request.octaves_hz.push_back(hz);
    request.arrival_threshold = values.value("arrival_threshold", 0.1);
    if (values.contains("plot")) {
        const json& plot = values["plot"];
        request.plot = PlotRequest{plot.value("x", ""), plot.value("y", ""), plot.value("series", "")};
    }
    const auto place = [&](const std::string& key) {
        const auto found = places.find(key);
        return found == places.end() ? Place{} : found->second;
    };
    if ((request.wants(Quantity::reverberation) || request.wants(Quantity::metrics)) && request.octaves_hz.empty())
        faults.push_back({Rule::needs_key, place("collect.quantities"), "collect.quantities",
                          "the reverberation time needs octave bands", "write octaves: [125 Hz, 250 Hz], for example"});
    return request;
}

/// The names on the axes of a picture must exist.
void check_plot(const Study& study, const Places& places, SceneFaults& faults) {
    if (!study.collect.plot) return;
    std::vector<std::string> parameters;
    for (const StudyColumn& column : study.columns) parameters.push_back(column.name);
    std::vector<std::string> axes = plot_axes(study);
    const auto check = [&](const char* key, const std::string& word, const std::vector<std::string>& known) {
        if (word.empty() || std::ranges::count(known, word) > 0) return;
        const std::string path = std::string("collect.plot.") + key;
        const std::string near = did_you_mean(word, known);
        faults.push_back({Rule::unknown_choice, places.at(path), path, shown(word) + " is nothing that is collected",
                          near.empty() ? "known are " + enumerate_words(known, " and ") : near});
    };
    check("x", study.collect.plot->x, axes);
    check("y", study.collect.plot->y, axes);
    check("series", study.collect.plot->series, parameters);
}

}  // namespace

Study parse_study(const std::string& text, const std::filesystem::path& file) {
    SceneFaults faults;
    SceneNode root;
    if (!parse_scene_yaml(text, 0, root, faults)) refuse_study(faults, file.string());
    if (root.kind == SceneNode::Kind::null) {
        faults.push_back({Rule::no_value, root.place, "", "the study is empty", "docs/studies.md shows one"});
        refuse_study(faults, file.string());
    }
    if (!expect_kind(root, "study", faults)) refuse_study(faults, file.string());
    Places places;
    const json values = check_structure(with_words_for_values(root), study_schema(), places, faults);
    Study study;
    study.file = file;
    if (faults.empty()) {
        study.name = values.value("name", file.stem().string());
        study.scene = (file.parent_path() / values["scene"].get<std::string>()).lexically_normal();
        study.collect = collect_request(values["collect"], places, faults);
        for (const auto& [key, place] : places) study.marks.set(key, {file.string(), place.line, place.column});
        make_cases(study, root, values, places, faults);
        check_plot(study, places, faults);
    }
    if (!faults.empty()) refuse_study(faults, file.string());
    return study;
}

Study read_study(const std::filesystem::path& file) {
    return parse_study(read_text_file(file, "study", scene_bytes_max), file);
}

}  // namespace wavesim
