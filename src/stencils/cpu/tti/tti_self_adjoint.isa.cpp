// SPDX-License-Identifier: MIT
// The self-adjoint form of TTI (Duveneck and Bakker; Zhang et al.), D the first difference of order 8:
//   G_1 sigma_H = -sum_d D_d (g_d - n_d n.g) + sum_d w_d R_d (w_d sigma_H)      g = D sigma_H
//   G_3 sigma_V = -sum_d D_d (n_d n.g)       + sum_d w_d R_d (w_d sigma_V)      g = D sigma_V
// Both are symmetric and positive semi-definite, however n varies from node to node. D reads zeros outside the grid, in
// fields and in fluxes. R = D D - S replaces D D by S, the second difference of order 8; weights w:
// hourglass_weights.hpp. If w is the same at all nodes, D D is part of the fluxes: these are reduced by w_d^2 g_d, and
// -w_d^2 S_d sigma replaces w_d R_d (w_d sigma). Per node it reads from memory two fields, two old fields and six
// parameters, and writes two fields.
#include "stencils/cpu/tti/tti_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

constexpr int reach = 4;  ///< reach of D
constexpr int wide = 8;   ///< reach of R

enum class Wanted { all, y, z };

/// Weights of R of one field along d in a row, for given shares of y and z.
template <class T>
struct Weights {
    const HourglassRow<T>& row;
    int f;
    int d;
    T share;

    WAVESIM_INLINE Vec<T> at(Vec<T> share_x) const {
        return multiply_add(broadcast(share * row.change[f][d]), share_x, broadcast(row.outer[f][d]));
    }
};

/// Neighbours along x of a row at p times its weights; `share` holds the shares along x.
template <class T>
struct ProductsAlongX {
    const T* p;
    const T* share;
    Weights<T> weights;
    Vec<T> before = product(-lanes<T>);
    Vec<T> centre = product(0);
    Vec<T> after = product(lanes<T>);

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        if constexpr (d > lanes<T> || -d > lanes<T>)
            return product(d);
        else if constexpr (d < 0)
            return window<static_cast<int>(lanes<T>) + d>(before, centre);
        else
            return window<d>(centre, after);
    }
    WAVESIM_INLINE Vec<T> product(std::int64_t d) const {
        return load_anywhere(p + d) * weights.at(load_anywhere(share + d));
    }
};

/// out[f] := w_x R_x (w_x u) + w_z R_z (w_z u) for a vector in some planes.
template <int planes, class T>
WAVESIM_INLINE void put_weighted(const FluxRow<T>& row, std::int64_t x, int f) {
    const T* const first = row.field[f] + x;
    const T* const share = row.weights.share_x + x;
    const Vec<T> share_here = load(share);
    const auto weights = [&](int d, int j) WAVESIM_LAMBDA_INLINE {
        return Weights<T>{row.weights, f, d, row.share[j]};
    };
    Vec<T> column[planes + 2 * wide];
    unroll<planes + 2 * wide>([&](auto j) WAVESIM_LAMBDA_INLINE {
        column[j] = load(first + (j - wide) * row.plane_pitch) * weights(2, j).at(share_here);
    });
    unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
        const ProductsAlongX<T> along{first + k * row.plane_pitch, share, weights(0, wide + k)};
        const Vec<T> rest_x = even_difference<T>(along, along.centre, rest_weights<T>);
        const Vec<T> rest_z = even_difference<T>(InColumn<T, wide + k>{column}, column[wide + k], rest_weights<T>);
        store(row.out[f] + k * row.out_pitch + x,
              multiply_add(weights(2, wide + k).at(share_here), rest_z, weights(0, wide + k).at(share_here) * rest_x));
    });
}

