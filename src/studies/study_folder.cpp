// SPDX-License-Identifier: MIT
#include "studies/study_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "io/atomic_file.hpp"
#include "io/result/folder_claim.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/result_file.hpp"
#include "io/scene/canonical.hpp"
#include "io/scene/text.hpp"
#include "io/text_file.hpp"
#include "studies/csv_table.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const std::string& why) { throw EnvironmentError(EnvironmentError::Kind::io, why); }

/// The `study.json` of a folder; no value if it contains no study.
std::optional<nlohmann::json> study_in(const fs::path& folder) {
    std::ifstream stream(folder / "study.json");
    nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_object() || json.value("format", "") != "wavesim-study") return {};
    return json;
}

/// Hash of everything that determines the ids of cases, except the files that scenes name.
std::string expansion_hash(const Study& study) {
    std::string text = std::string(wavesim_version()) + '\0' + read_text_file(study.scene, "scene", scene_bytes_max);
    for (const StudyColumn& column : study.columns) text += '\0' + column.key;
    for (const StudyCase& one : study.cases) {
        text += '\0' + one.name;
        for (const std::string& value : one.values) text += '\0' + value;
    }
    return hash_text(text);
}

/// Whether a folder is empty, or contains only files of a process that is about to write `study.json`.
bool is_new(const fs::path& folder) {
    const std::set<std::string> beginning{"cases", "study.json.tmp", "cases.csv", "cases.csv.tmp", lock_name};
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (!beginning.contains(entry.path().filename().string())) return false;
    return !error;
}

/// The lock of a folder that others hold only for moments. Throws FolderInUse after a minute.
std::unique_ptr<FolderLock> lock_when_free(const fs::path& folder) {
    for (int waits = 3000;; --waits) {
        try {
            return std::make_unique<FolderLock>(folder);
        } catch (const FolderInUse&) {
            if (waits == 0) throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
}

}  // namespace

void StudyFolder::expect_of(const Study& study) const {
    std::error_code error;
    if (!fs::exists(folder_, error)) return;
    if (!fs::is_directory(folder_, error)) refuse_folder(fmt::format("{} is no folder", folder_.string()));
    const std::optional<nlohmann::json> found = study_in(folder_);
    const std::optional<std::string> other = found ? std::optional(found->value("name", "")) : std::nullopt;
    const auto elsewhere = [&] { return free_name(folder_).string(); };
    if (!other && !is_new(folder_))
        refuse_folder(fmt::format("folder {} holds files, but no study; --output {} leaves them alone",
                                  folder_.string(), elsewhere()));
    if (other && *other != study.name)
        refuse_folder(fmt::format("folder {} holds the study '{}', not '{}'; --output {} keeps both", folder_.string(),
                                  *other, study.name, elsewhere()));
}

void StudyFolder::claim(const Study& study, const CaseScenes& scenes) const {
    expect_of(study);
    make_folder(folder_ / "cases");
    const auto one_at_a_time = lock_when_free(folder_ / "cases");
    expect_of(study);  // another process may have been faster
    const nlohmann::ordered_json json{{"format", "wavesim-study"},
                                      {"format_version", 1},
                                      {"name", study.name},
                                      {"file", study.file.string()},
                                      {"cases_of", expansion_hash(study)}};
    write_file(folder_ / "cases.csv", cases_table(study, scenes));  // first, so that `cases_of` refers to this table
    write_file(folder_ / "study.json", json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

std::optional<std::vector<std::string>> StudyFolder::known_ids(const Study& study) const {
    const std::optional<nlohmann::json> found = study_in(folder_);
    if (!found || found->value("cases_of", "") != expansion_hash(study)) return {};
    try {
        std::vector<std::string> ids;
        for (const std::vector<std::string>& row : read_csv_table(folder_ / "cases.csv").rows) ids.push_back(row[1]);
        if (ids.size() == study.cases.size()) return ids;
    } catch (const EnvironmentError&) {  // the table was removed or changed
    }
    return {};
}

std::vector<CaseStatus> StudyFolder::status(const CaseScenes& scenes, const std::vector<std::size_t>& numbers) const {
    std::vector<CaseStatus> all(scenes.scenes.size());
    for (const std::size_t number : numbers) {
        const CaseScene& scene = scenes.scenes[number];
        CaseStatus& one = all[number];
        if (scene.id.empty()) {
            one.state = CaseState::failed;
        } else {
            const fs::path folder = case_folder(scene.id);
            one.record = read_case_record(folder);
            one.state = case_state(folder, scene.scene_hash, one.record);
        }
    }
    return all;
}

std::vector<CaseRecord> StudyFolder::others(const CaseScenes& scenes) const {
    std::set<std::string> own;
    for (const CaseScene& scene : scenes.scenes) own.insert(scene.id);
    std::vector<CaseRecord> found;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "cases", error)) {
        if (own.contains(entry.path().filename().string())) continue;
        if (std::optional<CaseRecord> record = read_case_record(entry.path())) found.push_back(std::move(*record));
    }
    std::ranges::sort(found, {}, &CaseRecord::name);
    return found;
}

std::string cases_table(const Study& study, const CaseScenes& scenes) {
    std::string text = "case,id";
    for (const StudyColumn& column : study.columns) text += ',' + column.name;
    text += '\n';
    for (std::size_t i = 0; i < study.cases.size(); ++i) {
        text += csv_field(study.cases[i].name) + ',' + scenes.scenes[i].id;
        for (const std::string& value : study.cases[i].values) text += ',' + csv_field(value);
        text += '\n';
    }
    return text;
}

}  // namespace wavesim
