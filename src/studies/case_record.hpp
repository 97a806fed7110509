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

/// One try to compute a case.
struct CaseAttempt {
    std::int64_t started = 0;  ///< seconds since 1970
    std::string host;
    std::string job;  ///< number in the batch system; empty: none
    double seconds = 0;
    int exit_code = -1;  ///< as of `wavesim run`; -1: it runs, or it was killed
};

/// `case.json` in the folder of a case, beside its `result/`.
struct CaseRecord {
    std::string name;
    std::map<std::string, std::string> parameters;  ///< as YAML
    std::string command;                            ///< that computes it alone
    std::string version;                            ///< of wavesim, of the last attempt
    std::string sentence;                           ///< what went wrong; empty: nothing
    std::vector<CaseAttempt> attempts;
};

/// Where a case stands.
enum class CaseState {
    missing,   ///< never begun
    running,   ///< a process has it locked
    complete,  ///< its result is whole
    failed,    ///< its last attempt ended with a code that will come again
    stopped,   ///< it was stopped or killed, and goes on where it has a checkpoint
    stale,     ///< whole, but computed by another version
    damaged,   ///< it was complete, and its result is gone or cut since
};
template <>
struct EnumWords<CaseState> {
    static constexpr auto words =
        std::to_array<std::string_view>({"missing", "running", "complete", "failed", "stopped", "stale", "damaged"});
};

/// The record of a case; nothing where there is none or it cannot be read.
std::optional<CaseRecord> read_case_record(const std::filesystem::path& folder);
/// Throws EnvironmentError (io).
void write_case_record(const std::filesystem::path& folder, const CaseRecord& record);

/// What the files in the folder of a case say, without its lock. `record` is what read_case_record() found there.
CaseState recorded_state(const std::filesystem::path& folder, const std::string& scene_hash,
                         const std::optional<CaseRecord>& record);
/// What is wrong with a damaged case, in words.
std::string damage_of_case(const std::filesystem::path& folder);
/// The state of a case from its folder alone.
CaseState case_state(const std::filesystem::path& folder, const std::string& scene_hash,
                     const std::optional<CaseRecord>& record);

/// Attempts that neither reached the end nor were stopped: those that failed or were killed.
int failed_attempts(const CaseRecord& record);

/// Whether an exit code says that the run was stopped, by a signal or its time limit, and did not fail.
bool was_stopped(int exit_code);

}  // namespace wavesim
