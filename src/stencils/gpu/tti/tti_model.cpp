// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_model.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/tti/tti_launch.hpp"
#include "stencils/gpu/tti/tti_times.hpp"

namespace wavesim {

namespace {

double in_double(const StencilProblem& problem) { return problem.precision == Precision::float64 ? tti_in_double : 1; }

/// The first row that applies; the last row of each form applies to all of its problems.
const TtiTime& row_of(const StencilProblem& problem, const Gpu& gpu, TtiWay way, double one_pass) {
    const std::string_view card = card_of(gpu).name;
    return *std::ranges::find_if(tti_times, [&](const TtiTime& row) {
        return row.form == tti_form(problem) && row.way == way && row.card == card &&
               row.dims.value_or(problem.stencil.dims) == problem.stencil.dims &&
               row.layers.value_or(problem.layers.any()) == problem.layers.any() &&
               row.slabs.value_or(one_pass > 0) == (one_pass > 0);
    });
}

double k73_ctpn(const StencilProblem& problem, const Machine& machine, const TtiTime& row, double thread_ps) {
    const double ps = in_double(problem) * (thread_ps + row.layer_ps * layer_share(problem));
    return seconds_per_node(problem, machine.gpu, row.values * static_cast<double>(bytes_of(problem.precision)), ps,
                            tti_launches_s);
}

}  // namespace

double gpu_k73_ctpn(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    const std::string_view card = card_of(machine.gpu).name;
    const auto semi = std::ranges::find_if(
        k73_semi_times, [&](const K73SemiTime& row) { return row.card == card && row.backend == form.backend; });
    if (semi == std::end(k73_semi_times))
        throw std::logic_error("no time is known of threads of k73 on " + std::string(form.backend));
    return k73_ctpn(problem, machine, row_of(problem, machine.gpu, TtiWay::one_sweep, 0), semi->ps);
}

double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine) {
    if (tti_form(problem) == TtiForm::k73) {
        const TtiTime& row = row_of(problem, machine.gpu, TtiWay::one_sweep, 0);
        return k73_ctpn(problem, machine, row, row.ps);
    }
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double one_pass = tti_one_pass_share(problem, machine.gpu.shared_per_block);
    const TtiTime& once = row_of(problem, machine.gpu, TtiWay::one_pass, one_pass);
    const TtiTime& twice = row_of(problem, machine.gpu, TtiWay::two_passes, one_pass);
    const double two_passes_ps = twice.ps + twice.layer_ps * layer_share(problem);
    return seconds_per_node(problem, machine.gpu, (once.values * one_pass + twice.values * (1 - one_pass)) * value,
                            in_double(problem) * (once.ps * one_pass + two_passes_ps * (1 - one_pass)),
                            one_pass > 0 ? tti_one_pass_s : tti_launches_s);
}

}  // namespace wavesim
