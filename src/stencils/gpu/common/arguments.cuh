// SPDX-License-Identifier: MIT
// Arguments of the kernels, shared by host and device; plain data only.
#pragma once

namespace wavesim::kernels {

using Int64 = long long;

/// Halo rules, as numbered in stencils/problem/passes.hpp.
enum Halo : int { halo_zero = 0, halo_mirror_half = 1, halo_mirror_whole = 2, halo_odd_half = 3 };

/// How a kernel finds the factor of a node. There is none, or it is stored as a float, in steps below the largest, or
/// as an index into a table; or the density varies (FluidArguments, floats or codes). The values between medium_one and
/// those for density have the order of MediumStorage.
enum Medium : int {
    medium_one = 0,
    medium_float = 1,
    medium_int16 = 2,
    medium_index8 = 3,
    medium_index16 = 4,
    medium_fluid = 5,
    medium_fluid16 = 6
};

/// Factors of a heterogeneous medium, by which courant^2 is multiplied at each node.
struct FactorArguments {
    const void* values;  ///< or their codes, at the positions of the field
    const float* table = nullptr;
    float most = 1;
    float step = 0;
};

/// How 16 bits become a float (stencils/problem/fluid_code.hpp).
struct BitSteps {
    unsigned base = 0, step = 0;
};

/// A medium whose density varies (stencils/problem/fluid_medium.hpp). Values of the nodes and of the faces after them
/// have the positions of the field, as floats or codes. Values of the faces before the first nodes of an axis are
/// contiguous floats.
struct FluidArguments {
    const void* modulus = nullptr;
    const void* buoyancy[3] = {};
    const float* low_side[3] = {};
    BitSteps modulus_code{}, buoyancy_code{};
};

/// Wall nodes at both ends of the rows, which the sweep itself finishes: u+ becomes share u+ + push (row_ends.cuh).
template <class Real>
struct RowEnds {
    const Real* change = nullptr;  ///< (2, nz, pitch, 2): share and push of each node
    Real* next = nullptr;          ///< (2, nz, pitch): receives u+
    int pitch = 0;                 ///< at least ny
};

/// Both levels of a field on the device. No halo is stored: values outside are read from their mirror images.
template <class Real>
struct FieldArguments {
    const Real* now;  ///< u^n
    Real* next;       ///< holds u^{n-1}; overwritten with u^{n+1}
    Int64 plane;      ///< values between planes
    int pitch;        ///< values between rows, a multiple of 128 bytes
    int nx, ny, nz;
    int chunk;    ///< planes of one block
    int tiles_x;  ///< blocks that walk along z: tiles along x and in a plane
    int tiles;
    int whole;  ///< blocks with a full chunk; the `left` chunks after them are cut into pieces of `piece` planes
    int left;
    int piece;
    int halo[6];  ///< Halo per side: x_min, x_max, y_min, y_max, z_min, z_max
    FactorArguments factor;
    int margin[6] = {};  ///< nodes next to each side that other launches update, if the kernel omits any
    FluidArguments fluid{};
    RowEnds<Real> ends{};
};

/// The points of a stencil as pairs of opposites, without the centre; lives in the constant bank as a kernel parameter.
template <class Real>
struct PointTable {
    static constexpr int capacity = 256;
    int pairs;
    int radius;
    Real weight[capacity];
    Real rest[capacity];   ///< rounding error of `weight`, which a time step amplifies near Nyquist
    int offset[capacity];  ///< in the field, from the node
    signed char dx[capacity];
    signed char dy[capacity];
    signed char dz[capacity];
};

/// How a face of a wall acts on its node (faces.cuh), with all coefficients that are constant in time
/// (stencils/problem/wall_coefficients.hpp). `share` and `damping` belong to the node: they are equal for all of its
/// faces.
template <class Real>
struct FaceLaw {
    int branch;        ///< 1: branch wall, 0: explicit wall
    Real share;        ///< factor of u*; branch: mass / (mass + damping), explicit and without a wall 1
    Real resistance;   ///< explicit
    Real conductance;  ///< of either law
    Real push;         ///< explicit: push; branch: state weight / (mass + damping)
    Real inertia;      ///< branch
    Real damping;      ///< branch: damping / (mass + damping)
};

/// The walls at the ends of rows: arrays (2, nz, pitch), x_min first, in packs of nodes along y.
template <class Real>
struct RowEndArguments {
    const unsigned short* law;  ///< of each node, into `laws`
    const FaceLaw<Real>* laws;
    Real* change;       ///< (2, nz, pitch, 2): share and push of the next step
    const Real* after;  ///< u^{n+1}, from the sweep
    Real* now;          ///< u^n
    Real* before;       ///< u^{n-1}; becomes u^{n+1}
    Real* state;        ///< theta or V
    Int64 nodes;        ///< of both sides, a multiple of a pack
    int pitch;
};

/// What is done to a node after the bulk step. Nodes with equal treatment share one entry.
struct NodeKind {
    int corrections, correction_first;
    int explicit_faces, explicit_first;  ///< first: index into faces
    int branch_faces, branch_first;      ///< first: index into faces
    int sources;                         ///< 1 where sources act
    int solid;                           ///< 1: pressure 0, nothing else
};

/// Up to group_nodes nodes of one kind. Their states are stored face by face, so that neighbours in the group are
/// neighbours in memory.
struct NodeGroup {
    Int64 base;  ///< offset in the field of the first node
    int first;   ///< index of its first entry in `offset`
    int count;
    int kind;
    int theta;   ///< first state of explicit faces: face f of node i is at theta + f count + i
    int state;   ///< first state of branch faces, likewise
    int before;  ///< index of its first kept level
    int source;  ///< index of its first node in source_first
};
inline constexpr int group_nodes = 128;
inline constexpr int pass_threads = 128;
inline constexpr int pass_warps = pass_threads / 32;

/// Arguments of the passes: receivers, the walls at the ends of rows, then everything else that acts on single nodes:
/// corrections, sources, walls, solids.
template <class Real>
struct PassArguments {
    const Real* now;
    Real* next;
    Real courant;
    int groups;
    const NodeGroup* group;
    const NodeKind* kind;
    const int* offset;                  ///< of each node from its group's base
    const Int64* correction_neighbour;  ///< relative to the node
    const Real* correction_weight;
    const FaceLaw<Real>* faces;
    Real* theta;
    Real* branch_state;  ///< V per face
    Real* before;        ///< u^{n-1} of branch nodes, which the bulk step overwrote; becomes u^{n+1}
    const int* source_first;
    const int* source;  ///< index of the signal
    const double* source_weight;
    const double* signals;  ///< (source, signal_steps)
    Int64 signal_steps;
    const Int64* step;  ///< steps done so far
    Int64* next_step;
    int receivers;
    const int* receiver_first;  ///< receivers + 1 entries
    const Int64* receiver_node;
    const double* receiver_weight;
    double* traces;  ///< (step - trace_start, receiver)
    const Int64* trace_start;
    RowEndArguments<Real> ends;
    int end_blocks;
};

/// Arguments of the kernel that fills the arrays for the ends of rows from both levels of the field.
template <class Real>
struct RowEndGather {
    RowEndArguments<Real> ends;
    const Real* now;     ///< u^n
    const Real* before;  ///< u^{n-1}
    Int64 plane;
    int pitch;
    int nx, ny, nz;
};

template <class Real>
struct HealthArguments {
    const Real* field;
    const Real* before;  ///< level of the previous step
    Int64 plane;
    int pitch;
    int nx, ny, nz;
    double* changes;                ///< per row: change of field from before; nullptr: not requested
    unsigned long long* peak_bits;  ///< bits of max |u| as a double; starts at 0
    unsigned long long* first_bad;  ///< smallest logical index; starts at the largest value
};

/// Nodes [first, first + count) of a box, counted in the order of the output.
template <class Real>
struct GatherArguments {
    const Real* from;  ///< first node of the box
    Real* to;
    Int64 plane;  ///< of the field
    int pitch;
    int nx, ny;  ///< output nodes along x and y
    int stride;
    Int64 first, count;
};

/// F, the two-step floor: a = k b - a, two reads and one write per value.
template <class Real>
struct FloorArguments {
    const Real* b;
    Real* a;
    Real k;
    Int64 packs;
};

}  // namespace wavesim::kernels
