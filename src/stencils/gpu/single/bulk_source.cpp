// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/bulk_source.hpp"

#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/common/source_text.hpp"
#include "stencils/gpu/layers/layer_arguments.cuh"

namespace wavesim {

namespace {

/// Weights of the differences at half nodes, and courant^2.
std::string staggered_function(int half_order, double courant) {
    std::string text = "    static constexpr double push = " + number(courant * courant) +
                       ";\n    static constexpr WAVESIM_DEVICE Real staggered(int m) {\n        switch (m) {\n";
    const std::vector<double> s = staggered_weights(half_order);
    for (std::size_t m = 1; m <= s.size(); ++m)
        text += "            case " + std::to_string(m) + ": return Real(" + number(s[m - 1]) + ");\n";
    return text + "        }\n        return 0;\n    }\n";
}

/// Offsets of one point of each pair of opposite points.
std::string offsets(const Stencil& stencil) {
    std::string text = "    static constexpr int pairs = " + std::to_string((point_count(stencil) - 1) / 2) +
                       ";\n    static constexpr signed char offsets[] = {";
    for (const Shell& shell : stencil.shells)
        for (const Offset& l : shell_points(shell, stencil.dims))
            if (l > Offset{})
                text += std::to_string(l.x) + ", " + std::to_string(l.y) + ", " + std::to_string(l.z) + ", ";
    return text + "};\n";
}

template <class Real>
std::string agree_on_field(const std::string& real) {
    return agree<kernels::FieldArguments<Real>>("FieldArguments<" + real + ">") +
           agree<kernels::PointTable<Real>>("PointTable<" + real + ">");
}

}  // namespace

std::string bulk_source(const Stencil& stencil, double courant, Precision precision, const KernelForm& form,
                        const KernelTile& tile) {
    const std::string real = real_name(precision);
    const int threads = form.threads(tile, precision);
    const int shared_bytes = form.shared_bytes(tile, precision, stencil);
    std::string text = std::string("#include \"stencils/gpu/") + form.header +
                       ".cuh\"\n\nnamespace wavesim::kernels {\n\n// " + stencil.name +
                       "\nstruct Spec {\n    using Real = " + real +
                       ";\n    static constexpr int radius = " + std::to_string(radius(stencil)) + ";\n" +
                       "    static constexpr bool flat = " + (stencil.dims == 2 ? "true" : "false") + ";\n" +
                       "    static constexpr int tile_x = " + std::to_string(tile.x) +
                       ", tile_y = " + std::to_string(tile.y) + ", tile_z = " + std::to_string(tile.z) +
                       ", rows = " + std::to_string(tile.rows) + ", buffers = " + std::to_string(tile.buffers) +
                       ";\n    static constexpr bool staged = " + (tile.staged ? "true" : "false") +
                       ", odd = " + (tile.odd ? "true" : "false") +
                       ";\n    static constexpr int medium = " + std::to_string(tile.medium) +
                       ", layer = " + std::to_string(static_cast<int>(tile.layer)) +
                       ", end_column = " + std::to_string(tile.end_column) +
                       ";\n    static constexpr bool boxed = " + (tile.boxed ? "true" : "false") + ";\n";
    if (form.density)
        text += staggered_function((radius(stencil) + 1) / 2, courant);
    else if (form.tables == PointTables::none)
        text += weight_function(stencil, courant) + offsets(stencil);
    text += "};\n";
    text += precision == Precision::float32 ? agree_on_field<float>(real) : agree_on_field<double>(real);
    if (tile.layer != SweptLayer::none)
        text += precision == Precision::float32 ? agree<kernels::SweepLayer<float>>("SweepLayer<float>")
                                                : agree<kernels::SweepLayer<double>>("SweepLayer<double>");
    const std::string kernel = form.kernel + std::string("<Spec>");
    text += "static_assert(" + kernel + "::threads == " + std::to_string(threads) + ");\n";
    if (shared_bytes > 0)
        text += "static_assert(" + kernel + "::shared_bytes == " + std::to_string(shared_bytes) + ");\n";
    text += "\nWAVESIM_KERNEL(" + std::to_string(threads) + ", " + std::to_string(tile.blocks) +
            ") wavesim_bulk(WAVESIM_PARAMETER FieldArguments<" + real + "> fields";
    std::string parameters = "fields";
    if (tile.layer != SweptLayer::none)
        text += ", WAVESIM_PARAMETER SweepLayer<" + real + "> layer", parameters += ", layer";
    const auto add_table = [&](const std::string& name) {
        text += ", WAVESIM_PARAMETER PointTable<" + real + "> " + name;
        parameters += ", " + name;
    };
    if (form.tables != PointTables::none) add_table("points");
    if (form.tables == PointTables::points_and_arms || form.tables == PointTables::points_and_shells) add_table("sets");
    return text + ") {\n" + "    let_next_start();\n" + (form.sweeps ? "" : "    wait_for_last();\n") + "    " +
           kernel + "::run(" + parameters + ");\n}\n\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
