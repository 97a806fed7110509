// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "studies/study.hpp"
#include "studies/study_folder.hpp"

namespace wavesim {

/// Times that a run reports, in the order of CollectedCase::times.
inline const std::vector<std::string> time_names{"setup_s", "step_loop_s", "output_s", "ctpn_s"};

/// The collected data of one case. Receivers of a survey count once per shot. All lists are empty for a case without a
/// complete result.
struct CollectedCase {
    std::vector<double> peak_pa, energy_pa2_s, arrival_s;  ///< per receiver
    std::vector<double> reverberation_s;                   ///< (receiver, octave); NaN if it is not valid
    std::vector<double> reverberation_fault;               ///< (receiver, octave): a DecayFault by its number
    /// In the order of room_quantities(): values (receiver, octave), NaN if not valid, and faults.
    std::vector<std::vector<double>> metrics, metric_faults;
    std::vector<double> error;  ///< per receiver; NaN if the run made no comparison
    std::vector<double> times;  ///< in the order of time_names
    double time_step_s = 0;
    std::int64_t samples = 0;  ///< number of samples of a trace
};

struct Collected {
    std::vector<CaseState> states;
    std::vector<CollectedCase> cases;
    std::vector<std::string> receivers;  ///< names from the case with the most receivers
    std::vector<std::string> unread;     ///< one sentence for each unreadable result
};

/// Reads the results of all complete cases, one trace at a time. `data`: as for load_case.
Collected collect_study(const Study& study, const CaseScenes& scenes, const StudyFolder& folder,
                        const std::vector<std::filesystem::path>& data);

/// The collected data except traces as CSV, one line per case and receiver.
std::string collected_csv(const Study& study, const Collected& collected);

}  // namespace wavesim
