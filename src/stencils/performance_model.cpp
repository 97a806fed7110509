// SPDX-License-Identifier: MIT
#include "stencils/performance_model.hpp"

#include <algorithm>
#include <cmath>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_stencil.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/cpu/two_steps.hpp"

namespace wavesim {

namespace {

/// Of a factor of the medium in values of the field; a CPU keeps those that are no codes as such values.
double factor_share(const StencilProblem& problem) {
    if (!problem.speed.coded()) return 1;
    return static_cast<double>(bytes_of(problem.speed.storage)) / static_cast<double>(bytes_of(problem.precision));
}

/// Vector width of an instruction set level and what one vector instruction of the row kernels takes on average: of
/// those that update several planes together, and of those that go plane by plane.
struct IsaCost {
    std::int64_t bytes;
    double seconds_together;
    double seconds_apart;
};

/// Fitted to one thread of an AMD Zen 4 core at 3.7 GHz, cubes of 40 to 320 nodes a side in float, two steps at a time.
/// At 160 nodes and F = 0.20 to 0.29 ns, 7, 25, 27 and 57 points take 0.40, 0.86, 0.53 and 1.07 ns per node with
/// x86-64-v4, 0.45, 1.08, 0.67 and 1.68 with v3, 0.83, 1.95, 1.08 and 2.31 with v2.
IsaCost cost_of(const std::string& isa) {
    if (isa == "x86-64-v4") return {64, 0.20e-9, 0.195e-9};
    if (isa == "x86-64-v3") return {32, 0.155e-9, 0.13e-9};
    return {16, 0.165e-9, 0.148e-9};
}

/// Time of the row kernel per vector of nodes: loads, sums, multiply-adds and stores (see cpu/sweeps.hpp).
double seconds_per_vector(const cpu::RowStencil<float>& s, const IsaCost& cost) {
    const auto rows = static_cast<double>(s.rows());
    const double sums = static_cast<double>(s.classes.size()) * (s.reach + 2) + 6.0 * s.radius + 3.0 * s.reach;
    const bool star = s.reach == 0 && s.radius <= 6;
    const bool near = s.near_rows.has_value() && s.radius <= 2;
    // Planes together share what they load.
    if (star || near) return cost.seconds_together * (rows + sums - (near ? 6 : 0));
    return cost.seconds_apart * (6 + 2 * rows + sums);
}

/// One core's time for what a row of nodes takes besides its vectors: the loop, its halo values, the lists of its
/// walls.
double seconds_per_row(const StencilProblem& problem) { return 10e-9 + 3.5e-9 * radius(problem.stencil); }

/// One core's time for a face of a wall, whose states lie in lists of their own.
constexpr double seconds_per_face = 8e-9;

/// What threads wait for each other in a step.
constexpr double seconds_to_meet = 12e-6;

/// Share of the rows and steps that are done in pairs where the field is looked at every so many steps.
double share_of_pairs(const StencilProblem& problem, const cpu::FieldLayout& layout, int threads,
                      std::int64_t steps_between_looks) {
    const cpu::TwoSteps plan = cpu::plan_two_steps(problem, layout, std::max(1, threads));
    if (!plan.possible()) return 0;
    const cpu::Tile& box = plan.box;
    const auto rows = static_cast<double>((box.y_to - box.y_from) * (box.z_to - box.z_from));
    return rows / static_cast<double>(problem.extent.ny * problem.extent.nz) *
           static_cast<double>(steps_between_looks / 2 * 2) / static_cast<double>(steps_between_looks);
}

double wall_faces(const StencilProblem& problem) {
    const WallPasses& walls = problem.walls;
    return static_cast<double>(walls.explicit_walls.nodes.size() + walls.branch_walls.laws.size() +
                               walls.corrections.nodes.size());
}

/// Nodes of the layers of all axes by nodes of the grid.
double layer_share(const StencilProblem& problem) {
    double share = 0;
    for (int axis = 0; axis < 3; ++axis)
        share += static_cast<double>(problem.layers.of(axis, false) + problem.layers.of(axis, true)) /
                 static_cast<double>(problem.extent.along(axis));
    return share;
}

/// Time of one core per node of a TTI medium in float, measured with x86-64-v4; arithmetic and caches, not memory,
/// decide.
double tti_core_seconds(const StencilProblem& problem) {
    const bool flat = problem.stencil.dims == 2;
    if (tti_form(problem) == TtiForm::k73) return (flat ? 3.2e-9 : 4.5e-9) + 14e-9 * layer_share(problem);
    return (flat ? 8e-9 : 11e-9) + 10e-9 * layer_share(problem);
}

/// Time of a backend's bulk step in units of F: a straight line in the number of points, measured at 7 to 125 points
/// (texture.density: at 43).
struct GpuCost {
    KernelForm form;
    double base;
    double per_point;
};
constexpr GpuCost gpu_costs[] = {
    {KernelForm::texture_unrolled, 1.1, 0.05}, {KernelForm::texture_leggy, 3.7, 0.11},
    {KernelForm::texture_loop, 2.4, 0.2},      {KernelForm::stream_register, 1.7, 0.02},
    {KernelForm::stream_hybrid, 2.1, 0.006},   {KernelForm::stream_shared, 1.9, 0.036},
    {KernelForm::stream_global, 3.5, 0.21},    {KernelForm::texture_factored, 2.6, 0.215},
    {KernelForm::density, 2.0, 0.21},
};

double gpu_ratio(const StencilProblem& problem, KernelForm form) {
    const double points = point_count(problem.stencil);
    for (const GpuCost& cost : gpu_costs)
        if (form == cost.form) return cost.base + cost.per_point * points;
    // The plane sweep: sums grow with the points, running sums with the reach; measured up to 461 points. Beyond R = 6
    // rims take most of what a tile loads: 2.02, 2.18, 2.59 and 3.13 F at R = 7 to 10.
    if (radius(problem.stencil) > 6) return 1.9 + 0.36 * (radius(problem.stencil) - 7);
    return 1.09 + 0.033 * (radius(problem.stencil) - 1) + 0.0006 * points + 0.0028 * std::max(0.0, points - 125);
}

/// What the row kernel takes of the threads.
double row_seconds(const StencilProblem& problem, const cpu::FieldLayout& layout, const Machine& machine) {
    const IsaCost cost = cost_of(machine.isa);
    const double lanes = static_cast<double>(cost.bytes / bytes_of(problem.precision));
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const auto nx = static_cast<double>(problem.extent.nx);
    double arithmetic =
        seconds_per_vector(cpu::make_row_stencil<float>(problem.stencil, problem.courant, layout), cost) *
            std::ceil(nx / lanes) / nx +
        seconds_per_row(problem) / nx + seconds_per_face * wall_faces(problem) / nodes;
    arithmetic /= std::max(1, machine.threads);
    return machine.threads > 1 ? arithmetic + seconds_to_meet / nodes : arithmetic;
}

/// Of values per node and those of the layers: psi and zeta at layer nodes; across rows in two sweeps.
double memory_seconds(const StencilProblem& problem, double values, const Machine& machine) {
    for (int axis = 0; axis < 3; ++axis)
        values += (axis == 0 ? 4 : 6) *
                  static_cast<double>(problem.layers.of(axis, false) + problem.layers.of(axis, true)) /
                  static_cast<double>(problem.extent.along(axis));
    const double triad = machine.triad.of(problem.precision);
    if (triad <= 0) return 0;
    return values * static_cast<double>(bytes_of(problem.precision)) / triad;
}

}  // namespace

double cpu_scalar_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks) {
    const cpu::FieldLayout layout = cpu::make_field_layout(problem.extent, problem.stencil, problem.precision);
    // Two steps at a time share one read and write of either field (cpu/panel_walk.hpp).
    const double pairs =
        share_of_pairs(problem, layout, machine.threads, std::max<std::int64_t>(1, steps_between_looks));
    const double factors = problem.speed.varies ? factor_share(problem) * (1 - pairs / 2) : 0;
    return row_seconds(problem, layout, machine) + memory_seconds(problem, 3 - pairs + factors, machine);
}

