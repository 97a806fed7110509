// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Exit codes of the program, the same for every command; 128 + signal where a signal stopped a run.
enum class ExitCode : int {
    ok = 0,
    internal = 1,  ///< a bug of wavesim
    usage = 2,     ///< the command line cannot be understood
    scene = 3,     ///< the scene cannot be run as written
    memory = 4,    ///< not enough memory
    io = 5,        ///< a file or folder cannot be read or written
    unstable = 6,  ///< the field stopped being finite or grew beyond every bound
    device = 7,    ///< no such device, or it fails
    stale = 8,     ///< cases of a study are of another version of wavesim
    stopped = 75,  ///< stopped with a checkpoint, from which the same command continues
};

/// Exit code of a run that the signal stopped, in the convention of shells (130 for SIGINT, 143 for SIGTERM).
inline int exit_code_of_signal(int signal) { return 128 + signal; }

}  // namespace wavesim
