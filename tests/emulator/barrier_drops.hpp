// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "block_emulator.hpp"

namespace wavesim::emulator {

/// Barriers of a kernel that can be dropped, one at a time, without anybody noticing. `is_wrong(seed, faults)` runs the
/// kernel and says whether its result is wrong; a violation counts as that. Several orders of the threads are tried,
/// since one alone may do no harm. At least one barrier must be met.
template <class IsWrong>
std::string barriers_that_nobody_needs(const IsWrong& is_wrong) {
    constexpr std::uint64_t orders = 8;
    const auto noticed = [&](std::uint64_t seed, const PlantedFaults& faults) {
        try {
            return bool{is_wrong(seed, faults)};
        } catch (const Violation&) {
            return true;
        }
    };
    std::set<BarrierSite> met;
    EXPECT_FALSE(noticed(1, {.met = &met})) << "with all of its barriers";
    EXPECT_FALSE(met.empty());
    std::string superfluous;
    for (const BarrierSite& site : met) {
        bool found = false;
        for (std::uint64_t seed = 1; seed <= orders && !found; ++seed) found = noticed(seed, {.without = site});
        if (!found) superfluous += site.file + ":" + std::to_string(site.line) + " ";
    }
    return superfluous;
}

}  // namespace wavesim::emulator
