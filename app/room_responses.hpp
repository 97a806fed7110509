// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "acoustics/room_numbers.hpp"

namespace wavesim {

/// The response of a microphone to one source, and what is known about its bands.
struct RoomResponse {
    std::string name;
    std::vector<double> samples;  ///< Pa, or any unit if no strength is requested
    double step_s = 0;
    std::vector<double> at_10_m;          ///< see room_numbers(); empty where it is not known
    std::vector<DecayFault> band_faults;  ///< as many as bands
};

/// Called with each response in turn and the number of responses in the file.
using ResponseVisitor = std::function<void(const RoomResponse&, std::int64_t count)>;

/// Reads the responses of a result one by one, or the channels of a WAV file. Files that the scene of a result names
/// are also looked for in `data`. Receivers with a direction are left out. Throws EnvironmentError (io). Throws
/// UsageError for results of 2D scenes, and of scenes in which all receivers have a direction.
void visit_responses(const std::filesystem::path& file, const std::vector<AnalysedBand>& bands,
                     const std::vector<std::filesystem::path>& data, const ResponseVisitor& visit);

}  // namespace wavesim
