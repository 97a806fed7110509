// SPDX-License-Identifier: MIT
// All that follows the bulk step, in one launch: receivers, one block each, then groups of nodes, one warp each, and
// the step counter. Receivers record u^n in double, summed in a fixed order.
#pragma once
#include "stencils/kernels/nodes.cuh"

namespace wavesim::kernels {

template <class Real>
WAVESIM_DEVICE void record_receiver(const PassArguments<Real>& a, int receiver) {
    double* partial = shared_memory<double>();
    double sum = 0;
    for (int k = a.receiver_first[receiver] + thread_index(); k < a.receiver_first[receiver + 1]; k += pass_threads)
        sum = fused(a.receiver_weight[k], static_cast<double>(a.now[a.receiver_node[k]]), sum);
    partial[thread_index()] = sum;
    barrier();
    for (int half = pass_threads / 2; half > 0; half /= 2) {
        if (thread_index() < half) partial[thread_index()] += partial[thread_index() + half];
        barrier();
    }
    if (thread_index() == 0) a.traces[(*a.step - *a.trace_start) * a.receivers + receiver] = partial[0];
}

template <class Real>
WAVESIM_DEVICE void run_passes(const PassArguments<Real>& a) {
    if (block_x() == 0 && thread_index() == 0) *a.next_step = *a.step + 1;
    if (block_x() < a.receivers) {
        record_receiver(a, block_x());
        return;
    }
    const int group = (block_x() - a.receivers) * pass_warps + thread_index() / 32;
    if (group < a.groups) finish_group(a, group);
}

}  // namespace wavesim::kernels
