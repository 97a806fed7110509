// SPDX-License-Identifier: MIT
// Arguments of the kernel of several steps per pass in 2D (temporal_strips.cuh); plain data only.
#pragma once
#include "stencils/gpu/temporal/temporal_arguments.cuh"

namespace wavesim::kernels {

/// A row of a strip in which sources or receivers have nodes. Its receiver nodes end at the first one of the next
/// entry. Entries of a strip are sorted by z, between one entry below and one above all rows.
struct StripRow {
    static constexpr int below = -(1 << 30);
    static constexpr int above = 1 << 30;
    int z;
    int pushes;  ///< index in StripArguments::pushes; -1 without sources
    int first_heard;
};

/// A node of a strip: its column, counted from the strip's first one, and its index in the lists of the passes.
struct StripNode {
    int column;
    int number;
};

/// Rows with sources in every strip that computes their nodes, and nodes of receivers in the strip that owns them.
struct StripPoints {
    const int* first;  ///< (strips + 1): index of the first entry of a strip in `row`
    const StripRow* row;
    const StripNode* heard;
};

/// One launch: u^n and u^{n-1} become u^{n+T} and u^{n+T-1} in two other arrays.
template <class Real>
struct StripArguments {
    const Real* now;     ///< u^n, (nz, pitch)
    const Real* before;  ///< u^{n-1}
    Real* last;          ///< u^{n+T}
    Real* last_but_one;  ///< u^{n+T-1}
    int nz;
    int chunk;  ///< rows of a chunk
    StripPoints points;
    Int64 signal_steps;
    Int64 step;          ///< n
    const Real* pushes;  ///< (rows with sources, 2T, columns of a strip): what sources add to u^{n+t+1}, and NaN where
                         ///< none does
    Real* samples;       ///< (T, receiver_nodes): u^{n+t}
    int receiver_nodes;
    FactorArguments factor;  ///< where the medium varies
};

}  // namespace wavesim::kernels
