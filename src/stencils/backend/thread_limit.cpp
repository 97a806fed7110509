// SPDX-License-Identifier: MIT
#include "stencils/backend/thread_limit.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace wavesim {

namespace {

constexpr const char* variables[] = {"SLURM_CPUS_PER_TASK", "OMP_NUM_THREADS", "NCPUS", "PBS_NP", "NSLOTS",
                                     "LSB_DJOB_NUMPROC"};

/// An integer above 0 that ends at the end of the text or at a comma; 0 for other text.
int number_in(std::string_view text) {
    int number = 0;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = end == text.data() + text.size() || *end == ',';
    return error == std::errc() && whole && number > 0 ? number : 0;
}

}  // namespace

std::optional<ThreadLimit> thread_limit() {
    std::optional<ThreadLimit> least;
    for (const char* const name : variables) {
        const char* const value = std::getenv(name);
        const int threads = value == nullptr ? 0 : number_in(value);
        if (threads > 0 && (!least || threads < least->threads)) least = {name, threads};
    }
    return least;
}

}  // namespace wavesim
