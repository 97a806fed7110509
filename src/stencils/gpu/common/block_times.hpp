// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Tuned numbers of a block that walks along z, in units of the time per plane of its tile. Measured on compute
/// capability 9.0.
struct BlockTimes {
    /// A block first reads 2R planes without writing any, and waits for the first of them. This costs R planes plus
    /// this number.
    int first_planes;
    /// Each plane of a chunk increases the time of all its planes by this fraction. Several blocks on a multiprocessor
    /// drift apart while they walk, until neighbours read their common rows from memory instead of the L2 cache. Fitted
    /// to chunks of 128 to 1024 planes.
    double drift;
    /// Time of a block at an end of the rows that finishes walls there, relative to other blocks.
    double at_end;
};
inline constexpr BlockTimes block_times{.first_planes = 3, .drift = 4e-5, .at_end = 1.06};

}  // namespace wavesim
