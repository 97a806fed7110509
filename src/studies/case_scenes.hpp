// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/scene/reader.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// The data of a case's scene that a study keeps.
struct CaseScene {
    std::string id;          ///< XXH3 of the scene's hash and of the `run` keys that the study sets; empty: it has a
                             ///< fault
    std::string scene_hash;  ///< as in the result's manifest
    double nodes = 0;        ///< approximate number of nodes of the grid
};

/// A fault of the base scene or of the settings of the study, with the cases that have it.
struct CaseFault {
    MarkedFault fault;
    std::vector<std::size_t> cases;
};

struct CaseScenes {
    std::vector<CaseScene> scenes;  ///< one per case
    std::vector<CaseFault> faults;  ///< each once, in the order of the cases
};

/// The scene of one case. Faults of settings from the study have their position in the study file. Throws
/// SceneFileError, EnvironmentError (io).
LoadedScene load_case(const Study& study, const StudyCase& one, const std::vector<std::filesystem::path>& data);

/// Is called with each scene while it is in memory. Scenes are not kept, since many would not fit into memory.
using SceneVisitor = std::function<void(const Study& study, std::size_t number, const LoadedScene& scene)>;

/// Reads the scenes of some cases; the others have no id. Two cases with the same scene are a fault. Throws
/// EnvironmentError (io) if the base scene cannot be read.
CaseScenes load_cases(const Study& study, const std::vector<std::filesystem::path>& data,
                      const std::vector<std::size_t>& numbers, const SceneVisitor& visit = {});
/// The same for all cases.
CaseScenes load_cases(const Study& study, const std::vector<std::filesystem::path>& data,
                      const SceneVisitor& visit = {});

/// Faults whose place is `--set N`, moved to the N-th column of the study.
std::vector<MarkedFault> in_study(const Study& study, std::vector<MarkedFault> faults);

/// Text of the first fault of a case; empty if it has none.
std::string first_fault(const CaseScenes& scenes, std::size_t number);

/// One fault as a line, with the names of its cases unless all cases have it.
std::string case_fault_text(const Study& study, const CaseFault& fault);

}  // namespace wavesim
