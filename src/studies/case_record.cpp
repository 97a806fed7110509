// SPDX-License-Identifier: MIT
#include "studies/case_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/manifest.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_check.hpp"
#include "io/result/result_file.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

constexpr const char* case_file = "case.json";

}  // namespace

std::optional<CaseRecord> read_case_record(const std::filesystem::path& folder) {
    std::ifstream stream(folder / case_file);
    const ordered_json json = ordered_json::parse(stream, nullptr, false);
    if (!json.is_object() || json.value("format", "") != "wavesim-case") return {};
    try {
        CaseRecord record;
        record.name = json.at("name");
        record.parameters = json.at("parameters").get<std::map<std::string, std::string>>();
        record.command = json.at("command");
        record.version = json.at("wavesim_version");
        record.sentence = json.at("sentence");
        for (const ordered_json& one : json.at("attempts"))
            record.attempts.push_back({one.at("started"), one.at("host"), one.at("job"), one.at("seconds"),
                                       one.at("exit_code").is_null() ? -1 : one.at("exit_code").get<int>()});
        return record;
    } catch (const nlohmann::json::exception&) {
        return {};
    }
}

void write_case_record(const std::filesystem::path& folder, const CaseRecord& record) {
    ordered_json attempts = ordered_json::array();
    for (const CaseAttempt& one : record.attempts)
        attempts.push_back({{"started", one.started},
                            {"host", one.host},
                            {"job", one.job},
                            {"seconds", one.seconds},
                            {"exit_code", one.exit_code < 0 ? ordered_json() : ordered_json(one.exit_code)}});
    const ordered_json json{{"format", "wavesim-case"},
                            {"name", record.name},
                            {"parameters", record.parameters},
                            {"command", record.command},
                            {"wavesim_version", record.version},
                            {"sentence", record.sentence},
                            {"attempts", attempts}};
    write_file(folder / case_file, json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n',
               AtomicFile::Folder::neither);
}

CaseState recorded_state(const std::filesystem::path& folder, const std::string& scene_hash,
                         const std::optional<CaseRecord>& record) {
    const std::optional<ResultManifest> manifest = read_manifest(folder / "result");
    if (manifest && manifest->scene_hash == scene_hash && manifest->state == ResultManifest::State::complete)
        return !why_unusable(folder / "result", *manifest).empty() ? CaseState::damaged
               : record && record->version != wavesim_version()    ? CaseState::stale
                                                                   : CaseState::complete;
    if (!record || record->attempts.empty()) return CaseState::missing;
    const int code = record->attempts.back().exit_code;
    if (code == 0) return CaseState::damaged;
    return code < 0 || was_stopped(code) ? CaseState::stopped : CaseState::failed;
}

std::string damage_of_case(const std::filesystem::path& folder) {
    const std::optional<ResultManifest> manifest = read_manifest(folder / "result");
    std::error_code error;
    if (!manifest)
        return std::filesystem::exists(folder / "result" / result_name, error)
                   ? fmt::format("its {} is gone or damaged", manifest_name)
                   : "its result is gone";
    const std::string why = why_unusable(folder / "result", *manifest);
    if (!why.empty()) return why;
    return manifest->state == ResultManifest::State::complete ? "its result is that of another scene"
                                                              : "its result is incomplete";
}

CaseState case_state(const std::filesystem::path& folder, const std::string& scene_hash,
                     const std::optional<CaseRecord>& record) {
    if (!std::filesystem::exists(folder)) return CaseState::missing;
    // On file systems without locks only the result folder is marked.
    const bool runs = is_locked(folder) || is_locked(folder / "result");
    return runs ? CaseState::running : recorded_state(folder, scene_hash, record);
}

int failed_attempts(const CaseRecord& record) {
    return static_cast<int>(std::ranges::count_if(record.attempts, [](const CaseAttempt& attempt) {
        return attempt.exit_code != 0 && !was_stopped(attempt.exit_code);
    }));
}

bool was_stopped(int exit_code) { return exit_code == 75 || exit_code > 128; }

}  // namespace wavesim
