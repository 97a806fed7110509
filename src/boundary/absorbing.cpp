// SPDX-License-Identifier: MIT
#include "boundary/absorbing.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "boundary/wall_bounds.hpp"
#include "stencils/weights.hpp"

namespace wavesim {

LayerDamping default_damping(std::int64_t cells, int half_order) {
    const bool thin = cells < 13;
    if (half_order == 1) return {thin ? 1e-3 : 1e-5, 2};
    return thin ? LayerDamping{1e-5, 2} : LayerDamping{1e-6, 3};
}

LayerForm layer_form(const Stencil& stencil, double courant) {
    constexpr double rounding = 1e-9;
    LayerForm form;
    const int reach = stencil.layer_half_order > 0 ? stencil.layer_half_order : radius(stencil);
    const double leggy_limit = 2 / std::sqrt(stencil.dims * leggy_symbol_max(reach));
    if (acts_along_axes(stencil) && courant <= leggy_limit * (1 + rounding)) {
        form.half_order = reach;
        return form;
    }
    form.averaged = true;
    if (courant > 1 + rounding)
        form.why_not = "absorbing layers are stable up to Courant number 1, '" + stencil.name + "' runs at " +
                       std::to_string(courant);
    return form;
}

double measured_reflection_db(std::int64_t cells, const LayerForm& form) {
    struct Row {
        double at_10;
        double at_16;
        double at_20;
    };
    const Row row = form.averaged          ? Row{-41, -60, -72}
                    : form.half_order == 1 ? Row{-50, -65, -67}
                    : form.half_order == 2 ? Row{-62, -72, -76}
                                           : Row{-68, -78, -85};
    const auto n = static_cast<double>(cells);
    if (n <= 10) return row.at_10 * n / 10;
    if (n <= 16) return std::lerp(row.at_10, row.at_16, (n - 10) / 6);
    return std::lerp(row.at_16, row.at_20, std::min((n - 16) / 4, 1.0));
}

AbsorbingLayers build_layers(const Stencil& stencil, double courant, const Extent& extent,
                             const std::array<LayerProfile, 6>& sides, double frequency) {
    const LayerForm form = layer_form(stencil, courant);
    AbsorbingLayers layers;
    layers.half_order = form.half_order;
    layers.averaged = form.averaged;
    for (const Side side : all_sides) {
        const LayerProfile& asked = sides[static_cast<std::size_t>(side)];
        if (asked.cells == 0) continue;
        if (!form.why_not.empty()) throw std::domain_error(form.why_not);
        layers.width[static_cast<std::size_t>(side)] = asked.cells;
        const auto axis = static_cast<std::size_t>(axis_of(side));
        const auto nodes = static_cast<std::size_t>(extent.along(axis_of(side)));
        layers.decay[axis].resize(nodes, 1.0);
        layers.gain[axis].resize(nodes, 0.0);

        LayerDamping damping = default_damping(asked.cells, form.half_order);
        if (asked.reflection > 0) damping.reflection = asked.reflection;
        const auto cells = static_cast<double>(asked.cells);
        const double strongest = (damping.power + 1) * std::log(1 / damping.reflection) / (2 * cells);
        for (std::int64_t i = 0; i < asked.cells; ++i) {
            const double xi = static_cast<double>(i + 1) / cells;
            const double d = strongest * std::pow(xi, damping.power);
            const double alpha = std::numbers::pi * frequency * (1 - xi);
            const double b = std::exp(-(d + alpha) * courant);
            const auto inwards = static_cast<std::size_t>(asked.cells - 1 - i);
            const std::size_t node = is_max(side) ? nodes - 1 - inwards : inwards;
            layers.decay[axis][node] = b;
            layers.gain[axis][node] = d / (d + alpha) * (b - 1);
        }
    }
    return layers;
}

}  // namespace wavesim