double cpu_density_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t) {
    const cpu::FieldLayout layout = cpu::make_field_layout(problem.extent, problem.stencil, problem.precision);
    const double densities = 2 + (problem.stencil.dims - 1) * 4;  // rho twice, u, fluxes
    return row_seconds(problem, layout, machine) +
           memory_seconds(problem, 3 + factor_share(problem) + densities, machine);
}

double cpu_tti_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t) {
    return tti_core_seconds(problem) * static_cast<double>(bytes_of(problem.precision)) / 4 /
           std::max(1, machine.threads);
}

double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t) {
    const double triad = machine.gpu.triad.of(problem.precision);
    if (triad <= 0) return 0;
    // k73 took 5.8 to 6.1 times F, the self-adjoint form 15.2 times; for layer nodes of an axis 12 (those that damp)
    // and 7.6 times more.
    const bool k73 = tti_form(problem) == TtiForm::k73;
    const double ratio = (k73 ? 6 : 15.2) + (k73 ? 11.6 : 7.6) * layer_share(problem);
    return ratio * 3.0 * static_cast<double>(bytes_of(problem.precision)) / triad;
}

double gpu_ctpn(KernelForm form, const StencilProblem& problem, const Machine& machine) {
    const double triad = machine.gpu.triad.of(problem.precision);
    if (triad <= 0) return 0;
    // A wall node costs several scattered accesses of whole sectors (32 bytes), each once per face.
    constexpr double bytes_per_face = 140;
    const auto factor = static_cast<double>(problem.speed.bytes_per_node());
    // Layers in sweeps of their own: 20 cells on six sides of 512^3 nodes, order 8, made a step of 4.4 ps one of 5.9
    // ps.
    const double layer_bytes = 7.5 * static_cast<double>(bytes_of(problem.precision)) * layer_share(problem);
    const double bulk = 3.0 * static_cast<double>(bytes_of(problem.precision)) * gpu_ratio(problem, form) + factor;
    return (bulk + layer_bytes + bytes_per_face * wall_faces(problem) / static_cast<double>(problem.extent.nodes())) /
           triad;
}

}  // namespace wavesim
