// SPDX-License-Identifier: MIT
// What the host passes to the kernels of several steps per pass (temporal.cuh); plain data only.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// A value of a rim and the iteration that made it. Each eight bytes are whole when they are read, so that in double
/// either half has the tag.
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
/// Two of them, stored at once.
struct alignas(16) RimPair {
    RimWord<float> word[2];
};

/// Planes of a tile that hold nodes of a list: those of plane z are [first[z - from], first[z - from + 1]) of it, with
/// `first` counted from `at` on.
struct TilePlanes {
    int from;
    int count;
    int at;
};

/// A node of a tile: place in its plane, y tile_x + x, and its number in the lists of the passes.
struct TileNode {
    int place;
    int number;
};

/// Nodes by tile, plane, and place.
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
    unsigned kinds;        ///< a byte for each node: its place in WallArguments::table, below 128; and any_solid
    int state;             ///< first of its states of further faces (state_place)
    int driven;            ///< its place in WallArguments::driven; -1 without sources
    unsigned short place;  ///< of its first node in a plane of the tile, in packs
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
    const int* driven;   ///< four numbers of driven nodes; -1 for a node that is none
    float courant;
    int quads;
    int settled;  ///< 1: V is that of u^n; 0: of the step before
};

/// What moves states between a pass and single steps.
struct WallStateArguments {
    const WallQuad* quad;
    const Int64* node;  ///< of each quad its first node in the field
    const int* place;   ///< of each state in `single`; of the two levels of branch walls in kept_now; -1 without
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

/// Walls of a row that two panels compute: the states of quad `from` are those of `to` before a pass.
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

/// Rows of a grid that a launch computes where one is not enough for a plane (gpu/temporal/pass_panels.hpp). All rows
/// are counted from the panel's first one.
template <class Real>
struct PassPanel {
    Int64 before;  ///< values of a plane before the panel's first row
    int rows;
    int first_own;   ///< [first_own, end_own) are its own
    int first_late;  ///< and [first_late, end_own) of these the next panel still needs as they were
    int end_own;
    Real* late;          ///< (nz, overlap, pitch) of u^{n+T}: where those rows go
    Real* late_but_one;  ///< of u^{n+T-1}
};

/// What brings late rows to the field after the last panel.
template <class Real>
struct LateRows {
    const Real* late;  ///< (2, seams, nz, overlap, pitch): first u^{n+T}, then u^{n+T-1}
    Real* last;
    Real* last_but_one;
    int nz;
    int seams;
    int stride;  ///< rows from seam to seam; those of the first one begin there
};

/// One pass: u^n and u^{n-1} become u^{n+T} and u^{n+T-1}, each in one of the two arrays that held them.
template <class Real>
struct TemporalArguments {
    const Real* now;     ///< u^n, from the panel's first row on
    const Real* before;  ///< u^{n-1}
    Real* last;          ///< u^{n+T}
    Real* last_but_one;  ///< u^{n+T-1}
    int nz;
    unsigned tag;  ///< of iteration 0; those of a pass are above all of the passes before it
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

/// A push that a pass needs: its place among those of level 0, and the node's number in the lists of the passes.
struct Push {
    Int64 to;
    int node;
};

/// What makes the pushes of a pass.
template <class Real>
struct PushArguments {
    const int* source_first;  ///< as PassArguments has them
    const int* source;
    const double* source_weight;
    const double* signals;
    Int64 signal_steps;
    Int64 step;  ///< n
    int levels;
    int count;
    const Push* push;
    Int64 level_values;  ///< from a push of a level to that of the next one
    Real* pushes;
};

/// What turns the samples of a pass into traces, and sets the step counters.
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
