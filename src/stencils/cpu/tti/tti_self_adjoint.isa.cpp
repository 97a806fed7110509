// SPDX-License-Identifier: MIT
// The self-adjoint form of TTI (Duveneck and Bakker; Zhang et al.), D the first difference of order 8:
//   G_1 sigma_H = -sum_d D_d (g_d - n_d n.g) + sum_d m_d R_d (m_d sigma_H)      g = D sigma_H, m_d = sqrt(1 - n_d^2)
//   G_3 sigma_V = -sum_d D_d (n_d n.g)       + sum_d n_d R_d (n_d sigma_V)      g = D sigma_V
// Both are symmetric and positive semi-definite, whatever n does from node to node; D sees zeros outside the grid and
// so do the fluxes. The R terms restore the second difference of order 8 on the axes.
#include "stencils/cpu/tti/tti_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <int dims, class T>
void flux_row(const FluxRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const Vec<T> n[3] = {load(row.medium.axis[0] + x), load(row.medium.axis[1] + x), load(row.medium.axis[2] + x)};
        const std::int64_t nodes = row.count - x;
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const p = row.field[f] + x;
            const Vec<T> gx = odd_difference<T>(AlongX<T>(p), tti::first_difference);
            const Vec<T> gz = odd_difference<T>(AcrossRows<T>{p, row.plane_pitch}, tti::first_difference);
            Vec<T> q = multiply_add(n[0], gx, n[2] * gz);
            Vec<T> gy{};
            if constexpr (dims == 3) {
                gy = odd_difference<T>(AcrossRows<T>{p, row.row_pitch}, tti::first_difference);
                q = multiply_add(n[1], gy, q);
            }
            const auto flux = [&](int d, Vec<T> g) WAVESIM_LAMBDA_INLINE { return f == 0 ? g - n[d] * q : n[d] * q; };
            if (row.flux[0][f] != nullptr) store_row(row.flux[0][f] + x, flux(0, gx), nodes);
            if constexpr (dims == 3) store_row(row.flux[1][f] + x, flux(1, gy), nodes);
            if (row.flux[2][f] != nullptr) store_row(row.flux[2][f] + x, flux(2, gz), nodes);
        });
    }
}

template <class T>
void weighted_row(const WeightedRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        store(row.out[0] + x, load(row.across + x) * load(row.field[0] + x));
        store(row.out[1] + x, load(row.axis + x) * load(row.field[1] + x));
    }
}

template <int dims, class T>
void divergence_row(const DivergenceRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const* weight = f == 0 ? row.medium.across : row.medium.axis;
            const AlongX<T> wx(row.weighted_x[f] + x);
            Vec<T> sum = load(weight[0] + x) * even_difference<T>(wx, wx.centre, tti::hourglass.at) -
                         odd_difference<T>(AlongX<T>(row.flux_x[f] + x), tti::first_difference);
            if constexpr (dims == 3) {
                const AcrossRows<T> wy{row.weighted_y[f] + x, row.y_pitch};
                const Vec<T> flow =
                    odd_difference<T>(AcrossRows<T>{row.flux_y[f] + x, row.y_pitch}, tti::first_difference);
                const Vec<T> rest = even_difference<T>(wy, wy.template at<0>(), tti::hourglass.at);
                sum = multiply_add(load(weight[1] + x), rest, sum - flow);
            }
            store(row.out[f] + x, sum);
        });
    }
}

template <bool damped, class T>
void self_adjoint_row(const SelfAdjointRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> stiffness[2];
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const weight = f == 0 ? row.medium.across[2] : row.medium.axis[2];
            const AcrossPlanes<T, 8> w{row.weighted_z[f], x};
            const Vec<T> rest = even_difference<T>(w, w.template at<0>(), tti::hourglass.at);
            const Vec<T> flow = odd_difference<T>(AcrossPlanes<T, 4>{row.flux_z[f], x}, tti::first_difference);
            stiffness[f] = multiply_add(load(weight + x), rest, load(row.divergence[f] + x) - flow);
        });
        const Vec<T> factor = load(row.medium.factor + x);
        const Vec<T> vertical = load(row.medium.vertical + x);
        const Vec<T> h = multiply_add(load(row.medium.horizontal + x), stiffness[0], vertical * stiffness[1]);
        const Vec<T> v = multiply_add(vertical, stiffness[0], stiffness[1]);
        const std::int64_t nodes = row.count - x;
        finish_step<damped>(row.next[0] + x, load(row.field[0] + x), -factor * h, row.damping, x, nodes);
        finish_step<damped>(row.next[1] + x, load(row.field[1] + x), -factor * v, row.damping, x, nodes);
    }
}

template <class T>
void flux(const FluxRow<T>& row) {
    return row.flux[1][0] == nullptr ? flux_row<2>(row) : flux_row<3>(row);
}
template <class T>
void divergence(const DivergenceRow<T>& row) {
    return row.flux_y[0] == nullptr ? divergence_row<2>(row) : divergence_row<3>(row);
}
template <class T>
void self_adjoint(const SelfAdjointRow<T>& row) {
    return row.damping.along_x != nullptr ? self_adjoint_row<true>(row) : self_adjoint_row<false>(row);
}

}  // namespace

void update_flux(const FluxRow<float>& row) { flux(row); }
void update_flux(const FluxRow<double>& row) { flux(row); }
void update_weighted(const WeightedRow<float>& row) { weighted_row(row); }
void update_weighted(const WeightedRow<double>& row) { weighted_row(row); }
void update_divergence(const DivergenceRow<float>& row) { divergence(row); }
void update_divergence(const DivergenceRow<double>& row) { divergence(row); }
void update_self_adjoint(const SelfAdjointRow<float>& row) { self_adjoint(row); }
void update_self_adjoint(const SelfAdjointRow<double>& row) { self_adjoint(row); }

}  // namespace wavesim::cpu::WAVESIM_ISA
