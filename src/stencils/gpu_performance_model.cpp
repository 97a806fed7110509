// SPDX-License-Identifier: MIT
// Predicted step times on a GPU: the memory traffic that a step cannot avoid at the triad's rate, and what its threads
// take besides. Fitted to measurements on an NVIDIA H200 (docs/performance.md, docs/history/), whose 132
// multiprocessors of compute capability 9.0 run at 1.98 GHz.
#include <algorithm>

#include "stencils/pass_share.hpp"
#include "stencils/performance_model.hpp"

namespace wavesim {

namespace {

constexpr double fitted_multiprocessors = 132;

/// What a step takes to be launched, from grids of 128^3 and 256^3 nodes.
constexpr double seconds_per_step = 2.5e-6;

/// A wall node costs several scattered accesses of whole sectors (32 bytes), each once per face.
constexpr double bytes_per_face = 140;

/// Values per layer node and axis: in slabs with sweeps of their own, and in kernels after the bulk step.
constexpr double values_in_slabs = 7.5;
constexpr double values_after_bulk = 14;

/// Time per node of what the threads do besides moving the fields [ps], of K points and radius R in float:
/// constant + point K + reach R + reach2 R^2 + point_reach K R, and that times `in_double` in double.
struct FormCost {
    KernelForm form;
    double constant, point, reach, reach2, point_reach;
    double in_double;
};
/// Measured at 7 to 461 points and R = 1 to 20. In double the factored list is taken to be like the other list;
/// texture.unrolled and texture.density were measured in float alone.
constexpr FormCost form_costs[] = {
    {KernelForm::texture_unrolled, 0.38, 0, 0, -0.238, 0.0796, 1},
    {KernelForm::texture_leggy, 4.56, 0, 2.2, 0.07, 0, 1.3},
    {KernelForm::texture_loop, 3.31, 0.546, 0, 0.045, 0, 1.05},
    {KernelForm::texture_factored, 3.19, 0.606, 0, 0, 0, 1.05},
    {KernelForm::stream_register, 0.4, 0.0536, 1.26, 0, 0, 0.7},
    {KernelForm::stream_hybrid, 2.22, 0.0102, 0.647, 0.0416, 0, 0.97},
    {KernelForm::stream_shared, 2.78, 0.0558, 0, 0, 0.0168, 0.92},
    {KernelForm::stream_global, 7.51, 0, 0, -1.33, 0.322, 1.3},
    {KernelForm::density, 0, 0.6, 0, 0, 0, 1},
};

/// Code with every point written out, which no longer fits the instruction cache; measured at 461 points [ps per
/// point].
constexpr int most_cached_points = 400;
double uncached_ps_per_point(KernelForm form) {
    return form == KernelForm::texture_unrolled ? 1.66 : form == KernelForm::stream_global ? 1.33 : 0;
}

/// The plane sweep. Tiles of dense stencils with R > 2 and of leggy ones with R > 4 have few rows; beyond 125 points
/// sums take time of their own, and beyond R = 4 the rims of leggy stencils do.
double sweep_ps(const Stencil& stencil, Precision precision) {
    const int r = radius(stencil);
    const double k = point_count(stencil);
    const bool star = shape_of(stencil) == StencilShape::leggy;
    const double few_rows = r > (star ? 4 : 2) ? 0.95 : 0;
    const double sums = 0.0057 * std::max(0.0, k - 125);
    const double rims = star && r > 4 ? 0.115 * (r - 4) * (r - 4) : 0;
    const double in_double = 2.2;
    return (0.35 + 0.002 * k + few_rows + sums + rims) * (precision == Precision::float64 ? in_double : 1);
}

double form_ps(KernelForm form, const Stencil& stencil, Precision precision) {
    if (form == KernelForm::sweep) return sweep_ps(stencil, precision);
    const FormCost& cost =
        *std::ranges::find_if(form_costs, [form](const FormCost& known) { return known.form == form; });
    const double k = point_count(stencil);
    const double r = radius(stencil);
    double ps = cost.constant + cost.point * k + cost.reach * r + cost.reach2 * r * r + cost.point_reach * k * r;
    if (k > most_cached_points) ps = std::max(ps, uncached_ps_per_point(form) * k);
    // Its loop takes four shells at a time.
    if (form == KernelForm::texture_leggy && radius(stencil) % 4 != 0) ps += 3.05;
    return precision == Precision::float64 ? cost.in_double * ps : ps;
}

/// Bytes that the factor of a node is worth: to look one up in a table takes as long as its bytes save.
double factor_bytes(const SpeedShape& speed) {
    const bool looked_up = speed.storage == MediumStorage::index8 || speed.storage == MediumStorage::index16;
    return speed.varies && looked_up ? sizeof(float) : static_cast<double>(speed.bytes_per_node());
}

/// Seconds per node of `bytes` that memory must move and `ps` of the threads.
double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps) {
    const double rate = gpu.triad.of(problem.precision);
    if (rate <= 0) return 0;
    return bytes / rate + 1e-12 * ps * fitted_multiprocessors / std::max(1, gpu.multiprocessors) +
           seconds_per_step / static_cast<double>(problem.extent.nodes());
}

}  // namespace

double gpu_ctpn(KernelForm form, const StencilProblem& problem, const Machine& machine) {
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double layer_values = form == KernelForm::sweep ? values_in_slabs : values_after_bulk;
    const double bytes = 3 * value + factor_bytes(problem.speed) + (form == KernelForm::density ? 4 : 0) +
                         layer_values * value * layer_share(problem) +
                         bytes_per_face * wall_faces(problem) / static_cast<double>(problem.extent.nodes());
    return seconds_per_node(problem, machine.gpu, bytes, form_ps(form, problem.stencil, problem.precision));
}

double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t) {
    // Layers of k73 are kernels for their nodes alone. Those of the self-adjoint form make its kernels slower
    // everywhere.
    const bool k73 = tti_form(problem) == TtiForm::k73;
    const double values = k73 ? 12 : 26;
    const double ps = k73 ? 4.9 + 33 * layer_share(problem) : 12 + (problem.layers.any() ? 9 : 0);
    // As the sweep, from which it differs little; not measured.
    const double in_double = problem.precision == Precision::float64 ? 2.2 : 1;
    return seconds_per_node(problem, machine.gpu, values * static_cast<double>(bytes_of(problem.precision)),
                            in_double * ps);
}

}  // namespace wavesim
