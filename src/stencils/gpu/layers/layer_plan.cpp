// SPDX-License-Identifier: MIT
#include "stencils/gpu/layers/layer_plan.hpp"

#include <algorithm>

#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {

namespace {

constexpr int lanes = 32, warps_x = 4, lines_together = 4, warps = 6;  // as in layers.cuh

int divide_up(std::int64_t a, std::int64_t b) { return static_cast<int>((a + b - 1) / b); }

std::vector<LayerPlan::Axis::Line> lines_of(int low, int high, int reach, int n) {
    std::vector<LayerPlan::Axis::Line> lines;
    if (low > 0) lines.push_back({0, std::min(low + reach, n)});
    if (high > 0) lines.push_back({std::max(n - high - reach, 0), n});
    if (lines.size() == 2 && lines[0].to > lines[1].from) return {{0, n}};
    return lines;
}

/// Sets the mirror images beyond both sides of an axis, derived from the nodes next to the sides.
void set_images(const StencilProblem& problem, int d, LayerPlan::Axis& axis) {
    const std::int64_t n = problem.extent.along(d);
    const std::size_t side = 2 * static_cast<std::size_t>(d);
    const auto& halo = problem.halo;
    const auto image = [&](std::int64_t t) { return halo_image(t, n, halo[side], halo[side + 1]); };
    const std::array<std::int64_t, 2> beyond{-1, n};
    for (std::size_t i = 0; i < 2; ++i) {
        const HaloImage found = image(beyond[i]);
        axis.image[i] = static_cast<int>(beyond[i] + found.node);
        axis.sign[i] = found.sign;
    }
}

/// Chooses the chunks of lines along y and z; averages need many registers.
void set_chunk(LayerPlan& plan, int longest, bool averaged) {
    const int most = averaged ? 2 : 6;
    plan.rounds = std::max(1, divide_up(longest, warps * most));
    plan.chunk = std::max(1, divide_up(longest, warps * plan.rounds));
}

int longest_of(const LayerPlan::Axis& axis) {
    int longest = 0;
    for (const LayerPlan::Axis::Line& line : axis.lines) longest = std::max(longest, line.to - line.from);
    return longest;
}

}  // namespace

int LayerPlan::blocks_of_rows(std::int64_t lines) { return divide_up(lines, lines_together * warps_x); }

LayerPlan plan_layers(const StencilProblem& problem, const DeviceLayout& layout) {
    LayerPlan plan;
    const Extent& n = problem.extent;
    const AbsorbingLayers& layers = problem.layers;
    const std::int64_t value = bytes_of(problem.precision);
    const std::int64_t sector = 32 / value;
    for (int d = 0; d < 3; ++d) {
        LayerPlan::Axis& axis = plan.axes[static_cast<std::size_t>(d)];
        set_images(problem, d, axis);
        axis.low = layers.of(d, false);
        axis.high = layers.of(d, true);
        if (axis.low + axis.high == 0) continue;
        // Along x, 16 bytes contain values of one layer only, and are aligned as in the field.
        const std::int64_t pack = d == 0 ? 16 / value : 1;
        axis.shift =
            std::max<std::int64_t>(n.along(d) - axis.high - (axis.low + pack - 1) / pack * pack, 0) / pack * pack;
        axis.stored = n.along(d) - axis.shift;
        axis.pitch = d == 0 ? (axis.stored + sector - 1) / sector * sector : layout.pitch;
        axis.plane = axis.pitch * (d == 1 ? axis.stored : n.ny);
        axis.values = axis.plane * (d == 2 ? axis.stored : n.nz);
        plan.axes_mask |= 1 << d;
        axis.lines = lines_of(static_cast<int>(axis.low), static_cast<int>(axis.high), layers.half_order,
                              static_cast<int>(n.along(d)));
    }
    plan.overlap = std::any_of(plan.axes.begin(), plan.axes.end(), [](const LayerPlan::Axis& axis) {
        return axis.low > 0 && axis.high > 0 && axis.lines.size() == 1;
    });
    set_chunk(plan, std::max(longest_of(plan.axes[1]), longest_of(plan.axes[2])), layers.averaged);
    for (std::size_t d = 0; d < 3; ++d) {
        LayerPlan::Axis& axis = plan.axes[d];
        if (axis.lines.empty()) continue;
        axis.rows = d == 0 ? longest_of(axis) : warps * plan.chunk * plan.rounds;
        const std::int64_t values =
            (axis.rows + 2 * layers.half_order) * (d == 0 ? 2 * lines_together * warps_x : lanes);
        axis.shared_bytes = static_cast<int>(values * value);
        axis.threads = lanes * (d == 0 ? warps_x : warps);
        axis.blocks = {d == 0 ? LayerPlan::blocks_of_rows(n.ny) : divide_up(n.nx, lanes),
                       static_cast<int>(d == 2 ? n.ny : n.nz), static_cast<int>(axis.lines.size())};
    }
    return plan;
}

