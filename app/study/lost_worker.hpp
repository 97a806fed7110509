// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace wavesim {

/// The outcome of the case of a worker that ended without an answer.
struct LostCase {
    int exit_code = 0;     ///< 0: its result is complete
    std::string sentence;  ///< empty: nothing is wrong
};

/// Determines the outcome from the folder of the case, whose result may nevertheless be complete, and writes the record
/// that the worker could not write. `signal` ended the worker; 0: it ended by itself.
LostCase end_of_lost_case(const std::filesystem::path& folder, const std::string& scene_hash, int signal);

}  // namespace wavesim
