// SPDX-License-Identifier: MIT
#include "app/study/lost_worker.hpp"

#include <fmt/core.h>

#include <csignal>
#include <optional>

#include "app/exit_code.hpp"
#include "studies/case_record.hpp"

namespace wavesim {

namespace {

/// If memory runs out, Linux and batch systems kill the process with the most memory by signal 9.
LostCase verdict(int signal) {
    if (signal == SIGKILL)
        return {static_cast<int>(ExitCode::memory), "its process was killed by signal 9 (memory may have run out)"};
    return {static_cast<int>(ExitCode::internal),
            fmt::format("its process ended without an answer (signal {}); see workers.log", signal)};
}

}  // namespace

LostCase end_of_lost_case(const std::filesystem::path& folder, const std::string& scene_hash, int signal) {
    std::optional<CaseRecord> record = read_case_record(folder);
    const CaseState state = recorded_state(folder, scene_hash, record);
    const bool whole = state == CaseState::complete || state == CaseState::stale;
    const LostCase end = whole ? LostCase{} : verdict(signal);
    if (!record || record->attempts.empty() || record->attempts.back().exit_code >= 0) return end;
    record->sentence = end.sentence;
    record->attempts.back().exit_code = end.exit_code;
    write_case_record(folder, *record);
    return end;
}

}  // namespace wavesim
