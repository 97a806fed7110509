// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/scene_input.hpp"
#include "studies/case_scenes.hpp"
#include "studies/study_folder.hpp"

namespace wavesim {

/// What every command of a study accepts.
struct StudyInput {
    std::string file;
    std::string output;             ///< folder of the study; empty: results/<study name>
    std::vector<std::string> data;  ///< as of a scene
    std::string cases;              ///< numbers such as 1-16,20; empty: all
};
void add_study_input(CLI::App& command, StudyInput& input);

/// A study with the scenes of its cases.
struct OpenStudy {
    Study study;
    StudyFolder folder{""};
    CaseScenes scenes;
    std::vector<std::string> data;    ///< folders as given
    std::vector<std::size_t> chosen;  ///< indices of the cases that the command is about, ascending
    bool known = false;               ///< the folder has the table of all cases; only the chosen ones were read
};

/// Reads study and scenes; nothing is written. With --cases only the scenes of those are read, where the folder knows
/// the ids of all. Throws what is wrong with the study, and SceneFileError where all cases
/// have faults. `visit` sees the scenes of the chosen cases that have no fault; of a case that it sees twice the last
/// time counts.
OpenStudy open_study(const StudyInput& input, const SceneVisitor& visit = {});

/// The arguments that name a study to another command, for a shell: its file, its folder where that is not the usual
/// one, and the folders of its data.
std::string study_words(const OpenStudy& open);

/// Leaves cases out of a study that were not chosen.
void keep_chosen(OpenStudy& open);

/// Folders of models and signals: those of --data, then those of WAVESIM_DATA.
std::vector<std::filesystem::path> study_data(const StudyInput& input);

}  // namespace wavesim
