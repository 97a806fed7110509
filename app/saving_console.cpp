// SPDX-License-Identifier: MIT
#include "app/saving_console.hpp"

namespace wavesim {

namespace {
constexpr double short_s = 1;  ///< shorter saves are not reported
constexpr double interval_s = 0.2;
}  // namespace

void SavingConsole::begin(std::int64_t step, std::int64_t most_bytes) {
    progress_ = {step, 0, most_bytes, 0};
    handed_bytes_ = 0;
    saving_ = {};
    reported_s_ = 0;
}

void SavingConsole::tell(std::int64_t waiting_bytes) {
    progress_.elapsed_s = saving_.seconds();
    if (progress_.elapsed_s < short_s || progress_.elapsed_s - reported_s_ < interval_s) return;
    reported_s_ = progress_.elapsed_s;
    progress_.bytes = handed_bytes_ - waiting_bytes;
    console_.saving(progress_);
}

}  // namespace wavesim
