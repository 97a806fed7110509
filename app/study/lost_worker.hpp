// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace wavesim {

/// How the case of a worker ended that is gone without an answer.
struct LostCase {
    int exit_code = 0;     ///< 0: its result is whole
    std::string sentence;  ///< empty: nothing is wrong
};

/// Looks into the folder of the case, whose result may be whole all the same, and writes down there what the worker
/// could not. `signal` ended the worker; 0: it ended by itself.
LostCase end_of_lost_case(const std::filesystem::path& folder, const std::string& scene_hash, int signal);

}  // namespace wavesim
