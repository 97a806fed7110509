// SPDX-License-Identifier: MIT
// Absorbing layers of the axes across rows; formulas in absorbing_layers.hpp. Per layer node and axis they read and
// write psi and zeta once in memory and read u (twice) and v from cache.
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/layer_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// One row of any order.
template <class Value, class T>
void psi_row(const LayerStencil<T>& s, const LayerRows<T>& row, T* psi) {
    const Differences<0, T> differences(s);
    const Value value(row.beside);
    const Vec<T> decay = broadcast(row.decay[0]);
    const Vec<T> gain = broadcast(row.gain[0]);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        fetch(psi + x, row.ahead);
        fetch(row.u + x, row.u_ahead);
        const Vec<T> slope = differences.first(value, row.u + x, row.step);
        store(psi + x, multiply_add(gain, slope, decay * load(psi + x)));
    }
}

/// Updates `rows` rows together; each of their neighbours is loaded once.
template <int order, int rows, class Value, class T>
void psi_rows(const LayerStencil<T>& s, const LayerRows<T>& row, T* const* psi) {
    const Differences<order, T> differences(s);
    const Value value(row.beside);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> column[rows + 2 * order];
        unroll<rows + 2 * order>([&](auto j)
                                     WAVESIM_LAMBDA_INLINE { column[j] = value(row.u + x + (j - order) * row.step); });
        unroll<rows>([&](auto k) WAVESIM_LAMBDA_INLINE {
            fetch(psi[k] + x, row.ahead);
            fetch(row.u + x + k * row.step, row.u_ahead);
            const Vec<T> slope = differences.first(InColumn<T, order + k>{column});
            store(psi[k] + x, multiply_add(broadcast(row.gain[k]), slope, broadcast(row.decay[k]) * load(psi[k] + x)));
        });
    }
}

template <class Value, class T>
void layer_row(const LayerStencil<T>& s, const LayerRows<T>& row, const T* const* psi, T* zeta, T* v,
               const FactorView<T>& factor) {
    const Differences<0, T> differences(s);
    const Value value(row.beside);
    const T push = s.push;
    const Vec<T> decay = broadcast(row.decay[0]);
    const Vec<T> gain = broadcast(row.gain[0]);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> change = differences.first(psi, x);
        fetch(psi[2 * differences.reach()] + x, row.ahead);
        if (zeta != nullptr) {
            fetch(zeta + x, row.ahead);
            const Vec<T> bend = differences.second(value, row.u + x, row.step) + change;
            const Vec<T> next = multiply_add(gain, bend, decay * load(zeta + x));
            store(zeta + x, next);
            change = change + next;
        }
        add_to(v + x, factor, x, push, change, row.count - x);
    }
}

template <int order, int rows, class Value, class T>
void update_rows(const LayerStencil<T>& s, const LayerRows<T>& row, const T* const* psi, T* const* zeta, T* v,
                 const FactorView<T>& factor) {
    const Differences<order, T> differences(s);
    const Value value(row.beside);
    const T push = s.push;
    bool any_zeta = false;
    for (int k = 0; k < rows; ++k) any_zeta = any_zeta || zeta[k] != nullptr;
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> change[rows];
        {
            Vec<T> column[rows + 2 * order];
            unroll<rows + 2 * order>([&](auto j) WAVESIM_LAMBDA_INLINE { column[j] = load_anywhere(psi[j] + x); });
            unroll<rows>([&](auto k) WAVESIM_LAMBDA_INLINE {
                fetch(psi[2 * order + k] + x, row.ahead);
                change[k] = differences.first(InColumn<T, order + k>{column});
            });
        }
        if (any_zeta) {
            Vec<T> column[rows + 2 * order];
            unroll<rows + 2 * order>(
                [&](auto j) WAVESIM_LAMBDA_INLINE { column[j] = value(row.u + x + (j - order) * row.step); });
            unroll<rows>([&](auto k) WAVESIM_LAMBDA_INLINE {
                if (zeta[k] == nullptr) return;
                fetch(zeta[k] + x, row.ahead);
                const Vec<T> bend = differences.second(InColumn<T, order + k>{column}) + change[k];
                const Vec<T> next =
                    multiply_add(broadcast(row.gain[k]), bend, broadcast(row.decay[k]) * load(zeta[k] + x));
                store(zeta[k] + x, next);
                change[k] = change[k] + next;
            });
        }
        unroll<rows>([&](auto k) WAVESIM_LAMBDA_INLINE {
            const std::int64_t at = x + k * row.step;
            add_to(v + at, factor, at, push, change[k], row.count - x);
        });
    }
}

template <class T>
void any_psi(const LayerStencil<T>& s, const LayerRows<T>& row, T* const* psi) {
    choose(s, row.beside, [&]<int order, class Value>() {
        if constexpr (order == 0)
            psi_row<Value>(s, row, psi[0]);
        else if (row.rows == layer_rows)
            psi_rows<order, layer_rows, Value>(s, row, psi);
        else
            psi_rows<order, 1, Value>(s, row, psi);
    });
}
template <class T>
void any_rows(const LayerStencil<T>& s, const LayerRows<T>& row, const T* const* psi, T* const* zeta, T* v,
              const FactorView<T>& factor) {
    choose(s, row.beside, [&]<int order, class Value>() {
        if constexpr (order == 0)
            layer_row<Value>(s, row, psi, zeta[0], v, factor);
        else if (row.rows == layer_rows)
            update_rows<order, layer_rows, Value>(s, row, psi, zeta, v, factor);
        else
            update_rows<order, 1, Value>(s, row, psi, zeta, v, factor);
    });
}
}  // namespace

void update_psi(const LayerStencil<float>& s, const LayerRows<float>& row, float* const* psi) { any_psi(s, row, psi); }
void update_psi(const LayerStencil<double>& s, const LayerRows<double>& row, double* const* psi) {
    any_psi(s, row, psi);
}
void update_layer_rows(const LayerStencil<float>& s, const LayerRows<float>& row, const float* const* psi,
                       float* const* zeta, float* v, const FactorView<float>& factor) {
    any_rows(s, row, psi, zeta, v, factor);
}
void update_layer_rows(const LayerStencil<double>& s, const LayerRows<double>& row, const double* const* psi,
                       double* const* zeta, double* v, const FactorView<double>& factor) {
    any_rows(s, row, psi, zeta, v, factor);
}

}  // namespace wavesim::cpu::WAVESIM_ISA
