// SPDX-License-Identifier: MIT
// The self-adjoint form of TTI (Duveneck and Bakker; Zhang et al.), D the first difference of order 8:
//   G_1 sigma_H = -sum_d D_d (g_d - n_d n.g) + sum_d m_d R_d (m_d sigma_H)      g = D sigma_H, m_d = sqrt(1 - n_d^2)
//   G_3 sigma_V = -sum_d D_d (n_d n.g)       + sum_d n_d R_d (n_d sigma_V)      g = D sigma_V
// Both are symmetric and positive semi-definite, whatever n does from node to node; D sees zeros outside the grid and
// so do the fluxes. The R terms restore the second difference of order 8 on the axes.
// Per node it reads from memory two fields, two old fields and nine parameters, and writes two fields; about 240
// additions and multiplications.
#include "stencils/cpu/tti/tti_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

constexpr int reach = 4;  ///< of D
constexpr int wide = 8;   ///< of R

enum class Wanted { all, y, z };

template <int dims, int planes, Wanted wanted, class T>
void flux_row(const FluxRow<T>& row) {
    const Pitch<T> rows(row.row_pitch);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const std::int64_t nodes = row.count - x;
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const first = row.field[f] + x;
            Vec<T> column[planes + 2 * reach];
            unroll<planes + 2 * reach>([&](auto j) WAVESIM_LAMBDA_INLINE {
                column[j] = fetch(first + (j - reach) * row.plane_pitch, row.ahead);
            });
            if constexpr (wanted != Wanted::y) {
                const T* const weight = (f == 0 ? row.medium.across[2] : row.medium.axis[2]) + x;
                unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
                    const Vec<T> w = fetch(weight + (k + reach) * row.plane_pitch, row.ahead);
                    store(row.weighted_z[f] + k * row.pitch[2] + x, w * column[2 * reach + k]);
                });
            }
            unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t at = x + k * row.plane_pitch;
                const T* const p = row.field[f] + at;
                const Vec<T> centre = column[reach + k];
                const Vec<T> n_x = fetch(row.medium.axis[0] + at, row.ahead);
                const Vec<T> n_z = fetch(row.medium.axis[2] + at, row.ahead);
                const Vec<T> gx = odd_difference<T>(AlongX<T>(p, centre), tti::first_difference);
                const Vec<T> gz = odd_difference<T>(InColumn<T, reach + k>{column}, tti::first_difference);
                Vec<T> q = multiply_add(n_x, gx, n_z * gz);
                Vec<T> gy{};
                Vec<T> n_y{};
                if constexpr (dims == 3) {
                    n_y = fetch(row.medium.axis[1] + at, row.ahead);
                    gy = odd_difference<T>(AcrossRows<T, 4>{p, rows, row.ahead}, tti::first_difference);
                    q = multiply_add(n_y, gy, q);
                }
                const auto put = [&](int d, Vec<T> n, Vec<T> g) WAVESIM_LAMBDA_INLINE {
                    store_row(row.flux[d][f] + k * row.pitch[d] + x, f == 0 ? multiply_add(-n, q, g) : n * q, nodes);
                };
                if constexpr (wanted == Wanted::all) {
                    put(0, n_x, gx);
                    const Vec<T> weight = f == 0 ? fetch(row.medium.across[0] + at, row.ahead) : n_x;
                    store(row.weighted_x[f] + k * row.pitch[0] + x, weight * centre);
                }
                if constexpr (dims == 3 && wanted != Wanted::z) put(1, n_y, gy);
                if constexpr (wanted != Wanted::y) put(2, n_z, gz);
            });
        });
    }
}

template <class T>
void weighted_row(const WeightedRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        store(row.out[0] + x, fetch(row.across + x) * fetch(row.field[0] + x));
        store(row.out[1] + x, fetch(row.axis + x) * fetch(row.field[1] + x));
    }
}

template <class T>
void divergence_row(const DivergenceRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const weight = f == 0 ? row.medium.across[0] : row.medium.axis[0];
            const AlongX<T, true> weighted(row.weighted[f] + x);
            const Vec<T> rest = even_difference<T>(weighted, weighted.centre, hourglass_weights<T>);
            const Vec<T> flow = odd_difference<T>(AlongX<T, true>(row.flux[f] + x), tti::first_difference);
            store(row.out[f] + x, multiply_add(load(weight + x), rest, -flow));
        });
    }
}

/// Rows `from` ... of a line of blocks, at x.
template <int from, int length, class T, int blocks>
WAVESIM_INLINE void load_column(const RowBlocks<T, blocks>& rows, int f, std::int64_t x, Vec<T> (&column)[length]) {
    unroll<length>([&](auto j) WAVESIM_LAMBDA_INLINE {
        constexpr int i = from + j;
        column[j] = fetch(rows.block[i / 4][f] + (i % 4) * rows.pitch + x);
    });
}

