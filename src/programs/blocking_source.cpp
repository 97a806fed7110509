// SPDX-License-Identifier: MIT
#include "programs/blocking_source.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "programs/blocking_arguments.cuh"
#include "programs/formula_text.hpp"
#include "programs/linear_form.hpp"
#include "programs/sum_text.hpp"

namespace wavesim {

namespace {

std::string constant(const char* name, int value) {
    return std::string("    static constexpr int ") + name + " = " + std::to_string(value) + ";\n";
}
std::string constant(const char* name, bool value) {
    return std::string("    static constexpr bool ") + name + (value ? " = true;\n" : " = false;\n");
}

/// How far along x each row of the plane is read, -1 where it is not. Reads in the column of the node itself need no
/// row.
std::string width_function(const std::vector<Offset>& in_plane) {
    std::map<int, int> widths;
    for (const Offset& o : in_plane) {
        int& width = widths.try_emplace(o.y, -1).first->second;
        width = std::max(width, std::abs(o.x));
    }
    std::string text = "    static constexpr WAVESIM_DEVICE int width(int dy) {\n        switch (dy) {\n";
    for (const auto& [y, width] : widths)
        text += "            case " + std::to_string(y) + ": return " + std::to_string(width) + ";\n";
    return text + "        }\n        return -1;\n    }\n";
}

}  // namespace

std::string blocking_spec(const StencilProgram& program, const BlockingConfiguration& c, Precision precision,
                          const std::string& name) {
    const bool whole = c.sums == SumScheme::whole;
    std::string text =
        "struct " + name + " {\n    using Real = " + (precision == Precision::float32 ? "float" : "double") + ";\n";
    text += constant("dims", program.dims) + constant("radius", program.radius()) + constant("levels", c.levels) +
            constant("tile_x", c.tile_x) + constant("tile_y", c.tile_y) + constant("nodes_x", c.nodes_x) +
            constant("nodes_y", c.nodes_y) + constant("planes", static_cast<int>(c.planes)) +
            constant("fixed_registers", c.registers == RegisterScheme::fixed) + constant("lanes", c.lanes) +
            constant("whole", whole) + constant("diagonals", whole && reads_diagonals(program.formula));
    std::vector<Offset> in_plane;
    if (whole) {
        for (const Offset& o : nodes_read(program.formula))
            if (o.z == 0 || o.x != 0 || o.y != 0) in_plane.push_back(o);
        return text + width_function(in_plane) + update_function(program.formula) + "};\n";
    }
    const SumPlan plan = plan_sums(*linear_form(program.formula));
    for (const PlaneClass& one : plan.classes) in_plane.insert(in_plane.end(), one.nodes.begin(), one.nodes.end());
    return text + width_function(in_plane) + add_function(plan, c.sums) + "};\n";
}

std::string blocking_source(const StencilProgram& program, const BlockingConfiguration& c, Precision precision) {
    const std::string real = precision == Precision::float32 ? "float" : "double";
    const std::size_t size = precision == Precision::float32 ? sizeof(kernels::BlockingArguments<float>)
                                                             : sizeof(kernels::BlockingArguments<double>);
    return "#include \"programs/blocking.cuh\"\nnamespace wavesim::kernels {\n" +
           blocking_spec(program, c, precision, "Spec") + "static_assert(sizeof(BlockingArguments<" + real +
           ">) == " + std::to_string(size) +
           ");\nstatic_assert(Blocking<Spec>::shared_bytes == " + std::to_string(shared_bytes(program, c, precision)) +
           ");\nWAVESIM_KERNEL(Blocking<Spec>::threads, " + std::to_string(c.blocks) +
           ") wavesim_blocking(WAVESIM_PARAMETER BlockingArguments<" + real +
           "> g) { Blocking<Spec>::run(g); }\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
