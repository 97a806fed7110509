// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/scene/reader.hpp"
#include "studies/study_reader.hpp"

namespace wavesim::test {

/// The study with these lines after its head, read.
inline Study study_of(const std::string& lines, const std::filesystem::path& file = "a.yaml") {
    return parse_study("study: 1\nscene: base.yaml\n" + lines, file);
}

/// Its faults, a line each.
inline std::vector<std::string> study_faults(const std::string& lines, const std::filesystem::path& file = "a.yaml") {
    std::vector<std::string> texts;
    try {
        study_of(lines, file);
    } catch (const SceneFileError& error) {
        for (const MarkedFault& fault : error.faults()) texts.push_back(to_string(fault));
    }
    return texts;
}

/// Values of a column, case by case.
inline std::vector<std::string> column_of(const Study& study, const std::string& name) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < study.columns.size(); ++i)
        if (study.columns[i].name == name)
            for (const StudyCase& one : study.cases) values.push_back(one.values[i]);
    return values;
}

/// A folder for one test, removed at its end.
class StudyTestFolder {
  public:
    StudyTestFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "wavesim_study_XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "mkdtemp failed";
        path_ = name;
    }
    ~StudyTestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    StudyTestFolder(const StudyTestFolder&) = delete;
    StudyTestFolder& operator=(const StudyTestFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name) << text;
        return path_ / name;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace wavesim::test
