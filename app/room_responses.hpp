// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "acoustics/room_numbers.hpp"

namespace wavesim {

/// What a microphone heard of one source, and what is known of its bands.
struct RoomResponse {
    std::string name;
    std::vector<double> samples;  ///< Pa, or any unit where no strength is asked for
    double step_s = 0;
    std::vector<double> at_10_m;          ///< see room_numbers(); empty where it is not known
    std::vector<DecayFault> band_faults;  ///< as many as bands
};

/// The responses in a result of a run, or the first channel of a WAV file. Files that the scene of a result names are
/// looked for in `data`, too. Throws EnvironmentError (io), and UsageError for results of 2D scenes and for thirds of
/// an octave of results, whose limits are known by octaves.
std::vector<RoomResponse> read_responses(const std::filesystem::path& file, const std::vector<AnalysedBand>& bands,
                                         const std::vector<std::filesystem::path>& data);

}  // namespace wavesim
