// SPDX-License-Identifier: MIT
// What the host passes to the kernels of several steps per pass (temporal.cuh); plain data only.
#pragma once
#include "stencils/kernels/arguments.cuh"

namespace wavesim::kernels {

/// A value of a rim and the iteration that made it.
struct RimWord {
    float value;
    unsigned tag;
};
/// Two of them, stored at once; each is whole.
struct alignas(16) RimPair {
    RimWord word[2];
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

/// One pass: u^n and u^{n-1} become u^{n+T} and u^{n+T-1}, each in one of the two arrays that held them.
struct TemporalArguments {
    const float* now;     ///< u^n
    const float* before;  ///< u^{n-1}
    float* last;          ///< u^{n+T}
    float* last_but_one;  ///< u^{n+T-1}
    int nz;
    unsigned tag;  ///< of iteration 0; those of a pass are above all of the passes before it
    RimWord* rims;
    TileNodes sources;
    const int* source_first;  ///< as PassArguments has them
    const int* source;
    const double* source_weight;
    const double* signals;
    Int64 signal_steps;
    Int64 step;     ///< n
    float* pushes;  ///< (T, driven_nodes): what sources add to u^{n+t+1}; made by the pass itself
    int driven_nodes;
    TileNodes receivers;
    float* samples;  ///< (T, receiver_nodes): u^{n+t}
    int receiver_nodes;
};

/// What turns the samples of a pass into traces, and sets the step counters.
struct SampleArguments {
    const float* samples;
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
