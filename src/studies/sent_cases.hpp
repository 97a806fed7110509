// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <vector>

#include "studies/case_scenes.hpp"
#include "studies/case_schedule.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// Cases of a study as they are sent to a cluster: what its tasks need to know of them, so that the study is expanded
/// once and not by each task.
struct SentCases {
    Study study;  ///< name, files, columns and the cases that are sent
    CaseScenes scenes;
    std::vector<CaseForecast> forecasts;  ///< on the computer that sent them
};

/// Writes them as JSON, a line for the study and one for each case. Throws EnvironmentError (io).
void write_sent_cases(const std::filesystem::path& file, const SentCases& sent);
/// Throws EnvironmentError (io) where the file cannot be read or is none of these.
SentCases read_sent_cases(const std::filesystem::path& file);

}  // namespace wavesim
