// SPDX-License-Identifier: MIT
// What the host passes to kernels; shared by host and device, plain data only.
#pragma once

namespace wavesim::kernels {

using Int64 = long long;

/// Halo rules, as numbered in stencils/passes.hpp.
enum Halo : int { halo_zero = 0, halo_mirror_half = 1, halo_mirror_whole = 2 };

/// Both levels of a field on the device. No halo is stored: what lies outside is read from its mirror image.
template <class Real>
struct FieldArguments {
    const Real* now;  ///< u^n
    Real* next;       ///< holds u^{n-1}; overwritten with u^{n+1}
    Int64 plane;      ///< values between planes
    int pitch;        ///< values between rows, a multiple of 128 bytes
    int nx, ny, nz;
    int chunk;    ///< planes that one block sweeps
    int halo[6];  ///< Halo per side: x_min, x_max, y_min, y_max, z_min, z_max
};

/// The points of a stencil as pairs of opposites, without the centre; lives in the constant bank as a kernel parameter.
template <class Real>
struct PointTable {
    static constexpr int capacity = 256;
    int pairs;
    int radius;
    Real weight[capacity];
    Real rest[capacity];  ///< what rounding cut off `weight`: near Nyquist a time step magnifies it
    signed char dx[capacity];
    signed char dy[capacity];
    signed char dz[capacity];
};

/// A wall law with everything that is constant in time worked out (grid units X = c = 1).
template <class Real>
struct Law {
    Real resistance;   ///< E
    Real conductance;  ///< explicit: 1 / (D0 + E courant/2); branch: beta = 1 / (2 D0/courant + E)
    Real weight;       ///< explicit: courant^2 A; branch: A beta
    Real memory;       ///< branch: 2 D0 / courant
    Real mass;         ///< branch: m
};

template <class Real>
struct NodeArguments {
    const Real* now;
    Real* next;
    Int64 count;
    const Int64* node;            ///< offset of each node in the field
    const int* correction_first;  ///< count + 1 entries each; null where no node has any
    const Int64* neighbour;
    const Real* weight;
    const int* explicit_first;
    const unsigned short* explicit_law;
    const Law<Real>* explicit_laws;
    Real* theta;
    const int* branch_first;
    const unsigned short* branch_law;
    const Law<Real>* branch_laws;
    Real* branch_state;  ///< V per face
    Real* before;        ///< u^{n-1} per node, kept because the bulk step overwrote it
    Real courant;
};

/// Solid nodes [node, node + count): pressure 0. One block per span.
template <class Real>
struct SolidArguments {
    Real* next;
    const Int64* node;
    const int* count;
};

template <class Real>
struct PointArguments {
    const Real* now;
    Real* next;
    const Int64* step;  ///< steps done so far
    int receivers;
    const int* receiver_first;  ///< receivers + 1 entries
    const Int64* receiver_node;
    const double* receiver_weight;
    double* traces;  ///< (step - trace_start, receiver)
    const Int64* trace_start;
    int source_nodes;  ///< distinct nodes that sources act on
    const Int64* source_node;
    const int* source_first;  ///< source_nodes + 1 entries
    const int* source;        ///< which signal
    const double* source_weight;
    const double* signals;  ///< (source, signal_steps)
    Int64 signal_steps;
};

template <class Real>
struct HealthArguments {
    const Real* field;
    Int64 plane;
    int pitch;
    int nx, ny, nz;
    unsigned long long* peak_bits;  ///< of max |u| as a double; starts at 0
    unsigned long long* first_bad;  ///< smallest logical index; starts at the largest value
};

/// F, the two-step floor: a = k b - a, two reads and one write per value.
template <class Real>
struct FloorArguments {
    const Real* b;
    Real* a;
    Real k;
    Int64 packs;
};

inline constexpr int point_threads = 128;

}  // namespace wavesim::kernels
