// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <vector>

#include "studies/case_scenes.hpp"
#include "studies/case_schedule.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// Cases of a study that are sent to a cluster, with all data that its tasks need. So the study is expanded once and
/// not by each task.
struct SentCases {
    Study study;  ///< name, files, columns and the cases that are sent
    CaseScenes scenes;
    std::vector<CaseForecast> forecasts;  ///< on the computer that sent them
};

/// Writes the cases as JSON, a line for the study and one for each case. Throws EnvironmentError (io).
void write_sent_cases(const std::filesystem::path& file, const SentCases& sent);
/// Reads the cases. Throws EnvironmentError (io) if the file cannot be read or is not such a file.
SentCases read_sent_cases(const std::filesystem::path& file);

}  // namespace wavesim