template <int first, int count, class T>
void divergence_y_rows(const DivergenceYRows<T>& rows) {
    for (std::int64_t x = 0; x < rows.count; x += lanes<T>) {
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const weight = (f == 0 ? rows.medium.across[1] : rows.medium.axis[1]) + x;
            const T* const field = rows.field[f] + x;
            Vec<T> weighted[count + 2 * wide];
            unroll<count + 2 * wide>([&](auto j) WAVESIM_LAMBDA_INLINE {
                const std::int64_t at = (first + j - wide) * rows.row_pitch;
                constexpr bool is_new = j >= count + wide;
                weighted[j] = is_new ? fetch(weight + at, rows.ahead) * fetch(field + at, rows.ahead)
                                     : load(weight + at) * load(field + at);
            });
            Vec<T> sum[count];
            unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const Vec<T> rest =
                    even_difference<T>(InColumn<T, wide + k>{weighted}, weighted[wide + k], hourglass_weights<T>);
                const std::int64_t row = first + k;
                sum[k] = multiply_add(load(weight + row * rows.row_pitch), rest,
                                      fetch(rows.out[f] + row * rows.out_pitch + x));
            });
            Vec<T> flux[count + 2 * reach];
            load_column<first>(rows.flux, f, x, flux);
            unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const Vec<T> all =
                    add_odd_difference<-1, T>(sum[k], InColumn<T, reach + k>{flux}, tti::first_difference);
                store(rows.out[f] + (first + k) * rows.out_pitch + x, all);
            });
        });
    }
}

template <int first, int count, bool damped, class T>
void self_adjoint_row(const SelfAdjointRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> stiffness[2][count];
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const weight = (f == 0 ? row.medium.across[2] : row.medium.axis[2]) + x;
            Vec<T> weighted[count + 2 * wide];
            load_column<first>(row.weighted, f, x, weighted);
            unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const Vec<T> rest =
                    even_difference<T>(InColumn<T, wide + k>{weighted}, weighted[wide + k], hourglass_weights<T>);
                const std::int64_t plane = first + k;
                stiffness[f][k] = multiply_add(fetch(weight + plane * row.plane_pitch, row.ahead), rest,
                                               fetch(row.divergence[f] + plane * row.divergence_pitch + x));
            });
            Vec<T> flux[count + 2 * reach];
            load_column<first>(row.flux, f, x, flux);
            unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                stiffness[f][k] =
                    add_odd_difference<-1, T>(stiffness[f][k], InColumn<T, reach + k>{flux}, tti::first_difference);
            });
        });
        unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
            const std::int64_t at = (first + k) * row.plane_pitch + x;
            const Vec<T> factor = -fetch(row.medium.factor + at, row.ahead);
            const Vec<T> vertical = fetch(row.medium.vertical + at, row.ahead);
            const Vec<T> g_1 = stiffness[0][k];
            const Vec<T> g_3 = stiffness[1][k];
            const Vec<T> h = multiply_add(fetch(row.medium.horizontal + at, row.ahead), g_1, vertical * g_3);
            const Vec<T> v = multiply_add(vertical, g_1, g_3);
            const TtiDampingRow<T>& damping = row.damping[first + k];
            const std::int64_t nodes = row.count - x;
            finish_step<damped>(row.next[0] + at, fetch(row.field[0] + at, row.ahead), factor * h, damping, x, nodes,
                                row.ahead);
            finish_step<damped>(row.next[1] + at, fetch(row.field[1] + at, row.ahead), factor * v, damping, x, nodes,
                                row.ahead);
        });
    }
}

template <int dims, int planes, class T>
void flux_of(const FluxRow<T>& row) {
    if (row.flux[0][0] != nullptr) return flux_row<dims, planes, Wanted::all>(row);
    if (row.flux[2][0] != nullptr) return flux_row<dims, planes, Wanted::z>(row);
    flux_row<dims, planes, Wanted::y>(row);
}
template <class T>
void flux(const FluxRow<T>& row) {
    if (row.flat) return row.planes == 4 ? flux_of<2, 4>(row) : flux_of<2, 1>(row);
    return row.planes == 4 ? flux_of<3, 4>(row) : flux_of<3, 1>(row);
}
template <class T>
void divergence_y(const DivergenceYRows<T>& rows) {
    if (rows.rows == 4) return divergence_y_rows<0, 4>(rows);
    if (rows.first == 0) return divergence_y_rows<0, 1>(rows);
    if (rows.first == 1) return divergence_y_rows<1, 1>(rows);
    if (rows.first == 2) return divergence_y_rows<2, 1>(rows);
    divergence_y_rows<3, 1>(rows);
}
template <bool damped, class T>
void self_adjoint_of(const SelfAdjointRow<T>& row) {
    if (row.planes == 4) return self_adjoint_row<0, 4, damped>(row);
    if (row.first == 0) return self_adjoint_row<0, 1, damped>(row);
    if (row.first == 1) return self_adjoint_row<1, 1, damped>(row);
    if (row.first == 2) return self_adjoint_row<2, 1, damped>(row);
    self_adjoint_row<3, 1, damped>(row);
}
template <class T>
void self_adjoint(const SelfAdjointRow<T>& row) {
    const bool damped = row.damping[row.first].along_x != nullptr;
    return damped ? self_adjoint_of<true>(row) : self_adjoint_of<false>(row);
}

}  // namespace

void update_flux(const FluxRow<float>& row) { flux(row); }
void update_flux(const FluxRow<double>& row) { flux(row); }
void update_weighted(const WeightedRow<float>& row) { weighted_row(row); }
void update_weighted(const WeightedRow<double>& row) { weighted_row(row); }
void update_divergence(const DivergenceRow<float>& row) { divergence_row(row); }
void update_divergence(const DivergenceRow<double>& row) { divergence_row(row); }
void update_divergence_y(const DivergenceYRows<float>& rows) { divergence_y(rows); }
void update_divergence_y(const DivergenceYRows<double>& rows) { divergence_y(rows); }
void update_self_adjoint(const SelfAdjointRow<float>& row) { self_adjoint(row); }
void update_self_adjoint(const SelfAdjointRow<double>& row) { self_adjoint(row); }

}  // namespace wavesim::cpu::WAVESIM_ISA
