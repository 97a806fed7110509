// SPDX-License-Identifier: MIT
// Field checks: peak, change and first node that is not finite. Also the kernel of the floor F for benchmarks.
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

/// One block per (y, z) row. Needs two doubles of shared memory per thread.
template <class Real>
WAVESIM_DEVICE void inspect_row(const HealthArguments<Real>& a) {
    const Int64 start = block_y() * a.plane + static_cast<Int64>(block_x()) * a.pitch;
    const Real* row = a.field + start;
    double peak = 0, change = 0;
    for (int x = thread_index(); x < a.nx; x += block_size()) {
        const double size = row[x] < 0 ? -static_cast<double>(row[x]) : static_cast<double>(row[x]);
        if (size <= 1.7e308) {  // false for NaN and infinity
            if (size > peak) peak = size;
            if (a.changes != nullptr) {
                const double by = static_cast<double>(row[x]) - static_cast<double>(a.before[start + x]);
                change += by * by;
            }
        } else {
            const Int64 index = x + static_cast<Int64>(a.nx) * (block_x() + static_cast<Int64>(a.ny) * block_y());
            atomic_smallest(a.first_bad, static_cast<unsigned long long>(index));
        }
    }
    double* peaks = shared_memory<double>();
    double* changes = peaks + block_size();
    peaks[thread_index()] = peak;
    changes[thread_index()] = change;
    barrier();
    for (int half = block_size() / 2; half > 0; half /= 2) {
        if (thread_index() < half) {
            if (peaks[thread_index() + half] > peaks[thread_index()])
                peaks[thread_index()] = peaks[thread_index() + half];
            changes[thread_index()] += changes[thread_index() + half];
        }
        barrier();
    }
    if (thread_index() != 0) return;
    atomic_largest(a.peak_bits, bits_of(peaks[0]));
    if (a.changes != nullptr) a.changes[block_x() + static_cast<Int64>(a.ny) * block_y()] = changes[0];
}

template <class Real>
WAVESIM_DEVICE void run_floor(const FloorArguments<Real>& f) {
    const Int64 i = static_cast<Int64>(block_x()) * block_size() + thread_index();
    if (i >= f.packs) return;
    const Pack<Real> b = load_pack(f.b + i * Pack<Real>::size);
    Pack<Real> a = load_pack(f.a + i * Pack<Real>::size);
    for (int j = 0; j < Pack<Real>::size; ++j) a.v[j] = fused(f.k, b.v[j], -a.v[j]);
    store_pack(f.a + i * Pack<Real>::size, a);
}

}  // namespace wavesim::kernels
