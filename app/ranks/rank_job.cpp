// SPDX-License-Identifier: MIT
#include "app/ranks/rank_job.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace wavesim {

namespace {

std::optional<int> number_of(const char* variable) {
    const char* const value = std::getenv(variable);
    if (value == nullptr) return {};
    const std::string_view text = value;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) return {};
    return number;
}

}  // namespace

RankJob rank_job() {
    struct Launcher {
        const char* rank;
        const char* size;
        const char* name;
    };
    constexpr Launcher launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "mpirun"},
                                      {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "srun"},
                                      {"PMI_RANK", "PMI_SIZE", "mpirun"}};
    for (const Launcher& one : launchers) {
        const std::optional<int> rank = number_of(one.rank), size = number_of(one.size);
        if (rank && size && *rank < *size) return {*rank, *size, one.name};
    }
    return {};
}

}  // namespace wavesim
