// SPDX-License-Identifier: MIT
#include "stencils/cpu/performance_model.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "stencils/backend/pass_share.hpp"
#include "stencils/cpu/cpu_times.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_stencil.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/cpu/two_steps.hpp"

namespace wavesim {

namespace {

/// Size of a factor of the medium, relative to a value of the field. Factors without a code are stored in the precision
/// of the field.
double factor_share(const StencilProblem& problem) {
    if (!problem.speed.coded()) return 1;
    return static_cast<double>(bytes_of(problem.speed.storage)) / static_cast<double>(bytes_of(problem.precision));
}

const IsaTime& time_of(const std::string& isa) {
    const auto* row = std::ranges::find(isa_times, isa, &IsaTime::isa);
    return row == std::end(isa_times) ? *std::prev(row) : *row;
}

/// Time of the row kernel per vector of nodes: loads, sums, multiply-adds and stores (see cpu/sweeps.hpp).
double seconds_per_vector(const cpu::RowStencil<float>& s, const IsaTime& cost) {
    const auto rows = static_cast<double>(s.rows());
    const double sums = static_cast<double>(s.classes.size()) * (s.reach + row_sums.per_class) +
                        row_sums.per_radius * s.radius + row_sums.per_reach * s.reach;
    const bool star = s.reach == 0 && s.radius <= most_star_radius;
    const bool near = s.near_rows.has_value() && s.radius <= most_near_radius;
    const RowLoads& loads = near ? loads_of_near_rows : star ? loads_of_stars : loads_apart;
    return (star || near ? cost.seconds_together : cost.seconds_apart) * (loads.per_row * rows + loads.besides + sums);
}

double seconds_per_row(const StencilProblem& problem) {
    return cpu_times.row_s + cpu_times.row_reach_s * radius(problem.stencil);
}

/// Fraction of the rows and steps that are done in pairs, for the given number of steps between field checks.
double share_of_pairs(const StencilProblem& problem, const cpu::FieldLayout& layout, int threads,
                      std::int64_t steps_between_looks) {
    const cpu::TwoSteps plan = cpu::plan_two_steps(problem, layout, std::max(1, threads));
    if (!plan.possible()) return 0;
    const cpu::Tile& box = plan.box;
    const auto rows = static_cast<double>((box.y_to - box.y_from) * (box.z_to - box.z_from));
    const std::int64_t paired = steps_between_looks / 2 * 2;
    return rows / static_cast<double>(problem.extent.ny * problem.extent.nz) * static_cast<double>(paired) /
           static_cast<double>(steps_between_looks);
}

double tti_core_seconds(const StencilProblem& problem) {
    const auto* row = std::ranges::find_if(cpu_tti_times, [&problem](const CpuTtiTime& time) {
        return time.form == tti_form(problem) && time.dims == problem.stencil.dims;
    });
    return row->node_s + row->layer_s * layer_share(problem);
}

/// Time of the row kernel with all threads.
double row_seconds(const StencilProblem& problem, const cpu::FieldLayout& layout, const Machine& machine) {
    const IsaTime& cost = time_of(machine.isa);
    const std::int64_t values = cost.bytes / bytes_of(problem.precision);
    const auto lanes = static_cast<double>(values);
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const auto nx = static_cast<double>(problem.extent.nx);
    double arithmetic =
        seconds_per_vector(cpu::make_row_stencil<float>(problem.stencil, problem.courant, layout), cost) *
            std::ceil(nx / lanes) / nx +
        seconds_per_row(problem) / nx + cpu_times.face_s * wall_faces(problem) / nodes;
    arithmetic /= std::max(1, machine.threads);
    return machine.threads > 1 ? arithmetic + cpu_times.meeting_s / nodes : arithmetic;
}

/// Time to move `values` values per node plus the values of the layers: psi and zeta at layer nodes. Layers across y
/// and z need two sweeps.
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
    // Two steps at a time read and write each field once (cpu/panel_walk.hpp).
    const double pairs =
        share_of_pairs(problem, layout, machine.threads, std::max<std::int64_t>(1, steps_between_looks));
    const double factors = problem.speed.varies ? factor_share(problem) * (1 - pairs / 2) : 0;
    return row_seconds(problem, layout, machine) + memory_seconds(problem, 3 - pairs + factors, machine);
}

double cpu_density_ctpn(const StencilProblem& problem, const Machine& machine) {
    const cpu::FieldLayout layout = cpu::make_field_layout(problem.extent, problem.stencil, problem.precision);
    const double medium = 1 + problem.stencil.dims;            // modulus and buoyancies
    const double fluxes = 1 + 3 * (problem.stencil.dims - 1);  // u again, and a flux that is read once and written
                                                               // twice
    return row_seconds(problem, layout, machine) + memory_seconds(problem, 3 + medium + fluxes, machine);
}

double cpu_tti_ctpn(const StencilProblem& problem, const Machine& machine) {
    return tti_core_seconds(problem) * static_cast<double>(bytes_of(problem.precision)) / 4 /
           std::max(1, machine.threads);
}

}  // namespace wavesim
