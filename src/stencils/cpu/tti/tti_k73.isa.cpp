// SPDX-License-Identifier: MIT
// The 73-point form T of TTI: axes by the second difference of order 8, planes by products of first differences of
// order 4. In the fields s = p + q and p
//   H w = sum_d n_d^2 w_dd + 2 (n_x n_y w_xy + n_x n_z w_xz + n_y n_z w_yz)
//   s+ = 2 s - s- + factor [(1 + 2 epsilon) (L - H) s + H p]      p+ = 2 p - p- + factor [(1 + 2 delta) (L - H) s + H
//   p]
// Per node it reads from memory two fields, two old fields and six parameters, and writes two fields.
#include "stencils/cpu/tti/tti_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <class T>
void slope_row(const TtiSlopeRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>)
        store(row.out + x, odd_difference<T>(AcrossRows<T>{row.u + x, row.pitch}, tti::mixed_difference));
}

/// L w and H w of one vector of field f.
template <class T>
struct Parts {
    Vec<T> centre;
    Vec<T> laplacian;
    Vec<T> along;  ///< H w
};

template <int dims, class T>
WAVESIM_INLINE Parts<T> parts(const K73Row<T>& row, int f, std::int64_t x, const Vec<T> (&square)[3],
                              const Vec<T> (&twice)[3]) {
    const T* const p = row.field[f] + x;
    const AlongX<T> u(p);
    const Vec<T> xx = even_difference<T>(u, u.centre, tti::second_difference);
    const Vec<T> zz = even_difference<T>(AcrossRows<T>{p, row.plane_pitch}, u.centre, tti::second_difference);
    const Vec<T> xz = odd_difference<T>(AlongX<T>(row.slope_z[2][f] + x), tti::mixed_difference);
    Vec<T> sum = xx + zz;
    Vec<T> along = multiply_add(square[0], xx, multiply_add(square[2], zz, twice[1] * xz));
    if constexpr (dims == 3) {
        const Vec<T> yy = even_difference<T>(AcrossRows<T>{p, row.row_pitch}, u.centre, tti::second_difference);
        const Vec<T> xy = odd_difference<T>(AlongX<T>(row.slope_y[f] + x), tti::mixed_difference);
        const Vec<T> near = load(row.slope_z[3][f] + x) - load(row.slope_z[1][f] + x);
        const Vec<T> far = load(row.slope_z[4][f] + x) - load(row.slope_z[0][f] + x);
        const Vec<T> yz = multiply_add(broadcast(static_cast<T>(tti::mixed_difference[1])), far,
                                       broadcast(static_cast<T>(tti::mixed_difference[0])) * near);
        sum = sum + yy;
        along = multiply_add(square[1], yy, multiply_add(twice[0], xy, multiply_add(twice[2], yz, along)));
    }
    return {u.centre, sum, along};
}

template <int dims, bool damped, class T>
void update_row(const K73Row<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const Vec<T> n[3] = {load(row.medium.axis[0] + x), load(row.medium.axis[1] + x), load(row.medium.axis[2] + x)};
        const Vec<T> square[3] = {n[0] * n[0], n[1] * n[1], n[2] * n[2]};
        const Vec<T> nx = n[0] + n[0];
        const Vec<T> twice[3] = {nx * n[1], nx * n[2], (n[1] + n[1]) * n[2]};
        const Parts<T> s = parts<dims>(row, 0, x, square, twice);
        const Parts<T> p = parts<dims>(row, 1, x, square, twice);
        const Vec<T> across = s.laplacian - s.along;
        const Vec<T> factor = load(row.medium.factor + x);
        const Vec<T> change_s = factor * multiply_add(load(row.medium.horizontal + x), across, p.along);
        const Vec<T> change_p = factor * multiply_add(load(row.medium.vertical + x), across, p.along);
        finish_step<damped>(row.next[0] + x, s.centre, change_s, row.damping, x, row.count - x);
        finish_step<damped>(row.next[1] + x, p.centre, change_p, row.damping, x, row.count - x);
    }
}

template <class T>
void update(const K73Row<T>& row) {
    const bool flat = row.slope_y[0] == nullptr;
    const bool damped = row.damping.along_x != nullptr;
    if (flat) return damped ? update_row<2, true>(row) : update_row<2, false>(row);
    return damped ? update_row<3, true>(row) : update_row<3, false>(row);
}

}  // namespace

void update_slope(const TtiSlopeRow<float>& row) { slope_row(row); }
void update_slope(const TtiSlopeRow<double>& row) { slope_row(row); }
void update_k73(const K73Row<float>& row) { update(row); }
void update_k73(const K73Row<double>& row) { update(row); }

}  // namespace wavesim::cpu::WAVESIM_ISA
