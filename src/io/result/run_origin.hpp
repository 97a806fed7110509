// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

namespace wavesim {

/// Who computed a result, for people who find the folder.
struct RunOrigin {
    std::string host;
    std::int64_t process = 0;
    std::string user;
    std::string job;      ///< of a batch system ("Slurm 4711_3"); empty: none
    std::string command;  ///< command line, quoted for a shell where necessary; control characters become '?'
};

/// The origin of this process. Values that the system does not provide are empty.
RunOrigin run_origin();

}  // namespace wavesim
