// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studies/case_record.hpp"
#include "studies/case_scenes.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// State of a case according to its folder.
struct CaseStatus {
    CaseState state = CaseState::missing;
    std::optional<CaseRecord> record;
};

/// The folder of a study. `study.json` identifies the study, `cases.csv` lists the cases, and each case has
/// `cases/<id>/` with `case.json` and `result/`.
class StudyFolder {
  public:
    /// Stores the name of the folder; nothing is read or written.
    explicit StudyFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& path() const { return folder_; }
    std::filesystem::path case_folder(const std::string& id) const { return folder_ / "cases" / id; }
    std::filesystem::path result_folder(const std::string& id) const { return case_folder(id) / "result"; }

    /// Throws EnvironmentError (io) if the folder contains another study, or files that do not belong to a study.
    void expect_of(const Study& study) const;
    /// Creates the folder if it does not exist, and writes `study.json` and `cases.csv`. Throws like expect_of().
    void claim(const Study& study, const CaseScenes& scenes) const;

    /// Ids of all cases (empty for faulty scenes), if claim() wrote them for this study and its present base scene;
    /// else no value.
    std::optional<std::vector<std::string>> known_ids(const Study& study) const;

    /// One per case. Only the folders of the requested cases are read; the others count as missing. A case with a
    /// faulty scene has failed and has no record.
    std::vector<CaseStatus> status(const CaseScenes& scenes, const std::vector<std::size_t>& numbers) const;
    /// Records of cases in the folder that the study no longer has, sorted by name.
    std::vector<CaseRecord> others(const CaseScenes& scenes) const;

  private:
    std::filesystem::path folder_;
};

/// `cases.csv`: a line per case with its name, id and the values of all columns.
std::string cases_table(const Study& study, const CaseScenes& scenes);

}  // namespace wavesim