template <int dims, int planes, Wanted wanted, Rest rest, class T>
void flux_row(const FluxRow<T>& row) {
    constexpr int around = wanted == Wanted::all && rest == Rest::uniform ? wide : reach;
    const Pitch<T> rows(row.row_pitch);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const std::int64_t nodes = row.count - x;
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            const T* const first = row.field[f] + x;
            Vec<T> column[planes + 2 * around];
            unroll<planes + 2 * around>([&](auto j) WAVESIM_LAMBDA_INLINE {
                column[j] = fetch(first + (j - around) * row.plane_pitch, row.ahead);
            });
            unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t at = x + k * row.plane_pitch;
                const T* const p = row.field[f] + at;
                const Vec<T> centre = column[around + k];
                const Vec<T> n_x = fetch(row.medium.axis[0] + at, row.ahead);
                const Vec<T> n_z = fetch(row.medium.axis[2] + at, row.ahead);
                const AlongX<T> along(p, centre);
                const Vec<T> gx = odd_difference<T>(along, tti::first_difference);
                const InColumn<T, around + k> above{column};
                const Vec<T> gz = odd_difference<T>(above, tti::first_difference);
                Vec<T> q = multiply_add(n_x, gx, n_z * gz);
                Vec<T> gy{};
                Vec<T> n_y{};
                if constexpr (dims == 3) {
                    n_y = fetch(row.medium.axis[1] + at, row.ahead);
                    gy = odd_difference<T>(AcrossRows<T, 4>{p, rows, row.ahead}, tti::first_difference);
                    q = multiply_add(n_y, gy, q);
                }
                const auto put = [&](int d, Vec<T> n, Vec<T> g) WAVESIM_LAMBDA_INLINE {
                    Vec<T> flux;
                    if constexpr (rest == Rest::merged) {
                        const Vec<T> left = broadcast((f == 0 ? 1 : 0) - row.weights.square[f][d]) * g;
                        flux = multiply_add(f == 0 ? -n : n, q, left);
                    } else {
                        flux = f == 0 ? multiply_add(-n, q, g) : n * q;
                    }
                    store_row(row.flux[d][f] + k * row.pitch[d] + x, flux, nodes);
                };
                if constexpr (wanted == Wanted::all) {
                    put(0, n_x, gx);
                    if constexpr (rest == Rest::merged) {
                        const auto less = [&](int d, Vec<T> bend, Vec<T> sum) WAVESIM_LAMBDA_INLINE {
                            return multiply_add(broadcast(-row.weights.square[f][d]), bend, sum);
                        };
                        Vec<T> sum = less(0, even_difference<T>(along, centre, second_weights<T>), Vec<T>{});
                        if constexpr (dims == 3)
                            sum = less(1, even_difference<T>(AcrossRows<T>{p, rows}, centre, second_weights<T>), sum);
                        store(row.out[f] + k * row.out_pitch + x,
                              less(2, even_difference<T>(above, centre, second_weights<T>), sum));
                    }
                    if constexpr (rest == Rest::uniform) {
                        const T* const square = row.weights.square[f];
                        const Vec<T> rest_x = even_difference<T>(along, centre, rest_weights<T>);
                        const Vec<T> rest_z = even_difference<T>(above, centre, rest_weights<T>);
                        store(row.out[f] + k * row.out_pitch + x,
                              multiply_add(broadcast(square[2]), rest_z, broadcast(square[0]) * rest_x));
                    }
                }
                if constexpr (dims == 3 && wanted != Wanted::z) put(1, n_y, gy);
                if constexpr (wanted != Wanted::y) put(2, n_z, gz);
            });
            if constexpr (wanted == Wanted::all && rest == Rest::weighted) put_weighted<planes>(row, x, f);
        });
    }
}

template <class T>
void divergence_row(const DivergenceRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            T* const out = row.out[f] + x;
            store(out, add_odd_difference<-1, T>(load(out), AlongX<T, true>(row.flux[f] + x), tti::first_difference));
        });
    }
}

/// Rows `from` ... in a sequence of blocks, at x.
template <int length, class T, int blocks>
WAVESIM_INLINE void load_column(const RowBlocks<T, blocks>& rows, int f, int from, std::int64_t x,
                                Vec<T> (&column)[length]) {
    unroll<length>([&](auto j) WAVESIM_LAMBDA_INLINE {
        const int i = from + j;
        column[j] = fetch(rows.block[i / 4][f] + (i % 4) * rows.pitch + x);
    });
}

template <int count, Rest rest, class T>
void divergence_y_rows(const DivergenceYRows<T>& rows) {
    const int first = count == 4 ? 0 : rows.first;
    for (std::int64_t x = 0; x < rows.count; x += lanes<T>) {
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            Vec<T> sum[count];
            unroll<count>(
                [&](auto k) WAVESIM_LAMBDA_INLINE { sum[k] = fetch(rows.out[f] + (first + k) * rows.out_pitch + x); });
            if constexpr (rest != Rest::merged) {
                const T* const field = rows.field[f] + x;
                Vec<T> share{};
                if constexpr (rest == Rest::weighted) share = load(rows.weights.share_x + x);
                const auto weight = [&](int j) WAVESIM_LAMBDA_INLINE {
                    return Weights<T>{rows.weights, f, 1, rows.share[first + j]}.at(share);
                };
                Vec<T> column[count + 2 * wide];
                unroll<count + 2 * wide>([&](auto j) WAVESIM_LAMBDA_INLINE {
                    const T* const p = field + (first + j - wide) * rows.row_pitch;
                    column[j] = j >= count + wide ? fetch(p, rows.ahead) : load(p);
                    if constexpr (rest == Rest::weighted) column[j] = column[j] * weight(j);
                });
                unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                    const Vec<T> bend =
                        even_difference<T>(InColumn<T, wide + k>{column}, column[wide + k], rest_weights<T>);
                    const Vec<T> factor =
                        rest == Rest::uniform ? broadcast(rows.weights.square[f][1]) : weight(wide + k);
                    sum[k] = multiply_add(factor, bend, sum[k]);
                });
            }
            Vec<T> flux[count + 2 * reach];
            load_column(rows.flux, f, first, x, flux);
            unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const Vec<T> all =
                    add_odd_difference<-1, T>(sum[k], InColumn<T, reach + k>{flux}, tti::first_difference);
                store(rows.out[f] + (first + k) * rows.out_pitch + x, all);
            });
        });
    }
}

