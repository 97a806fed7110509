// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/cpu/isa.hpp"

namespace wavesim::cpu {

/// RowClass as the kernels see it: plain pointers.
template <class T>
struct RowClassView {
    const std::int64_t* rows;
    std::int64_t row_count;
    const T* weights;
};

/// RowStencil as the kernels see it.
template <class T>
struct RowStencilView {
    int radius;
    int reach;
    const T* axis;
    const T* axis_rest;
    const RowClassView<T>* classes;
    std::int64_t class_count;
};

/// v := 2 u - v + courant^2 L u on the `count` nodes of one row; u and v point at its node x = 0.
template <class T>
using RowKernel = void (*)(const RowStencilView<T>& stencil, const T* u, T* v, std::int64_t count);

template <class T>
RowKernel<T> row_kernel(Isa isa);

}  // namespace wavesim::cpu
