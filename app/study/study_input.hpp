// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/scene_input.hpp"
#include "studies/case_scenes.hpp"
#include "studies/study_folder.hpp"

namespace wavesim {

/// Arguments common to all study commands.
struct StudyInput {
    std::string file;
    std::string output;             ///< folder of the study; empty: results/<study name>
    std::vector<std::string> data;  ///< as for a scene
    std::string cases;              ///< numbers such as 1-16,20; empty: all
};
void add_study_input(CLI::App& command, StudyInput& input);

/// A study with the scenes of its cases.
struct OpenStudy {
    Study study;
    StudyFolder folder{""};
    CaseScenes scenes;
    std::vector<std::string> data;    ///< folders as given
    std::vector<std::size_t> chosen;  ///< ascending indices of the cases selected for the command
    bool known = false;               ///< the folder has the table of all cases; only the chosen ones were read
};

/// Reads study and scenes; nothing is written. With --cases only their scenes are read, if the folder has the ids of
/// all cases. Throws for faults of the study, and SceneFileError if all cases have faults. `visit` is called with the
/// scenes of the chosen cases without faults; if it is called twice for a case, the last call counts.
OpenStudy open_study(const StudyInput& input, const SceneVisitor& visit = {});

/// The arguments that select a study for another command, in shell syntax: its file, its folder if that is not the
/// default, and the folders of its data.
std::string study_words(const OpenStudy& open);

/// Removes the cases that were not chosen.
void keep_chosen(OpenStudy& open);

/// Folders of models and signals: those of --data, then those of WAVESIM_DATA.
std::vector<std::filesystem::path> study_data(const StudyInput& input);

}  // namespace wavesim
