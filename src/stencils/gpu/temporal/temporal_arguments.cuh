// SPDX-License-Identifier: MIT
// Arguments of the kernels of several steps per pass (temporal.cuh); plain data only.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// A halo value and the iteration that computed it. Each eight bytes are read as a whole, so in double either half has
/// the tag.
template <class Real>
struct RimWord;
template <>
struct RimWord<float> {
    float value;
    unsigned tag;
};
template <>
struct alignas(16) RimWord<double> {
    unsigned low, tag;
    unsigned high, tag_of_high;
};
/// Two halo words that are stored at once.
struct alignas(16) RimPair {
    RimWord<float> word[2];
};

/// Planes of a tile that have nodes of a list. The nodes of plane z are [first[z - from], first[z - from + 1]) of the
/// list, with `first` counted from `at` on.
struct TilePlanes {
    int from;
    int count;
    int at;
};

/// A node of a tile: its position in the plane, y tile_x + x, and its index in the lists of the passes.
struct TileNode {
    int place;
    int number;
};

/// Nodes sorted by tile, plane, and position.
struct TileNodes {
    const TilePlanes* tile;
    const int* first;
    const TileNode* node;
};

/// Four nodes of a row of a tile of which at least one is a wall, a solid, or driven by a source. Its states are packs
/// of one value per node: theta or V of each face, and for branch walls the two levels before u^n.
struct alignas(16) WallQuad {
    static constexpr unsigned solid = 1;             ///< the kind of a solid node
    static constexpr unsigned any_solid = 1u << 31;  ///< one of the nodes is solid
    unsigned kinds;        ///< a byte for each node: its index in WallArguments::table, below 128; and any_solid
    int state;             ///< index of its first state of further faces (state_place)
    int driven;            ///< its index in WallArguments::driven; -1 without sources
    unsigned short place;  ///< position of its first node in a plane of the tile, in packs
    unsigned short faces;
};

/// Walls, solids and sources of a pass (temporal_walls.cuh).
struct WallArguments {
    const TilePlanes* tile;  ///< planes with quads
    const int* first;        ///< quads by tile and plane
    const unsigned* rows;    ///< of each entry of `first`, a word per row of the tile: a bit for each lane that has a
                             ///< quad, and 2^16 times the number of quads before that row in the plane
    const WallQuad* quad;
    float* state;
    const float* table;  ///< packs of each kind: {share, damping, 0, 0}, then of each face {resistance or inertia,
                         ///< conductance, push, correction}, the correction with the first. Kind 0 is a node with
                         ///< nothing special, kind 1 a solid one
    const int* driven;   ///< indices of four driven nodes; -1 for other nodes
    float courant;
    int quads;
    int settled;  ///< 1: V is that of u^n; 0: V is that of the step before
};

/// Arguments of the kernels that copy states between a pass and single steps.
struct WallStateArguments {
    const WallQuad* quad;
    const Int64* node;  ///< per quad: its first node in the field
    const int* place;   ///< per state: its position in `single`, or in kept_now for the two levels of branch walls; -1
                        ///< without
    float* state;
    float* single;  ///< theta or V of single steps
    float* kept_before;
    float* kept_now;
    const float* before;  ///< u^{n-1}
    const float* now;     ///< u^n
    const float* table;
    float courant;
    int quads;
    int kind_packs;  ///< packs of a kind in `table`
};

/// Walls of a row that two panels compute: before a pass the states of quad `from` are copied to quad `to`.
struct SharedQuad {
    int from;
    int to;
};
struct SharedQuadArguments {
    const WallQuad* quad;
    const SharedQuad* shared;
    float* state;
    int count;
    int quads;
};

/// The rows of the grid that a launch computes, if a plane needs several panels (gpu/temporal/pass_panels.hpp). All
/// rows are counted from the panel's first one.
template <class Real>
struct PassPanel {
    Int64 before;  ///< values of a plane before the panel's first row
    int rows;
    int first_own;   ///< the panel owns rows [first_own, end_own)
    int first_late;  ///< the next panel still needs the old values of [first_late, end_own)
    int end_own;
    Real* late;          ///< (nz, overlap, pitch) of u^{n+T}: buffer for the late rows
    Real* late_but_one;  ///< the same for u^{n+T-1}
};

/// Arguments of the kernel that copies late rows to the field after the last panel.
template <class Real>
struct LateRows {
    const Real* late;  ///< (2, seams, nz, overlap, pitch): first u^{n+T}, then u^{n+T-1}
    Real* last;
    Real* last_but_one;
    int nz;
    int seams;
    int stride;  ///< distance of seams in rows; the first seam begins at this row
};

/// One pass: u^n and u^{n-1} become u^{n+T} and u^{n+T-1}, each in one of the two arrays that held them.
template <class Real>
struct TemporalArguments {
    const Real* now;     ///< u^n, from the panel's first row on
    const Real* before;  ///< u^{n-1}
    Real* last;          ///< u^{n+T}
    Real* last_but_one;  ///< u^{n+T-1}
    int nz;
    unsigned tag;  ///< tag of iteration 0; the tags of a pass are larger than those of all earlier passes
    RimWord<Real>* rims;
    const TilePlanes*
        sources;  ///< planes with driven nodes, `at` counted through all tiles; none where there are walls
    Int64 signal_steps;
    Int64 step;          ///< n
    const Real* pushes;  ///< (planes of sources, T, tile_y, tile_x): what sources add to u^{n+t+1}, and NaN where none
                         ///< does; with walls (T, driven_nodes)
    int driven_nodes;
    TileNodes receivers;
    Real* samples;  ///< (T, receiver_nodes): u^{n+t}
    int receiver_nodes;
    FactorArguments factor;  ///< of the whole field, where the medium varies
    WallArguments walls;
    PassPanel<Real> panel;
};

/// A push that a pass needs: its index among those of level 0, and the node's index in the lists of the passes.
struct Push {
    Int64 to;
    int node;
};

/// Arguments of the kernel that computes the pushes of a pass.
template <class Real>
struct PushArguments {
    const int* source_first;  ///< as in PassArguments
    const int* source;
    const double* source_weight;
    const double* signals;
    Int64 signal_steps;
    Int64 step;  ///< n
    int levels;
    int count;
    const Push* push;
    Int64 level_values;  ///< distance from a push of a level to that of the next one
    Real* pushes;
};

/// Arguments of the kernel that turns the samples of a pass into traces and sets the step counters.
template <class Real>
struct SampleArguments {
    const Real* samples;
    int receiver_nodes;
    const int* receiver_first;
    const double* receiver_weight;
    int receivers;
    int levels;
    double* traces;
    const Int64* trace_start;
    Int64 step;     ///< before the pass
    Int64* counts;  ///< both step counters
};

}  // namespace wavesim::kernels
