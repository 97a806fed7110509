// SPDX-License-Identifier: MIT
#include "app/study/study_input.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/chosen_numbers.hpp"
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

OpenStudy open_study(const StudyInput& input) {
    OpenStudy open;
    open.study = read_study(input.file);
    open.folder = StudyFolder(input.output.empty() ? std::filesystem::path("results") / slug_of(open.study.name)
                                                   : std::filesystem::path(input.output));
    open.folder.expect_of(open.study);
    open.scenes = load_cases(open.study, study_data(input));
    const auto at_fault = [](const CaseScene& scene) { return scene.id.empty(); };
    if (std::ranges::all_of(open.scenes.scenes, at_fault)) {
        std::vector<MarkedFault> faults;
        for (const CaseFault& found : open.scenes.faults) faults.push_back(found.fault);
        throw SceneFileError(std::move(faults));
    }
    open.chosen = chosen_numbers(input.cases, open.study.cases.size(), "--cases");
    return open;
}

}  // namespace wavesim
