// SPDX-License-Identifier: MIT
// The program in several processes that mpirun starts.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/program.hpp"

namespace wavesim::test {

#ifdef WAVESIM_MPIRUN
inline const std::string mpirun = WAVESIM_MPIRUN;
#else
inline const std::string mpirun;
#endif
#ifdef WAVESIM_HAS_MPI
inline constexpr bool has_mpi = true;
#else
inline constexpr bool has_mpi = false;
#endif

/// So many processes on whatever processors there are, as root, too. When mpirun ends its processes, it leaves them so
/// many seconds for their last words, and always waits for so long.
inline Start under_mpirun(int processes, const std::filesystem::path& folder, int seconds_to_end = 1) {
    return {.folder = folder,
            .environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                            "OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_hwloc_base_binding_policy=none",
                            "OMPI_MCA_btl_vader_single_copy_mechanism=none", "OMPI_MCA_orte_tmpdir_base=/tmp",
                            "OMPI_MCA_odls_base_sigkill_timeout=" + std::to_string(seconds_to_end)},
            .under = {mpirun, "-n", std::to_string(processes)}};
}

}  // namespace wavesim::test