template <int count, bool damped, class T>
void self_adjoint_row(const SelfAdjointRow<T>& row) {
    const int first = count == 4 ? 0 : row.first;
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> stiffness[2][count];
        unroll<2>([&](auto f) WAVESIM_LAMBDA_INLINE {
            Vec<T> flux[count + 2 * reach];
            load_column(row.flux, f, first, x, flux);
            unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const Vec<T> sum = fetch(row.divergence[f] + (first + k) * row.divergence_pitch + x);
                stiffness[f][k] = add_odd_difference<-1, T>(sum, InColumn<T, reach + k>{flux}, tti::first_difference);
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

template <int dims, int planes, Rest rest, class T>
void flux_of(const FluxRow<T>& row) {
    if (row.flux[0][0] != nullptr) return flux_row<dims, planes, Wanted::all, rest>(row);
    // In rows beside a tile R has no effect unless it is merged.
    constexpr Rest beside = rest == Rest::merged ? rest : Rest::uniform;
    if (row.flux[2][0] != nullptr) return flux_row<dims, planes, Wanted::z, beside>(row);
    if constexpr (dims == 3) flux_row<dims, planes, Wanted::y, beside>(row);
}
template <int dims, int planes, class T>
void flux_by_rest(const FluxRow<T>& row) {
    if (row.rest == Rest::merged) return flux_of<dims, planes, Rest::merged>(row);
    if (row.rest == Rest::uniform) return flux_of<dims, planes, Rest::uniform>(row);
    flux_of<dims, planes, Rest::weighted>(row);
}
template <class T>
void flux(const FluxRow<T>& row) {
    if (row.flat) return row.planes == 4 ? flux_by_rest<2, 4>(row) : flux_by_rest<2, 1>(row);
    return row.planes == 4 ? flux_by_rest<3, 4>(row) : flux_by_rest<3, 1>(row);
}
template <Rest rest, class T>
void divergence_y_of(const DivergenceYRows<T>& rows) {
    return rows.rows == 4 ? divergence_y_rows<4, rest>(rows) : divergence_y_rows<1, rest>(rows);
}
template <class T>
void divergence_y(const DivergenceYRows<T>& rows) {
    if (rows.rest == Rest::merged) return divergence_y_of<Rest::merged>(rows);
    if (rows.rest == Rest::uniform) return divergence_y_of<Rest::uniform>(rows);
    divergence_y_of<Rest::weighted>(rows);
}
template <bool damped, class T>
void self_adjoint_of(const SelfAdjointRow<T>& row) {
    return row.planes == 4 ? self_adjoint_row<4, damped>(row) : self_adjoint_row<1, damped>(row);
}
template <class T>
void self_adjoint(const SelfAdjointRow<T>& row) {
    const bool damped = row.damping[row.first].along_x != nullptr;
    return damped ? self_adjoint_of<true>(row) : self_adjoint_of<false>(row);
}

}  // namespace

void update_flux(const FluxRow<float>& row) { flux(row); }
void update_flux(const FluxRow<double>& row) { flux(row); }
void update_divergence(const DivergenceRow<float>& row) { divergence_row(row); }
void update_divergence(const DivergenceRow<double>& row) { divergence_row(row); }
void update_divergence_y(const DivergenceYRows<float>& rows) { divergence_y(rows); }
void update_divergence_y(const DivergenceYRows<double>& rows) { divergence_y(rows); }
void update_self_adjoint(const SelfAdjointRow<float>& row) { self_adjoint(row); }
void update_self_adjoint(const SelfAdjointRow<double>& row) { self_adjoint(row); }

}  // namespace wavesim::cpu::WAVESIM_ISA
