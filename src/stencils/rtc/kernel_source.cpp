// SPDX-License-Identifier: MIT
#include "stencils/rtc/kernel_source.hpp"

#include <cstdio>

#include "stencils/kernels/arguments.cuh"

namespace wavesim {

namespace {

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string real_name(Precision precision) { return precision == Precision::float32 ? "float" : "double"; }

/// courant^2 a by |dx|, |dy|, |dz| in any order, as a function the compiler folds.
std::string weight_function(const Stencil& stencil, double courant) {
    std::string text =
        "    static constexpr WAVESIM_DEVICE double exact_weight(int a, int b, int c) {\n"
        "        const int high = a > b ? (a > c ? a : c) : (b > c ? b : c);\n"
        "        const int low = a < b ? (a < c ? a : c) : (b < c ? b : c);\n"
        "        switch ((high * 64 + (a + b + c - high - low)) * 64 + low) {\n";
    const auto row = [&text](const Shell& q, double w) {
        text += "            case " + std::to_string((q.q1 * 64 + q.q2) * 64 + q.q3) + ": return Real(" + number(w) +
                ");\n";
    };
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) row(stencil.shells[p], courant * courant * stencil.a[p]);
    return text +
           "        }\n        return 0;\n    }\n"
           "    static constexpr WAVESIM_DEVICE Real weight(int a, int b, int c) { return Real(exact_weight(a, b, c)); "
           "}\n";
}

/// One of each pair of opposite points.
std::string offsets(const Stencil& stencil) {
    std::string text = "    static constexpr int pairs = " + std::to_string((point_count(stencil) - 1) / 2) +
                       ";\n    static constexpr signed char offsets[] = {";
    for (const Shell& shell : stencil.shells)
        for (const Offset& l : shell_points(shell, stencil.dims))
            if (l > Offset{})
                text += std::to_string(l.x) + ", " + std::to_string(l.y) + ", " + std::to_string(l.z) + ", ";
    return text + "};\n";
}

template <class Arguments>
std::string agree(const std::string& type) {
    return "static_assert(sizeof(" + type + ") == " + std::to_string(sizeof(Arguments)) + ");\n";
}

template <class Real>
std::string agree_on_field(const std::string& real) {
    return agree<kernels::FieldArguments<Real>>("FieldArguments<" + real + ">") +
           agree<kernels::PointTable<Real>>("PointTable<" + real + ">");
}

template <class Real>
std::string agree_on_support(const std::string& real) {
    return agree<kernels::NodeArguments<Real>>("NodeArguments<" + real + ">") +
           agree<kernels::PointArguments<Real>>("PointArguments<" + real + ">") +
           agree<kernels::Law<Real>>("Law<" + real + ">") +
           agree<kernels::HealthArguments<Real>>("HealthArguments<" + real + ">");
}

}  // namespace

std::string to_string(KernelForm form) {
    switch (form) {
        case KernelForm::sweep: return "sweep";
        case KernelForm::texture_loop: return "loop";
        case KernelForm::texture_leggy: return "leggy";
        case KernelForm::texture_unrolled: return "unrolled";
    }
    return {};
}

std::string to_string(const KernelTile& tile) {
    std::string text = std::to_string(tile.x) + "x" + std::to_string(tile.y);
    if (tile.z > 1) text += "x" + std::to_string(tile.z);
    if (tile.rows > 1) text += " rows " + std::to_string(tile.rows);
    return text;
}

int block_threads(KernelForm form, const KernelTile& tile, Precision precision) {
    if (form != KernelForm::sweep) return tile.x * tile.y * tile.z;
    const int pack = static_cast<int>(16 / bytes_of(precision));
    return tile.x / pack * (tile.y / tile.rows);
}

int shared_bytes(KernelForm form, const KernelTile& tile, Precision precision, int radius) {
    if (form != KernelForm::sweep) return 0;
    const int value = static_cast<int>(bytes_of(precision));
    const int pack = 16 / value;
    const int pad = (radius + pack - 1) / pack * pack;
    const int plane = (tile.x + 2 * pad) * (tile.y + 2 * radius);
    return tile.buffers * (plane + (tile.staged ? tile.x * tile.y : 0)) * value;
}

