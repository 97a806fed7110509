// SPDX-License-Identifier: MIT
// The 73-point form T of TTI. Second derivatives along axes are differences of order 8, mixed derivatives are products
// of first differences of order 4. In the fields s = p + q and p
//   H w = sum_d n_d^2 w_dd + 2 (n_x n_y w_xy + n_x n_z w_xz + n_y n_z w_yz)
//   s+ = 2 s - s- + factor [(1 + 2 epsilon) (L - H) s + H p]
//   p+ = 2 p - p- + factor [(1 + 2 delta) (L - H) s + H p]
// Per node it reads from memory two fields, two old fields and six parameters, and writes two fields; about
// 130 additions and multiplications.
#include "stencils/cpu/tti/tti_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <int planes, bool flat, class T>
void slope_row(const TtiSlopeRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const T* const p = row.u + x;
        Vec<T> column[planes + 4];
        unroll<planes + 4>([&](auto j) WAVESIM_LAMBDA_INLINE {
            const T* const neighbour = p + (j - 2) * row.plane_pitch;
            constexpr bool is_new = j >= planes + 2;  // the other planes were read one block earlier
            column[j] = is_new ? fetch(neighbour, row.ahead) : load(neighbour);
        });
        unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
            const std::int64_t at = k * row.out_pitch + x;
            store(row.along_z + at, odd_difference<T>(InColumn<T, 2 + k>{column}, tti::mixed_difference));
            if constexpr (!flat) {
                const AlongX<T> u(p + k * row.plane_pitch, column[2 + k]);
                store(row.along_x + at, odd_difference<T>(u, tti::mixed_difference));
            }
        });
    }
}
template <class T>
void slopes(const TtiSlopeRow<T>& row) {
    if (row.along_x == nullptr) return row.planes == 4 ? slope_row<4, true>(row) : slope_row<1, true>(row);
    return row.planes == 4 ? slope_row<4, false>(row) : slope_row<1, false>(row);
}

/// One vector of a row in plane k.
template <class T>
struct K73Place {
    const K73Rows<T>& row;
    Pitch<T> rows;
    Pitch<T> planes;
    std::int64_t x;
    std::int64_t y;  ///< number of the row
    std::int64_t k;

    WAVESIM_INLINE std::int64_t at() const { return x + y * row.row_pitch + k * row.plane_pitch; }
    /// Prefetch distance to the rows that are updated next.
    WAVESIM_INLINE std::int64_t ahead() const { return row.rows * row.row_pitch; }
    WAVESIM_INLINE const T* slope_x(int i, int f) const { return row.slope_x[y + i][f] + k * row.slope_pitch + x; }
    WAVESIM_INLINE const T* slope_z(int i, int f) const { return row.slope_z[y + i][f] + k * row.slope_pitch + x; }
    /// First difference along y of the first differences along x or z.
    template <class Slope>
    WAVESIM_INLINE static Vec<T> across_rows(const Slope& slope) {
        const Vec<T> near = load(slope(3)) - load(slope(1));
        const Vec<T> far = load(slope(4)) - load(slope(0));
        return multiply_add(broadcast(static_cast<T>(tti::mixed_difference[1])), far,
                            broadcast(static_cast<T>(tti::mixed_difference[0])) * near);
    }
};

/// Coefficients of H.
template <class T>
struct Tensor {
    Vec<T> weight[3];  ///< n_d^2; or 1 - n_d^2, with -2 below, for L - H
    Vec<T> twice[3];   ///< 2 n_x n_y, 2 n_x n_z, 2 n_y n_z
};

