// SPDX-License-Identifier: MIT
#include "stencils/launch/kernel_source.hpp"

#include <cstdio>

#include "stencils/density_operator.hpp"
#include "stencils/kernels/layer_arguments.cuh"
#include "stencils/kernels/temporal_strip_arguments.cuh"
#include "stencils/launch/strip_plan.hpp"
#include "stencils/launch/temporal_plan.hpp"

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

/// Weights of the differences at half nodes, and courant^2.
std::string staggered_function(int half_order, double courant) {
    std::string text = "    static constexpr double push = " + number(courant * courant) +
                       ";\n    static constexpr WAVESIM_DEVICE Real staggered(int m) {\n        switch (m) {\n";
    const std::vector<double> s = staggered_weights(half_order);
    for (std::size_t m = 1; m <= s.size(); ++m)
        text += "            case " + std::to_string(m) + ": return Real(" + number(s[m - 1]) + ");\n";
    return text + "        }\n        return 0;\n    }\n";
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
    return agree<kernels::PassArguments<Real>>("PassArguments<" + real + ">") + agree<kernels::NodeGroup>("NodeGroup") +
           agree<kernels::NodeKind>("NodeKind") +
           agree<kernels::HealthArguments<Real>>("HealthArguments<" + real + ">") +
           agree<kernels::GatherArguments<Real>>("GatherArguments<" + real + ">") +
           agree<kernels::FaceLaw<Real>>("FaceLaw<" + real + ">") +
           agree<kernels::RowEndGather<Real>>("RowEndGather<" + real + ">");
}

}  // namespace

std::string bulk_source(const Stencil& stencil, double courant, Precision precision, const KernelForm& form,
                        const KernelTile& tile) {
    const std::string real = real_name(precision);
    const int threads = form.threads(tile, precision);
    const int shared_bytes = form.shared_bytes(tile, precision, stencil);
    std::string text = std::string("#include \"stencils/kernels/") + form.header +
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

constexpr const char* wall_state_kernels =
    "WAVESIM_KERNEL(128, 1) wavesim_take_walls(WAVESIM_PARAMETER WallStateArguments arguments) {\n"
    "    take_wall_states<Spec::branch_walls>(arguments);\n}\n"
    "WAVESIM_KERNEL(128, 1) wavesim_settle_walls(WAVESIM_PARAMETER WallStateArguments arguments) {\n"
    "    settle_wall_states<Spec::branch_walls>(arguments);\n}\n\n";
constexpr const char* late_row_kernel =
    "WAVESIM_KERNEL(128, 1) wavesim_return_rows(WAVESIM_PARAMETER LateRows<Spec::Real> arguments) {\n"
    "    return_late_rows<Spec>(arguments);\n}\n\n";
constexpr const char* shared_wall_kernel =
    "WAVESIM_KERNEL(128, 1) wavesim_share_walls(WAVESIM_PARAMETER SharedQuadArguments arguments) {\n"
    "    share_wall_states<Spec::branch_walls>(arguments);\n}\n\n";

template <class Real>
std::string agree_on_passes(const std::string& real) {
    return agree<kernels::TemporalArguments<Real>>("TemporalArguments<" + real + ">") + agree<kernels::Push>("Push") +
           agree<kernels::PushArguments<Real>>("PushArguments<" + real + ">") +
           agree<kernels::SampleArguments<Real>>("SampleArguments<" + real + ">") +
           agree<kernels::LateRows<Real>>("LateRows<" + real + ">") +
           agree<kernels::RimWord<Real>>("RimWord<" + real + ">");
}

/// A kernel before or after a pass.
std::string point_kernel(const std::string& name, const std::string& arguments) {
    return "WAVESIM_KERNEL(" + std::to_string(kernels::pass_threads) + ", 1) wavesim_" + name + "(WAVESIM_PARAMETER " +
           arguments + "<Spec::Real> arguments) { " + name + "(arguments); }\n";
}

std::string temporal_source(const StencilProblem& problem, const TemporalTiling& tiling) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    std::string text = "#include \"stencils/kernels/temporal.cuh\"\n\nnamespace wavesim::kernels {\n\n// " +
                       problem.stencil.name + "\nstruct Spec {\n    using Real = " + real_name(problem.precision) +
                       ";\n";
    const auto constant = [&text](const std::string& name, std::int64_t value) {
        text += "    static constexpr int " + name + " = " + std::to_string(value) + ";\n";
    };
    constant("radius", radius(problem.stencil));
    constant("medium", tiling.medium);
    constant("tile_x", tiling.tile_x), constant("tile_y", tiling.tile_y), constant("rows", tiling.rows);
    constant("levels", tiling.levels), constant("slots", tiling.slots), constant("rim_warps", tiling.rim_warps);
    constant("wall_warps", tiling.walls.warps), constant("wall_kinds", tiling.walls.kinds);
    constant("wall_faces", tiling.walls.faces), constant("wall_pool", tiling.walls.pool);
    text += std::string("    static constexpr bool branch_walls = ") + (tiling.walls.branch ? "true" : "false") + ";\n";
    constant("nx", problem.extent.nx), constant("ny", tiling.panels.rows), constant("overlap", tiling.panels.overlap);
    text += std::string("    static constexpr bool cut = ") + (tiling.panels.count > 1 ? "true" : "false") + ";\n";
    constant("pitch", layout.pitch), constant("plane", layout.plane);
    constexpr const char* sides[] = {"x_low", "x_high", "y_low", "y_high", "z_low", "z_high"};
    bool odd = false;
    for (std::size_t side = 0; side < 6; ++side) {
        constant(std::string("halo_") + sides[side], static_cast<int>(problem.halo[side]));
        odd = odd || problem.halo[side] == HaloRule::odd_half;
    }
    text += std::string("    static constexpr bool odd = ") + (odd ? "true" : "false") + ";\n" +
            weight_function(problem.stencil, problem.courant) + "};\n" +
            (problem.precision == Precision::float32 ? agree_on_passes<float>("float")
                                                     : agree_on_passes<double>("double")) +
            agree<kernels::WallStateArguments>("WallStateArguments") +
            agree<kernels::SharedQuadArguments>("SharedQuadArguments") + agree<kernels::WallQuad>("WallQuad") +
            "static_assert(Temporal<Spec>::threads == " + std::to_string(tiling.threads()) +
            ");\nstatic_assert(Temporal<Spec>::shared_bytes == " + std::to_string(tiling.shared_bytes()) +
            ");\nstatic_assert(Temporal<Spec>::rim_words == " + std::to_string(tiling.rim_words()) + ");\n\n";
    return text + "WAVESIM_KERNEL(" + std::to_string(tiling.threads()) +
           ", 1) wavesim_pass(WAVESIM_PARAMETER TemporalArguments<Spec::Real> arguments) { "
           "Temporal<Spec>::run(arguments); }\n" +
           point_kernel("prepare_pushes", "PushArguments") + point_kernel("finish_pass", "SampleArguments") + "\n" +
           (tiling.walls.warps > 0 ? wall_state_kernels : "") + (tiling.panels.count > 1 ? late_row_kernel : "") +
           (tiling.walls.warps > 0 && tiling.panels.count > 1 ? shared_wall_kernel : "") +
           "}  // namespace wavesim::kernels\n";
}

