// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_model.hpp"

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/tti/tti_launch.hpp"

namespace wavesim {

namespace {

constexpr double tti_launches_s = 7.5e-6;
constexpr double tti_one_pass_s = 25e-6;  ///< of which most are the planes before the first that is finished
// As the sweep, from which it differs little; not measured.
double tti_in_double(const StencilProblem& problem) { return problem.precision == Precision::float64 ? 2.2 : 1; }

/// Layers of k73 are kernels for their nodes alone.
double k73_ctpn(const StencilProblem& problem, const Machine& machine, double thread_ps) {
    const double ps = tti_in_double(problem) * (thread_ps + 33 * layer_share(problem));
    return seconds_per_node(problem, machine.gpu, 12 * static_cast<double>(bytes_of(problem.precision)), ps,
                            tti_launches_s);
}

}  // namespace

double gpu_k73_ctpn(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    // A thread reads 146 values instead of 25. Not measured.
    constexpr double times_the_work = 146.0 / 25;
    return k73_ctpn(problem, machine, times_the_work * form.thread_ps(problem.stencil, Precision::float32));
}

double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine) {
    if (tti_form(problem) == TtiForm::k73) return k73_ctpn(problem, machine, 4.9);
    const double in_double = tti_in_double(problem);
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double one_pass = tti_one_pass_share(problem, machine.gpu.shared_per_block);
    // Those of the self-adjoint form make its kernels slower everywhere, or are slabs around a box that moves in one
    // pass. Slabs are thin, and there are six of each of three kernels.
    const double two_passes = !problem.layers.any()       ? 12
                              : one_pass > 0              ? 46
                              : problem.stencil.dims == 2 ? 21
                                                          : 21.7 + 43 * layer_share(problem);
    return seconds_per_node(problem, machine.gpu, (12 * one_pass + 26 * (1 - one_pass)) * value,
                            in_double * (13 * one_pass + two_passes * (1 - one_pass)),
                            one_pass > 0 ? tti_one_pass_s : tti_launches_s);
}

}  // namespace wavesim