/// sum_d weight_d w_dd + sum twice w_de of field f.
template <int dims, class T>
WAVESIM_INLINE Vec<T> contract(const K73Place<T>& place, int f, Vec<T> centre, const Tensor<T>& tensor) {
    const T* const p = place.row.field[f] + place.at();
    const Vec<T> xx = even_difference<T>(AlongX<T>(p, centre), centre, second_weights<T>);
    const Vec<T> zz = even_difference<T>(AcrossRows<T, 4>{p, place.planes, place.ahead()}, centre, second_weights<T>);
    const Vec<T> xz = odd_difference<T>(AlongX<T>(place.slope_z(2, f)), tti::mixed_difference);
    Vec<T> sum = multiply_add(tensor.weight[0], xx, multiply_add(tensor.weight[2], zz, tensor.twice[1] * xz));
    if constexpr (dims == 3) {
        const Vec<T> yy = even_difference<T>(AcrossRows<T>{p, place.rows}, centre, second_weights<T>);
        const Vec<T> xy = place.across_rows([&](int i) WAVESIM_LAMBDA_INLINE { return place.slope_x(i, f); });
        const Vec<T> yz = place.across_rows([&](int i) WAVESIM_LAMBDA_INLINE { return place.slope_z(i, f); });
        sum = multiply_add(tensor.weight[1], yy,
                           multiply_add(tensor.twice[0], xy, multiply_add(tensor.twice[2], yz, sum)));
    }
    return sum;
}

template <int dims, bool damped, class T>
WAVESIM_INLINE void update_vector(const K73Place<T>& place) {
    const K73Rows<T>& row = place.row;
    const std::int64_t at = place.at();
    const Vec<T> one = broadcast(T(1));
    const Vec<T> n[3] = {fetch(row.medium.axis[0] + at, place.ahead()),
                         dims == 3 ? fetch(row.medium.axis[1] + at, place.ahead()) : Vec<T>{},
                         fetch(row.medium.axis[2] + at, place.ahead())};
    const Vec<T> n_x = n[0] + n[0];
    const Tensor<T> along{{n[0] * n[0], n[1] * n[1], n[2] * n[2]}, {n_x * n[1], n_x * n[2], (n[1] + n[1]) * n[2]}};
    const Tensor<T> across{{one - along.weight[0], one - along.weight[1], one - along.weight[2]},
                           {-along.twice[0], -along.twice[1], -along.twice[2]}};
    const Vec<T> s = load(row.field[0] + at);
    const Vec<T> p = load(row.field[1] + at);
    const Vec<T> across_s = contract<dims>(place, 0, s, across);
    const Vec<T> along_p = contract<dims>(place, 1, p, along);
    const Vec<T> factor = fetch(row.medium.factor + at, place.ahead());
    const Vec<T> change_s = factor * multiply_add(fetch(row.medium.horizontal + at, place.ahead()), across_s, along_p);
    const Vec<T> change_p = factor * multiply_add(fetch(row.medium.vertical + at, place.ahead()), across_s, along_p);
    const TtiDampingRow<T>& damping = row.damping[place.y][place.k];
    finish_step<damped>(row.next[0] + at, s, change_s, damping, place.x, row.count - place.x, place.ahead());
    finish_step<damped>(row.next[1] + at, p, change_p, damping, place.x, row.count - place.x, place.ahead());
}

template <int dims, int planes, bool damped, class T>
void update_rows(const K73Rows<T>& row) {
    const Pitch<T> across_rows(row.row_pitch);
    const Pitch<T> across_planes(row.plane_pitch);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>)
        for (int k = 0; k < planes; ++k)
            for (int y = 0; y < row.rows; ++y)
                update_vector<dims, damped, T>({row, across_rows, across_planes, x, y, row.first + k});
}

template <int dims, class T>
void update_of(const K73Rows<T>& row) {
    const bool damped = row.damping[0][row.first].along_x != nullptr;
    if (row.planes == 4) return damped ? update_rows<dims, 4, true>(row) : update_rows<dims, 4, false>(row);
    return damped ? update_rows<dims, 1, true>(row) : update_rows<dims, 1, false>(row);
}
template <class T>
void update(const K73Rows<T>& row) {
    return row.slope_x[2][0] == nullptr ? update_of<2>(row) : update_of<3>(row);
}

}  // namespace

void update_slope(const TtiSlopeRow<float>& row) { slopes(row); }
void update_slope(const TtiSlopeRow<double>& row) { slopes(row); }
void update_k73(const K73Rows<float>& row) { update(row); }
void update_k73(const K73Rows<double>& row) { update(row); }

}  // namespace wavesim::cpu::WAVESIM_ISA
