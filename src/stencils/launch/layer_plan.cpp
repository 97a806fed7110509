// SPDX-License-Identifier: MIT
#include "stencils/launch/layer_plan.hpp"

#include <algorithm>

namespace wavesim {

namespace {

constexpr int tile_x = 32, tile_y = 4;  // as in layers.cuh

int blocks_of(const kernels::LayerBox& box) {
    const auto tiles = [&box](int axis, int size) { return (box.to[axis] - box.from[axis] + size - 1) / size; };
    return tiles(0, tile_x) * tiles(1, tile_y) * tiles(2, 1);
}

std::vector<kernels::LayerBox> boxes_of(const StencilProblem& problem) {
    std::vector<kernels::LayerBox> boxes;
    kernels::LayerBox rest{{0, 0, 0}, {}, 0};
    for (int d = 0; d < 3; ++d) rest.to[d] = static_cast<int>(problem.extent.along(d));
    for (const int d : {2, 1, 0}) {
        const auto reached = [&](bool high) {
            const std::int64_t width = problem.layers.of(d, high);
            return static_cast<int>(width == 0 ? 0 : width + problem.layers.half_order);
        };
        const int inner = reached(false);
        const int outer = std::max(inner, rest.to[d] - reached(true));
        const auto add = [&](int from, int to) {
            if (from >= to) return;
            boxes.push_back(rest);
            boxes.back().from[d] = from;
            boxes.back().to[d] = to;
            rest.first_block += blocks_of(boxes.back());
        };
        add(0, inner);
        add(outer, rest.to[d]);
        rest.from[d] = inner;
        rest.to[d] = outer;
    }
    return boxes;
}

}  // namespace

LayerPlan plan_layers(const StencilProblem& problem, const DeviceLayout& layout) {
    LayerPlan plan;
    const Extent& n = problem.extent;
    const std::int64_t line = 32 / bytes_of(problem.precision);  // whole sectors
    for (int d = 0; d < 3; ++d) {
        LayerPlan::Axis& axis = plan.axes[static_cast<std::size_t>(d)];
        axis.low = problem.layers.of(d, false);
        axis.high = problem.layers.of(d, true);
        const std::int64_t stored = axis.low + axis.high;
        if (stored == 0) continue;
        axis.pitch = d == 0 ? (stored + line - 1) / line * line : layout.pitch;
        axis.plane = axis.pitch * (d == 1 ? stored : n.ny);
        axis.values = axis.plane * (d == 2 ? stored : n.nz);
        plan.axes_mask |= 1 << d;
    }
    plan.boxes = boxes_of(problem);
    if (!plan.boxes.empty()) plan.blocks = plan.boxes.back().first_block + blocks_of(plan.boxes.back());
    return plan;
}

std::string layer_source(const StencilProblem& problem, const LayerPlan& plan) {
    const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
    const bool single = problem.precision == Precision::float32;
    const std::string real = single ? "float" : "double";
    const std::string order = std::to_string(problem.layers.half_order);
    const std::string arguments = "LayerArguments<" + real + ">";
    const std::size_t size = single ? sizeof(kernels::LayerArguments<float>) : sizeof(kernels::LayerArguments<double>);
    const auto kernel = [&](const std::string& name, const std::string& body) {
        return "WAVESIM_KERNEL(" + std::to_string(tile_x * tile_y) + ", 1) wavesim_" + name + "(WAVESIM_PARAMETER " +
               arguments + " arguments) { Layers<Spec>::" + body + "(arguments); }\n";
    };
    return "#include \"stencils/kernels/layers.cuh\"\n\nnamespace wavesim::kernels {\n\nstruct Spec {\n    using Real "
           "= " +
           real + ";\n    static constexpr int radius = " + order + ", half_order = " + order +
           ", axes = " + std::to_string(plan.axes_mask) +
           ";\n    static constexpr bool averaged = " + flag(problem.layers.averaged) +
           ", flat = " + flag(problem.stencil.dims == 2) + ", medium = " + flag(problem.medium.varies) +
           ";\n};\nstatic_assert(sizeof(" + arguments + ") == " + std::to_string(size) + ");\n\n" +
           kernel("psi", "move_psi") + kernel("layers", "add_layers") + "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
