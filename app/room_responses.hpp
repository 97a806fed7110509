// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
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

/// Called with each response in turn, and with how many the file has.
using ResponseVisitor = std::function<void(const RoomResponse&, std::int64_t count)>;

/// The responses in a result of a run, read one by one, or each channel of a WAV file. Files that the scene of a
/// result names are looked for in `data`, too. Throws EnvironmentError (io), and UsageError for results of 2D scenes
/// and for thirds of an octave of results, whose limits are known by octaves.
void visit_responses(const std::filesystem::path& file, const std::vector<AnalysedBand>& bands,
                     const std::vector<std::filesystem::path>& data, const ResponseVisitor& visit);

}  // namespace wavesim
