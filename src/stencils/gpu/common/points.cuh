// SPDX-License-Identifier: MIT
// Everything after the bulk step, in one launch: receivers with one block each, walls at the ends of rows with one
// thread per pack of nodes, groups of nodes with one warp each, and the step counter. Receivers record u^n in double,
// summed in a fixed order.
#pragma once
#include "stencils/gpu/common/nodes.cuh"
#include "stencils/gpu/common/row_ends.cuh"

namespace wavesim::kernels {

/// By the first pass_threads of the `threads` of a block.
template <int threads = pass_threads, class Real>
WAVESIM_DEVICE void record_receiver(const PassArguments<Real>& a, int receiver) {
    double* partial = shared_memory<double>();
    double sum = 0;
    if (threads == pass_threads || thread_index() < pass_threads) {
        for (int k = a.receiver_first[receiver] + thread_index(); k < a.receiver_first[receiver + 1]; k += pass_threads)
            sum = fused(a.receiver_weight[k], static_cast<double>(a.now[a.receiver_node[k]]), sum);
        partial[thread_index()] = sum;
    }
    barrier();
    for (int half = pass_threads / 2; half > 0; half /= 2) {
        if (thread_index() < half) partial[thread_index()] += partial[thread_index() + half];
        barrier();
    }
    if (thread_index() == 0) a.traces[(*a.step - *a.trace_start) * a.receivers + receiver] = partial[0];
}

template <class Real>
WAVESIM_DEVICE void run_passes(const PassArguments<Real>& a) {
    const int block = block_x() - a.receivers;
    const int group = (block - a.end_blocks) * pass_warps + thread_index() / 32;
    const bool in_group = block >= a.end_blocks && group < a.groups;
    // The lists are constant, so they are read while the bulk step still runs.
    PlacedNodes<Real> nodes;
    if (in_group) nodes.place(a, group);
    wait_for_last();
    let_next_start();
    if (block_x() == 0 && thread_index() == 0) *a.next_step = *a.step + 1;
    if (block < 0) {
        record_receiver(a, block_x());
    } else if (block < a.end_blocks) {
        const Int64 first = (static_cast<Int64>(block) * pass_threads + thread_index()) * Pack<Real>::size;
        if (first < a.ends.nodes) move_row_ends(a.ends, a.courant, first);
    } else if (in_group) {
        finish_group(a, nodes);
    }
}

}  // namespace wavesim::kernels
