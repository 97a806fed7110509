// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace wavesim {

/// What a worker is told of a case: one line of JSON.
struct CaseOrder {
    std::size_t number = 0;  ///< in the study
    std::string name;
    std::string folder;  ///< of the case
    std::string scene_hash;
    std::map<std::string, std::string> parameters;
    std::vector<std::string> sets;    ///< KEY=VALUE
    std::vector<std::string> places;  ///< where each of them stands in the study
    std::optional<int> device;
};
nlohmann::json to_json(const CaseOrder& order);

/// The same for all cases of a worker.
struct WorkerSettings {
    std::vector<std::string> program;  ///< words that start it, before its own
    std::string scene;                 ///< base scene
    std::vector<std::string> data;
    int threads = 0;  ///< of a case that does not say how many; 0: all
    std::string checkpoint_every;
    std::string time_limit;  ///< since the start of the worker
    int most_attempts = 0;   ///< a case whose attempts failed so often is not tried again; 0: any number
};

/// Takes orders from standard input, a line each, until its end or until a case was stopped, and computes them one
/// after the other. Standard output gets the events of `run --progress json` and after each case `{"event": "case",
/// "number", "exit_code", "complete", "sentence", "disk_full", "seconds"}`. `exit_code` is null where another process
/// computes the case, or has computed it (`complete` then). `disk_full` says that what follows would fail, too.
/// `seconds` counts from the order to the end of writing.
void work_on_cases(const WorkerSettings& settings);

}  // namespace wavesim
