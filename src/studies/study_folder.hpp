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

/// A case as its folder shows it.
struct CaseStatus {
    CaseState state = CaseState::missing;
    std::optional<CaseRecord> record;
};

/// The folder of a study: `study.json` says whose it is, `cases.csv` which case is where, and each case has
/// `cases/<id>/` with `case.json` and `result/`.
class StudyFolder {
  public:
    /// Names the folder; nothing is read or written.
    explicit StudyFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& path() const { return folder_; }
    std::filesystem::path case_folder(const std::string& id) const { return folder_ / "cases" / id; }
    std::filesystem::path result_folder(const std::string& id) const { return case_folder(id) / "result"; }

    /// Throws EnvironmentError (io) where the folder holds another study, or files that are no study's.
    void expect_of(const Study& study) const;
    /// Makes the folder where it is absent and writes `study.json` and `cases.csv`. Throws as expect_of() does.
    void claim(const Study& study, const CaseScenes& scenes) const;

    /// Ids of all cases, empty where a scene is at fault, as claim() wrote them for this study and its base scene as
    /// they are now. Nothing where it wrote them for others.
    std::optional<std::vector<std::string>> known_ids(const Study& study) const;

    /// One per case, from the folders of those asked for alone; the others are missing. A case whose scene is at fault
    /// has failed and has no record.
    std::vector<CaseStatus> status(const CaseScenes& scenes, const std::vector<std::size_t>& numbers) const;
    /// Records of cases in the folder that the study does not have (any more), sorted by name.
    std::vector<CaseRecord> others(const CaseScenes& scenes) const;

  private:
    std::filesystem::path folder_;
};

/// `cases.csv`: a line per case with its name, id and the values of all columns.
std::string cases_table(const Study& study, const CaseScenes& scenes);

}  // namespace wavesim
