// SPDX-License-Identifier: MIT
#include "stencils/launch/layer_plan.hpp"

#include <algorithm>

namespace wavesim {

namespace {

constexpr int lanes = 32, warps = layer_threads / lanes;  // as in layers.cuh

int divide_up(std::int64_t a, std::int64_t b) { return static_cast<int>((a + b - 1) / b); }

std::vector<LayerPlan::Axis::Line> lines_of(int low, int high, int reach, int n) {
    std::vector<LayerPlan::Axis::Line> lines;
    if (low > 0) lines.push_back({0, std::min(low + reach, n)});
    if (high > 0) lines.push_back({std::max(n - high - reach, 0), n});
    if (lines.size() == 2 && lines[0].to > lines[1].from) return {{0, n}};
    return lines;
}

/// Nodes of a line that a warp takes at a time; averages need many registers.
int chunk_of(const LayerPlan& plan, bool averaged) {
    const int most = averaged ? 2 : 8;
    const int rounds = std::max(1, divide_up(plan.longest, warps * most));
    return std::max(1, divide_up(plan.longest, warps * rounds));
}

}  // namespace

LayerPlan plan_layers(const StencilProblem& problem, const DeviceLayout& layout) {
    LayerPlan plan;
    const Extent& n = problem.extent;
    const std::int64_t sector = 32 / bytes_of(problem.precision);
    for (int d = 0; d < 3; ++d) {
        LayerPlan::Axis& axis = plan.axes[static_cast<std::size_t>(d)];
        axis.low = problem.layers.of(d, false);
        axis.high = problem.layers.of(d, true);
        const std::int64_t stored = axis.low + axis.high;
        if (stored == 0) continue;
        axis.pitch = d == 0 ? (stored + sector - 1) / sector * sector : layout.pitch;
        axis.plane = axis.pitch * (d == 1 ? stored : n.ny);
        axis.values = axis.plane * (d == 2 ? stored : n.nz);
        plan.axes_mask |= 1 << d;
        axis.lines = lines_of(static_cast<int>(axis.low), static_cast<int>(axis.high), problem.layers.half_order,
                              static_cast<int>(n.along(d)));
        const std::int64_t lines =
            d == 0 ? divide_up(n.ny * n.nz, warps) : divide_up(n.nx, lanes) * (d == 1 ? n.nz : n.ny);
        axis.blocks = static_cast<int>(lines * static_cast<std::int64_t>(axis.lines.size()));
        int longest = 0;
        for (const LayerPlan::Axis::Line& line : axis.lines) longest = std::max(longest, line.to - line.from);
        if (d == 0)
            axis.shared_bytes =
                static_cast<int>(2 * warps * (longest + 2 * problem.layers.half_order) * bytes_of(problem.precision));
        else
            plan.longest = std::max(plan.longest, longest);
    }
    return plan;
}

std::string layer_source(const StencilProblem& problem, const LayerPlan& plan) {
    const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
    const bool single = problem.precision == Precision::float32;
    const std::string real = single ? "float" : "double";
    const std::string order = std::to_string(problem.layers.half_order);
    const std::string arguments = "LayerArguments<" + real + ">";
    const std::size_t size = single ? sizeof(kernels::LayerArguments<float>) : sizeof(kernels::LayerArguments<double>);
    std::string kernels;
    for (int d = 0; d < 3; ++d) {
        if ((plan.axes_mask >> d & 1) == 0) continue;
        kernels += "WAVESIM_KERNEL(" + std::to_string(layer_threads) + ", 1) wavesim_layer_" + "xyz"[d] +
                   "(WAVESIM_PARAMETER " + arguments + " arguments) { LayerLines<Spec, " + std::to_string(d) +
                   ">::run(arguments); }\n";
    }
    return "#include \"stencils/kernels/layers.cuh\"\n\nnamespace wavesim::kernels {\n\nstruct Spec {\n    using Real "
           "= " +
           real + ";\n    static constexpr int radius = " + order + ", half_order = " + order +
           ", chunk = " + std::to_string(chunk_of(plan, problem.layers.averaged)) +
           ";\n    static constexpr bool averaged = " + flag(problem.layers.averaged) +
           ", flat = " + flag(problem.stencil.dims == 2) + ", medium = " + flag(problem.medium.varies) +
           ";\n};\nstatic_assert(sizeof(" + arguments + ") == " + std::to_string(size) + ");\n\n" + kernels +
           "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
