// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Tuned numbers of slabs of layers beside a bulk step. The unit is the time of a plane of the bulk step with as many
/// nodes. The planes that a slab reads ahead could not be determined separately. Measured on compute capability 9.0.
struct SlabTimes {
    double plane;    ///< time of a plane of a slab across y or z: it moves 1.8 times the bytes
    double plane_x;  ///< the same for slabs across x
    double drift;    ///< drift of blocks as in BlockTimes, for the bulk step and for slabs
};
inline constexpr SlabTimes slab_times{.plane = 2.05, .plane_x = 2.3, .drift = 2e-4};

}  // namespace wavesim
