// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

namespace wavesim {

/// Who computes what, for people who find a folder.
struct RunOrigin {
    std::string host;
    std::int64_t process = 0;
    std::string user;
    std::string job;      ///< of a batch system ("Slurm 4711_3"); empty: none
    std::string command;  ///< line, quoted where a shell needs it; control characters are '?'
};

/// Of this process. What the system does not tell stays empty.
RunOrigin run_origin();

}  // namespace wavesim