template <class Real>
std::string agree_on_strips(const std::string& real) {
    return agree<kernels::StripArguments<Real>>("StripArguments<" + real + ">") + agree<kernels::StripRow>("StripRow") +
           agree<kernels::StripNode>("StripNode") + agree<kernels::Push>("Push") +
           agree<kernels::PushArguments<Real>>("PushArguments<" + real + ">") +
           agree<kernels::SampleArguments<Real>>("SampleArguments<" + real + ">");
}

std::string strip_source(const StencilProblem& problem, const StripTiling& tiling) {
    std::string text = "#include \"stencils/kernels/temporal_strips.cuh\"\n\nnamespace wavesim::kernels {\n\n// " +
                       problem.stencil.name +
                       " in 2D\nstruct Spec {\n    using Real = " + real_name(problem.precision) + ";\n";
    const auto constant = [&text](const std::string& name, std::int64_t value) {
        text += "    static constexpr int " + name + " = " + std::to_string(value) + ";\n";
    };
    constant("radius", tiling.radius), constant("medium", tiling.medium);
    constant("columns", StripTiling::columns), constant("levels", tiling.levels);
    constant("nx", problem.extent.nx), constant("pitch", device_layout(problem.extent, problem.precision).pitch);
    constant("halo_x_low", static_cast<int>(problem.halo[0])),
        constant("halo_x_high", static_cast<int>(problem.halo[1]));
    constant("halo_z_low", static_cast<int>(problem.halo[4])),
        constant("halo_z_high", static_cast<int>(problem.halo[5]));
    return text + weight_function(problem.stencil, problem.courant) + "};\n" +
           (problem.precision == Precision::float32 ? agree_on_strips<float>("float")
                                                    : agree_on_strips<double>("double")) +
           "static_assert(TemporalStrips<Spec>::threads == " + std::to_string(StripTiling::lanes) +
           ");\nstatic_assert(TemporalStrips<Spec>::strips == " + std::to_string(tiling.strips) +
           ");\n\nWAVESIM_KERNEL(" + std::to_string(StripTiling::lanes) + ", " + std::to_string(tiling.warps) +
           ") wavesim_strips(WAVESIM_PARAMETER StripArguments<Spec::Real> arguments) { "
           "TemporalStrips<Spec>::run(arguments); }\n" +
           point_kernel("prepare_pushes", "PushArguments") + point_kernel("finish_pass", "SampleArguments") +
           "\n}  // namespace wavesim::kernels\n";
}

std::string support_source(Precision precision) {
    const std::string real = real_name(precision);
    // The passes wait for memory: as many blocks per multiprocessor as registers allow without spills.
    const int pass_blocks = precision == Precision::float32 ? 7 : 5;
    const auto kernel = [&real](int threads, const std::string& name, const std::string& arguments,
                                const std::string& body, int blocks = 1) {
        return "WAVESIM_KERNEL(" + std::to_string(threads) + ", " + std::to_string(blocks) + ") wavesim_" + name +
               "(WAVESIM_PARAMETER " + arguments + "<" + real + "> arguments) { " + body + "(arguments); }\n";
    };
    return "#include \"stencils/kernels/gather.cuh\"\n#include \"stencils/kernels/look.cuh\"\n#include "
           "\"stencils/kernels/points.cuh\"\n\n"
           "namespace wavesim::kernels {\n\n" +
           (precision == Precision::float32 ? agree_on_support<float>(real) : agree_on_support<double>(real)) + "\n" +
           kernel(kernels::pass_threads, "passes", "PassArguments", "run_passes", pass_blocks) +
           kernel(128, "row_ends", "RowEndGather", "gather_row_end") +
           kernel(128, "health", "HealthArguments", "inspect_row") +
           kernel(256, "gather", "GatherArguments", "gather_box") +
           kernel(256, "floor", "FloorArguments", "run_floor") + "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
