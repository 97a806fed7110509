// SPDX-License-Identifier: MIT
// Receivers and sources. Receivers record u^n in double, summed in a fixed order, before sources act on u^{n+1}.
#pragma once
#include "stencils/kernels/primitives.cuh"

namespace wavesim::kernels {

/// Blocks 0 .. receivers-1 record one receiver each; the others add sources, one thread per node.
template <class Real>
WAVESIM_DEVICE void run_points(const PointArguments<Real>& a) {
    const Int64 step = *a.step;
    if (block_x() < a.receivers) {
        double* partial = shared_memory<double>();
        const int receiver = block_x();
        double sum = 0;
        for (int k = a.receiver_first[receiver] + thread_index(); k < a.receiver_first[receiver + 1];
             k += point_threads)
            sum = fused(a.receiver_weight[k], static_cast<double>(a.now[a.receiver_node[k]]), sum);
        partial[thread_index()] = sum;
        barrier();
        for (int half = point_threads / 2; half > 0; half /= 2) {
            if (thread_index() < half) partial[thread_index()] += partial[thread_index() + half];
            barrier();
        }
        if (thread_index() == 0) a.traces[(step - *a.trace_start) * a.receivers + receiver] = partial[0];
        return;
    }
    const int i = (block_x() - a.receivers) * point_threads + thread_index();
    if (i >= a.source_nodes || step >= a.signal_steps) return;
    double sum = 0;
    for (int k = a.source_first[i]; k < a.source_first[i + 1]; ++k)
        sum = fused(a.source_weight[k], a.signals[a.source[k] * a.signal_steps + step], sum);
    a.next[a.source_node[i]] += static_cast<Real>(sum);
}

}  // namespace wavesim::kernels
