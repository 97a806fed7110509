// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// One attempt to compute a case.
struct CaseAttempt {
    std::int64_t started = 0;  ///< seconds since 1970
    std::string host;
    std::string job;  ///< number in the batch system; empty: none
    double seconds = 0;
    int exit_code = -1;  ///< that of `wavesim run`; -1: it is running or was killed
};

/// `case.json` in the folder of a case, in addition to its `result/`.
struct CaseRecord {
    std::string name;
    std::map<std::string, std::string> parameters;  ///< as YAML
    std::string command;                            ///< command that computes this case alone
    std::string version;                            ///< version of wavesim in the last attempt
    std::string sentence;                           ///< what went wrong; empty: nothing
    std::vector<CaseAttempt> attempts;
};

/// State of a case.
enum class CaseState {
    missing,   ///< never begun
    running,   ///< a process has it locked
    complete,  ///< its result is complete
    failed,    ///< its last attempt failed, and another one would fail, too
    stopped,   ///< it was stopped or killed, and continues from a checkpoint if it has one
    stale,     ///< complete, but computed by another version
    damaged,   ///< it was complete, but its result is now missing or truncated
};
template <>
struct EnumWords<CaseState> {
    static constexpr auto words =
        std::to_array<std::string_view>({"missing", "running", "complete", "failed", "stopped", "stale", "damaged"});
};

/// The record of a case; no value if it does not exist or cannot be read.
std::optional<CaseRecord> read_case_record(const std::filesystem::path& folder);
/// Throws EnvironmentError (io).
void write_case_record(const std::filesystem::path& folder, const CaseRecord& record);

/// State of a case according to its files, without its lock. `record` is the result of read_case_record().
CaseState recorded_state(const std::filesystem::path& folder, const std::string& scene_hash,
                         const std::optional<CaseRecord>& record);
/// Description of the fault of a damaged case.
std::string damage_of_case(const std::filesystem::path& folder);
/// The state of a case, from its folder only.
CaseState case_state(const std::filesystem::path& folder, const std::string& scene_hash,
                     const std::optional<CaseRecord>& record);

/// Number of attempts that failed or were killed, i.e. neither completed nor were stopped.
int failed_attempts(const CaseRecord& record);

/// Whether an exit code means that the run was stopped by a signal or its time limit and did not fail.
bool was_stopped(int exit_code);

}  // namespace wavesim
