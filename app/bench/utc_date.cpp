// SPDX-License-Identifier: MIT
#include "app/bench/utc_date.hpp"

#include <fmt/chrono.h>

#include <chrono>

namespace wavesim {

std::string utc_date() {
    return fmt::format("{:%FT%TZ}",
                       fmt::gmtime(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())));
}

}  // namespace wavesim
