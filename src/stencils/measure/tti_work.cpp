// SPDX-License-Identifier: MIT
#include "stencils/measure/tti_work.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace wavesim {

TtiWork tti_work(TtiForm form, int dims, bool on_gpu) {
    const bool flat = dims == 2;
    // Per field: three bends of 20, D_z D_x + D_z D_y 31, D_y D_x 14, and 10 for what directions share.
    if (form == TtiForm::k73) return {flat ? 33 : 73, 12, flat ? 0.0 : 244};
    // Without layers: fluxes 100, along z 72, in the plane 144 and the update 20.
    return {flat ? 97 : 241, on_gpu ? 26 : 12, flat ? 0.0 : 336};
}

void fill_varied_medium(StencilProblem& problem) {
    constexpr std::size_t period = 64;
    struct Values {
        float share, epsilon, delta;
        std::array<float, 3> axis;
    };
    std::array<Values, period> table;
    const bool flat = problem.extent.ny == 1;
    for (std::size_t i = 0; i < period; ++i) {
        const double wave = std::sin(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(period));
        const double tilt = (30 + 10 * wave) * std::numbers::pi / 180;
        const double azimuth = flat ? 0 : (45 + 20 * wave) * std::numbers::pi / 180;
        table[i] = {static_cast<float>(0.7 + 0.3 * wave),
                    static_cast<float>(0.2 + 0.08 * wave),
                    static_cast<float>(0.1 + 0.04 * wave),
                    {static_cast<float>(std::sin(tilt) * std::cos(azimuth)),
                     static_cast<float>(std::sin(tilt) * std::sin(azimuth)), static_cast<float>(std::cos(tilt))}};
    }
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    TiltedMedium& tti = problem.tti;
    problem.medium.varies = true;
    problem.medium.of_node.resize(nodes);
    tti.epsilon.resize(nodes);
    tti.delta.resize(nodes);
    for (auto& component : tti.axis) component.resize(nodes);
    std::size_t node = 0;
    for (std::int64_t z = 0; z < problem.extent.nz; ++z)
        for (std::int64_t y = 0; y < problem.extent.ny; ++y)
            for (std::int64_t x = 0; x < problem.extent.nx; ++x, ++node) {
                const Values& v = table[static_cast<std::size_t>(x + y + z) % period];
                problem.medium.of_node[node] = v.share;
                tti.epsilon[node] = v.epsilon;
                tti.delta[node] = v.delta;
                for (std::size_t d = 0; d < 3; ++d) tti.axis[d][node] = v.axis[d];
            }
}

}  // namespace wavesim
