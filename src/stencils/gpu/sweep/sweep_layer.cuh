// SPDX-License-Identifier: MIT
// Absorbing layers inside the plane sweep (formula in layers.cuh). A tile that contains a layer from end to end updates
// psi and zeta together with the plane that it finishes, whose u, u- and factor are on chip.
#pragma once
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/layers/layer_arguments.cuh"

namespace wavesim::kernels {

/// Spec::layer: the axis of the layer in the frame of the sweep.
enum SweepLayerAxis : int { no_layer = 0, layer_along_x = 1, layer_along_rows = 2 };

struct NoLayer {};

/// The part of one thread of a sweep in the layer of its tile.
template <class Spec, int layer = Spec::layer>
struct SweepSlab {
    using Real = typename Spec::Real;
    using Layer = SweepLayer<Real>;
    static constexpr int M = Spec::radius;
    static constexpr int V = Pack<Real>::size;
    static constexpr int pad = (M + V - 1) / V * V;
    static constexpr int rows = Spec::rows;
    static constexpr bool along_x = layer == layer_along_x;
    static constexpr int width = Spec::tile_x + (along_x ? 2 * pad : 0);
    static constexpr int height = Spec::tile_y + (along_x ? 0 : 2 * M);
    static constexpr int size = width * height;  ///< values of psi in shared memory

    const Layer& a;
    Real* shared;  ///< the new psi of this thread's first node, with zeros around the slab
    Real decay[along_x ? V : rows];
    Real gain[along_x ? V : rows];
    bool stored[rows];  ///< whether any node of the row has psi and zeta
    Int64 place;        ///< their position for the first row in the plane to finish
    Pack<Real> psi[rows], zeta[rows];
    Real bend[rows][V];

    /// x, y and z of the first node; `all`: psi of the tile in shared memory, initially 0.
    WAVESIM_DEVICE SweepSlab(const Layer& arguments, Real* all, int x, int y, int z, int rows_here, int own_x,
                             int own_y)
        : a(arguments), shared(all + (own_y + (along_x ? 0 : M)) * width + own_x + (along_x ? pad : 0)) {
        const int i = along_x ? x : y;
        const bool low = i < a.low;
        const int shift = low ? 0 : a.shift;
        constexpr int end = along_x ? V : rows;
        bool any = false;
        for (int k = 0; k < end; ++k) {
            const bool inside = rows_here > 0 && (along_x || k < rows_here) && i + k < a.to[block_y()] &&
                                (i + k < a.low || i + k >= a.high_from);
            decay[k] = inside ? load_read_only(a.decay + (i + k - shift)) : Real(0);
            gain[k] = inside ? load_read_only(a.gain + (i + k - shift)) : Real(0);
            any = any || inside;
            if constexpr (!along_x) stored[k] = inside;
        }
        for (int r = 0; r < rows; ++r) {
            if constexpr (along_x) stored[r] = any && r < rows_here;
            psi[r] = zeta[r] = Pack<Real>{};
        }
        place = z * a.plane + (along_x ? y : y - shift) * a.row + (along_x ? x - shift : x);
        fetch(psi, a.psi + place);
        fetch(zeta, a.zeta + place);
    }

    /// Loads values of the plane to finish, a whole plane before they are needed.
    WAVESIM_DEVICE void fetch(Pack<Real> (&values)[rows], const Real* from) const {
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            if (stored[r]) values[r] = load_pack(from + r * a.row);
        });
    }

    /// Calls act(r, i, m, value) with the values m nodes from node i of row r along the axis, m from -M to M except 0.
    /// Packs of p, `stride` between rows, are each read once.
    template <int stride, class Act>
    static WAVESIM_DEVICE void for_each_neighbour(const Real* p, const Act& act) {
        if constexpr (along_x) {
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                Real span[V + 2 * pad];
                static_for<0, (V + 2 * pad) / V>([&](auto k_constant) {
                    constexpr int k = decltype(k_constant)::value;
                    const Pack<Real> values = load_pack(p + r * stride - pad + k * V);
                    for (int i = 0; i < V; ++i) span[k * V + i] = values.v[i];
                });
                static_for<1, M + 1>([&](auto m_constant) {
                    constexpr int m = decltype(m_constant)::value;
                    for (int i = 0; i < V; ++i) act(r, i, -m, span[pad + i - m]), act(r, i, m, span[pad + i + m]);
                });
            });
        } else {
            static_for<0, rows + 2 * M>([&](auto j_constant) {
                constexpr int j = decltype(j_constant)::value - M;
                const Pack<Real> values = load_pack(p + j * stride);
                static_for<0, rows>([&](auto r_constant) {
                    constexpr int r = decltype(r_constant)::value;
                    if constexpr (j != r && j - r <= M && r - j <= M)
                        for (int i = 0; i < V; ++i) act(r, i, j - r, values.v[i]);
                });
            });
        }
    }

    /// Computes the new psi of a plane of u, with this thread's first node at `centre`, in shared and global memory.
    /// Loads the old psi of the next plane if there is `more`.
    template <int stride>
    WAVESIM_DEVICE void move_psi(const Real* centre, bool more) {
        Pack<Real> now[rows];
        Real slope[rows][V];
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            now[r] = load_pack(centre + r * stride);
            for (int i = 0; i < V; ++i) slope[r][i] = bend[r][i] = 0;
        });
        for_each_neighbour<stride>(centre, [&](int r, int i, int m, Real value) {
            const Real difference = value - now[r].v[i];
            slope[r][i] = fused(m < 0 ? -a.first[-m] : a.first[m], difference, slope[r][i]);
            bend[r][i] = fused(a.second[m < 0 ? -m : m], difference, bend[r][i]);
        });
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            for (int i = 0; i < V; ++i) {
                const int k = along_x ? i : r;
                psi[r].v[i] = fused(decay[k], psi[r].v[i], gain[k] * slope[r][i]);
            }
            store_pack(shared + r * width, psi[r]);
            if (stored[r]) store_pack(a.psi + place + r * a.row, psi[r]);
        });
        if (more) fetch(psi, a.psi + place + a.plane);
    }

    /// Adds the term of the layer to each node, before the factor courant^2 factor; the psi of all threads must be
    /// complete. Then goes to the next plane.
    WAVESIM_DEVICE void move_zeta(Real (&sum)[rows][V], bool more) {
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            for (int i = 0; i < V; ++i) sum[r][i] = 0;
        });
        for_each_neighbour<width>(shared, [&](int r, int i, int m, Real value) {
            sum[r][i] = fused(m < 0 ? -a.first[-m] : a.first[m], value, sum[r][i]);
        });
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            if (stored[r]) {
                for (int i = 0; i < V; ++i) {
                    const int k = along_x ? i : r;
                    zeta[r].v[i] = fused(decay[k], zeta[r].v[i], gain[k] * (bend[r][i] + sum[r][i]));
                    sum[r][i] += zeta[r].v[i];
                }
                store_pack(a.zeta + place + r * a.row, zeta[r]);
            }
        });
        place += a.plane;
        if (more) fetch(zeta, a.zeta + place);
    }
};

/// A sweep without layers.
template <class Spec>
struct SweepSlab<Spec, no_layer> {
    using Layer = NoLayer;
    static constexpr bool along_x = false;
    static constexpr int size = 0;
    WAVESIM_DEVICE SweepSlab(const Layer&, const void*, int, int, int, int, int, int) {}
};

}  // namespace wavesim::kernels