template <class Real>
kernels::LayerAxis<Real> layer_axis(const LayerPlan::Axis& plan) {
    kernels::LayerAxis<Real> axis{};
    axis.plane = plan.plane;
    axis.pitch = static_cast<int>(plan.pitch);
    axis.low = static_cast<int>(plan.low);
    axis.high = static_cast<int>(plan.high);
    axis.shift = static_cast<int>(plan.shift);
    for (std::size_t i = 0; i < plan.lines.size(); ++i) {
        axis.from[i] = plan.lines[i].from;
        axis.to[i] = plan.lines[i].to;
    }
    axis.rows = plan.rows;
    std::copy(plan.image.begin(), plan.image.end(), axis.image);
    std::copy(plan.sign.begin(), plan.sign.end(), axis.sign);
    return axis;
}

template <class Real>
kernels::LayerArguments<Real> layer_arguments(const StencilProblem& problem, const DeviceLayout& layout,
                                              const LayerPlan& plan) {
    kernels::LayerArguments<Real> a{};
    a.field.plane = layout.plane;
    a.field.pitch = static_cast<int>(layout.pitch);
    a.field.nx = static_cast<int>(problem.extent.nx);
    a.field.ny = static_cast<int>(problem.extent.ny);
    a.field.nz = static_cast<int>(problem.extent.nz);
    for (std::size_t side = 0; side < 6; ++side) a.field.halo[side] = static_cast<int>(problem.halo[side]);
    a.courant_squared = static_cast<Real>(problem.courant * problem.courant);
    const auto place = [](const std::vector<double>& from, Real* to) {
        std::transform(from.begin(), from.end(), to, [](double w) { return static_cast<Real>(w); });
    };
    place(leggy_first_difference(problem.layers.half_order), a.first + 1);
    place(leggy_weights(problem.layers.half_order), a.second + 1);
    for (std::size_t d = 0; d < 3; ++d) a.axis[d] = layer_axis<Real>(plan.axes[d]);
    return a;
}

template <class Real>
std::vector<Real> stored_entries(const std::vector<double>& table, const LayerPlan::Axis& axis) {
    std::vector<Real> stored(table.begin(), table.begin() + axis.low);
    stored.resize(static_cast<std::size_t>(axis.stored - axis.high), Real(0));  // padding between both layers
    stored.insert(stored.end(), table.end() - axis.high, table.end());
    return stored;
}

std::string layer_source(const StencilProblem& problem, const LayerPlan& plan, LayeredFields fields) {
    const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
    const bool single = problem.precision == Precision::float32;
    const std::string real = single ? "float" : "double";
    const std::string order = std::to_string(problem.layers.half_order);
    const std::string arguments = "LayerArguments<" + real + ">";
    const std::size_t size = single ? sizeof(kernels::LayerArguments<float>) : sizeof(kernels::LayerArguments<double>);
    // Enough blocks to hide memory latency, as far as registers allow without spills.
    const auto blocks = [&](int d) {
        if (problem.layers.averaged) return "1";
        return single ? (d == 0 ? "8" : "4") : (d == 0 ? "4" : "2");
    };
    const int medium = fields != LayeredFields::of_fluid ? medium_kind(problem.speed)
                       : problem.speed.coded()           ? int{kernels::medium_fluid16}
                                                         : int{kernels::medium_fluid};
    std::string kernels;
    for (int d = 0; d < 3; ++d) {
        if ((plan.axes_mask >> d & 1) == 0) continue;
        const std::string threads = std::to_string(plan.axes[static_cast<std::size_t>(d)].threads);
        kernels.append("WAVESIM_KERNEL(").append(threads).append(", ").append(blocks(d)).append(") wavesim_layer_");
        kernels.append(1, "xyz"[d]).append("(WAVESIM_PARAMETER ").append(arguments).append(" arguments) { ");
        kernels.append("wait_for_last(); let_next_start(); ");
        if (d == 0)
            kernels.append("LayerRows<Spec>");
        else
            kernels.append("LayerColumns<Spec, ").append(std::to_string(d)).append(">");
        kernels.append("::run(arguments); }\n");
    }
    return "#include \"stencils/gpu/layers/layers.cuh\"\n\nnamespace wavesim::kernels {\n\nstruct Spec {\n    using "
           "Real "
           "= " +
           real + ";\n    static constexpr int radius = " + order + ", half_order = " + order +
           ", chunk = " + std::to_string(plan.chunk) + ", rounds = " + std::to_string(plan.rounds) +
           ", medium = " + std::to_string(medium) +
           ";\n    static constexpr bool averaged = " + flag(problem.layers.averaged) +
           ", overlap = " + flag(plan.overlap) + ", flat = " + flag(problem.stencil.dims == 2) +
           ", second = " + flag(fields == LayeredFields::two) + ";\n};\nstatic_assert(sizeof(" + arguments +
           ") == " + std::to_string(size) + ");\n\n" + kernels + "\n}  // namespace wavesim::kernels\n";
}

template kernels::LayerAxis<float> layer_axis(const LayerPlan::Axis&);
template kernels::LayerAxis<double> layer_axis(const LayerPlan::Axis&);
template kernels::LayerArguments<float> layer_arguments(const StencilProblem&, const DeviceLayout&, const LayerPlan&);
template kernels::LayerArguments<double> layer_arguments(const StencilProblem&, const DeviceLayout&, const LayerPlan&);
template std::vector<float> stored_entries(const std::vector<double>&, const LayerPlan::Axis&);
template std::vector<double> stored_entries(const std::vector<double>&, const LayerPlan::Axis&);

}  // namespace wavesim
