// SPDX-License-Identifier: MIT
#include "solvers/accuracy/duct_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

using std::numbers::pi;

DuctModes::DuctModes(const PlanOutline& plan, const OpenSpace& space, double shortest)
    : cell_m_(plan.decision.spacing_m), modes_(1) {
    const double most = 2 * pi / shortest;
    const auto turn_of = [](const std::array<Factor, 3>& mode) {
        return std::hypot(mode[0].turn, mode[1].turn, mode[2].turn);
    };
    const auto& kind = plan.scene.boundaries.kind;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (space.axes[axis] || (axis == 1 && plan.scene.dims == 2)) continue;
        const bool free_begin = kind[2 * axis] == SideKind::free_surface;
        const bool free_end = kind[2 * axis + 1] == SideKind::free_surface;
        const double first = free_begin != free_end ? 0.5 : free_begin ? 1 : 0;
        const double cells = plan.scene.size_m.along(static_cast<int>(axis)) / cell_m_;
        std::vector<std::array<Factor, 3>> longer;
        for (const std::array<Factor, 3>& mode : modes_)
            for (double half_waves = first; half_waves == first || pi * half_waves / cells < most; ++half_waves) {
                longer.push_back(mode);
                longer.back()[axis] = {pi * half_waves / cells, free_begin ? pi / 2 : 0, half_waves > 0 ? 2.0 : 1.0};
            }
        modes_ = std::move(longer);
    }
    std::ranges::stable_sort(modes_, {}, turn_of);
    // The lowest mode is always kept: if no mode propagates, it is the only sound.
    const auto beyond =
        std::find_if(modes_.begin() + 1, modes_.end(), [&](const auto& m) { return turn_of(m) >= most; });
    modes_.erase(beyond, modes_.end());
    std::ranges::transform(modes_, std::back_inserter(turns_), turn_of);
}

std::vector<double> DuctModes::shares(const Point& from, const Point& to) const {
    std::vector<double> shares;
    for (const std::array<Factor, 3>& mode : modes_) {
        double share = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Factor& factor = mode[axis];
            for (const Point* point : {&from, &to})
                share *= std::cos(factor.turn * point->along(static_cast<int>(axis)) / cell_m_ - factor.shift);
            share *= factor.weight;
        }
        shares.push_back(share);
    }
    return shares;
}

}  // namespace wavesim
