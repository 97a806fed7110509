// SPDX-License-Identifier: MIT
#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {
std::string describe(const std::vector<Fault>& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        if (!text.empty()) text += '\n';
        text += fault.key + ": " + fault.message;
        if (!fault.suggestion.empty()) text += "; " + fault.suggestion;
    }
    return text;
}
}  // namespace

SceneError::SceneError(std::vector<Fault> faults) : std::runtime_error(describe(faults)), faults_(std::move(faults)) {}

}  // namespace wavesim
