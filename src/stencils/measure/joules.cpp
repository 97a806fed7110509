// SPDX-License-Identifier: MIT
#include "stencils/measure/joules.hpp"

namespace wavesim {

std::optional<double> joules_per_unit(const std::function<EnergyReading()>& read, const std::function<WorkDone()>& work,
                                      double seconds) {
    const std::optional<double> before = read().joules;
    if (!before) return {};
    WorkDone all;
    while (all.seconds < seconds || all.count == 0) {
        const WorkDone one = work();
        all.count += one.count;
        all.seconds += one.seconds;
    }
    const std::optional<double> after = read().joules;
    if (!after) return {};
    return (*after - *before) / static_cast<double>(all.count);
}

}  // namespace wavesim
