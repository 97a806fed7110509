// SPDX-License-Identifier: MIT
#include "app/study/known_machine.hpp"

#include <fmt/core.h>

#include "solvers/plan/plan_draft.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

Machine KnownMachine::operator()(const RunChoices& choices, PlanDraft& draft) {
    std::string key = fmt::format("{} {} {} {} {}", choices.backend, static_cast<int>(choices.precision),
                                  choices.threads, choices.device.value_or(-1), choices.gpus.value_or(1));
    for (const int index : choices.shared_gpus) key += fmt::format(" {}", index);
    for (const auto& [other, machine] : known_) {
        if (other != key) continue;
        Machine here = machine;
        if (since_look_.seconds() > 0.5) {
            memory_available_ = inspect_machine(choices.threads).memory_available;
            since_look_ = {};
        }
        here.memory_available = memory_available_;
        return here;
    }
    known_.emplace_back(key, measured_machine(choices, draft, seconds_));
    memory_available_ = known_.back().second.memory_available;
    since_look_ = {};
    return known_.back().second;
}

}  // namespace wavesim
