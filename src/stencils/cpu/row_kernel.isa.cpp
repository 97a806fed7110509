// SPDX-License-Identifier: MIT
// Compiled once per instruction set. Nothing here may instantiate inline functions of the standard library:
// the linker would keep one copy for all instruction sets.
#include "stencils/cpu/row_kernel_table.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

#ifdef __FMA__
inline float multiply_add(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double multiply_add(double a, double b, double c) { return __builtin_fma(a, b, c); }
#else
inline float multiply_add(float a, float b, float c) { return a * b + c; }
inline double multiply_add(double a, double b, double c) { return a * b + c; }
#endif

constexpr std::int64_t chunk = 256;
constexpr int reach_max = 24;

template <class T>
void update(const RowStencilView<T>& s, const T* u, T* v, std::int64_t count) {
    alignas(64) T h[(reach_max + 1)][chunk + 2 * reach_max];
    alignas(64) T sum[chunk + 2 * reach_max];
    const std::int64_t margin = s.reach < 0 ? 0 : s.reach;
    for (std::int64_t x0 = 0; x0 < count; x0 += chunk) {
        const std::int64_t n = count - x0 < chunk ? count - x0 : chunk;
        const T* centre = u + x0 - margin;
        const std::int64_t width = n + 2 * margin;
        for (int dx = 0; dx <= s.reach; ++dx) {
            for (std::int64_t i = 0; i < width; ++i) h[dx][i] = 0;
        }
        for (std::int64_t c = 0; c < s.class_count; ++c) {
            const RowClassView<T>& rows = s.classes[c];
            const T rows_count = static_cast<T>(rows.row_count);
            for (std::int64_t i = 0; i < width; ++i) sum[i] = centre[rows.rows[0] + i];
            for (std::int64_t r = 1; r < rows.row_count; ++r) {
                for (std::int64_t i = 0; i < width; ++i) sum[i] += centre[rows.rows[r] + i];
            }
            for (std::int64_t i = 0; i < width; ++i) sum[i] -= rows_count * centre[i];
            for (int dx = 0; dx <= s.reach; ++dx) {
                const T w = rows.weights[dx];
                if (w == 0) continue;
                for (std::int64_t i = 0; i < width; ++i) h[dx][i] = multiply_add(w, sum[i], h[dx][i]);
            }
        }
        T* lap = sum;
        for (std::int64_t i = 0; i < n; ++i) lap[i] = s.reach < 0 ? T(0) : h[0][margin + i];
        for (int dx = 1; dx <= s.reach; ++dx) {
            for (std::int64_t i = 0; i < n; ++i) lap[i] += h[dx][margin + i - dx] + h[dx][margin + i + dx];
        }
        const T* row = u + x0;
        for (int dx = 1; dx <= s.radius; ++dx) {
            const T w = s.axis[dx];
            const T rest = s.axis_rest[dx];
            for (std::int64_t i = 0; i < n; ++i) {
                const T difference = (row[i - dx] + row[i + dx]) - 2 * row[i];
                lap[i] = multiply_add(w, difference, multiply_add(rest, difference, lap[i]));
            }
        }
        for (std::int64_t i = 0; i < n; ++i) v[x0 + i] = ((row[i] - v[x0 + i]) + row[i]) + lap[i];
    }
}

}  // namespace

void update_row(const RowStencilView<float>& s, const float* u, float* v, std::int64_t n) { update(s, u, v, n); }
void update_row(const RowStencilView<double>& s, const double* u, double* v, std::int64_t n) { update(s, u, v, n); }

}  // namespace wavesim::cpu::WAVESIM_ISA
