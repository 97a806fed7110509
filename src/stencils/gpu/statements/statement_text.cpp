// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_text.hpp"

#include <cstdint>

#include "stencils/gpu/common/source_text.hpp"
#include "stencils/gpu/statements/group_text.hpp"
#include "stencils/gpu/statements/statement_arguments.cuh"
#include "stencils/gpu/statements/statement_fusion.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"

namespace wavesim {

namespace {

std::string constant(const char* type, const char* name, std::int64_t value) {
    return std::string("    static constexpr ") + type + " " + name + " = " + std::to_string(value) + ";\n";
}

template <class Real>
std::string agree_on_arguments(const std::string& real) {
    return agree<kernels::StatementArguments<Real>>("StatementArguments<" + real + ">") +
           agree<kernels::ImageArguments<Real>>("ImageArguments<" + real + ">") +
           agree<kernels::ImageEntry<Real>>("ImageEntry<" + real + ">");
}

std::string kernel(const std::string& name, int threads, int resident, const std::string& arguments,
                   const std::string& call) {
    return "WAVESIM_KERNEL(" + std::to_string(threads) + ", " + std::to_string(resident) + ") " + name +
           "(WAVESIM_PARAMETER " + arguments + " arguments) { wait_for_last(); let_next_start(); " + call +
           "(arguments); }\n";
}

/// low_x, high_x and so on, behind a prefix.
template <class Box>
std::string box_constants(const std::string& prefix, const Box& box) {
    const char* const axes[] = {"x", "y", "z"};
    std::string text;
    for (std::size_t axis = 0; axis < 3; ++axis)
        text += constant("int", (prefix + "low_" + axes[axis]).c_str(), box.low[axis]) +
                constant("int", (prefix + "high_" + axes[axis]).c_str(), box.high[axis]);
    return text;
}

}  // namespace

std::string group_spec(const StatementPlan& plan, const StatementGroup& group, const std::string& name) {
    const StatementSchedule& tile = plan.schedule();
    std::string text = "struct " + name + " {\n    using Real = " + real_name(plan.precision()) + ";\n";
    text += std::string("    static constexpr bool flat = ") + (plan.dims() == 2 ? "true" : "false") + ";\n";
    text += constant("int", "tile_x", tile.tile_x) + constant("int", "tile_y", tile.tile_y) +
            constant("int", "first_x", first_thread_x(plan, group)) +
            constant("int", "tiles_x", group_tiles(plan, group)[0]) +
            constant("int", "panel_tiles", panel_tiles(plan, group));
    text += box_constants("", group.box);
    text += constant("Int64", "pitch", plan.layout().pitch) + constant("Int64", "plane", plan.layout().plane);
    if (plan.by_columns(group)) text += constant("int", "planes", column_planes(plan, group));
    if (group.chip || group.shell) text += box_constants("inner_", group.inner);
    if (group.chip) {
        const std::array<int, 2> own = own_tile(plan, group);
        text += box_constants("reach_", group.chip->reach) + box_constants("early_", group.chip->box) +
                constant("int", "own_x", own[0]) + constant("int", "own_y", own[1]) +
                constant("int", "kept", std::ssize(group.chip->kept)) +
                constant("int", "planes_kept", planes_kept(*group.chip));
    }
    return text + group_functions(plan, group) + "};\n";
}

std::string group_frame(const StatementPlan& plan, const StatementGroup& group) {
    if (group.chip) return "StatementChip";
    if (group.shell) return "StatementShell";
    return plan.by_columns(group) ? "StatementColumns" : "Statements";
}

std::string statement_source(const StatementPlan& plan) {
    const std::string real = real_name(plan.precision());
    std::string text =
        "#include \"stencils/gpu/statements/images.cuh\"\n#include \"stencils/gpu/statements/statement_chip.cuh\"\n"
        "#include \"stencils/gpu/statements/statements.cuh\"\n\n"
        "namespace wavesim::kernels {\n\n";
    text += plan.precision() == Precision::float32 ? agree_on_arguments<float>(real) : agree_on_arguments<double>(real);
    for (std::size_t g = 0; g < plan.groups().size(); ++g) {
        const std::string name = "group_" + std::to_string(g);
        text += group_spec(plan, plan.groups()[g], name);
        text += kernel("wavesim_" + name, plan.schedule().threads(), resident_blocks(plan),
                       "StatementArguments<" + real + ">", group_frame(plan, plan.groups()[g]) + "<" + name + ">::run");
    }
    return text + kernel("wavesim_images", kernels::image_threads, 1, "ImageArguments<" + real + ">", "set_images") +
           "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
