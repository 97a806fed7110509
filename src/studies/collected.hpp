// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "studies/study.hpp"
#include "studies/study_folder.hpp"

namespace wavesim {

/// Numbers that a run reports of itself, in the order of CollectedCase::times.
inline const std::vector<std::string> time_names{"setup_s", "step_loop_s", "output_s", "ctpn_s"};

/// What is gathered of one case. Receivers of a survey count once per shot. All lists are empty for a case without a
/// whole result.
struct CollectedCase {
    std::vector<double> peak_pa, energy_pa2_s, arrival_s;  ///< per receiver
    std::vector<double> reverberation_s;                   ///< (receiver, octave); NaN where it does not hold
    std::vector<double> reverberation_fault;               ///< (receiver, octave): a DecayFault by its number
    /// In the order of room_quantities(): values (receiver, octave), NaN where they do not hold, and faults.
    std::vector<std::vector<double>> metrics, metric_faults;
    std::vector<double> error;  ///< per receiver; NaN where the run did not compare
    std::vector<double> times;  ///< as time_names says
    double time_step_s = 0;
    std::int64_t samples = 0;  ///< of a trace
};

struct Collected {
    std::vector<CaseState> states;
    std::vector<CollectedCase> cases;
    std::vector<std::string> receivers;  ///< of the case that has most of them
    std::vector<std::string> unread;     ///< a sentence for each result that could not be read
};

/// Reads the results of all complete cases, one trace at a time. `data`: as load_case takes it.
Collected collect_study(const Study& study, const CaseScenes& scenes, const StudyFolder& folder,
                        const std::vector<std::filesystem::path>& data);

/// All of it but traces as CSV, a line per case and receiver.
std::string collected_csv(const Study& study, const Collected& collected);

}  // namespace wavesim
