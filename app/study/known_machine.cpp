// SPDX-License-Identifier: MIT
#include "app/study/known_machine.hpp"

#include <fmt/core.h>

namespace wavesim {

Machine KnownMachine::operator()(const RunChoices& choices, PlanDraft& draft) {
    const std::string key = fmt::format("{} {} {} {}", choices.backend, static_cast<int>(choices.precision),
                                        choices.threads, choices.device.value_or(-1));
    for (const auto& [other, machine] : known_) {
        if (other != key) continue;
        Machine here = machine;
        here.memory_available = inspect_machine(choices.threads).memory_available;
        return here;
    }
    known_.emplace_back(key, measured_machine(choices, draft, seconds_));
    return known_.back().second;
}

}  // namespace wavesim
