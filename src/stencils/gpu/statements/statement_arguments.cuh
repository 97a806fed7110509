// SPDX-License-Identifier: MIT
// Arguments of the kernels of programs; plain data only.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// Most arrays that the statements of one kernel may read and write.
inline constexpr int statement_arrays_max = 96;

/// A group of statements. Each array has its node (0, 0, 0) at the pointer, or one value for all nodes.
template <class Real>
struct StatementArguments {
    Real* array[statement_arrays_max];             ///< in the order of the text
    unsigned char per_node[statement_arrays_max];  ///< 0: one value for all nodes
    int nx, ny, nz;
};

/// A value on or beyond a side: the sum of `count` values along the axis, each times its weight; 0 if there are none.
template <class Real>
struct ImageEntry {
    int count;
    int from[3];
    Real weight[3];
};

/// The values of an axis outside [first, end), from -halo on: those below `first`, then those from `end` on.
template <class Real>
struct AxisImages {
    const ImageEntry<Real>* entry;
    int first, end;
};

template <class Real>
struct FieldImages {
    Real* values;  ///< at node (0, 0, 0)
    AxisImages<Real> axis[3];
};

/// Most fields that one launch continues beyond the sides.
inline constexpr int image_fields_max = 16;
inline constexpr int image_threads = 256;

/// Fields whose values on and beyond the sides follow from the others.
template <class Real>
struct ImageArguments {
    FieldImages<Real> field[image_fields_max];
    Int64 plane;  ///< values between planes
    int pitch;    ///< values between rows
    int n[3];     ///< nodes along each axis
    int halo[3];  ///< values beyond each side
};

}  // namespace wavesim::kernels
