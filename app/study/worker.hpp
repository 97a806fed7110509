// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace wavesim {

/// Order for a worker to compute a case: one line of JSON.
struct CaseOrder {
    std::size_t number = 0;  ///< in the study
    std::string name;
    std::string folder;  ///< of the case
    std::string scene_hash;
    std::map<std::string, std::string> parameters;
    std::vector<std::string> sets;    ///< KEY=VALUE
    std::vector<std::string> places;  ///< position of each of them in the study
    std::vector<int> gpus;            ///< indices of its GPUs; empty: as the scene requests
};
nlohmann::json to_json(const CaseOrder& order);

/// Settings for all cases of a worker.
struct WorkerSettings {
    std::vector<std::string> program;  ///< words that start it, before its own
    std::string scene;                 ///< base scene
    std::vector<std::string> data;
    int threads = 0;  ///< threads of a case that does not state its number; 0: all
    std::string checkpoint_every;
    std::string time_limit;  ///< since the start of the worker
    int most_attempts = 0;   ///< failed attempts after which a case is not tried again; 0: any number
};

/// Reads orders from standard input, one per line, until its end or until a case was stopped, and computes them one
/// after the other. Standard output gets the events of `run --progress json` and after each case `{"event": "case",
/// "number", "exit_code", "complete", "sentence", "disk_full", "seconds"}`. `exit_code` is null if another process
/// computes the case, or has computed it (`complete` then). `disk_full` means that further cases would fail, too.
/// `seconds` is the time from the order to the end of writing.
void work_on_cases(const WorkerSettings& settings);

}  // namespace wavesim