std::string bulk_source(const Stencil& stencil, double courant, Precision precision, KernelForm form,
                        const KernelTile& tile) {
    const std::string real = real_name(precision);
    const bool sweep = form == KernelForm::sweep;
    std::string text = std::string("#include \"stencils/kernels/") + (sweep ? "sweep" : "texture") +
                       ".cuh\"\n\nnamespace wavesim::kernels {\n\n// " + stencil.name +
                       "\nstruct Spec {\n    using Real = " + real +
                       ";\n    static constexpr int radius = " + std::to_string(radius(stencil)) + ";\n" +
                       "    static constexpr int tile_x = " + std::to_string(tile.x) +
                       ", tile_y = " + std::to_string(tile.y) + ", tile_z = " + std::to_string(tile.z) +
                       ", rows = " + std::to_string(tile.rows) + ", buffers = " + std::to_string(tile.buffers) +
                       ";\n    static constexpr bool staged = " + (tile.staged ? "true" : "false") + ";\n";
    if (form == KernelForm::sweep || form == KernelForm::texture_unrolled) text += weight_function(stencil, courant);
    if (form == KernelForm::texture_unrolled) text += offsets(stencil);
    text += "};\n";
    text += precision == Precision::float32 ? agree_on_field<float>(real) : agree_on_field<double>(real);
    const std::string kernel = sweep                               ? "Sweep"
                               : form == KernelForm::texture_loop  ? "TextureLoop"
                               : form == KernelForm::texture_leggy ? "TextureLeggy"
                                                                   : "TextureUnrolled";
    text += "static_assert(" + kernel + "<Spec>::threads == " + std::to_string(block_threads(form, tile, precision)) +
            ");\n";
    if (sweep)
        text += "static_assert(Sweep<Spec>::shared_bytes == " +
                std::to_string(shared_bytes(form, tile, precision, radius(stencil))) + ");\n";
    const std::string parameters = sweep                               ? "fields"
                                   : form == KernelForm::texture_leggy ? "fields, points, arms"
                                                                       : "fields, points";
    text += "\nWAVESIM_KERNEL(" + std::to_string(block_threads(form, tile, precision)) + ", " +
            std::to_string(tile.blocks) + ") wavesim_bulk(WAVESIM_PARAMETER FieldArguments<" + real + "> fields";
    if (!sweep) text += ", WAVESIM_PARAMETER PointTable<" + real + "> points";
    if (form == KernelForm::texture_leggy) text += ", WAVESIM_PARAMETER PointTable<" + real + "> arms";
    return text + ") {\n    " + kernel + "<Spec>::run(" + parameters + ");\n}\n\n}  // namespace wavesim::kernels\n";
}

std::string support_source(Precision precision) {
    const std::string real = real_name(precision);
    const auto kernel = [&real](int threads, const std::string& name, const std::string& arguments,
                                const std::string& body) {
        return "WAVESIM_KERNEL(" + std::to_string(threads) + ", 1) wavesim_" + name + "(WAVESIM_PARAMETER " +
               arguments + "<" + real + "> arguments) { " + body + "(arguments); }\n";
    };
    return "#include \"stencils/kernels/look.cuh\"\n#include \"stencils/kernels/nodes.cuh\"\n"
           "#include \"stencils/kernels/points.cuh\"\n\nnamespace wavesim::kernels {\n\n" +
           (precision == Precision::float32 ? agree_on_support<float>(real) : agree_on_support<double>(real)) + "\n" +
           kernel(256, "nodes", "NodeArguments", "finish_node") +
           kernel(128, "solids", "SolidArguments", "silence_solids") +
           kernel(kernels::point_threads, "points", "PointArguments", "run_points") +
           kernel(128, "health", "HealthArguments", "inspect_row") +
           kernel(256, "floor", "FloorArguments", "run_floor") +
           "WAVESIM_KERNEL(32, 1) wavesim_step(Int64* step) { count_step(step); }\n\n}  // namespace "
           "wavesim::kernels\n";
}

}  // namespace wavesim
