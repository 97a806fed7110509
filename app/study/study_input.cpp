// SPDX-License-Identifier: MIT
#include "app/study/study_input.hpp"

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <numeric>
#include <utility>

#include "app/chosen_numbers.hpp"
#include "studies/shell_word.hpp"
#include "studies/study_reader.hpp"

namespace wavesim {

void add_study_input(CLI::App& command, StudyInput& input) {
    command.add_option("STUDY", input.file, "study file (YAML)")->required()->type_name("SCENE");
    command.add_option("-o,--output", input.output, "folder of the study (default: results/<study name>)")
        ->type_name("DIR");
    command
        .add_option("--data", input.data,
                    "folder of files that scenes name, beside that of the base scene; may be repeated")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command.add_option("--cases", input.cases, "only these cases, by number: 1-16,20")
        ->type_name("NUMBERS")
        ->check(CLI::Validator(missing_numbers, ""));
}

std::vector<std::filesystem::path> study_data(const StudyInput& input) {
    SceneInput scene;
    scene.data = input.data;
    return data_folders(scene);
}

namespace {

std::filesystem::path usual_folder(const Study& study) {
    return std::filesystem::path("results") / slug_of(study.name);
}

/// A word in quotes only if a shell requires them.
std::string readable_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
    return !text.empty() && text.find_first_not_of(plain) == std::string::npos ? text : shell_word(text);
}

/// Reads only the scenes of the chosen cases, if the folder knows the others. Tasks of an array use this.
void load_chosen(OpenStudy& open, const std::vector<std::filesystem::path>& data, const SceneVisitor& visit) {
    const std::optional<std::vector<std::string>> ids = open.folder.known_ids(open.study);
    if (!ids) return;
    CaseScenes scenes = load_cases(open.study, data, open.chosen, visit);
    for (const std::size_t number : open.chosen)  // a fault, or a file that the scene names has changed
        if (scenes.scenes[number].id.empty() || scenes.scenes[number].id != (*ids)[number]) return;
    for (std::size_t i = 0; i < ids->size(); ++i) scenes.scenes[i].id = (*ids)[i];
    open.scenes = std::move(scenes);
    open.known = true;
}

}  // namespace

OpenStudy open_study(const StudyInput& input, const SceneVisitor& visit) {
    OpenStudy open;
    open.study = read_study(input.file);
    open.data = input.data;
    open.folder = StudyFolder(input.output.empty() ? usual_folder(open.study) : std::filesystem::path(input.output));
    open.folder.expect_of(open.study);
    open.chosen = chosen_numbers(input.cases, open.study.cases.size(), "--cases");
    if (!input.cases.empty()) load_chosen(open, study_data(input), visit);
    if (open.known) return open;
    open.scenes = load_cases(open.study, study_data(input),
                             [&](const Study& study, std::size_t number, const LoadedScene& scene) {
                                 if (visit && std::ranges::binary_search(open.chosen, number))
                                     visit(study, number, scene);
                             });
    const auto at_fault = [](const CaseScene& scene) { return scene.id.empty(); };
    if (std::ranges::all_of(open.scenes.scenes, at_fault)) {
        std::vector<MarkedFault> faults;
        for (const CaseFault& found : open.scenes.faults) faults.push_back(found.fault);
        throw SceneFileError(std::move(faults));
    }
    return open;
}

std::string study_words(const OpenStudy& open) {
    std::string words = readable_word(open.study.file.string());
    const std::filesystem::path folder = open.folder.path();
    if (folder != usual_folder(open.study)) words += " -o " + readable_word(folder.string());
    for (const std::string& data : open.data) words += " --data " + readable_word(data);
    return words;
}

void keep_chosen(OpenStudy& open) {
    Study study = open.study;
    CaseScenes scenes{{}, open.scenes.faults};
    study.cases.clear();
    for (const std::size_t number : open.chosen) {
        study.cases.push_back(open.study.cases[number]);
        scenes.scenes.push_back(open.scenes.scenes[number]);
    }
    open.study = std::move(study);
    open.scenes = std::move(scenes);
    std::iota(open.chosen.begin(), open.chosen.end(), std::size_t{0});
}

}  // namespace wavesim
