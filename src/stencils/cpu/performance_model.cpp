// SPDX-License-Identifier: MIT
#include "stencils/cpu/performance_model.hpp"

#include <algorithm>
#include <cmath>

#include "stencils/backend/pass_share.hpp"
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

/// Time of one core per node of a TTI medium in float, measured with x86-64-v4; arithmetic and caches, not memory,
/// decide.
double tti_core_seconds(const StencilProblem& problem) {
    const bool flat = problem.stencil.dims == 2;
    if (tti_form(problem) == TtiForm::k73) return (flat ? 3.2e-9 : 4.5e-9) + 14e-9 * layer_share(problem);
    return (flat ? 8e-9 : 11e-9) + 10e-9 * layer_share(problem);
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

double cpu_density_ctpn(const StencilProblem& problem, const Machine& machine) {
    const cpu::FieldLayout layout = cpu::make_field_layout(problem.extent, problem.stencil, problem.precision);
    const double medium = 1 + problem.stencil.dims;            // modulus and buoyancies
    const double fluxes = 1 + 3 * (problem.stencil.dims - 1);  // u again, a flux read once and written twice
    return row_seconds(problem, layout, machine) + memory_seconds(problem, 3 + medium + fluxes, machine);
}

double cpu_tti_ctpn(const StencilProblem& problem, const Machine& machine) {
    return tti_core_seconds(problem) * static_cast<double>(bytes_of(problem.precision)) / 4 /
           std::max(1, machine.threads);
}

}  // namespace wavesim
