// SPDX-License-Identifier: MIT
// Arguments of the kernels that keep a field on chip, shared by host and device.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// Four values of a field, bit by bit, as they go from block to block.
struct alignas(16) ExchangeWord {
    unsigned bits[4];
};

/// The part of the grid that a block keeps, and what it has in the lists.
struct ResidentBlock {
    int y0, z0;        ///< first row and plane
    int rows, planes;  ///< at most those of the tile, and at most one less
    int first_group, groups;
    int first_heard, heard;
    int exchanges;  ///< packs that it sends, and as many that it receives
};

/// A pack that goes to another block, and one that comes from it. Places count packs in a level of the block.
struct Exchange {
    unsigned short from, into;
    int to;  ///< word among those of a parity
};

/// A node of a receiver: its place in a level of the block, and its number among the nodes of all receivers.
struct HeardNode {
    int place;
    int number;
};

template <class Real>
struct ResidentArguments {
    const Real* now;     ///< u^n
    const Real* before;  ///< u^{n-1}
    Real* last;          ///< receives u^{n+steps}
    Real* last_but_one;  ///< receives u^{n+steps-1}
    int pitch;           ///< of all four
    Int64 plane;
    PassArguments<Real> passes;  ///< groups of nodes in places of the block; of `now`, `next`, `before`, `step` nothing
    Real* kept[2];               ///< kept levels of branch nodes, by the parity of the step
    const ResidentBlock* block;
    const Exchange* exchange;  ///< (block, items)
    ExchangeWord* words;       ///< (parity, block, items); all bits are set before a launch
    const HeardNode* heard;
    Real* samples;  ///< (step, node of a receiver)
    int heard_nodes;
    int steps;
    Int64 step;         ///< n
    Int64* given_up;    ///< not 0: some launch has waited for too long, and nothing of it counts
    Int64 patience_ns;  ///< for which a thread waits for a word
};

/// Copies before and after a launch, so that one that gives up changes nothing that counts.
template <class Real>
struct LevelCopies {
    static constexpr int capacity = 6;
    const Real* from[capacity];
    Real* to[capacity];
    Int64 count[capacity];
    int copies;
    int blocks;
    const Int64* given_up;
    Int64* reached;  ///< receives `step` unless it is nullptr
    Int64 step;
};

}  // namespace wavesim::kernels
