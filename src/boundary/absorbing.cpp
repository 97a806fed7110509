// SPDX-License-Identifier: MIT
#include "boundary/absorbing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "boundary/wall_bounds.hpp"
#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_symbol.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {

LayerDamping default_damping(std::int64_t cells, int half_order) {
    const bool thin = cells < 13;
    if (half_order == 1) return {thin ? 1e-3 : 1e-5, 2};
    return thin ? LayerDamping{1e-5, 2} : LayerDamping{1e-6, 3};
}

namespace {

/// True if for some wave the averaged differences along all axes exceed the symbol of the stencil. The field would then
/// grow exponentially where layers damp fully.
bool find_outweighed(const Stencil& stencil) {
    constexpr int nodes = 17;
    constexpr double rounding = 1e-9;
    const StencilSymbol::Wedge wedge = StencilSymbol(stencil).on_wedge(nodes);
    for (std::size_t i = 0; i < wedge.nodes.size(); ++i) {
        std::array<double, 3> sine{};  // sin^2(k / 2)
        for (std::size_t d = 0; d < 3; ++d)
            sine[d] = std::pow(std::sin(0.5 * std::numbers::pi * wedge.nodes[i][d] / (nodes - 1)), 2);
        double layers = 0;
        for (std::size_t d = 0; d < 3; ++d) layers += 4 * sine[d] * (1 - sine[(d + 1) % 3]) * (1 - sine[(d + 2) % 3]);
        if (wedge.values[i] < layers - rounding) return true;
    }
    return false;
}

bool averaged_layers_outweigh(const Stencil& stencil) {
    static Memo<bool> known;
    return known.of(numbers_of(stencil), [&] { return find_outweighed(stencil); });
}

}  // namespace

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
    form.least_cells = 10;
    if (courant > 1 + rounding)
        form.why_not = "absorbing layers are stable up to Courant number 1, '" + stencil.name + "' runs at " +
                       std::to_string(courant);
    else if (averaged_layers_outweigh(stencil))
        form.why_not = "absorbing layers beside '" + stencil.name + "' are not stable";
    return form;
}

namespace {

/// Measured reflection of layers of some widths. It is interpolated between widths; for thinner layers the dB are
/// proportional to the width.
struct Measured {
    double cells;
    double db;
};

template <std::size_t n>
double interpolated(const std::array<Measured, n>& rows, std::int64_t cells) {
    const auto width = static_cast<double>(cells);
    if (width <= rows[0].cells) return rows[0].db * width / rows[0].cells;
    for (std::size_t i = 1; i < n; ++i)
        if (width <= rows[i].cells)
            return std::lerp(rows[i - 1].db, rows[i].db,
                             (width - rows[i - 1].cells) / (rows[i].cells - rows[i - 1].cells));
    return rows[n - 1].db;
}

}  // namespace

double measured_tilted_reflection_db(std::int64_t cells, TiltedEnd end) {
    using Rows = std::array<Measured, 4>;
    const Rows rows = end == TiltedEnd::sponge ? Rows{{{12, -13}, {20, -22}, {24, -26}, {40, -38}}}
                      : end == TiltedEnd::self_adjoint_far_layers
                          ? Rows{{{8, -17}, {12, -23.3}, {20, -29.3}, {30, -32.3}}}
                      : end == TiltedEnd::k73_layers ? Rows{{{16, -34}, {20, -41}, {30, -48}, {40, -52}}}
                                                     : Rows{{{10, -27.5}, {12, -31}, {20, -45.5}, {30, -53}}};
    return interpolated(rows, cells);
}

double more_of_tilted_pulses_db(TiltedEnd end, std::int64_t cells, double points_per_wavelength, double strength) {
    constexpr double least = 0.5;  // reflection of layers in elliptical media, relative to the rock above
    const bool near = end == TiltedEnd::self_adjoint_layers, far = end == TiltedEnd::self_adjoint_far_layers;
    const double per_doubling = end == TiltedEnd::sponge ? 12.5 : near ? 10.5 : 9.5;
    const double longer = per_doubling * std::log2(std::max(1.0, points_per_wavelength / 12.5));
    if (!near) return std::hypot(longer, far ? 20 * std::log10(std::max(1.0, strength)) : 0);
    // Narrow layers reflect what they do not damp, in any rock.
    const double of_rock = std::clamp(static_cast<double>(cells - 12) / 8, 0.0, 1.0);
    const double stronger = 20 * std::log10(std::max(least, strength)) * (0.25 + 0.75 * of_rock);
    return stronger > 0 ? std::hypot(longer, stronger) : longer + stronger * std::exp(-longer);
}

AbsorbingLayers outline_layers(const Stencil& stencil, double courant, const std::array<LayerProfile, 6>& sides) {
    const LayerForm form = layer_form(stencil, courant);
    AbsorbingLayers layers;
    layers.half_order = form.half_order;
    layers.averaged = form.averaged;
    for (std::size_t side = 0; side < 6; ++side) layers.width[side] = sides[side].cells;
    if (layers.any() && !form.why_not.empty()) throw std::domain_error(form.why_not);
    return layers;
}

AbsorbingLayers build_layers(const Stencil& stencil, double courant, const Extent& extent,
                             const std::array<LayerProfile, 6>& sides, double frequency, double least_alpha) {
    AbsorbingLayers layers = outline_layers(stencil, courant, sides);
    for (const Side side : all_sides) {
        const LayerProfile& asked = sides[static_cast<std::size_t>(side)];
        if (asked.cells == 0) continue;
        if (asked.cells > extent.along(axis_of(side)))
            throw std::domain_error("absorbing layers need as many nodes along their axis as they have cells");
        const auto axis = static_cast<std::size_t>(axis_of(side));
        const auto nodes = static_cast<std::size_t>(extent.along(axis_of(side)));
        layers.decay[axis].resize(nodes, 1.0);
        layers.gain[axis].resize(nodes, 0.0);

        LayerDamping damping = default_damping(asked.cells, layers.half_order);
        if (asked.reflection > 0) damping.reflection = asked.reflection;
        const auto cells = static_cast<double>(asked.cells);
        const double strongest = (damping.power + 1) * std::log(1 / damping.reflection) / (2 * cells);
        const double alpha_within = std::max(std::numbers::pi * frequency, least_alpha * strongest);
        for (std::int64_t i = 0; i < asked.cells; ++i) {
            const double xi = static_cast<double>(i + 1) / cells;
            const double d = strongest * std::pow(xi, damping.power);
            const double alpha = alpha_within * (1 - xi);
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
