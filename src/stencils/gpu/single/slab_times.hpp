// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Tuned numbers of slabs of layers beside a bulk step, in the time of a plane of the bulk step of as many nodes; what
/// a slab reads ahead of its planes could not be told from them. Measured on compute capability 9.0.
struct SlabTimes {
    double plane;    ///< of a slab across y or z: it moves 1.8 times the bytes
    double plane_x;  ///< and across x
    double drift;    ///< of blocks on their way, as BlockTimes has it, of the bulk step and of slabs
};
inline constexpr SlabTimes slab_times{.plane = 2.05, .plane_x = 2.3, .drift = 2e-4};

}  // namespace wavesim
